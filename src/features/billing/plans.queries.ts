import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'

/** Plans change rarely. */
const PLANS_STALE_MS = 3_600_000

async function readSupport(signal: AbortSignal): Promise<ReadonlyMap<number, string>> {
  const rows = await api().data.query('support_feature', signal, {
    $select: ['id'],
    $expand: { feature: { $select: ['id'] }, support_tier: { $select: ['title'] } },
  })
  return new Map(rows.map(({ feature: [feature], support_tier: [tier] }) => [feature.id, tier.title]))
}

async function readPlans(signal: AbortSignal) {
  const [rows, support] = await Promise.all([
    api().data.query('plan', signal, {
      $select: [
        'id',
        'title',
        'billing_code',
        'monthly_price',
        'annual_price',
        'can_self_serve',
        'is_legacy',
        'is_valid_from__date',
        'is_valid_until__date',
      ],
      $expand: {
        plan_feature: {
          $select: ['quantity'],
          $expand: { provides__feature: { $select: ['id', 'slug'] } },
        },
        plan_addon: { $select: ['base_price'], $expand: { offers__feature: { $select: ['slug'] } } },
        plan__has__discount_code: { $select: ['discount_code'] },
      },
      $orderby: { monthly_price: 'asc' },
    }),
    readSupport(signal),
  ])
  return rows.map(({ plan_feature, plan_addon, plan__has__discount_code: _codes, ...plan }) => ({
    ...plan,
    /** What is sold beyond the plan; list prices in cents per month. */
    sold: plan_addon.map(({ base_price, offers__feature: [{ slug }] }) => ({ slug, basePrice: base_price })),
    /** `support` is the support level that the feature provides. */
    included: plan_feature.map(({ quantity, provides__feature: [{ id, slug }] }) => ({
      slug,
      quantity,
      support: support.get(id) ?? null,
    })),
  }))
}

/** All plans with their contents, cheapest first. */
export const plansQuery = () =>
  queryOptions({
    queryKey: ['plans'],
    staleTime: PLANS_STALE_MS,
    queryFn: ({ signal }) => readPlans(signal),
  })

export type Plan = Awaited<ReturnType<typeof readPlans>>[number]

async function readSubscription(organization: number, signal: AbortSignal) {
  const discounted = { $select: ['id'], $expand: { offers__feature: { $select: ['slug'] } } } as const
  const [row] = await api().data.query('subscription', signal, {
    $select: ['id'],
    $filter: { is_active: true, is_for__organization: organization },
    $expand: {
      is_for__plan: {
        $select: ['billing_code'],
        $expand: {
          plan_addon: { $select: ['base_price'], $expand: { offers__feature: { $select: ['slug'] } } },
        },
      },
      subscription_addon_discount: {
        $select: ['discount_percentage'],
        $expand: { discounts__plan_addon: discounted },
      },
      subscription_prepaid_addon: {
        $select: ['quantity', 'starts_on__date', 'expires_on__date'],
        $expand: { is_for__plan_addon: discounted },
      },
    },
  })
  if (row === undefined) return null
  return {
    plan: row.is_for__plan[0].billing_code,
    sold: row.is_for__plan[0].plan_addon.map(({ base_price, offers__feature: [{ slug }] }) => ({
      slug,
      basePrice: base_price,
    })),
    discounts: row.subscription_addon_discount.map(
      ({ discount_percentage, discounts__plan_addon: [{ offers__feature }] }) => ({
        slug: offers__feature[0].slug,
        percent: discount_percentage,
      }),
    ),
    prepaid: row.subscription_prepaid_addon.map(
      ({ is_for__plan_addon: [{ offers__feature }], ...addon }) => ({
        slug: offers__feature[0].slug,
        quantity: addon.quantity,
        from: addon.starts_on__date,
        until: addon.expires_on__date,
      }),
    ),
  }
}

/** The subscription of an organization with its discounts and prepaid items; null if it has never had one. */
export const subscriptionQuery = (organization: number) =>
  queryOptions({
    queryKey: ['billing', 'subscription', { organization }],
    queryFn: ({ signal }) => readSubscription(organization, signal),
  })

export type Subscription = NonNullable<Awaited<ReturnType<typeof readSubscription>>>
