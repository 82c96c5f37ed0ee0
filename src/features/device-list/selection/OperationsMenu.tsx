import { IconDots } from '@tabler/icons-react'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import type { Permission } from '@/domain/access/permissions.ts'
import type { OperationName, OperationSetting } from '@/domain/operations/operation.ts'
import { operations } from '@/domain/operations/operations.ts'
import { paths } from '@/lib/paths.ts'
import { commonText } from '@/messages/common/common.ts'
import { multiDeviceText } from '@/messages/device-page/multi-device.ts'
import { operationText } from '@/messages/operations/operations.ts'
import { osUpdateText, supervisorUpdateText } from '@/messages/operations/updates.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Menu } from '@/ui/overlay/Menu.tsx'
import type { MenuAction } from '@/ui/overlay/MenuItem.tsx'
import type { Selection } from './selection.ts'

/** Updates of the host OS and the supervisor. */
export type UpdateName = 'updateOs' | 'updateSupervisor'

/** Operations that this menu offers for any number of devices. */
export type BatchName = Exclude<OperationName, 'rename' | 'note'>

const harmless: readonly BatchName[] = ['identify', 'pin', 'track']
const settings: readonly BatchName[] = [
  'enableUrl',
  'disableUrl',
  'enableLocalMode',
  'disableLocalMode',
  'grantSupport',
  'revokeSupport',
]
const lifecycle: readonly BatchName[] = ['move', 'deactivate']
const dangerous: readonly BatchName[] = ['reboot', 'shutdown', 'purge', 'delete']

export interface OperationsMenuProps {
  selection: Selection
  setting: OperationSetting | undefined
  onChoose: (name: BatchName | UpdateName) => void
}

/** All other actions on the selected devices. Those that the role does not allow show the reason. */
export function OperationsMenu({ selection, setting, onChoose }: OperationsMenuProps) {
  const why = (name: OperationName) =>
    setting === undefined ? undefined : whyNotAllowed(setting.role, operations[name].permission)
  const entry = (name: BatchName): MenuAction => ({
    key: name,
    label: operationText.names[name],
    reason: why(name),
    danger: operations[name].dangerous,
    onSelect: () => onChoose(name),
  })
  const update = (key: UpdateName, label: string, permission: Permission): MenuAction => ({
    key,
    label,
    reason: setting && whyNotAllowed(setting.role, permission),
    onSelect: () => onChoose(key),
  })
  const [only, another] = selection.kind === 'some' ? selection.devices.values() : []
  const isOne = only !== undefined && another === undefined
  const rename: MenuAction = {
    key: 'rename',
    label: operationText.names.rename,
    reason: why('rename') ?? (isOne ? undefined : operationText.selectOne),
    ...(isOne && { to: paths.deviceSettings(only) }),
  }
  const isTwo = selection.kind === 'some' && selection.devices.size === 2
  const compare: MenuAction = {
    key: 'compare',
    label: multiDeviceText.compare,
    reason: isTwo ? undefined : multiDeviceText.compareTwo,
    ...(isTwo && only !== undefined && another !== undefined && { to: paths.compareDevices(only, another) }),
  }
  return (
    <Menu
      trigger={
        <Button size="s">
          {commonText.moreActions} <IconDots size={15} aria-hidden="true" />
        </Button>
      }
      groups={[
        { actions: [...harmless.map(entry), rename, compare] },
        { actions: settings.map(entry) },
        {
          actions: [
            update('updateOs', osUpdateText.action, 'resin.device.actions-proxy-hup'),
            update(
              'updateSupervisor',
              supervisorUpdateText.action,
              'resin.device.actions-proxy-supervisorupgrade',
            ),
          ],
        },
        { actions: lifecycle.map(entry) },
        { actions: dangerous.map(entry) },
      ]}
    />
  )
}
