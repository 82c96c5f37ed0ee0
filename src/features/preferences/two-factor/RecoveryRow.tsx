import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { account, accountCalls } from '@/api/account.ts'
import { errorMessage } from '@/api/error-message.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { useReverification } from '@/features/preferences/reverification/use-reverification.tsx'
import { formatNumber } from '@/lib/format.ts'
import { twoFactorText as text } from '@/messages/preferences/preferences-two-factor.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { SettingRow } from '@/ui/form/SettingRow.tsx'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { RecoveryListDialog } from './RecoveryListDialog.tsx'
import { recoveryCodesQuery, useTwoFactorRefresh } from './two-factor.queries.ts'

/** The number of unused recovery codes, with buttons to list them and to create new ones. */
export function RecoveryRow() {
  const codes = useQuery(recoveryCodesQuery())
  const refresh = useTwoFactorRefresh()
  const reverification = useReverification()
  const [isAsking, setAsking] = useState(false)
  const [isViewing, setViewing] = useState(false)
  const [newCodes, setNewCodes] = useState<readonly string[] | null>(null)
  const view = async () => {
    if (!(await reverification.confirm())) return
    setViewing(true)
    // A code may have been used elsewhere in the meantime.
    await codes.refetch()
  }
  const total = codes.data?.length ?? 0
  const left = codes.data?.filter(({ used_timestamp: used }) => used === null).length ?? 0
  const statusText = codes.isError
    ? text.recoveryFailed
    : total === 0
      ? text.recoveryNone
      : text.recoveryLeft(formatNumber(left), formatNumber(total))
  return (
    <SettingRow name={text.recovery} value={codes.isPending ? '…' : statusText} hint={text.recoveryHint}>
      {total > 0 && <Button onClick={() => void view()}>{text.view}</Button>}
      <Button onClick={() => setAsking(true)}>{total === 0 ? text.generate : text.regenerate}</Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={text.regenerateTitle}
        confirmLabel={text.regenerateConfirm}
        danger
        describeError={errorMessage}
        over={isAsking && reverification.dialog}
        onConfirm={async () => {
          setNewCodes(await reverification.run(account.createRecoveryCodes))
          await refresh()
        }}
      >
        <p>{text.regenerateBody}</p>
        <EquivalentCommand {...platformCommands(null, accountCalls.createRecoveryCodes())} />
      </ConfirmDialog>
      {!isAsking && reverification.dialog}
      {isViewing && <RecoveryListDialog onClose={() => setViewing(false)} />}
      {newCodes && <RecoveryCodesDialog codes={newCodes} onClose={() => setNewCodes(null)} />}
    </SettingRow>
  )
}
