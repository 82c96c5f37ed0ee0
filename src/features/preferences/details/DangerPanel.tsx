import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { account as accountCalls } from '@/api/account.ts'
import { offers } from '@/api/api.ts'
import { errorMessage } from '@/api/error-message.ts'
import type { Account } from '@/domain/account/account.queries.ts'
import * as poll from '@/domain/polling.ts'
import { commonText } from '@/messages/common/common.ts'
import { labelled } from '@/messages/common/compose.ts'
import { dangerZoneText as text } from '@/messages/preferences/preferences-danger.ts'
import { Banner } from '@/ui/feedback/Banner.tsx'
import { showToast } from '@/ui/feedback/toasts.ts'
import { Button } from '@/ui/form/Button.tsx'
import { SettingRow } from '@/ui/form/SettingRow.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'
import { deletionQuery } from './deletion.queries.ts'

/** Irreversible actions: ending other sessions, and deleting the account. */
export function DangerPanel({ account }: { account: Account }) {
  return (
    <Panel title={text.panel} flush>
      {offers('endOtherSessions') && <OtherSessionsRow />}
      <DeleteRow account={account} />
    </Panel>
  )
}

function OtherSessionsRow() {
  const [stage, setStage] = useState<{ kind: 'idle' | 'running' } | { kind: 'failed'; why: string }>({
    kind: 'idle',
  })
  const end = async () => {
    setStage({ kind: 'running' })
    try {
      await accountCalls.endOtherSessions()
      setStage({ kind: 'idle' })
      showToast({ tone: 'ok', title: text.othersEnded })
    } catch (error) {
      setStage({ kind: 'failed', why: errorMessage(error) })
    }
  }
  return (
    <>
      <SettingRow name={text.others} hint={text.othersHint}>
        <Button variant="danger" busy={stage.kind === 'running'} onClick={() => void end()}>
          {text.logOutOthers}
        </Button>
      </SettingRow>
      {stage.kind === 'failed' && (
        <Banner tone="warn" urgent onDismiss={() => setStage({ kind: 'idle' })}>
          {labelled(text.failed_logout_other_sessions, stage.why)}
        </Banner>
      )}
    </>
  )
}

function DeleteRow({ account }: { account: Account }) {
  const [isOpen, setOpen] = useState(false)
  const deletion = useQuery({
    ...deletionQuery(account),
    // What stands in the way is settled elsewhere, perhaps in another tab.
    refetchInterval: ({ state }) => (isOpen && (state.data?.obstacles.length ?? 0) > 0 ? poll.people : false),
  })
  return (
    <SettingRow
      name={text.delete}
      hint={deletion.isError ? labelled(text.planFailed, errorMessage(deletion.error)) : text.deleteHint}
    >
      {deletion.isError && <Button onClick={() => void deletion.refetch()}>{commonText.retry}</Button>}
      <Button
        variant="danger"
        busy={deletion.isFetching && deletion.data === undefined}
        reason={
          deletion.isError ? text.planFailed : deletion.data?.needsSales ? text.contactSales : undefined
        }
        onClick={() => {
          setOpen(true)
          void deletion.refetch()
        }}
      >
        {text.delete}
      </Button>
      {isOpen && deletion.data && (
        <DeleteAccountDialog
          account={account}
          deletion={deletion.data}
          isChecking={deletion.isFetching}
          onClose={() => setOpen(false)}
        />
      )}
    </SettingRow>
  )
}
