import type { Model } from '@/api/model.ts'
import { discountedPrice } from '@/domain/billing/seats.ts'
import type { Subscription } from '@/features/billing/plans.queries.ts'
import { toInstant } from '@/lib/format.ts'
import { creditText as text } from '@/messages/billing/credits.ts'

/** The feature that credits pay for. */
export const CREDIT_FEATURE = 'device:microservices'
const LEGACY_FEATURE = 'device:legacy-v1'

/** Price of one credit before discounts, in cents. */
const CREDIT_PRICE = 200

/** Upper limits: credits per purchase, devices in the calculator, and the threshold. */
export const MAX_CREDITS = 1_500_000
export const MAX_MONTHS = 120

/** Amount in cents from which the sales team handles the purchase. */
const CONTACT_SALES_FROM = 100_000_000

/** Device months paid by one credit. */
const DEVICE_MONTHS_PER_CREDIT = 2

/**
 * Discount on each credit in percent, by quantity; the last range reached applies (docs/decisions/product-rules.md,
 * 35).
 */
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

/** The payment states whose credits can be used. */
const COUNTING: ReadonlySet<CreditBundle['payment_status']> = new Set([
  'paid',
  'complimentary',
  'manually invoiced',
])

/** Whether a purchase has, or will have, credits that can expire: not if it failed or was given back. */
export const hasCredits = ({ payment_status: status }: Pick<CreditBundle, 'payment_status'>): boolean =>
  COUNTING.has(status) || status === 'processing'

/** The remaining credits of bundles that are paid for and not expired. */
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
  /** Included in the plan. */
  includedDevices: number
  months: number
  balance: number
}

/** The additional credits needed for a number of devices and months. */
export function creditsNeeded(need: CreditNeed): number {
  const beyond = need.currentDevices + need.estimatedDevices - need.includedDevices
  return Math.max(0, Math.ceil((beyond * need.months) / DEVICE_MONTHS_PER_CREDIT) - need.balance)
}

/** Keeps the digits of an input, limited to a maximum; empty stays empty. */
export function digitsUpTo(most: number, typed: string): string {
  const digits = typed.replace(/\D/g, '')
  return digits === '' ? '' : String(Math.min(most, Number(digits)))
}

/** The subscription's discount on credits, in percent; null if its plan does not sell devices. */
export function creditDiscount(subscription: Pick<Subscription, 'sold' | 'discounts'> | null): number | null {
  if (subscription === null || !subscription.sold.some(({ slug }) => slug === CREDIT_FEATURE)) return null
  return subscription.discounts.find(({ slug }) => slug === CREDIT_FEATURE)?.percent ?? 0
}

/**
 * Price of one credit in cents, after the discounts of the subscription and of the quantity
 * (docs/decisions/product-rules.md, 35).
 */
export function creditPrice(quantity: number, discountPercent: number): number {
  const volume = VOLUME_DISCOUNTS.filter(({ from }) => quantity >= from).at(-1)?.percent ?? 0
  return discountedPrice(discountedPrice(CREDIT_PRICE, discountPercent), volume)
}

/** Whether the purchase is so large that the sales team handles it. */
export const needsSales = (quantity: number, discountPercent: number): boolean =>
  quantity * creditPrice(quantity, discountPercent) >= CONTACT_SALES_FROM

/** Why no credits can be added; undefined if they can. */
export function whyNotAdd(subscription: Subscription | null): string | undefined {
  if (!WITH_CREDITS.has(subscription?.plan ?? null)) return text.onlyOnPlans
  return creditDiscount(subscription) === null ? text.noPriceRange : undefined
}

/** Price of a device beyond the plan, in cents per month. Its deactivation costs one month, so the fee is the same. */
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

/** Deactivating a device costs one month. */
export const deactivationFees = devicePrices

/** The threshold if none is stored. */
export const defaultThreshold = (devices: number): number => 2 * devices
