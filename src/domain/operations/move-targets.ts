import { moveText } from '../../messages/operations.ts'
import type { FleetRole } from '../access/permissions.ts'
import { isArchitectureCompatibleWith } from './architectures.ts'

/** A fleet that devices could move to. */
export interface MoveTarget {
  id: number
  app_name: string
  slug: string
  organization: string
  /** The architecture that its releases are built for. */
  architecture: string | null
  /** The person's highest role on it; an administrator of its organization administers it. */
  role: FleetRole
}

export interface OfferedFleet extends MoveTarget {
  /** Why it cannot be chosen; undefined when it can. */
  reason?: string | undefined
}

/** Roles that may take devices in (docs/decisions/product-rules.md, 7). */
const MAY_RECEIVE: ReadonlySet<FleetRole> = new Set([
  'administrator',
  'developer',
  'safe-developer',
  'operator',
])

/** Persistent storage outlives a move from this OS version on. */
export const STORAGE_KEPT_SINCE = '2.12.0'

/**
 * The fleets that are offered to devices of these architectures: only those whose releases run on all of them, each with
 * the reason why it cannot be chosen.
 */
export function offeredFleets(
  fleets: readonly MoveTarget[],
  architectures: readonly string[],
  /** Where all of the devices are already. */
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

/** Whether any one of the known architectures runs on all of these. */
export function haveArchitectureInCommon(devices: readonly string[], known: readonly string[]): boolean {
  return known.some((built) => devices.every((device) => isArchitectureCompatibleWith(device, built)))
}
