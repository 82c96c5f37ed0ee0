import { currentServices } from '../device-services.ts'
import type { Role } from '@/domain/access/permissions.ts'
import { isInLocalMode } from '@/domain/operations/local-mode.ts'
import { deviceActionText } from '@/messages/devices.ts'
import { serviceRows, type ServiceRow } from '../services/service-rows.ts'
import { whyNotStart, type HostAccess, type TargetChoice } from '../terminal/terminal-target.ts'
import type { RunDevice } from './multi-device.queries.ts'

/** Services by name, of all the devices together. */
export function servicesOfAll(devices: readonly RunDevice[]): string[] {
  const names = devices.flatMap((device) => servicesOf(device).map(({ name }) => name))
  return [...new Set(names)].toSorted((a, b) => a.localeCompare(b))
}

export const servicesOf = (device: RunDevice): ServiceRow[] =>
  serviceRows(currentServices(device.image_install))

/**
 * Why a command cannot run on a device; undefined when it can. Whether the host may be entered is asked of the platform
 * only when the command is run, so before that it counts as allowed.
 */
export function whyNotRun(
  device: RunDevice,
  choice: TargetChoice,
  role: Role,
  hostAccess: HostAccess = 'allowed',
): string | undefined {
  if (device.is_frozen) return deviceActionText.frozen
  return whyNotStart(choice, {
    role,
    online: device.is_connected_to_vpn,
    localMode: isInLocalMode(device),
    services: servicesOf(device),
    hostAccess,
  })
}
