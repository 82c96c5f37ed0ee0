import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import { whyUnreachable } from '@/domain/operations/reach.ts'
import type { Role } from '@/domain/access/permissions.ts'
import { operationReason } from '@/messages/operations.ts'

/** What decides whether something on the device is possible now. */
export interface DeviceSituation {
  role: Role
  /** Whether cloudlink is up: only then can the platform reach the device. */
  online: boolean
  localMode: boolean
  overallStatus: string
  /** The fleet's id, which most actions name. */
  fleetId: number | null
}

/** Why the device's supervisor cannot be asked for anything about its services now; undefined when it can. */
export function whyNotReach({ role, online, overallStatus, fleetId }: DeviceSituation): string | undefined {
  return (
    whyNotAllowed(role, 'resin.device.supervisor-proxy-write') ??
    whyUnreachable({ is_frozen: false, overall_status: overallStatus, is_connected_to_vpn: online }) ??
    (fleetId === null ? operationReason.noFleet : undefined)
  )
}
