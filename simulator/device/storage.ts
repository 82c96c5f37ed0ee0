import type { Instant } from '../clock.ts'
import { between, chance } from '../random.ts'

const FILLING = 1102

/** Data that grows until the storage is full. Follows from chance and time: nothing is remembered but the purge. */
export interface Filling {
  since: Instant
  fullAt: Instant
}

/** From when to when the data of a device fills its storage; null for one that is looked after. */
export function fillingOf(
  facts: { seed: number; index: number; fills: readonly [number, number] | null; metAt: Instant },
  purgedAt: Instant | null,
): Filling | null {
  const { seed, index, fills, metAt } = facts
  if (!fills) return null
  const takes = Math.round(between(...fills, chance(seed, FILLING, index)))
  // When the world meets it, it has been at it for a while.
  const since = purgedAt ?? metAt - Math.floor(takes * chance(seed, FILLING, index, 1))
  return { since, fullAt: since + takes }
}

/** How much of the room is used up, from 0 to 1. */
export function filledShare({ since, fullAt }: Filling, at: Instant): number {
  return Math.max(0, Math.min(1, (at - since) / (fullAt - since)))
}
