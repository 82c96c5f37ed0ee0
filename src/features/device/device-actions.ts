import { whyNotAllowed } from '@/domain/fleet-access.ts'
import type { Permission, Role } from '@/domain/permissions.ts'
import { actionText } from '@/messages/device.ts'

/** Actions on the device as a whole; each reaches it through the supervisor (spec 2 §2). */
export type DeviceAction = 'identify' | 'restart' | 'reboot' | 'shutdown' | 'purge'

/** What decides whether an action is possible now. */
export interface DeviceSituation {
  role: Role
  /** Whether cloudlink is up: only then can the platform reach the device. */
  online: boolean
  localMode: boolean
  overallStatus: string
  /** The fleet's id, which most actions name. */
  fleetId: number | null
}

const supervisorWrite: Permission = 'resin.device.supervisor-proxy-write'

/** Why the device's supervisor cannot be asked for anything now; undefined when it can (spec 2 §6, §8). */
export function whyNotReach({ role, online, overallStatus, fleetId }: DeviceSituation): string | undefined {
  const notAllowed = whyNotAllowed(role, supervisorWrite)
  if (notAllowed !== undefined) return notAllowed
  if (overallStatus === 'post-provisioning') return actionText.notProvisioned
  if (!online) return actionText.mustBeOnline
  return fleetId === null ? actionText.noFleet : undefined
}

/** Why a device action cannot be done now; undefined when it can. Local mode has no services of the fleet to restart. */
export function whyNotAct(action: DeviceAction, situation: DeviceSituation): string | undefined {
  const reason = whyNotReach(situation)
  if (reason !== undefined) return reason
  const needsServices = action === 'restart' || action === 'purge'
  return needsServices && situation.localMode ? actionText.notInLocalMode : undefined
}

/** Actions that a person may force past an update lock (spec 2 §4). */
export function canForce(action: DeviceAction): action is 'reboot' | 'shutdown' {
  return action === 'reboot' || action === 'shutdown'
}
