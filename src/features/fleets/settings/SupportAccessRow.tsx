import { useState } from 'react'
import { api } from '@/api/api.ts'
import { sendRequest } from '@/api/data-request.ts'
import { errorMessage } from '@/api/error-message.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { useApplicationChange } from '@/features/fleets/use-application-change.ts'
import { formatInstant, fromLocalInput, toLocalInput } from '@/lib/format.ts'
import { fleetSettingsText, supportAccessText as text } from '@/messages/fleets/fleet-settings.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { useTimeSource, useTimeText } from '@/ui/display/now.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { SettingRow } from '@/ui/form/SettingRow.tsx'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import { FormDialog } from '@/widgets/dialog/FormDialog.tsx'
import { SupportAccessField } from '@/widgets/operations/SupportAccessField.tsx'
import { changeCall } from './settings-writes.ts'
import type { FleetSettings } from './settings.queries.ts'

/** Suggested duration. */
const SUGGESTED_MS = 5 * 60_000
const HOUR_MS = 3_600_000

export interface SupportAccessRowProps {
  fleet: FleetSettings
  whyNot: string | undefined
}

const shown = (at: number | string) => formatInstant(at, { seconds: false })

/** Whether support has access, and until when. */
export function SupportAccessRow({ fleet, whyNot }: SupportAccessRowProps) {
  const [open, setOpen] = useState<'grant' | 'revoke' | null>(null)
  const apply = useApplicationChange()
  const revoke = changeCall(fleet.id, { is_accessible_by_support_until__date: null })
  const until = fleet.is_accessible_by_support_until__date
  const value = useTimeText((now) => {
    if (until === null) return text.none
    return Date.parse(until) > now ? text.until(shown(until)) : text.expired(shown(until))
  })
  return (
    <SettingRow name={text.what} value={value} hint={text.hint}>
      <Button reason={whyNot} onClick={() => setOpen('grant')}>
        {until === null ? text.grant : text.extend}
      </Button>
      {until !== null && (
        <Button reason={whyNot} onClick={() => setOpen('revoke')}>
          {text.revoke}
        </Button>
      )}
      {open === 'grant' && <GrantDialog fleet={fleet} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        opened={open === 'revoke'}
        onClose={() => setOpen(null)}
        title={text.revokeTitle}
        confirmLabel={text.revokeConfirm}
        describeError={errorMessage}
        onConfirm={() => apply(() => sendRequest(api().data, revoke), text.revoked)}
      >
        <p>{text.revokeBody}</p>
        <EquivalentCommand {...platformCommands(['support', 'disable', '--fleet', fleet.slug], revoke)} />
      </ConfirmDialog>
    </SettingRow>
  )
}

function GrantDialog({ fleet, onClose }: { fleet: FleetSettings; onClose: () => void }) {
  const apply = useApplicationChange()
  const time = useTimeSource()
  const [opened] = useState(() => time.now())
  const [local, setLocal] = useState(() => toLocalInput(opened + SUGGESTED_MS))
  const until = fromLocalInput(local)
  const isPast = until !== null && until <= time.now()
  const call = changeCall(fleet.id, { is_accessible_by_support_until__date: until })
  const hours = until === null ? 0 : Math.max(1, Math.ceil((until - opened) / HOUR_MS))
  return (
    <FormDialog
      title={text.title}
      confirmLabel={text.confirm}
      onClose={onClose}
      reason={until === null ? fleetSettingsText.fillIn : isPast ? text.past : undefined}
      commands={platformCommands(
        ['support', 'enable', '--fleet', fleet.slug, '--duration', `${hours}h`],
        call,
      )}
      onSubmit={async () => {
        if (until === null) return
        await apply(() => sendRequest(api().data, call), text.granted(shown(until)))
        onClose()
      }}
    >
      <p>{text.body}</p>
      <SupportAccessField
        value={local}
        min={opened}
        error={isPast ? text.past : undefined}
        onChange={setLocal}
      />
    </FormDialog>
  )
}
