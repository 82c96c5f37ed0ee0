import { createStored } from '@/lib/stored.ts'
import { fleetClasses, type FleetClass } from './fleet-class.ts'

/** A fleet pinned to the sidebar, with its name, so that the sidebar needs no request. */
export interface PinnedFleet {
  id: number
  name: string
  fleetClass: FleetClass
}

const MAX_PINNED = 12

/** The fleets pinned by the user in this browser. */
export const pinnedFleets = createStored<readonly PinnedFleet[]>('pinned-fleets', [], (stored) =>
  Array.isArray(stored) ? stored.filter(isPinnedFleet).slice(0, MAX_PINNED) : undefined,
)

export function isPinned(pinned: readonly PinnedFleet[], id: number): boolean {
  return pinned.some((fleet) => fleet.id === id)
}

/** Pins a fleet at the end, or unpins it. */
export function togglePinned(fleet: PinnedFleet) {
  const pinned = pinnedFleets.get()
  const others = pinned.filter(({ id }) => id !== fleet.id)
  pinnedFleets.set(others.length < pinned.length ? others : [...others, fleet].slice(-MAX_PINNED))
}

function isPinnedFleet(value: unknown): value is PinnedFleet {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, fleetClass } = value as Partial<Record<keyof PinnedFleet, unknown>>
  return (
    typeof id === 'number' && typeof name === 'string' && fleetClasses.some((known) => known === fleetClass)
  )
}
