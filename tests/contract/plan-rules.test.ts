import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { acme, tidewater } from './billing-calls.ts'
import { statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

const TIDEWATER = 2

interface Price {
  code: string
  [slug: string]: number | string
}

/** The monthly price of one more unit of each feature in cents, by plan. */
async function prices(world: TestCloud): Promise<Map<string, Price>> {
  const rows = await world.rows(
    '/v7/plan?$select=billing_code&$expand=plan_addon($select=base_price;$expand=offers__feature($select=slug))',
    'mel',
  )
  return new Map(
    rows.map((plan) => {
      const addons = plan['plan_addon'] as { base_price: number; offers__feature: { slug: string }[] }[]
      const code = String(plan['billing_code'])
      const sold = addons.map(({ base_price, offers__feature: [feature] }) => [feature?.slug, base_price])
      return [code, { code, ...Object.fromEntries(sold) }]
    }),
  )
}

test('a seat costs 29 dollars for operators, 49 for developers and administrators, and none for observers [MEMBER-015, MEMBER-016, MEMBER-017]', async () => {
  const sold = await prices(openCloud())
  for (const code of ['prototype-v2', 'pilot-v2', 'production-v2', 'enterprise-v2']) {
    expect(sold.get(code)).toMatchObject({
      'member:operator': 2900,
      'member:safe-operator': 2900,
      'member:developer': 4900,
      'member:safe-developer': 4900,
      'member:administrator': 4900,
    })
    expect(sold.get(code)).not.toHaveProperty('member:observer')
    expect(sold.get(code)).not.toHaveProperty('member:member')
  }
})

test('limited roles are add-ons of paid plans, and not available on the free one [PERM-016]', async () => {
  const sold = await prices(openCloud())
  const limited = ['member:safe-developer', 'member:safe-operator']
  const selling = [...sold.values()].filter((plan) => limited.every((slug) => slug in plan))
  expect(selling.map(({ code }) => code)).toEqual([...sold.keys()].filter((code) => code !== 'free'))
  for (const slug of limited) expect(sold.get('free')).not.toHaveProperty(slug)
})

test('a device costs 2 or 3 dollars a month on prototype, 1.50 or 2 on pilot and production [CREDIT-044, CREDIT-045]', async () => {
  const sold = await prices(openCloud())
  expect(sold.get('prototype-v2')).toMatchObject({
    'device:legacy-v1': 200,
    'device:legacy-v2': 200,
    'device:microservices': 300,
  })
  for (const code of ['pilot-v2', 'production-v2']) {
    expect(sold.get(code)).toMatchObject({
      'device:legacy-v1': 150,
      'device:legacy-v2': 150,
      'device:microservices': 200,
    })
  }
})

test('only paid and granted credits pay for devices, not those whose payment failed [CREDIT-015]', async () => {
  const { world, get } = await acme(openCloud('first-look', { devices: 4_000 }))
  const [, body] = await get('/usage')
  const usage = body as Record<string, Record<string, number>>
  // 640 and 250 of the paid credits are left, none of the granted ones; 1,000 were never paid.
  expect(usage['creditConsumption']).toEqual({ 'device:microservices': 890 })
  expect(
    await world.count(
      "/v7/credit_bundle/$count?$filter=payment_status eq 'failed' and total_balance gt 0",
      'ada',
    ),
  ).toBe(0)
})

test('devices can be deactivated on paid plans only', async () => {
  const { world, send } = await tidewater()
  const [device] = await world.rows(
    `/v7/device?$select=id,uuid&$top=1&$filter=is_active eq true and belongs_to__application/organization eq ${TIDEWATER}`,
    'ada',
  )
  const link = { method: 'POST', body: { link: 'down' } }
  await world.request(`/__flotilla/devices/${String(device?.['uuid'])}`, link)
  world.clock.advanceTo(world.clock.now() + 3_600_000)
  const path = `/v7/device(${Number(device?.['id'])})`
  const deactivate = async () =>
    statusAndBody(await world.request(path, { as: 'ada', method: 'PATCH', body: { is_active: false } }))
  const isActive = async () => (await world.rows(`${path}?$select=is_active`, 'ada'))[0]?.['is_active']
  expect(await deactivate()).toEqual([403, 'Upgrade the plan to deactivate devices.'])
  expect(await isActive()).toBe(true)
  await send('PATCH', '/info', { token_id: 'pm_card_visa' })
  expect(await send('PATCH', '/plan', { annual: false, tier: 'pilot-v2' })).toEqual([200, ''])
  expect(await deactivate()).toEqual([200, ''])
  expect(await isActive()).toBe(false)
})

test('a tier is bought by name, in the version currently sold [PLAN-042]', async () => {
  const { get, send } = await tidewater()
  await send('PATCH', '/info', { token_id: 'pm_card_visa' })
  expect(await send('PATCH', '/plan', { annual: false, tier: 'pilot' })).toEqual([200, ''])
  expect(await get('/plan')).toMatchObject([200, { tier: 'pilot-v2', code: 'pilot-v2-monthly' }])
})

test('single sign-on is part of the plans production and enterprise [IDP-022]', async () => {
  const plans = await openCloud().rows(
    "/v7/plan?$select=billing_code&$orderby=id asc&$filter=plan_feature/any(pf:pf/provides__feature/slug eq 'saml')",
    'mel',
  )
  expect(plans.map((plan) => plan['billing_code'])).toEqual([
    'production-v2',
    'enterprise-v2',
    'org-v2',
    'custom',
  ])
})

test('the tiers of the plans are as specified, and those no longer sold are marked [PLAN-040]', async () => {
  const plans = await openCloud().rows('/v7/plan?$select=billing_code,is_legacy,can_self_serve', 'mel')
  const tiers = plans.map((plan) => String(plan['billing_code']).replace(/-v\d+$/, ''))
  const known = ['free', 'prototype', 'solo', 'pilot', 'production', 'org', 'enterprise', 'custom']
  expect([...new Set(tiers)].toSorted()).toEqual(known.toSorted())
  const codes = (rows: typeof plans) => rows.map((plan) => String(plan['billing_code'])).toSorted()
  expect(codes(plans.filter((plan) => plan['is_legacy'] === true))).toEqual(['org-v2', 'pilot', 'solo'])
  expect(codes(plans.filter((plan) => plan['can_self_serve'] === false))).toEqual(['custom', 'enterprise-v2'])
})
