import { roleNames, roles } from '../../openapi/generated/roles.ts'
import type { SceneBuilder } from './builder.ts'

const supportTiers = [
  { slug: 'community', title: 'Community', includes_private_support: false, includes__SLA: null },
  { slug: 'standard', title: 'Standard', includes_private_support: true, includes__SLA: '2 business days' },
  {
    slug: 'prioritized',
    title: 'Prioritized',
    includes_private_support: true,
    includes__SLA: '1 business day',
  },
  { slug: 'premium', title: 'Premium', includes_private_support: true, includes__SLA: '4 hours' },
] as const

const features = [
  { slug: 'device:microservices', title: 'Microservices devices', billing_code: 'devices-microservices' },
  { slug: 'device:legacy-v1', title: 'Legacy devices', billing_code: 'devices-legacy-v1' },
  { slug: 'device:legacy-v2', title: 'Classic devices', billing_code: 'devices-legacy-v2' },
  ...roleNames.map((role) => ({
    slug: `member:${role}` as const,
    title: `${roles[role].title}s`,
    // Free features are not billed.
    billing_code: roles[role].seatCents > 0 ? `members-${role}` : null,
  })),
  { slug: 'saml', title: 'Single sign-on with SAML', billing_code: null },
] as const

type FeatureSlug = (typeof features)[number]['slug']

interface PlanDraft {
  code: string
  title: string
  /** Cents per month. */
  monthly: number
  /** Cents per year. */
  annual: number
  selfServe?: false
  /** The end of sale. */
  soldUntil?: number
  support: (typeof supportTiers)[number]['slug']
  includes: Partial<Record<FeatureSlug, number>>
  /** Cents per month for each additional unit. */
  sells: Partial<Record<FeatureSlug, number>>
  codes?: readonly string[]
}

/** Cents per month and seat, of the roles whose seats are billed. */
const SEATS: Partial<Record<FeatureSlug, number>> = Object.fromEntries(
  roleNames.flatMap((role) => (roles[role].seatCents > 0 ? [[`member:${role}`, roles[role].seatCents]] : [])),
)

const CLASSIC = { 'device:legacy-v1': 150, 'device:legacy-v2': 150 } as const

const plans: readonly PlanDraft[] = [
  {
    code: 'free',
    title: 'Free',
    monthly: 0,
    annual: 0,
    support: 'community',
    includes: { 'device:microservices': 10, 'member:administrator': 1, 'member:developer': 1 },
    sells: {},
  },
  {
    code: 'prototype-v2',
    title: 'Prototype',
    monthly: 12_900,
    annual: 139_200,
    support: 'standard',
    includes: { 'device:microservices': 20, 'member:administrator': 1, 'member:developer': 1 },
    sells: {
      ...SEATS,
      'device:microservices': 300,
      'device:legacy-v1': 200,
      'device:legacy-v2': 200,
    },
    codes: ['PROTO10'],
  },
  {
    code: 'pilot',
    title: 'Pilot (2023)',
    monthly: 39_900,
    annual: 430_800,
    soldUntil: Date.UTC(2024, 5, 30),
    support: 'standard',
    includes: { 'device:microservices': 40, 'member:administrator': 2, 'member:developer': 2 },
    sells: { ...SEATS, ...CLASSIC, 'device:microservices': 200 },
  },
  {
    code: 'pilot-v2',
    title: 'Pilot',
    monthly: 44_900,
    annual: 484_800,
    support: 'standard',
    includes: {
      'device:microservices': 50,
      'member:administrator': 2,
      'member:developer': 2,
      'member:operator': 1,
    },
    sells: { ...SEATS, ...CLASSIC, 'device:microservices': 200 },
    codes: ['PILOT20'],
  },
  {
    code: 'production-v2',
    title: 'Production',
    monthly: 129_900,
    annual: 1_402_800,
    support: 'prioritized',
    includes: {
      'device:microservices': 120,
      'member:administrator': 3,
      'member:developer': 3,
      'member:operator': 2,
      saml: 1,
    },
    sells: { ...SEATS, ...CLASSIC, 'device:microservices': 200 },
    codes: ['SPRING15', 'PARTNER25'],
  },
  {
    code: 'enterprise-v2',
    title: 'Enterprise',
    monthly: 399_900,
    annual: 4_318_800,
    selfServe: false,
    support: 'premium',
    includes: {
      'device:microservices': 1000,
      'member:administrator': 10,
      'member:developer': 10,
      'member:operator': 10,
      saml: 1,
    },
    sells: { ...SEATS, ...CLASSIC, 'device:microservices': 200 },
  },
  {
    code: 'solo',
    title: 'Solo',
    monthly: 4900,
    annual: 52_800,
    soldUntil: Date.UTC(2023, 5, 30),
    support: 'community',
    includes: { 'device:microservices': 15, 'member:administrator': 1 },
    sells: { ...SEATS, ...CLASSIC, 'device:microservices': 250 },
  },
  {
    code: 'org-v2',
    title: 'Organization',
    monthly: 199_900,
    annual: 2_158_800,
    soldUntil: Date.UTC(2025, 5, 30),
    support: 'prioritized',
    includes: {
      'device:microservices': 250,
      'member:administrator': 5,
      'member:developer': 5,
      'member:operator': 3,
      saml: 1,
    },
    sells: { ...SEATS, ...CLASSIC, 'device:microservices': 200 },
  },
  {
    code: 'custom',
    title: 'Custom',
    monthly: 599_900,
    annual: 6_478_800,
    selfServe: false,
    support: 'premium',
    includes: {
      'device:microservices': 2500,
      'member:administrator': 20,
      'member:developer': 20,
      'member:operator': 20,
      saml: 1,
    },
    sells: { ...SEATS, ...CLASSIC, 'device:microservices': 150 },
  },
]

