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
