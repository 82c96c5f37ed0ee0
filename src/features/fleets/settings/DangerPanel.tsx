import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api, offers } from '@/api/api.ts'
import { sendRequest } from '@/api/data-request.ts'
import { errorMessage } from '@/api/error-message.ts'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { platformCommands } from '@/domain/platform/platform-commands.ts'
import { useApplicationChange } from '@/features/fleets/use-application-change.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { dangerText as text } from '@/messages/fleets/fleet-settings.ts'
import { EquivalentCommand } from '@/ui/display/EquivalentCommand.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { SettingRow } from '@/ui/form/SettingRow.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog.tsx'
import type { SettingsPanelProps } from './GeneralPanel.tsx'
import { deleteCall, leaveCall } from './settings-writes.ts'
import type { FleetSettings } from './settings.queries.ts'
import { TransferDialog } from './TransferDialog.tsx'

/** Actions that are hard to undo: transfer, leave, delete. */
export function DangerPanel({ fleet, role }: SettingsPanelProps) {
  const [open, setOpen] = useState<'transfer' | 'leave' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const { is_of__class: fleetClass } = fleet
  const membership = fleet.user_application_membership[0]?.id
  return (
    <Panel title={text.panel} flush>
      {(offers('severalOrganizations') || !offers('roles')) && (
        <SettingRow name={text.transfer} hint={text.transferHint(fleet.organization[0].name)}>
          <Button
            variant="danger"
            reason={whyNotAllowed(role, 'resin.application.transfer')}
            onClick={() => setOpen('transfer')}
          >
            {text.transferAction}
          </Button>
        </SettingRow>
      )}
      {membership !== undefined && (
        <SettingRow name={text.leave} hint={text.leaveHint}>
          <Button variant="danger" onClick={() => setOpen('leave')}>
            {text.leaveAction}
          </Button>
        </SettingRow>
      )}
      <SettingRow name={text.delete(fleetClass)} hint={text.deleteHint(fleetClass)}>
        <Button
          variant="danger"
          reason={whyNotAllowed(role, 'resin.application.delete')}
          onClick={() => setOpen('delete')}
        >
          {text.deleteAction(fleetClass)}
        </Button>
      </SettingRow>
      {open === 'transfer' && <TransferDialog fleet={fleet} role={role} onClose={close} />}
      {open === 'delete' && <DeleteDialog fleet={fleet} onClose={close} />}
      {open === 'leave' && membership !== undefined && (
        <LeaveDialog fleet={fleet} membership={membership} onClose={close} />
      )}
    </Panel>
  )
}

interface DialogProps {
  fleet: FleetSettings
  onClose: () => void
}

function LeaveDialog({ fleet, membership, onClose }: DialogProps & { membership: number }) {
  const call = leaveCall(membership)
  const apply = useApplicationChange()
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      onClose={onClose}
      danger
      title={text.leaveTitle}
      confirmLabel={text.leaveAction}
      describeError={errorMessage}
      onConfirm={async () => {
        // Navigates before refetching: without the access, the page may be invisible to the user.
        await sendRequest(api().data, call)
        await navigate(paths.applications(fleet.is_of__class))
        await apply(() => Promise.resolve(), text.left(fleet.app_name))
      }}
    >
      <p>{text.leaveBody(fleet.app_name)}</p>
      <EquivalentCommand {...platformCommands(null, call)} />
    </ConfirmDialog>
  )
}

function DeleteDialog({ fleet, onClose }: DialogProps) {
  const apply = useApplicationChange()
  const navigate = useNavigate()
  const { id, app_name: name, slug, is_of__class: fleetClass, owns__device: devices } = fleet
  const call = deleteCall([id])
  return (
    <ConfirmDialog
      onClose={onClose}
      danger
      title={text.deleteTitle(name)}
      confirmLabel={text.deleteAction(fleetClass)}
      typed={name}
      describeError={errorMessage}
      onConfirm={async () => {
        await sendRequest(api().data, call)
        await navigate(paths.applications(fleetClass))
        await apply(() => Promise.resolve(), text.deleted(name))
      }}
    >
      <p>{text.deleteBody(fleetClass, text.devices(devices, formatNumber(devices)))}</p>
      <EquivalentCommand {...platformCommands([fleetClass, 'rm', slug, '--yes'], call)} />
    </ConfirmDialog>
  )
}
