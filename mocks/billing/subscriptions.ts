import type { Store } from '../store/store.ts'
import type { StoredRow } from '../store/stored-row.ts'
import { lessPercent } from './pricing.ts'
import type { Cycle } from './pricing.ts'

export interface Plan {
  id: number
  code: string
  title: string
  monthlyPrice: number
  annualPrice: number
  selfServe: boolean
  legacy: boolean
}

export interface Subscribed {
  /** The row of the subscription; null for the free plan without one. */
  subscription: number | null
  plan: Plan
  cycle: Cycle
  discountPercent: number
}

export const FREE_PLAN = 'free'

const idsOf = (found: ArrayLike<number> | undefined): number[] => Array.from(found ?? [])

const cents = (value: unknown): number => (typeof value === 'number' ? value : 0)

function planAt(store: Store, id: number): Plan {
  const row = store.rows('plan').row(id)
  return {
    id,
    code: String(row.billing_code),
    title: row.title,
    monthlyPrice: cents(row.monthly_price),
    annualPrice: cents(row.annual_price),
    selfServe: row.can_self_serve === true,
    legacy: row.is_legacy === true,
  }
}

/** The plan with this billing code. */
export function planWithCode(store: Store, code: string): Plan | undefined {
  const [id] = idsOf(store.rows('plan').find('billing_code', code))
  return id === undefined ? undefined : planAt(store, id)
}

/** The version of a plan that is currently on sale, by the name of its tier. */
export function planOfTier(store: Store, tier: string, now: number): Plan | undefined {
  const exact = planWithCode(store, tier)
  if (exact !== undefined && isOnSale(store, exact, now)) return exact
  for (const id of store.rows('plan').handles()) {
    const plan = planAt(store, id)
    if (plan.code.replace(/-v\d+$/, '') === tier && isOnSale(store, plan, now)) return plan
  }
  return undefined
}

function isOnSale(store: Store, plan: Plan, now: number): boolean {
  const row = store.rows('plan').row(plan.id)
  const [from, until] = [row.is_valid_from__date, row.is_valid_until__date]
  return (
    !plan.legacy && !(typeof from === 'number' && from > now) && !(typeof until === 'number' && until <= now)
  )
}

function activeSubscription(store: Store, organization: number): StoredRow<'subscription'> | undefined {
  const subscriptions = store.rows('subscription')
  return idsOf(subscriptions.find('is_for__organization', organization))
    .map((id) => subscriptions.row(id))
    .find((row) => row.is_active === true)
}

/** The subscription of an organization; default: the free plan. Undefined in a world without plans. */
export function subscribed(store: Store, organization: number): Subscribed | undefined {
  const row = activeSubscription(store, organization)
  if (row !== undefined) {
    return {
      subscription: row.id,
      plan: planAt(store, row.is_for__plan),
      cycle: row.billing_cycle === 'annual' ? 'annual' : 'monthly',
      discountPercent: cents(row.discount_percentage),
    }
  }
  const plan = planWithCode(store, FREE_PLAN)
  return plan && { subscription: null, plan, cycle: 'monthly', discountPercent: 0 }
}

export const isOnFreePlan = (store: Store, organization: number): boolean =>
  subscribed(store, organization)?.plan.code === FREE_PLAN

/** Cents of one period of a plan at its list price. */
export const listPrice = (plan: Plan, cycle: Cycle): number =>
  cycle === 'annual' ? plan.annualPrice : plan.monthlyPrice

/** Price of one period of the organization's subscription, in cents. */
export const periodPrice = ({ plan, cycle, discountPercent }: Subscribed): number =>
  lessPercent(listPrice(plan, cycle), discountPercent)

/** The equivalent add-on of another plan. */
function sameAddOn(store: Store, addon: unknown, plan: Plan): number | undefined {
  const addons = store.rows('plan_addon')
  const feature = addons.row(Number(addon)).offers__feature
  return idsOf(addons.find('plan', plan.id)).find((id) => addons.row(id).offers__feature === feature)
}

/** Agreed and prepaid add-ons are transferred to the next subscription, if its plan has them. */
function carryOver(store: Store, from: number, to: number, plan: Plan): void {
  const discounts = store.rows('subscription_addon_discount')
  for (const id of idsOf(discounts.find('subscription', from))) {
    const { discounts__plan_addon: addon, discount_percentage } = discounts.row(id)
    const same = sameAddOn(store, addon, plan)
    if (same === undefined) continue
    discounts.insert({
      subscription: to,
      discounts__plan_addon: same,
      discount_percentage: cents(discount_percentage),
    })
  }
  const prepaid = store.rows('subscription_prepaid_addon')
  for (const id of idsOf(prepaid.find('is_for__subscription', from))) {
    const { id: _own, ...row } = prepaid.row(id)
    const same = sameAddOn(store, row.is_for__plan_addon, plan)
    if (same !== undefined) prepaid.insert({ ...row, is_for__subscription: to, is_for__plan_addon: same })
  }
}

