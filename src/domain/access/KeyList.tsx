import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { StaleNotice, type Refreshable } from '../screen/StaleNotice.tsx'
import type { KeyPage } from './api-keys.queries.ts'
import { KeyPages } from './KeyPages.tsx'
import { KeysTable } from './KeysTable.tsx'
import { SecretDialog, type NewKey } from './SecretDialog.tsx'

export interface KeyListProps {
  /** How these keys are spoken of. */
  text: {
    table: string
    empty: string
    emptyDetail: string
    /** What it means that one is revoked. */
    revokeBody: string
    /** What a new one is: "Provisioning key". */
    secret: string
    /** What whoever has it can do. */
    power: string
  }
  query: Refreshable & { data: KeyPage }
  page: number
  /** Why the person may not change them. */
  whyNotChange?: string | undefined
  whyNotRevoke?: string | undefined
  /** The dialog that makes one, while it is open. */
  renderCreate: false | ((onCreated: (created: NewKey) => void) => ReactNode)
}

/** A page of keys, whoever's they are; one that is made is shown this once. */
export function KeyList({ text, query, page, whyNotChange, whyNotRevoke, renderCreate }: KeyListProps) {
  const queries = useQueryClient()
  const [created, setCreated] = useState<NewKey | null>(null)
  const refresh = () => queries.invalidateQueries({ queryKey: ['api_key'] })
  const { keys, total } = query.data
  return (
    <>
      <StaleNotice query={query} />
      {total === 0 ? (
        <Card>
          <EmptyState title={text.empty} detail={text.emptyDetail} />
        </Card>
      ) : (
        <KeysTable
          label={text.table}
          keys={keys}
          total={total}
          whyNotChange={whyNotChange}
          whyNotRevoke={whyNotRevoke}
          revokeBody={text.revokeBody}
          onChanged={refresh}
        />
      )}
      <KeyPages page={page} total={total} />
      {renderCreate &&
        renderCreate((key) => {
          setCreated(key)
          void refresh()
        })}
      <SecretDialog
        created={created}
        what={text.secret}
        power={text.power}
        onClose={() => setCreated(null)}
      />
    </>
  )
}
