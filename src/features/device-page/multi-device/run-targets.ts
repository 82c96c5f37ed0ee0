import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import type { Role } from '@/domain/access/permissions.ts'
import { isInLocalMode } from '@/domain/operations/local-mode.ts'
import { currentServices } from '@/features/device-page/device-services.ts'
import { serviceRows, type ServiceRow } from '@/features/device-page/services/service-rows.ts'
import {
  whyNotStart,
  type HostAccess,
  type TargetChoice,
} from '@/features/device-page/terminal/terminal-target.ts'
import { compareText } from '@/lib/format.ts'
import { deviceActionText } from '@/messages/device-list/devices.ts'
import type { RunDevice } from './multi-device.queries.ts'

/** Names of the services of all devices. */
export function servicesOfAll(devices: readonly RunDevice[]): string[] {
  const names = devices.flatMap((device) => runServices(device).map(({ name }) => name))
  return [...new Set(names)].toSorted((a, b) => compareText(a, b))
}

/** The default target: the host OS, or a service if no device allows access to its host OS. */
export function defaultTarget(
  devices: readonly RunDevice[],
  roleOf: (device: RunDevice) => Role,
): TargetChoice {
  const [service] = servicesOfAll(devices)
  const isHostDenied = (device: RunDevice) =>
    whyNotAllowed(roleOf(device), 'resin.device.ssh-host') !== undefined
  return service !== undefined && devices.every(isHostDenied) ? `service:${service}` : 'host'
}

export const runServices = (device: RunDevice): ServiceRow[] =>
  serviceRows(currentServices(device.image_install))

/**
 * The reason why a command cannot run on a device; undefined if it can. Host access is only checked when the command
 * runs; until then it counts as allowed.
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
    services: runServices(device),
    hostAccess,
  })
}
