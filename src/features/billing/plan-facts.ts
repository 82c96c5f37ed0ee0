import { toInstant } from '@/lib/format.ts'
import type { Plan } from './plans.queries.ts'

/** Tiers in their order (docs/decisions/product-rules.md, 32); what is none of them is unknown. */
export const tiers = [
  'free',
  'prototype',
  'solo',
  'pilot',
  'production',
  'org',
  'enterprise',
  'custom',
] as const

export type Tier = (typeof tiers)[number] | 'unknown'

/** The tier of a billing code: `pilot-v2` is a version of `pilot`. */
export function tierOf(code: string | null): Tier {
  const name = (code ?? '').replace(/-v\d+$/, '')
  return tiers.find((tier) => tier === name) ?? 'unknown'
}

/** Plans whose price follows from devices alone. */
export const isDeviceBased = (code: string | null): boolean =>
  tierOf(code) === 'prototype' || /^(?:25|75|150)m$/.test((code ?? '').replace(/-v\d+$/, ''))

/** How often a plan is paid. */
export const cycles = ['monthly', 'annual'] as const
export type Cycle = (typeof cycles)[number]

export const monthsOf: Record<Cycle, number> = { monthly: 1, annual: 12 }

/** The cycle of a period of so many months, as the billing service writes it. */
export const cycleOf = (intervalLength: string | undefined): Cycle =>
  Number(intervalLength) === monthsOf.annual ? 'annual' : 'monthly'

type Prices = Pick<Plan, 'monthly_price' | 'annual_price'>

/** Cents of one period at list price. */
export const priceOf = (plan: Prices, cycle: Cycle): number =>
  cycle === 'annual' ? plan.annual_price : plan.monthly_price

/** Cents of one month; of an annual price the twelfth part. */
export const monthlyPriceOf = (plan: Prices, cycle: Cycle): number =>
  cycle === 'annual' ? plan.annual_price / monthsOf.annual : plan.monthly_price

/** The plans on sale at a moment that are bought online and have a price, the cheapest first. */
export function availablePlans(plans: readonly Plan[], now: number): readonly Plan[] {
  return plans
    .filter(
      ({ can_self_serve, is_legacy, monthly_price }) => can_self_serve && !is_legacy && monthly_price > 0,
    )
    .filter((plan) => isValidAt(plan, now))
    .toSorted((a, b) => a.monthly_price - b.monthly_price)
}

function isValidAt(plan: Pick<Plan, 'is_valid_from__date' | 'is_valid_until__date'>, now: number): boolean {
  const { is_valid_from__date: from, is_valid_until__date: until } = plan
  return (from === null || toInstant(from) <= now) && (until === null || toInstant(until) > now)
}

/** What a plan includes. */
export interface PlanDetails {
  devices: number
  members: number
  /** The name of its level of support; null when it brings none. */
  support: string | null
}

/** Base counts of a plan, of members at least one, and its level of support. */
export function planDetails(plan: Pick<Plan, 'included'>): PlanDetails {
  const sum = (kind: string) =>
    plan.included
      .filter(({ slug }) => slug.startsWith(`${kind}:`))
      .reduce((total, { quantity }) => total + quantity, 0)
  return {
    devices: sum('device'),
    members: Math.max(1, sum('member')),
    support: plan.included.find(({ support }) => support !== null)?.support ?? null,
  }
}

/** Whether a plan is agreed on with people and still offered. */
export const isEnterprise = ({
  billing_code,
  is_legacy,
}: Pick<Plan, 'billing_code' | 'is_legacy'>): boolean => tierOf(billing_code) === 'enterprise' && !is_legacy
