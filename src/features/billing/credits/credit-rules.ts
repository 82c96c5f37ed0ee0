import type { Model } from '@/api/model.ts'
import { toInstant } from '@/lib/format.ts'
import { discountedPrice } from '@/domain/billing/seats.ts'
import { creditText as text } from '@/messages/credits.ts'
import type { Subscription } from '../plans.queries.ts'

/** What credits pay for. */
export const CREDIT_FEATURE = 'device:microservices'
const LEGACY_FEATURE = 'device:legacy-v1'

/** Cents of one credit before any discount. */
const CREDIT_PRICE = 200

/** The most credits in one purchase, the most devices of the calculator, and the highest threshold. */
export const MOST_CREDITS = 1_500_000
export const MOST_MONTHS = 120

/** From this many cents on people are asked instead. */
const CONTACT_SALES_FROM = 100_000_000

/** One credit pays for this many device months. */
const DEVICE_MONTHS_PER_CREDIT = 2

/** Percent off each credit, by how many are bought at once; the last range that is reached counts (docs/decisions/product-rules.md, 35). */
const VOLUME_DISCOUNTS: readonly { from: number; percent: number }[] = [
  { from: 1, percent: 0 },
  { from: 1_000, percent: 5 },
  { from: 10_000, percent: 10 },
  { from: 100_000, percent: 15 },
  { from: 500_000, percent: 20 },
]

/** The plans on which credits can be bought. */
const WITH_CREDITS: ReadonlySet<string | null> = new Set(['pilot-v2', 'production-v2', 'enterprise-v2'])

type CreditBundle = Pick<
  Model['credit_bundle']['Read'],
  'payment_status' | 'total_balance' | 'expires_on__date'
>

/** The payments whose credits can be used. */
const COUNTING: ReadonlySet<CreditBundle['payment_status']> = new Set([
  'paid',
  'complimentary',
  'manually invoiced',
])

/** Credits that are left, of the bundles that were paid for and have not expired. */
export function creditBalance(bundles: readonly CreditBundle[], now: number): number {
  return bundles
    .filter(
      ({ payment_status, expires_on__date }) =>
        COUNTING.has(payment_status) && toInstant(expires_on__date) > now,
    )
    .reduce((sum, { total_balance }) => sum + total_balance, 0)
}

export interface CreditNeed {
  currentDevices: number
  estimatedDevices: number
  /** That the plan includes. */
  includedDevices: number
  months: number
  balance: number
}

/** How many more credits some devices need for some months. */
export function creditsNeeded(need: CreditNeed): number {
  const beyond = need.currentDevices + need.estimatedDevices - need.includedDevices
  return Math.max(0, Math.ceil((beyond * need.months) / DEVICE_MONTHS_PER_CREDIT) - need.balance)
}

/** What is typed into a field of digits, at most so much; empty stays empty. */
export function digitsUpTo(most: number, typed: string): string {
  const digits = typed.replace(/\D/g, '')
  return digits === '' ? '' : String(Math.min(most, Number(digits)))
}

/** What a subscription says of the price of a credit; null for one whose plan sells no devices. */
export function creditDiscount(subscription: Pick<Subscription, 'sold' | 'discounts'> | null): number | null {
  if (subscription === null || !subscription.sold.some(({ slug }) => slug === CREDIT_FEATURE)) return null
  return subscription.discounts.find(({ slug }) => slug === CREDIT_FEATURE)?.percent ?? 0
}

/** Cents of one of so many credits, after the subscription's discount and that of the volume (docs/decisions/product-rules.md, 35). */
export function creditPrice(quantity: number, discountPercent: number): number {
  const volume = VOLUME_DISCOUNTS.filter(({ from }) => quantity >= from).at(-1)?.percent ?? 0
  return discountedPrice(discountedPrice(CREDIT_PRICE, discountPercent), volume)
}

/** Whether so many credits are agreed on with people. */
export const asksSales = (quantity: number, discountPercent: number): boolean =>
  quantity * creditPrice(quantity, discountPercent) >= CONTACT_SALES_FROM

/** Why no credits can be added; undefined when they can. A range error of the price is said here too. */
export function whyNotAdd(subscription: Subscription | null): string | undefined {
  if (!WITH_CREDITS.has(subscription?.plan ?? null)) return text.onlyOnPlans
  return creditDiscount(subscription) === null ? text.noPriceRange : undefined
}

/** Cents a month of a device beyond the plan; for the fee of a deactivation the same, for it is one device month. */
export interface DevicePrices {
  microservices: number | null
  legacy: number | null
}

export function devicePrices(subscription: Pick<Subscription, 'sold' | 'discounts'> | null): DevicePrices {
  const priceOf = (feature: string) => {
    const base = subscription?.sold.find(({ slug }) => slug === feature)?.basePrice
    const discount = subscription?.discounts.find(({ slug }) => slug === feature)?.percent ?? 0
    return base === undefined ? null : discountedPrice(base, discount)
  }
  return { microservices: priceOf(CREDIT_FEATURE), legacy: priceOf(LEGACY_FEATURE) }
}

/** Of a device that is deactivated one month is charged. */
export const deactivationFees = devicePrices

/** The threshold where none is stored. */
export const defaultThreshold = (devices: number): number => 2 * devices
