import { toInstant } from '@/lib/format.ts'
import type { Plan } from './plans.queries.ts'

/** Tiers in ascending order (docs/decisions/product-rules.md, 32). */
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

/** Whether the price of a plan depends only on the number of devices. */
export const isDeviceBased = (code: string | null): boolean =>
  tierOf(code) === 'prototype' || /^(?:25|75|150)m$/.test((code ?? '').replace(/-v\d+$/, ''))

/** Billing cycles. */
export const cycles = ['monthly', 'annual'] as const
export type Cycle = (typeof cycles)[number]

export const monthsOf: Record<Cycle, number> = { monthly: 1, annual: 12 }

/** The cycle for the billing service's number of months. */
export const cycleOf = (intervalLength: string | undefined): Cycle =>
  Number(intervalLength) === monthsOf.annual ? 'annual' : 'monthly'

type Prices = Pick<Plan, 'monthly_price' | 'annual_price'>

/** List price of one period, in cents. */
export const priceOf = (plan: Prices, cycle: Cycle): number =>
  cycle === 'annual' ? plan.annual_price : plan.monthly_price

/** Price per month, in cents; for an annual price one twelfth. */
export const monthlyPriceOf = (plan: Prices, cycle: Cycle): number =>
  cycle === 'annual' ? plan.annual_price / monthsOf.annual : plan.monthly_price

/** The plans with a price that are currently sold online, cheapest first. */
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
  /** The name of its support level; null if it includes none. */
  support: string | null
}

/** The included devices, members (at least one) and support level. */
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

/** How much of something is used, and what that costs on a plan. */
export interface PlanUse {
  slug: string
  now: number
  included: number
  beyond: number
  /** List price per month of what is beyond the plan, in cents; NaN if the plan does not sell it. */
  cents: number
}

/** The devices and seats in use, as a plan would count them. Roles that cost nothing are left out. */
export function planUses(
  { included, sold }: Pick<Plan, 'included' | 'sold'>,
  usage: Readonly<Record<string, number>>,
): PlanUse[] {
  return Object.entries(usage).flatMap(([slug, now]) => {
    const quantity = included
      .filter((each) => each.slug === slug)
      .reduce((sum, each) => sum + each.quantity, 0)
    const price = sold.find((each) => each.slug === slug)?.basePrice
    if (now === 0 || (quantity === 0 && price === undefined)) return []
    const beyond = Math.max(0, now - quantity)
    return [
      { slug, now, included: quantity, beyond, cents: beyond === 0 ? 0 : beyond * (price ?? Number.NaN) },
    ]
  })
}

/** Whether a plan is sold by the sales team and still offered. */
export const isEnterprise = ({
  billing_code,
  is_legacy,
}: Pick<Plan, 'billing_code' | 'is_legacy'>): boolean => tierOf(billing_code) === 'enterprise' && !is_legacy
