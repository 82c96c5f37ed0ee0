import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { whyNotUpdateSupervisor } from '@/domain/os-update/supervisor-update.ts'
import type { DevicePageData } from '@/features/device-page/device-page.ts'
import { operationReason } from '@/messages/operations/operations.ts'
import { osUpdateText } from '@/messages/operations/updates.ts'

/** The reason why an OS update cannot be started; undefined if it can. */
export function whyNotBeginOsUpdate({ device, role, situation }: DevicePageData): string | undefined {
  const notAllowed = whyNotAllowed(role, 'resin.device.actions-proxy-hup')
  if (notAllowed !== undefined) return notAllowed
  return whyNotReady(device) ?? (situation.online ? undefined : osUpdateText.mustBeOnline)
}

/** The reason why a supervisor update cannot be started; undefined if it can. */
export function whyNotBeginSupervisorUpdate({ device, role, situation }: DevicePageData): string | undefined {
  const notAllowed = whyNotAllowed(role, 'resin.device.actions-proxy-supervisorupgrade')
  if (notAllowed !== undefined) return notAllowed
  return (
    whyNotReady(device) ??
    whyNotUpdateSupervisor({
      online: situation.online,
      osVersion: device.os_version,
      supervisorVersion: device.supervisor_version,
    })
  )
}

function whyNotReady(device: { is_frozen: boolean; overall_status: string }): string | undefined {
  if (device.is_frozen) return operationReason.frozen
  return device.overall_status === 'post-provisioning' ? operationReason.notProvisioned : undefined
}
