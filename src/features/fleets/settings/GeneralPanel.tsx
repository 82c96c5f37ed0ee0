import { useState } from 'react'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import type { Role } from '@/domain/access/permissions.ts'
import {
  deviceTypeText,
  fleetSettingsText,
  fleetTypeText,
  renameFleetText,
} from '@/messages/fleets/fleet-settings.ts'
import { Button } from '@/ui/form/Button.tsx'
import { SettingRow } from '@/ui/form/SettingRow.tsx'
import { Panel } from '@/ui/layout/Panel.tsx'
import { DeviceTypeDialog } from './DeviceTypeDialog.tsx'
import { FleetTypeDialog } from './FleetTypeDialog.tsx'
import { RenameFleetDialog } from './RenameFleetDialog.tsx'
import type { FleetSettings } from './settings.queries.ts'

export interface SettingsPanelProps {
  fleet: FleetSettings
  role: Role
}

/** Name, device type and application type. */
export function GeneralPanel({ fleet, role }: SettingsPanelProps) {
  const [open, setOpen] = useState<'rename' | 'device-type' | 'type' | null>(null)
  const close = () => setOpen(null)
  const type = fleet.application_type[0]
  const deviceType = fleet.is_for__device_type[0]
  const whyNotUpdate = whyNotAllowed(role, 'resin.application.update')
  const architecture = deviceType.is_of__cpu_architecture[0]
  return (
    <Panel title={fleetSettingsText.general} flush>
      <SettingRow name={renameFleetText.what} value={fleet.app_name} hint={renameFleetText.hint}>
        <Button
          reason={type.is_legacy ? renameFleetText.legacy : whyNotUpdate}
          onClick={() => setOpen('rename')}
        >
          {fleetSettingsText.rename}
        </Button>
      </SettingRow>
      <SettingRow name={deviceTypeText.what} value={deviceType.name} hint={deviceTypeText.hint}>
        <Button
          aria-label={deviceTypeText.title}
          reason={architecture === undefined ? deviceTypeText.unknownArchitecture : whyNotUpdate}
          onClick={() => setOpen('device-type')}
        >
          {fleetSettingsText.change}
        </Button>
      </SettingRow>
      <SettingRow name={fleetTypeText.what[fleet.is_of__class]} value={type.name} hint={fleetTypeText.hint}>
        <Button
          aria-label={fleetTypeText.title(fleet.is_of__class)}
          reason={whyNotAllowed(role, 'resin.application.change-type')}
          onClick={() => setOpen('type')}
        >
          {fleetSettingsText.change}
        </Button>
      </SettingRow>
      {open === 'rename' && <RenameFleetDialog fleet={fleet} onClose={close} />}
      {open === 'device-type' && <DeviceTypeDialog fleets={[fleet]} onClose={close} />}
      {open === 'type' && <FleetTypeDialog fleet={fleet} role={role} onClose={close} />}
    </Panel>
  )
}
