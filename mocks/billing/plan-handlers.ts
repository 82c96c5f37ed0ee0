import { userEmail } from '../access/users.ts'
import { HttpError } from '../base/http-error.ts'
import { jsonBody, empty, json, bodyField } from '../http/request-context.ts'
import type { RequestContext, JsonOf } from '../http/request-context.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import type { InvoiceLine } from '../store/ledger.ts'
import { deviceCount, FREE_ALLOWANCE, isFrozenOrganization } from './allowance.ts'
import { payingOrganization } from './billing-access.ts'
import { accountFor, beginPeriods, charge, paymentError } from './charging.ts'
import { unusedCredit } from './pricing.ts'
import type { Cycle } from './pricing.ts'
import {
  FREE_PLAN,
  listPrice,
  periodPrice,
  planOfTier,
  subscribe,
  subscribed,
  supportOf,
} from './subscriptions.ts'
import type { Plan, Subscribed } from './subscriptions.ts'
import { overagesOf } from './usage.ts'

type PlanReply = JsonOf<'billing.getPlan', 200>
type Charge = PlanReply['billing']['charges'][number]

const text = (cents: number): string => String(cents)

/** The subscription of an organization. Throws 500 in a world without plans. */
export function subscribedPlan({ store }: RequestContext, organization: number): Subscribed {
  const to = subscribed(store, organization)
  if (to === undefined) throw new HttpError(500, 'This world has no plans')
  return to
}

const billingOf = (charges: Charge[]): PlanReply['billing'] => ({
  currency: 'USD',
  totalCostCents: text(
    charges.reduce((sum, { unitCostCents, quantity }) => sum + Number(unitCostCents) * Number(quantity), 0),
  ),
  charges,
})

function addOnCharges({ store, now }: RequestContext, organization: number): Charge[] {
  return overagesOf(store, organization, now)
    .filter(({ uncovered }) => uncovered > 0)
    .map(({ title, code, unitPrice, uncovered }) => ({
      itemType: 'addon',
      name: title,
      code,
      unitCostCents: text(unitPrice),
      quantity: String(uncovered),
      isQuantifiable: true,
    }))
}

function planReply(context: RequestContext, organization: number): PlanReply {
  const { store } = context
  const to = subscribedPlan(context, organization)
  const { plan, cycle } = to
  const account = store.ledger.accounts.get(organization)
  const support = supportOf(store, plan)
  const name = `${support.title} support`
  const charges: Charge[] = [
    {
      itemType: 'plan',
      name: `${plan.title} plan`,
      code: plan.code,
      unitCostCents: text(periodPrice(to)),
      quantity: '1',
    },
    { itemType: 'support', name, code: support.slug, unitCostCents: '0', quantity: '1' },
  ]
  const added = addOnCharges(context, organization)
  const addOns = added.map(({ code, unitCostCents, quantity }) => ({ code, unitCostCents, quantity }))
  const hasAddonPlan = cycle === 'annual' && account?.addonPeriod !== null && account !== undefined
  const ends = account?.period?.end
  return {
    name: `${plan.title} plan`,
    title: plan.title,
    code: `${plan.code}-${cycle}`,
    tier: plan.code,
    ...(ends === undefined
      ? {}
      : {
          currentPeriodEndDate: new Date(ends).toISOString(),
          intervalUnit: 'months',
          intervalLength: cycle === 'annual' ? '12' : '1',
        }),
    addOns: hasAddonPlan ? [] : addOns,
    ...(hasAddonPlan
      ? {
          addonPlan: {
            code: `${plan.code}-addons-monthly`,
            ...(account.addonPeriod === null
              ? {}
              : { currentPeriodEndDate: new Date(account.addonPeriod.end).toISOString() }),
            billing: billingOf(added),
            addOns,
          },
        }
      : {}),
    billing: billingOf(hasAddonPlan ? charges : [...charges, ...added]),
    support: { name, title: support.title },
  }
}