/** Ends the current subscription and starts another. */
export function subscribe(store: Store, organization: number, plan: Plan, cycle: Cycle, now: number): void {
  const old = activeSubscription(store, organization)
  const subscriptions = store.rows('subscription')
  if (old !== undefined) {
    subscriptions.update(old.id, { is_active: false, ends_on__date: now })
  }
  const subscription = subscriptions.insert({
    is_for__plan: plan.id,
    is_for__organization: organization,
    billing_cycle: cycle,
    starts_on__date: now,
    ends_on__date: null,
    is_active: true,
    discount_percentage: 0,
    origin: 'self-service',
  })
  if (old !== undefined) carryOver(store, old.id, subscription, plan)
  store.changed()
}

export interface AddOn {
  slug: string
  title: string
  code: string
  /** Cents per month for one, after the subscription's discount. */
  unitPrice: number
}

const featureOf = (store: Store, id: number): StoredRow<'feature'> => store.rows('feature').row(id)

/** Included and prepaid quantities of each feature, by slug. */
export function includedIn(
  store: Store,
  { plan, subscription }: Subscribed,
  now: number,
): Map<string, number> {
  const included = new Map<string, number>()
  const add = (slug: string, quantity: number) => included.set(slug, (included.get(slug) ?? 0) + quantity)
  const features = store.rows('plan_feature')
  for (const id of idsOf(features.find('plan', plan.id))) {
    const row = features.row(id)
    add(featureOf(store, row.provides__feature).slug, cents(row.quantity))
  }
  if (subscription === null) return included
  const prepaid = store.rows('subscription_prepaid_addon')
  for (const id of idsOf(prepaid.find('is_for__subscription', subscription))) {
    const row = prepaid.row(id)
    const [from, until] = [row.starts_on__date, row.expires_on__date]
    if (cents(from) > now || (typeof until === 'number' && until <= now)) continue
    const addon = store.rows('plan_addon').row(row.is_for__plan_addon)
    add(featureOf(store, addon.offers__feature).slug, cents(row.quantity))
  }
  return included
}

/** The feature that allows identity providers. */
export const SAML = 'saml'

/** Whether the organization's subscription includes a feature. */
export function planIncludes(store: Store, organization: number, slug: string, now: number): boolean {
  const to = subscribed(store, organization)
  return to !== undefined && (includedIn(store, to, now).get(slug) ?? 0) > 0
}

function discountOn(store: Store, subscription: number | null, addon: number): number {
  if (subscription === null) return 0
  const discounts = store.rows('subscription_addon_discount')
  const row = idsOf(discounts.find('subscription', subscription))
    .map((id) => discounts.row(id))
    .find((one) => one.discounts__plan_addon === addon)
  return cents(row?.discount_percentage)
}

/** Items billed by usage beyond the plan. */
export function dynamicAddOns(store: Store, { plan, subscription }: Subscribed): AddOn[] {
  const addons = store.rows('plan_addon')
  return idsOf(addons.find('plan', plan.id)).flatMap((id) => {
    const row = addons.row(id)
    if (row.bills_dynamically !== true) return []
    const feature = featureOf(store, row.offers__feature)
    return [
      {
        slug: feature.slug,
        title: feature.title,
        code: feature.billing_code ?? feature.slug,
        unitPrice: lessPercent(cents(row.base_price), discountOn(store, subscription, id)),
      },
    ]
  })
}

/** The organization's discount on a feature in percent. */
export function discountOnFeature(store: Store, { plan, subscription }: Subscribed, feature: number): number {
  const addons = store.rows('plan_addon')
  const addon = idsOf(addons.find('plan', plan.id)).find((id) => addons.row(id).offers__feature === feature)
  return addon === undefined ? 0 : discountOn(store, subscription, addon)
}

export interface Support {
  slug: string
  title: string
  includesPrivate: boolean
}

/** The support level of a plan. */
export function supportOf(store: Store, plan: Plan): Support {
  const features = store.rows('plan_feature')
  const supportFeatures = store.rows('support_feature')
  for (const id of idsOf(features.find('plan', plan.id))) {
    const [supportFeature] = idsOf(
      supportFeatures.find('feature', features.row(id).provides__feature ?? null),
    )
    if (supportFeature === undefined) continue
    const tier = store.rows('support_tier').row(supportFeatures.row(supportFeature).support_tier)
    return {
      slug: tier.slug,
      title: tier.title,
      includesPrivate: tier.includes_private_support === true,
    }
  }
  return { slug: 'community', title: 'Community', includesPrivate: false }
}
