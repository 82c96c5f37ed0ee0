import { expect, test } from 'vitest'
import {
  availablePlans,
  cycleOf,
  isDeviceBased,
  monthlyPriceOf,
  monthsOf,
  planDetails,
  planUses,
  priceOf,
  tierOf,
} from './plan-facts.ts'
import type { Plan } from './plans.queries.ts'

const NOW = Date.UTC(2026, 10, 20)

const aPlan = (changes: Partial<Plan> = {}): Plan => ({
  id: 1,
  title: 'Pilot',
  billing_code: 'pilot-v2',
  monthly_price: 44_900,
  annual_price: 484_800,
  can_self_serve: true,
  is_legacy: false,
  is_valid_from__date: '2023-01-01T00:00:00.000Z',
  is_valid_until__date: null,
  sold: [],
  included: [],
  ...changes,
})

test.each([
  ['pilot-v2', 'pilot'],
  ['pilot', 'pilot'],
  ['enterprise-v12', 'enterprise'],
  ['free', 'free'],
  ['pilot-v', 'unknown'],
  ['gold-v2', 'unknown'],
  [null, 'unknown'],
])('%s is of the tier %s [PLAN-040, PLAN-042, PLAN-043]', (code, tier) => {
  expect(tierOf(code)).toBe(tier)
})

test.each([
  ['prototype-v2', true],
  ['prototype', true],
  ['25m', true],
  ['75m', true],
  ['150m-v2', true],
  ['125m', false],
  ['pilot-v2', false],
])('whether the price of %s depends on devices: %s [PLAN-044]', (code, expected) => {
  expect(isDeviceBased(code)).toBe(expected)
})

test('a cycle has 1 or 12 months, and annual prices are shown per month [PLAN-011, PLAN-033]', () => {
  expect(monthsOf).toEqual({ monthly: 1, annual: 12 })
  expect(['12', '1', undefined].map(cycleOf)).toEqual(['annual', 'monthly', 'monthly'])
  expect(monthlyPriceOf(aPlan(), 'annual')).toBe(40_400)
  expect(monthlyPriceOf(aPlan(), 'monthly')).toBe(44_900)
  expect(priceOf(aPlan(), 'annual')).toBe(484_800)
})

test.each([
  ['not bought online [PLAN-035]', { can_self_serve: false }],
  ['legacy [PLAN-036]', { is_legacy: true }],
  ['without a price [PLAN-037]', { monthly_price: 0 }],
  ['not sold yet [PLAN-038]', { is_valid_from__date: '2027-01-01T00:00:00.000Z' }],
  ['no longer sold [PLAN-038]', { is_valid_until__date: '2026-11-20T00:00:00.000Z' }],
])('does not offer a plan that is %s', (_why, changes) => {
  expect(availablePlans([aPlan(changes)], NOW)).toEqual([])
})

test('sorts the offered plans by price [PLAN-039]', () => {
  const expensive = aPlan({ id: 2, monthly_price: 129_900 })
  const cheap = aPlan({ id: 3, monthly_price: 12_900, is_valid_until__date: '2027-01-01T00:00:00.000Z' })
  const none = aPlan({ id: 4, monthly_price: 44_900, is_valid_from__date: null })
  expect(availablePlans([expensive, cheap, none], NOW).map(({ id }) => id)).toEqual([3, 4, 2])
})

test('counts the included devices and members, and names the support level [PLAN-045, PLAN-046, PLAN-047]', () => {
  const one = (slug: string, quantity: number, support: string | null = null) => ({ slug, quantity, support })
  expect(
    planDetails({
      included: [
        one('device:microservices', 50),
        one('device:legacy-v1', 5),
        one('member:administrator', 2),
        one('member:developer', 3),
        one('support:standard', 1, 'Standard'),
        one('saml', 1),
      ],
    }),
  ).toEqual({ devices: 55, members: 5, support: 'Standard' })
  expect(planDetails({ included: [] })).toEqual({ devices: 0, members: 1, support: null })
})

test('devices and seats are compared with what a plan includes; the rest costs its list price', () => {
  const pilot = aPlan({
    included: [
      { slug: 'device:microservices', quantity: 50, support: null },
      { slug: 'member:developer', quantity: 2, support: null },
    ],
    sold: [
      { slug: 'device:microservices', basePrice: 200 },
      { slug: 'member:developer', basePrice: 4900 },
    ],
  })
  const usage = {
    'device:microservices': 122,
    'member:developer': 2,
    'member:observer': 4,
    'device:legacy-v1': 0,
  }
  expect(planUses(pilot, usage)).toEqual([
    { slug: 'device:microservices', now: 122, included: 50, beyond: 72, cents: 14_400 },
    { slug: 'member:developer', now: 2, included: 2, beyond: 0, cents: 0 },
  ])
  expect(planUses({ ...pilot, sold: [] }, usage)[0]?.cents).toBeNaN()
})
