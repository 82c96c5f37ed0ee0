import type { FleetRole } from '@/domain/access/permissions.ts'
import { moveText } from '@/messages/operations/operations.ts'
import { isArchitectureCompatibleWith } from './architectures.ts'

/** A fleet to which devices could be moved. */
export interface MoveTarget {
  id: number
  app_name: string
  slug: string
  organization: string
  /** The architecture of its releases. */
  architecture: string | null
  /** The user's highest role on it; administrators of the organization administer it. */
  role: FleetRole
}

export interface OfferedFleet extends MoveTarget {
  /** Why it cannot be selected; undefined when it can. */
  reason?: string | undefined
}

/** Roles that can receive devices (docs/decisions/product-rules.md, 7). */
const MAY_RECEIVE: ReadonlySet<FleetRole> = new Set([
  'administrator',
  'developer',
  'safe-developer',
  'operator',
])

/** From this OS version on, persistent storage survives a move. */
export const STORAGE_KEPT_SINCE = '2.12.0'

/**
 * The fleets offered for devices of these architectures: only those whose releases run on all of them, with the reason
 * if one cannot be selected.
 */
export function offeredFleets(
  fleets: readonly MoveTarget[],
  architectures: readonly string[],
  /** The current fleet of all devices. */
  home: number | undefined,
): OfferedFleet[] {
  return fleets
    .filter(({ id }) => id !== home)
    .filter(
      ({ architecture }) =>
        architecture !== null &&
        architectures.every((device) => isArchitectureCompatibleWith(device, architecture)),
    )
    .map((fleet) => ({ ...fleet, reason: MAY_RECEIVE.has(fleet.role) ? undefined : moveText.insufficient }))
}

/** Whether any of the known architectures runs on all of these. */
export function haveArchitectureInCommon(devices: readonly string[], known: readonly string[]): boolean {
  return known.some((built) => devices.every((device) => isArchitectureCompatibleWith(device, built)))
}
