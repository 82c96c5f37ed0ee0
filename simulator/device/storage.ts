import type { Instant } from '../base/clock.ts'
import { between, chance } from '../base/random.ts'
import { streams } from '../base/streams.ts'

/** Data that grows until the storage is full. Derived from the seed and time; only the last purge is stored. */
export interface Filling {
  since: Instant
  fullAt: Instant
}

/** The time range in which data fills the storage; null for a device without this problem. */
export function storageFillPlan(
  facts: { seed: number; index: number; fills: readonly [number, number] | null; metAt: Instant },
  purgedAt: Instant | null,
): Filling | null {
  const { seed, index, fills, metAt } = facts
  if (!fills) return null
  const durationMs = Math.round(between(...fills, chance(seed, streams.storageFilling, index)))
  // It started before the world began.
  const since = purgedAt ?? metAt - Math.floor(durationMs * chance(seed, streams.storageFilling, index, 1))
  return { since, fullAt: since + durationMs }
}

/** The used share of the storage, from 0 to 1. */
export function filledShare({ since, fullAt }: Filling, at: Instant): number {
  return Math.max(0, Math.min(1, (at - since) / (fullAt - since)))
}