function targetPlan({ store, now }: RequestContext, tier: string): Plan {
  const plan = planOfTier(store, tier, now)
  if (plan === undefined) throw new HttpError(400, `There is no plan ${tier}.`)
  return plan
}

const devicesText = (count: number): string => `${count} ${count === 1 ? 'device' : 'devices'}`

/** Throws 400 on a move to the free plan with more devices than it allows, or while some are frozen. */
function checkMoveToFree({ store, now }: RequestContext, organization: number, cycle: Cycle): void {
  if (cycle === 'annual') throw new HttpError(400, 'The free plan has no annual cycle.')
  const count = deviceCount(store, organization)
  if (count > FREE_ALLOWANCE) {
    throw new HttpError(
      400,
      `The free plan allows ${devicesText(FREE_ALLOWANCE)} and the organization has ${count}. Remove devices from fleets first.`,
    )
  }
  if (isFrozenOrganization(store, organization, now)) {
    throw new HttpError(400, 'The organization is frozen. Pay what is due first.')
  }
}

/** Throws unless the plan can be changed online: plans that are not sold online are changed by sales. */
function checkChange(context: RequestContext, organization: number, plan: Plan, cycle: Cycle): Subscribed {
  const current = subscribedPlan(context, organization)
  if (current.plan.id === plan.id && current.cycle === cycle) {
    throw new HttpError(400, 'This is the current plan.')
  }
  if (!current.plan.selfServe || !plan.selfServe) {
    throw new HttpError(400, 'This plan is not sold online. Contact sales.')
  }
  if (plan.code === FREE_PLAN) checkMoveToFree(context, organization, cycle)
  return current
}

/** The invoice lines of a plan change: the first period of the new plan, minus the rest of the paid period. */
function changeLines(
  context: RequestContext,
  organization: number,
  current: Subscribed,
  plan: Plan,
  cycle: Cycle,
) {
  const lines: InvoiceLine[] = []
  const price = listPrice(plan, cycle)
  if (price === 0) return lines
  lines.push({ text: `${plan.title} plan, ${cycle}`, cents: price })
  const period = context.store.ledger.accounts.get(organization)?.period ?? null
  const unused = period === null ? 0 : unusedCredit(period, periodPrice(current), context.now)
  if (unused > 0) {
    lines.push({ text: `Unused part of the ${current.plan.title} plan`, cents: -Math.min(unused, price) })
  }
  return lines
}

async function changePlan(context: RequestContext): Promise<void> {
  const { store, now, caller } = context
  const organization = payingOrganization(context)
  const body = await jsonBody(context)
  const { annual } = body
  const tier = bodyField(body, 'tier')
  if (typeof annual !== 'boolean' || tier === undefined || tier === '') throw new HttpError(400)
  const cycle: Cycle = annual ? 'annual' : 'monthly'
  const plan = targetPlan(context, tier)
  const current = checkChange(context, organization, plan, cycle)
  const lines = changeLines(context, organization, current, plan, cycle)
  const known = store.ledger.accounts.get(organization)
  if (lines.length > 0) {
    if (known === undefined || known.method === null) {
      throw new HttpError(400, 'Add a payment method before changing the plan.')
    }
    const problem = paymentError(known)
    if (problem !== null) throw new HttpError(402, problem)
  }
  const email = caller.kind === 'user' ? (userEmail(store, caller.user) ?? '') : ''
  const account = accountFor(store, organization, email)
  if (lines.length > 0) charge(store, organization, lines, now)
  beginPeriods(account, plan, cycle, now)
  subscribe(store, organization, plan, cycle, now)
}

export const planHandlers: Pick<ServiceHandlers<'billing'>, 'billing.getPlan' | 'billing.changePlan'> = {
  'billing.getPlan'(context) {
    return json<PlanReply>(planReply(context, payingOrganization(context)))
  },
  async 'billing.changePlan'(context) {
    await changePlan(context)
    return empty()
  },
}
