import { expect, test } from 'vitest'
import { acme, billingOf, everything, tidewater, allBilling } from './billing-calls.ts'
import { badRequest } from './exchange.ts'
import { statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

const changes: [what: string, method: string, part: string, body?: unknown][] = [
  ['company info', 'PATCH', '', { email: 'me@acme.example' }],
  ['the plan', 'PATCH', '/plan', { annual: true, tier: 'production-v2' }],
  ['the payment method', 'PATCH', '/info', { token_id: 'pm_card_amex' }],
  ['the stored payment method', 'DELETE', '/info'],
  ['a setup intent', 'POST', '/setup-intent', { 'g-recaptcha-response': 'solved' }],
]

test.each(everything)(
  '%s of billing is for administrators and platform staff only [PERM-034, PERM-036]',
  async (part) => {
    const { get } = await acme()
    for (const as of ['ada', 'pat'] as const) expect((await get(part, as))[0]).toBe(200)
    for (const as of ['devi', 'sadie', 'omar', 'sol', 'olive', 'mel', 'sue'] as const) {
      expect(await get(part, as)).toEqual([401, ''])
    }
  },
)

test.each(changes)(
  '%s cannot be changed by other users, and stays unchanged',
  async (_what, method, part, body) => {
    const billing = await acme()
    const before = await allBilling(billing)
    for (const as of ['devi', 'mel', 'sue'] as const) {
      expect(await billing.send(method, part, body, as)).toEqual([401, ''])
    }
    expect(await allBilling(billing)).toEqual(before)
  },
)

test.each(['99999', 'acme', '-1'])('an organization %s has no billing', async (id) => {
  const world = openCloud()
  for (const part of everything) {
    const response = await world.request(`/billing/v1/account/${id}${part}`, { as: 'ada' })
    expect(await statusAndBody(response)).toEqual([401, ''])
  }
})

test('an account contains the billing contact; an organization that never paid has none [BILL-033]', async () => {
  const { get } = await acme()
  expect(await get()).toEqual([
    200,
    {
      email: 'accounts@acme-logistics.example',
      account_state: 'active',
      company_name: 'Acme Logistics',
      address: expect.objectContaining({ city: 'Rotterdam', country: 'NL' }),
      tax_id: { type: 'eu_vat', value: 'NL123456789B01' },
    },
  ])
  const free = await tidewater()
  expect(await free.get()).toEqual([404, 'Billing Account was not found.'])
  expect(await free.send('PATCH', '', { email: 'a@b.example' })).toEqual([
    404,
    'Billing Account was not found.',
  ])
  expect(await free.get('/invoices')).toEqual([200, []])
  expect(await free.get('/info')).toEqual([200, {}])
})

test('only the given fields of the company info are changed [BILL-034]', async () => {
  const { get, send } = await acme()
  const body = { email: 'finance@acme.example', address: { city: 'Delft' }, tax_id: null }
  expect(await send('PATCH', '', body)).toEqual([200, ''])
  expect(await get()).toMatchObject([
    200,
    {
      email: 'finance@acme.example',
      company_name: 'Acme Logistics',
      address: { city: 'Delft', country: 'NL' },
      tax_id: null,
    },
  ])
})

test.each([
  ['an empty email [BILL-017]', { email: '' }, ''],
  ['a malformed email', { email: 'me at home' }, ''],
  ['no email at all', { email: null }, ''],
  ['an address that is a text', { address: 'Delft' }, ''],
  [
    'a tax number of the wrong form [BILL-021]',
    { tax_id: { type: 'us_ein', value: '123456789' } },
    'Invalid tax id',
  ],
  ['a tax number without a type', { tax_id: { type: '', value: '1' } }, 'Invalid tax id'],
])('company info with %s is rejected', async (_what, change, text) => {
  const billing = await acme()
  const before = await allBilling(billing)
  expect(await badRequest(() => billing.send('PATCH', '', { company_name: 'Other', ...change }))).toEqual([
    400,
    text,
  ])
  expect(await allBilling(billing)).toEqual(before)
})

test('the free plan costs nothing and has community support [BILL-035, PLAN-050]', async () => {
  const { get } = await tidewater()
  expect(await get('/plan')).toEqual([
    200,
    {
      name: 'Free plan',
      title: 'Free',
      code: 'free-monthly',
      tier: 'free',
      addOns: [],
      billing: {
        currency: 'USD',
        totalCostCents: '0',
        charges: [
          { itemType: 'plan', name: 'Free plan', code: 'free', unitCostCents: '0', quantity: '1' },
          {
            itemType: 'support',
            name: 'Community support',
            code: 'community',
            unitCostCents: '0',
            quantity: '1',
          },
        ],
      },
      support: { name: 'Community support', title: 'Community' },
    },
  ])
})

test('a paid plan contains its period, its support and its additional usage [PLAN-011]', async () => {
  const { get } = await acme()
  expect(await get('/plan')).toMatchObject([
    200,
    {
      code: 'production-v2-monthly',
      tier: 'production-v2',
      currentPeriodEndDate: '2026-12-08T14:00:00.000Z',
      intervalUnit: 'months',
      intervalLength: '1',
      // One limited operator more than the plan includes, for $29.
      addOns: [{ code: 'members-safe-operator', unitCostCents: '2900', quantity: '1' }],
      billing: { totalCostCents: '132800' },
      support: { title: 'Prioritized' },
    },
  ])
})

test('an organization changes from the free to a paid plan and back [PLAN-012, PLAN-026]', async () => {
  const billing = await tidewater()
  const { get, send, world } = billing
  const annual = { annual: true, tier: 'pilot-v2' }
  expect(await send('PATCH', '/plan', annual)).toEqual([
    400,
    'Add a payment method before changing the plan.',
  ])
  expect((await send('PATCH', '/info', { token_id: 'pm_card_mastercard' }))[0]).toBe(200)
  expect(await send('PATCH', '/plan', annual)).toEqual([200, ''])
  expect(await get('/plan')).toMatchObject([
    200,
    {
      code: 'pilot-v2-annual',
      intervalLength: '12',
      currentPeriodEndDate: '2027-11-20T14:00:00.000Z',
      addonPlan: { billing: { totalCostCents: '0' }, currentPeriodEndDate: '2026-12-20T14:00:00.000Z' },
    },
  ])
  expect(await get('/invoices')).toMatchObject([200, [{ total_in_cents: '484800', state: 'paid' }]])
  const active = `/v7/subscription?$select=billing_cycle&$expand=is_for__plan($select=billing_code)&$filter=is_active eq true and is_for__organization eq ${billing.base.split('/').at(-1)}`
  expect(await world.rows(active, 'ada')).toEqual([
    { billing_cycle: 'annual', is_for__plan: [{ billing_code: 'pilot-v2' }] },
  ])

  const free = { annual: false, tier: 'free', planChangeReason: ' too dear ' }
  expect(await send('PATCH', '/plan', free)).toEqual([200, ''])
  expect(await get('/plan')).toMatchObject([200, { code: 'free-monthly', addOns: [] }])
  expect((await world.rows(active, 'ada')).length).toBe(1)
})

test('a plan change refunds the unused part of the paid period', async () => {
  const { get, send } = await acme()
  expect(await send('PATCH', '/plan', { annual: true, tier: 'production' })).toEqual([200, ''])
  // 18 of 30 days of $1,299 are unused.
  const [, invoices] = await get('/invoices')
  expect(invoices).toMatchObject([{ total_in_cents: String(1_402_800 - 77_940) }, ...Array(18).fill({})])
})

test.each([
  ['no cycle', { tier: 'free' }, ''],
  ['a cycle that is a text', { tier: 'free', annual: 'yes' }, ''],
  ['no tier', { annual: false }, ''],
  ['an unknown tier', { annual: false, tier: 'platinum' }, 'There is no plan platinum.'],
  ['a plan that is no longer sold', { annual: false, tier: 'solo' }, 'There is no plan solo.'],
  [
    'the same plan and cycle [PLAN-001]',
    { annual: false, tier: 'production-v2' },
    'This is the current plan.',
  ],
  [
    'a plan that is not sold online [PLAN-004]',
    { annual: false, tier: 'enterprise-v2' },
    'This plan is not sold online. Contact sales.',
  ],
  [
    'the free plan with more devices than it allows [PLAN-014]',
    { annual: false, tier: 'free' },
    expect.stringMatching(/^The free plan allows 10 devices and the organization has \d+\. Remove devices/),
  ],
])('a plan change to %s is rejected', async (_what, body, text) => {
  const billing = await acme()
  const before = await allBilling(billing)
  expect(await badRequest(() => billing.send('PATCH', '/plan', body))).toEqual([400, text])
  expect(await allBilling(billing)).toEqual(before)
})

test('a plan of the sales team cannot be cancelled online [PLAN-003]', async () => {
  const { send, get } = await billingOf('balena_os')
  const change = { annual: false, tier: 'pilot-v2' }
  const answer = await send('PATCH', '/plan', change, 'pat')
  expect(answer).toEqual([400, 'This plan is not sold online. Contact sales.'])
  expect(await get('/plan', 'pat')).toMatchObject([200, { tier: 'enterprise-v2' }])
})

test('a card that is declined when charged does not change the plan', async () => {
  const { get, send } = await tidewater()
  expect((await send('PATCH', '/info', { token_id: 'pm_card_chargeCustomerFail' }))[0]).toBe(200)
  const answer = await send('PATCH', '/plan', { annual: false, tier: 'prototype-v2' })
  expect(answer).toEqual([402, 'Your card was declined.'])
  expect(await get('/plan')).toMatchObject([200, { tier: 'free' }])
  expect(await get('/invoices')).toEqual([200, []])
})

test('usage counts devices and seats by role [BILL-040, BILL-042]', async () => {
  const { get } = await acme()
  const [status, body] = await get('/usage')
  expect(status).toBe(200)
  const usage = body as Record<string, Record<string, number>>
  const seats = {
    'member:administrator': 1,
    'member:developer': 1,
    'member:safe-developer': 1,
    'member:operator': 1,
    'member:safe-operator': 1,
    'member:observer': 1,
  }
  expect(usage['currentUsage']).toMatchObject(seats)
  expect(usage['peakUsage']).toMatchObject(seats)
  expect(usage['overage']).toMatchObject({ 'member:safe-operator': 1, 'member:safe-developer': 0 })
  expect(usage['charges']).toMatchObject({ 'member:safe-operator': 2900 })
})

test('credits pay for devices beyond the allowance of the plan', async () => {
  const { get } = await acme(openCloud('first-look', { devices: 400 }))
  const [, body] = await get('/usage')
  const usage = body as Record<string, Record<string, number>>
  const devices = usage['currentUsage']?.['device:microservices'] ?? 0
  expect(usage['overage']?.['device:microservices']).toBe(devices - 120)
  expect(usage['creditConsumption']).toEqual({ 'device:microservices': Math.ceil((devices - 120) / 2) })
  expect(usage['charges']?.['device:microservices']).toBe(0)
})

test('every member can read whether there is private support [SUPPORT-017]', async () => {
  const paid = await acme()
  for (const as of ['ada', 'mel', 'pat'] as const) {
    expect(await paid.get('/can-access-support', as)).toEqual([200, true])
  }
  const free = await tidewater(paid.world)
  expect(await free.get('/can-access-support')).toEqual([200, false])
  expect(await free.get('/can-access-support', 'mel')).toEqual([401, ''])
})

test('plans are read with features, add-ons and codes, sorted by price [PLAN-027, PLAN-030]', async () => {
  const world = openCloud()
  const rows = await world.rows(
    '/v7/plan?$orderby=monthly_price asc&$expand=plan_feature($expand=provides__feature),plan_addon($expand=offers__feature),plan__has__discount_code',
    'mel',
  )
  expect(rows.map((plan) => plan['billing_code'])).toEqual([
    'free',
    'solo',
    'prototype-v2',
    'pilot',
    'pilot-v2',
    'production-v2',
    'org-v2',
    'enterprise-v2',
    'custom',
  ])
  expect(rows.at(5)).toMatchObject({
    monthly_price: 129_900,
    can_self_serve: true,
    is_legacy: false,
    plan__has__discount_code: [{ discount_code: 'SPRING15' }, { discount_code: 'PARTNER25' }],
  })
  const [free] = await world.rows("/v7/plan?$filter=billing_code eq 'free'", 'mel')
  expect(free).toMatchObject({ title: 'Free', monthly_price: 0 })
})

test('support levels are read through their features [PLAN-029]', async () => {
  const world = openCloud()
  const rows = await world.rows('/v7/support_feature?$expand=support_tier($select=title)', 'mel')
  expect(rows.map((row) => row['support_tier'])).toEqual(
    ['Community', 'Standard', 'Prioritized', 'Premium'].map((title) => [{ title }]),
  )
})

test('subscriptions are read for one or several organizations, with their discounts [BILL-043, BILL-044]', async () => {
  const { world } = await acme()
  const rows = await world.rows(
    "/v7/subscription?$filter=is_active eq true and is_for__organization in (1,2)&$orderby=id asc&$expand=is_for__plan($select=billing_code;$expand=plan_addon($select=base_price;$filter=offers__feature/slug eq 'device:microservices')),subscription_addon_discount($select=discount_percentage),subscription_prepaid_addon($select=quantity)",
    'ada',
  )
  expect(rows).toMatchObject([
    {
      is_for__plan: [{ billing_code: 'production-v2', plan_addon: [{ base_price: 200 }] }],
      subscription_addon_discount: [{ discount_percentage: 10 }],
      subscription_prepaid_addon: [{ quantity: 2 }],
    },
    { is_for__plan: [{ billing_code: 'free', plan_addon: [] }] },
  ])
  expect(await world.rows('/v7/subscription', 'devi')).toEqual([])
})

test('a subscription cannot be created through the data API', async () => {
  const { world } = await acme()
  const body = {
    is_for__plan: 6,
    is_for__organization: 2,
    billing_cycle: 'monthly',
    starts_on__date: '2026-11-20',
  }
  const attempts: [string, string, unknown?][] = [
    ['POST', '/v7/subscription', body],
    ['PATCH', '/v7/subscription(1)', { discount_percentage: 100 }],
    ['DELETE', '/v7/subscription(1)'],
    ['PUT', '/v7/subscription(1)', body],
  ]
  const before = await world.rows('/v7/subscription', 'pat')
  for (const [method, path, sent] of attempts) {
    const response = await world.request(path, {
      as: 'ada',
      method,
      ...(sent === undefined ? {} : { body: sent }),
    })
    expect(response.status).toBe(401)
  }
  expect(await world.rows('/v7/subscription', 'pat')).toEqual(before)
})

test('billing survives a snapshot', async () => {
  const billing = await tidewater()
  await billing.send('PATCH', '/info', { token_id: 'pm_card_discover', setAsCompanyAddress: true })
  await billing.send('PATCH', '/plan', { annual: true, tier: 'pilot-v2' })
  const before = await allBilling(billing)
  const again = await tidewater(openCloud('first-look', { snapshot: billing.world.cloud.snapshot() }))
  expect(await allBilling(again)).toEqual(before)
  await again.send('DELETE', '/info')
  expect(await allBilling(billing)).toEqual(before)
})
