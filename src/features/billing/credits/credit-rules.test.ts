import { expect, test } from 'vitest'
import type { Subscription } from '@/features/billing/plans.queries.ts'
import {
  needsSales,
  creditBalance,
  creditDiscount,
  creditPrice,
  creditsNeeded,
  deactivationFees,
  defaultThreshold,
  devicePrices,
  digitsUpTo,
  MAX_CREDITS,
  MAX_MONTHS,
  whyNotAdd,
} from './credit-rules.ts'

const NOW = Date.UTC(2026, 10, 20)

const aSubscription = (changes: Partial<Subscription> = {}): Subscription => ({
  plan: 'pilot-v2',
  sold: [
    { slug: 'device:microservices', basePrice: 200 },
    { slug: 'device:legacy-v1', basePrice: 150 },
  ],
  discounts: [],
  prepaid: [],
  ...changes,
})

test.each([
  [{ currentDevices: 60, estimatedDevices: 1, includedDevices: 50, months: 12, balance: 0 }, 66],
  [{ currentDevices: 50, estimatedDevices: 1, includedDevices: 50, months: 1, balance: 0 }, 1],
  [{ currentDevices: 60, estimatedDevices: 1, includedDevices: 50, months: 12, balance: 60 }, 6],
  [{ currentDevices: 60, estimatedDevices: 1, includedDevices: 50, months: 12, balance: 100 }, 0],
  [{ currentDevices: 10, estimatedDevices: 5, includedDevices: 50, months: 12, balance: 0 }, 0],
])('%o needs %i credits [CREDIT-043]', (need, credits) => {
  expect(creditsNeeded(need)).toBe(credits)
})

test.each([
  ['keeps only digits [CREDIT-024, CREDIT-027, CREDIT-029]', MAX_CREDITS, '12a,3', '123'],
  ['stays empty without digits', MAX_CREDITS, 'abc', ''],
  ['no more than 1500000 [CREDIT-025, CREDIT-027, CREDIT-029]', MAX_CREDITS, '1500001', '1500000'],
  ['no more than 120 months [CREDIT-028]', MAX_MONTHS, '121', '120'],
  ['drops leading zeros', MAX_MONTHS, '007', '7'],
])('input of a number field: %s', (_rule, most, typed, shown) => {
  expect(digitsUpTo(most, typed)).toBe(shown)
})

test('counts only credits that were paid for or granted, and have not expired [CREDIT-015]', () => {
  const later = '2036-01-01T00:00:00.000Z'
  const bundle = (
    payment_status: Parameters<typeof creditBalance>[0][number]['payment_status'],
    total_balance: number,
  ) => ({
    payment_status,
    total_balance,
    expires_on__date: later,
  })
  const bundles = [
    bundle('paid', 1),
    bundle('complimentary', 2),
    bundle('manually invoiced', 4),
    bundle('processing', 8),
    bundle('failed', 16),
    bundle('cancelled', 32),
    bundle('refunded', 64),
    { ...bundle('paid', 128), expires_on__date: '2026-11-19T00:00:00.000Z' },
  ]
  expect(creditBalance(bundles, NOW)).toBe(7)
})

test.each([
  [1, 0, 200],
  [1, 10, 180],
  [999, 10, 180],
  [1000, 10, 171],
  [10_000, 0, 180],
  [100_000, 0, 170],
  [500_000, 0, 160],
])(
  'one of %i credits costs, with a discount of %i percent, %i cents [CREDIT-047]',
  (quantity, percent, cents) => {
    expect(creditPrice(quantity, percent)).toBe(cents)
  },
)

test('from a million dollars the sales team handles the purchase [CREDIT-013]', () => {
  expect(needsSales(624_999, 0)).toBe(false)
  expect(needsSales(625_000, 0)).toBe(true)
})

test.each([
  ['pilot-v2', undefined],
  ['production-v2', undefined],
  ['enterprise-v2', undefined],
  ['pilot', 'Only available for pilot, production, enterprise'],
  ['prototype-v2', 'Only available for pilot, production, enterprise'],
  ['free', 'Only available for pilot, production, enterprise'],
])('credits on the plan %s [CREDIT-016, CREDIT-017]', (plan, why) => {
  expect(whyNotAdd(aSubscription({ plan }))).toBe(why)
})

test('no credits without a price range or a plan [CREDIT-030]', () => {
  expect(whyNotAdd(aSubscription({ sold: [] }))).toMatch(/price/)
  expect(creditDiscount(aSubscription({ sold: [] }))).toBeNull()
  expect(whyNotAdd(null)).toMatch(/^Only available/)
})

test('a device month is priced by kind and discount, and a deactivation costs one [CREDIT-042, CREDIT-044, CREDIT-045]', () => {
  const discounted = aSubscription({ discounts: [{ slug: 'device:microservices', percent: 10 }] })
  expect(devicePrices(discounted)).toEqual({ microservices: 180, legacy: 150 })
  expect(deactivationFees(discounted)).toEqual(devicePrices(discounted))
  expect(devicePrices(null)).toEqual({ microservices: null, legacy: null })
})

test('the default threshold is twice the number of devices [CREDIT-023]', () => {
  expect(defaultThreshold(61)).toBe(122)
})
