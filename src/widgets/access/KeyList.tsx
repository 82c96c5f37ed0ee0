import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { KeyPage } from '@/domain/access/api-keys.queries.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { StaleNotice, type Refreshable } from '@/widgets/query-states/StaleNotice.tsx'
import { KeyPages } from './KeyPages.tsx'
import { KeysTable } from './KeysTable.tsx'
import { SecretDialog, type NewKey } from './SecretDialog.tsx'

export interface KeyListProps {
  /** Texts for this kind of keys. */
  text: {
    table: string
    empty: string
    emptyDetail: string
    /** The effect of revoking a key. */
    revokeBody: string
    /** The kind of a new key: "Provisioning key". */
    secret: string
    /** What the key allows. */
    power: string
  }
  query: Refreshable & { data: KeyPage }
  page: number
  /** Why the user cannot change them. */
  whyNotChange?: string | undefined
  whyNotRevoke?: string | undefined
  /** The open dialog that creates a key. */
  renderCreate: false | ((onCreated: (created: NewKey) => void) => ReactNode)
}

/** A page of keys; a new key is shown only once. */
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
