import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import type { DeployContract } from './contract.ts'

/** The class that a contract describes, where it is another than the one at hand. A fleet and an app are built alike. */
export function otherClass(
  contract: Pick<DeployContract, 'type'> | null,
  fleetClass: FleetClass,
): FleetClass | undefined {
  if (contract?.type === 'sw.block') return fleetClass === 'block' ? undefined : 'block'
  if (contract?.type === 'sw.application') return fleetClass === 'block' ? 'fleet' : undefined
  return undefined
}
