import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import type { DeployContract } from './contract.ts'

/** The class in a contract if it differs from the given one. Fleets and apps do not differ: they are built alike. */
export function otherClass(
  contract: Pick<DeployContract, 'type'> | null,
  fleetClass: FleetClass,
): FleetClass | undefined {
  if (contract?.type === 'sw.block') return fleetClass === 'block' ? undefined : 'block'
  if (contract?.type === 'sw.application') return fleetClass === 'block' ? 'fleet' : undefined
  return undefined
}