/** A plan by code. Throws when there is none. */
export function planNamed(code: string): PlanDraft {
  const found = plans.find((plan) => plan.code === code)
  if (found === undefined) throw new Error(`There is no plan ${code}`)
  return found
}

export interface PlanCatalogue {
  plan(code: string): number
  feature(slug: FeatureSlug): number
  /** The add-on of a plan for a feature. */
  addon(code: string, slug: FeatureSlug): number
}

function addSupport(scene: SceneBuilder, ids: Map<string, number>): void {
  for (const tier of supportTiers) {
    const feature = scene.add('feature', {
      slug: `support:${tier.slug}`,
      title: `${tier.title} support`,
      billing_code: tier.slug,
    })
    ids.set(`support:${tier.slug}`, feature)
    scene.add('support_feature', { feature, support_tier: scene.add('support_tier', { ...tier }) })
  }
}

/** Adds the plans with their features and add-ons, and the support tiers. */
export function addPlans(scene: SceneBuilder): PlanCatalogue {
  const ids = new Map<string, number>()
  for (const feature of features) ids.set(feature.slug, scene.add('feature', { ...feature }))
  addSupport(scene, ids)
  const idOf = (key: string): number => {
    const id = ids.get(key)
    if (id === undefined) throw new Error(`No ${key} among the plans`)
    return id
  }
  for (const draft of plans) {
    const plan = scene.add('plan', {
      title: draft.title,
      billing_code: draft.code,
      monthly_price: draft.monthly,
      annual_price: draft.annual,
      can_self_serve: draft.selfServe ?? true,
      is_legacy: draft.soldUntil !== undefined,
      is_valid_from__date: Date.UTC(2023, 0, 1),
      is_valid_until__date: draft.soldUntil ?? null,
    })
    ids.set(`plan ${draft.code}`, plan)
    const included = [...Object.entries(draft.includes), [`support:${draft.support}`, 1] as const]
    for (const [slug, quantity] of included) {
      scene.add('plan_feature', { plan, provides__feature: idOf(slug), quantity })
    }
    for (const [slug, price] of Object.entries(draft.sells)) {
      const addon = scene.add('plan_addon', {
        plan,
        offers__feature: idOf(slug),
        base_price: price,
        can_self_serve: true,
        bills_dynamically: true,
      })
      ids.set(`addon ${draft.code} ${slug}`, addon)
    }
    for (const code of draft.codes ?? []) scene.add('plan__has__discount_code', { plan, discount_code: code })
  }
  return {
    plan: (code) => idOf(`plan ${code}`),
    feature: idOf,
    addon: (code, slug) => idOf(`addon ${code} ${slug}`),
  }
}
