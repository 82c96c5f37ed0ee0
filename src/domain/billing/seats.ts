import { roleNames, roles } from '@/api/roles.ts'
import { accessText } from '../../messages/access.ts'
import { highestRole, roleNamed, type FleetRole } from '../access/permissions.ts'

/** Cents a month for the seat of one member, by the highest role that they hold. */
export type SeatPrices = Readonly<Record<FleetRole, number>>

/** What seats cost where no plan says otherwise (docs/decisions/product-rules.md, 8). */
export const listSeatPrices = Object.fromEntries(
  roleNames.map((role) => [role, roles[role].seatCents]),
) as SeatPrices

/** A seat's price less the discount of its plan, in whole cents. */
export function discountedPrice(cents: number, percent: number): number {
  return Math.round((cents * (100 - percent)) / 100)
}

/** A seat as people read it. */
export const seatLabel = (seat: string): string => accessText.roles[roleNamed(seat) ?? 'member']

/** A seat that becomes a higher one. */
export interface SeatRise {
  from: FleetRole
  to: FleetRole
  /** How much more it costs a month; 0 when both cost the same. */
  cents: number
}

/** What somebody's seat becomes with these roles beside what they hold; null when it stays. */
export function seatRise(
  held: string | undefined,
  added: Iterable<string | undefined>,
  prices: SeatPrices = listSeatPrices,
): SeatRise | null {
  const from = roleNamed(held ?? '') ?? 'member'
  const to = highestRole([from, ...added], 'member')
  return to === from ? null : { from, to, cents: Math.max(0, prices[to] - prices[from]) }
}
