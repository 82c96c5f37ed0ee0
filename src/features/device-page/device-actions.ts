import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import type { Role } from '@/domain/access/permissions.ts'
import { whyUnreachable } from '@/domain/operations/reach.ts'
import { operationReason } from '@/messages/operations/operations.ts'

/** State that determines which actions are currently possible. */
export interface DeviceSituation {
  role: Role
  /** Whether the VPN is connected. Only then can the platform reach the device. */
  online: boolean
  localMode: boolean
  overallStatus: string
  /** The id of the fleet, which most actions need. */
  fleetId: number | null
}

/** The reason why service actions cannot reach the supervisor; undefined if they can. */
export function whyNotReach({ role, online, overallStatus, fleetId }: DeviceSituation): string | undefined {
  return (
    whyNotAllowed(role, 'resin.device.supervisor-proxy-write') ??
    whyUnreachable({ is_frozen: false, overall_status: overallStatus, is_connected_to_vpn: online }) ??
    (fleetId === null ? operationReason.noFleet : undefined)
  )
}
