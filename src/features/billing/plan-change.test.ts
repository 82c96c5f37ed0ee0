import { expect, test } from 'vitest'
import { ApiError } from '@/api/errors.ts'
import { errorText } from '@/messages/common/common.ts'
import {
  changeBody,
  confirmWord,
  currentPlan,
  kindOfChange,
  needsDebitTerms,
  planFailure,
  planInAddress,
  whyNotFree,
  type PlanChangeKind,
} from './plan-change.ts'
import type { Cycle } from './plan-facts.ts'
import type { Plan } from './plans.queries.ts'

const aPlan = (code: string, monthly: number, changes: Partial<Plan> = {}): Plan => ({
  id: 1,
  title: code,
  billing_code: code,
  monthly_price: monthly,
  annual_price: monthly * 10,
  can_self_serve: true,
  is_legacy: false,
  is_valid_from__date: null,
  is_valid_until__date: null,
  sold: [],
  included: [],
  ...changes,
})

const plans = [
  aPlan('free', 0),
  aPlan('prototype-v2', 12_900),
  aPlan('pilot', 39_900, { is_legacy: true }),
  aPlan('pilot-v2', 44_900),
  aPlan('production-v2', 129_900),
  aPlan('enterprise-v2', 399_900, { can_self_serve: false }),
  aPlan('gold', 900_000),
]
const named = (code: string): Plan => {
  const plan = plans.find(({ billing_code }) => billing_code === code)
  if (plan === undefined) throw new Error(`No plan ${code}`)
  return plan
}
const current = (code: string, cycle: Cycle) =>
  currentPlan({ tier: code, intervalLength: cycle === 'annual' ? '12' : '1' }, plans)

/** Parses `pilot-v2 annual` into a code and a cycle. */
const parsePlan = (words: string): [string, Cycle] => {
  const [code = '', cycle] = words.split(' ')
  return [code, cycle === 'annual' ? 'annual' : 'monthly']
}

test.each<[string, string, string, PlanChangeKind]>([
  ['is unchanged [PLAN-001]', 'pilot-v2 monthly', 'pilot-v2 monthly', 'none'],
  [
    'is unchanged, even if the sales team agreed on it',
    'enterprise-v2 annual',
    'enterprise-v2 annual',
    'none',
  ],
  ['has no cycle to change', 'free monthly', 'free annual', 'none'],
  ['is changed by the sales team [PLAN-003]', 'enterprise-v2 monthly', 'pilot-v2 monthly', 'contact-sales'],
  [
    'is changed by the sales team if it is not listed [PLAN-003]',
    'acme-only monthly',
    'free monthly',
    'contact-sales',
  ],
  ['is sold by the sales team [PLAN-004]', 'pilot-v2 monthly', 'enterprise-v2 monthly', 'contact-sales'],
  ['changes its cycle [PLAN-005]', 'pilot-v2 monthly', 'pilot-v2 annual', 'cycle'],
  ['is upgraded [PLAN-006]', 'pilot-v2 monthly', 'production-v2 monthly', 'upgrade'],
  ['is upgraded, whatever the cycle [PLAN-006]', 'pilot-v2 annual', 'production-v2 monthly', 'upgrade'],
  ['is upgraded from the free plan [PLAN-006]', 'free monthly', 'prototype-v2 annual', 'upgrade'],
  ['is downgraded [PLAN-007, PLAN-008]', 'production-v2 monthly', 'prototype-v2 monthly', 'downgrade'],
  ['is downgraded to the free plan [PLAN-007, PLAN-008]', 'pilot-v2 annual', 'free monthly', 'downgrade'],
])('a plan %s', (_what, from, to, kind) => {
  const [code, cycle] = parsePlan(from)
  const [target, targetCycle] = parsePlan(to)
  expect(kindOfChange(current(code, cycle), { plan: named(target), cycle: targetCycle })).toBe(kind)
})

test.each([
  ['frozen devices [PLAN-013]', 'free', 9, true, 'frozen-devices'],
  ['11 devices [PLAN-014]', 'free', 11, false, 'too-many-devices'],
  ['10 devices', 'free', 10, false, undefined],
  ['11 devices and another plan in mind', 'pilot-v2', 11, true, undefined],
])('moving to free with %s', (_with, code, totalDeviceCount, hasFrozenFreeDevices, expected) => {
  expect(whyNotFree(named(code), { totalDeviceCount, hasFrozenFreeDevices, freeDeviceAllowance: 10 })).toBe(
    expected,
  )
})

test.each([
  ['bank_account', 'pilot-v2', 'next', true],
  ['us_bank_account', 'pilot-v2', 'next', true],
  ['sepa_debit', 'production-v2', 'next', true],
  ['sepa_debit', 'free', 'confirm', false],
  ['credit_card', 'pilot-v2', 'pay', false],
  ['credit_card', 'free', 'confirm', false],
  [undefined, 'free', 'confirm', false],
])(
  'with %s and the plan %s the button says %s [PLAN-019, PLAN-021, PLAN-022]',
  (method, code, word, terms) => {
    const proposed = { plan: named(code), cycle: 'monthly' } as const
    expect(confirmWord(method, proposed)).toBe(word)
    expect(needsDebitTerms(method, proposed)).toBe(terms)
  },
)

test('sends the billing code and the trimmed feedback [PLAN-010, PLAN-012, PLAN-026]', () => {
  expect(changeBody({ plan: named('free'), cycle: 'monthly' }, '  too dear \n')).toEqual({
    tier: 'free',
    annual: false,
    planChangeReason: 'too dear',
  })
  expect(changeBody({ plan: named('pilot-v2'), cycle: 'annual' }, '  ')).toEqual({
    tier: 'pilot-v2',
    annual: true,
  })
})

test.each([
  ['a code and a cycle', 'pilot-v2', 'annual', 'pilot-v2'],
  ['a tier without its version', 'pilot', 'monthly', 'pilot-v2'],
  ['another tier without its version', 'production', 'monthly', 'production-v2'],
  ['a plan that is not listed [BILL-003]', 'silver', 'monthly', undefined],
  ['a plan of no known tier [BILL-003]', 'gold', 'monthly', undefined],
  ['no plan [BILL-003]', null, 'monthly', undefined],
  ['a plan sold by the sales team [BILL-004]', 'enterprise-v2', 'monthly', undefined],
  ['another cycle [BILL-005]', 'pilot-v2', 'weekly', undefined],
  ['no cycle [BILL-005]', 'pilot-v2', null, undefined],
])('a plan in the address: %s', (_what, tier, cycle, expected) => {
  expect(planInAddress(tier, cycle, plans)?.plan.billing_code ?? undefined).toBe(expected)
})

test.each([
  ["the platform's message", new ApiError('invalid', 'Your card was declined.'), 'Your card was declined.'],
  [
    'a general message if the platform sent none',
    new ApiError('invalid', errorText.request),
    'Failed update plan',
  ],
  ['a general message for any other error', new Error('boom'), 'Failed update plan'],
])('a failed change shows %s [PLAN-032]', (_what, error, message) => {
  expect(planFailure(error)).toBe(message)
})
