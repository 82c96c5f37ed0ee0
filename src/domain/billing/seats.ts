import { roleNames, roles } from '@/api/roles.ts'
import { highestRole, roleNamed, type FleetRole } from '@/domain/access/permissions.ts'
import { accessText } from '@/messages/access/access.ts'

/** Cents per month for a member's seat, by the highest role of the member. */
export type SeatPrices = Readonly<Record<FleetRole, number>>

/** List prices (docs/decisions/product-rules.md, 8). */
export const listSeatPrices = Object.fromEntries(
  roleNames.map((role) => [role, roles[role].seatCents]),
) as SeatPrices

/** A seat's price less the discount of its plan, in whole cents. */
export function discountedPrice(cents: number, percent: number): number {
  return Math.round((cents * (100 - percent)) / 100)
}

/** The label of a seat. */
export const seatLabel = (seat: string): string => accessText.roles[roleNamed(seat) ?? 'member']

/** A number of seats by role. */
export type SeatCounts = ReadonlyMap<FleetRole, number>

/** Cents per month for all seats that the plan does not include. */
function costOf(counts: SeatCounts, included: SeatCounts, prices: SeatPrices): number {
  return [...counts].reduce(
    (sum, [role, count]) => sum + Math.max(0, count - (included.get(role) ?? 0)) * prices[role],
    0,
  )
}

/**
 * What each of several upgrades adds to the bill, one after the other, in cents per month: nothing while the plan has a free
 * seat of the role. `taken` are the seats before.
 */
export function riseCosts(
  rises: readonly SeatRise[],
  { taken, included }: { taken: SeatCounts; included: SeatCounts },
  prices: SeatPrices = listSeatPrices,
): number[] {
  const counts = new Map(taken)
  return rises.map(({ from, to }) => {
    const before = costOf(counts, included, prices)
    counts.set(from, (counts.get(from) ?? 0) - 1)
    counts.set(to, (counts.get(to) ?? 0) + 1)
    return costOf(counts, included, prices) - before
  })
}

/** The seats of members, by role. */
export function seatsTaken(members: readonly { seat: string }[]): SeatCounts {
  const counts = new Map<FleetRole, number>()
  for (const { seat } of members) {
    const role = roleNamed(seat) ?? 'member'
    counts.set(role, (counts.get(role) ?? 0) + 1)
  }
  return counts
}

/** An upgrade of a seat. */
export interface SeatRise {
  from: FleetRole
  to: FleetRole
  /** Additional cost per month in cents; 0 if both cost the same. */
  cents: number
}

/** The upgrade of a member's seat caused by additional roles; null if there is none. */
export function seatRise(
  held: string | undefined,
  added: Iterable<string | undefined>,
  prices: SeatPrices = listSeatPrices,
): SeatRise | null {
  const from = roleNamed(held ?? '') ?? 'member'
  const to = highestRole([from, ...added], 'member')
  return to === from ? null : { from, to, cents: Math.max(0, prices[to] - prices[from]) }
}
