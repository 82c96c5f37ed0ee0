import type { Period } from '../store/ledger.ts'

/** Price of one credit, before discounts. */
const CREDIT_PRICE = 200

/** Maximum number of credits per purchase. */
export const MAX_CREDITS = 1_500_000

/** Purchases from this amount in cents on are handled by sales. */
export const CONTACT_SALES_FROM = 100_000_000

/** Device months per credit. */
const DEVICE_MONTHS_PER_CREDIT = 2

/** Volume discounts in percent (docs/decisions/product-rules.md, 35); the highest range that is reached applies. */
const CREDIT_VOLUME_DISCOUNTS: readonly { from: number; percent: number }[] = [
  { from: 1, percent: 0 },
  { from: 1_000, percent: 5 },
  { from: 10_000, percent: 10 },
  { from: 100_000, percent: 15 },
  { from: 500_000, percent: 20 },
]

/** A price minus a discount, in whole cents. */
export const lessPercent = (cents: number, percent: number): number =>
  Math.round((cents * (100 - percent)) / 100)

/** Cents per credit when buying `quantity` credits, after the discounts of the subscription and the volume. */
export function creditUnitPrice(quantity: number, discountPercent: number): number {
  const reached = CREDIT_VOLUME_DISCOUNTS.filter(({ from }) => quantity >= from)
  const volume = reached.at(-1)?.percent ?? 0
  return lessPercent(lessPercent(CREDIT_PRICE, discountPercent), volume)
}

export type Cycle = 'monthly' | 'annual'

const monthsOf = (cycle: Cycle): number => (cycle === 'annual' ? 12 : 1)

/** The same day some months later, or the last day of a shorter month. Milliseconds, UTC. */
export function addMonths(at: number, months: number): number {
  const date = new Date(at)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return date.getTime()
}

/** The period that begins at `start`. */
export const periodFrom = (start: number, cycle: Cycle): Period => ({
  start,
  end: addMonths(start, monthsOf(cycle)),
})

/** The unused part of a period's price in cents. */
export function unusedCredit(period: Period, price: number, now: number): number {
  const left = Math.max(0, period.end - now) / (period.end - period.start)
  return Math.round(price * Math.min(1, left))
}

/** The credits used for devices beyond the plan, and the number of devices that they do not cover. */
export function coveredByCredits(overage: number, balance: number): { credits: number; uncovered: number } {
  const credits = Math.min(balance, Math.ceil(overage / DEVICE_MONTHS_PER_CREDIT))
  return { credits, uncovered: Math.max(0, overage - credits * DEVICE_MONTHS_PER_CREDIT) }
}
