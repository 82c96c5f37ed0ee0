import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import type { DemoName } from '../../mocks/worlds/people.ts'
import { badRequest } from './exchange.ts'
import { statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

const ACME = 1
const TIDEWATER = 2

const info = (organization: number) => `/billing/v1/account/${organization}/info`

async function feature(world: TestCloud, slug = 'device:microservices'): Promise<number> {
  const [row] = await world.rows(`/v7/feature?$select=id&$filter=slug eq '${slug}'`, 'ada')
  return Number(row?.['id'])
}

async function buy(
  world: TestCloud,
  change: Record<string, unknown> = {},
  as: DemoName = 'ada',
): Promise<[number, unknown]> {
  const body = {
    belongs_to__organization: ACME,
    is_for__feature: await feature(world),
    original_quantity: 100,
    ...change,
  }
  return statusAndBody(await world.request('/v7/credit_bundle', { as, method: 'POST', body }))
}

const bundles = (world: TestCloud, as: DemoName = 'ada') =>
  world.rows(
    `/v7/credit_bundle?$filter=belongs_to__organization eq ${ACME}&$orderby=created_at desc&$expand=is_created_by__user($select=username),is_for__feature($select=slug)`,
    as,
  )

test('the feature that credits pay for is found by name [CREDIT-031]', async () => {
  expect(await feature(openCloud())).toEqual(expect.any(Number))
  expect(await openCloud().rows("/v7/feature?$filter=slug eq 'device:quantum'", 'ada')).toEqual([])
})

test('the credits of an organization are visible only to users who see its billing', async () => {
  const world = openCloud()
  expect(await bundles(world)).toMatchObject([
    { payment_status: 'paid', original_quantity: 250, total_balance: 250 },
    { payment_status: 'failed', total_balance: 0, error_message: 'Your card was declined.' },
    { payment_status: 'paid', original_quantity: 1000, total_balance: 640 },
    { payment_status: 'paid', total_balance: 0 },
    { payment_status: 'complimentary', unit_cost: 0 },
  ])
  expect((await bundles(world))[0]).toMatchObject({
    is_created_by__user: [{ username: 'ada' }],
    is_for__feature: [{ slug: 'device:microservices' }],
  })
  for (const as of ['devi', 'mel', 'sue'] as const) expect(await bundles(world, as)).toEqual([])
})

test.each([
  [100, 180],
  [1_000, 171],
  [10_000, 162],
  [100_000, 153],
])(
  '%i credits cost %i cents each, with the discounts of subscription and volume [CREDIT-047]',
  async (n, unit) => {
    const world = openCloud()
    expect(await buy(world, { original_quantity: n })).toMatchObject([
      201,
      {
        payment_status: 'paid',
        error_message: null,
        unit_cost: unit,
        total_cost: unit * n,
        available_balance: n,
        total_balance: n,
        is_associated_with__invoice_id: expect.any(String),
      },
    ])
    const [, invoices] = await statusAndBody(
      await world.request(`/billing/v1/account/${ACME}/invoices`, { as: 'ada' }),
    )
    expect(invoices).toMatchObject([
      { total_in_cents: String(unit * n), state: 'paid' },
      ...Array(18).fill({}),
    ])
  },
)

test('credits expire after ten years [CREDIT-041]', async () => {
  const [, bundle] = await buy(openCloud())
  expect(bundle).toMatchObject({ expires_on__date: '2036-11-20T14:00:00.000Z' })
})

test('a failed payment is recorded in the created row, which contains no credits [CREDIT-033, CONST-004]', async () => {
  const world = openCloud()
  const body = { token_id: 'pm_card_visa_chargeDeclinedInsufficientFunds' }
  await world.request(info(ACME), { as: 'ada', method: 'PATCH', body })
  expect(await buy(world)).toMatchObject([
    201,
    {
      payment_status: 'failed',
      error_message: 'Your card has insufficient funds.',
      total_balance: 0,
      is_associated_with__invoice_id: null,
    },
  ])
  await world.request(info(ACME), { as: 'ada', method: 'DELETE' })
  expect(await buy(world)).toMatchObject([
    201,
    { payment_status: 'failed', error_message: 'No payment method is stored.' },
  ])
})

const RANGE = 'Between 1 and 1500000 credits can be bought at once.'

test.each([
  ['no quantity', { original_quantity: null }, 400, ''],
  ['a quantity that is a text', { original_quantity: 'many' }, 400, ''],
  ['nothing', { original_quantity: 0 }, 400, RANGE],
  ['more than there may be', { original_quantity: 1_500_001 }, 400, RANGE],
  [
    'credits worth a million dollars',
    { original_quantity: 1_500_000 },
    400,
    'So many credits are not sold online. Contact sales.',
  ],
  [
    'credits on the free plan [CREDIT-016]',
    { belongs_to__organization: TIDEWATER },
    400,
    'Credits are only available for pilot, production and enterprise plans.',
  ],
  [
    'credits for another feature',
    { is_for__feature: 4 },
    400,
    'There are no credits for member:administrator.',
  ],
  [
    'credits for a feature that is not there',
    { is_for__feature: 999 },
    409,
    'Data is referenced by is_for__feature.',
  ],
])('buying %s is rejected', async (_what, change, status, text) => {
  const world = openCloud()
  const before = await bundles(world)
  expect(await badRequest(() => buy(world, change))).toEqual([status, text])
  expect(await bundles(world)).toEqual(before)
})

test('no other user can buy credits, and a purchase cannot be changed or deleted', async () => {
  const world = openCloud()
  const before = await bundles(world)
  for (const as of ['devi', 'omar', 'mel', 'sue'] as const)
    expect(await buy(world, {}, as)).toEqual([401, ''])
  const body = { belongs_to__organization: ACME, is_for__feature: 1, original_quantity: 9 }
  const attempts: [string, unknown?][] = [['PATCH', { original_quantity: 9999 }], ['DELETE'], ['PUT', body]]
  for (const [method, sent] of attempts) {
    const response = await world.request('/v7/credit_bundle(4)', {
      as: 'ada',
      method,
      ...(sent === undefined ? {} : { body: sent }),
    })
    expect(response.status).toBe(401)
  }
  expect(await bundles(world)).toEqual(before)
})

test('the discount on credits is read from the subscription', async () => {
  const world = openCloud()
  const rows = await world.rows(
    `/v7/subscription?$select=id&$filter=is_active eq true and is_for__organization eq ${ACME}&$expand=subscription_addon_discount($select=discount_percentage;$filter=discounts__plan_addon/offers__feature/slug eq 'device:microservices'),is_for__plan($select=id;$expand=plan_addon($select=base_price;$filter=offers__feature/slug eq 'device:microservices'))`,
    'ada',
  )
  expect(rows).toMatchObject([
    {
      subscription_addon_discount: [{ discount_percentage: 10 }],
      is_for__plan: [{ plan_addon: [{ base_price: 200 }] }],
    },
  ])
})

const notifications = (world: TestCloud) =>
  world.rows(
    '/v7/organization_credit_notification?$select=id,is_sent_when_below__threshold&$orderby=id asc',
    'ada',
  )

async function notify(
  world: TestCloud,
  method: string,
  path: string,
  body?: Record<string, unknown>,
  as: DemoName = 'ada',
): Promise<[number, unknown]> {
  const url = `/v7/organization_credit_notification${path}`
  return statusAndBody(await world.request(url, { as, method, ...(body === undefined ? {} : { body }) }))
}

test('a notification is created, changed and deleted [CREDIT-036, CREDIT-037, CREDIT-038]', async () => {
  const world = openCloud()
  const body = {
    organization: TIDEWATER,
    owns_credit_notification_for__feature: await feature(world),
    is_sent_when_below__threshold: 40,
  }
  expect(await notify(world, 'POST', '', body)).toMatchObject([201, { is_sent_when_below__threshold: 40 }])
  expect(await notify(world, 'POST', '', body)).toEqual([
    409,
    '"organization" and "owns_credit_notification_for__feature" must be unique.',
  ])
  expect(await notify(world, 'PATCH', '(2)', { is_sent_when_below__threshold: 60 })).toEqual([200, ''])
  expect(await notifications(world)).toMatchObject([{}, { id: 2, is_sent_when_below__threshold: 60 }])
  expect(await notify(world, 'DELETE', '(2)')).toEqual([200, ''])
  expect(await notifications(world)).toEqual([{ id: 1, is_sent_when_below__threshold: 250 }])
})

test.each([
  ['a negative threshold', -1],
  ['a threshold beyond the most credits', 1_500_001],
])('%s is rejected [CREDIT-029]', async (_what, threshold) => {
  const world = openCloud()
  const before = await notifications(world)
  const body = { is_sent_when_below__threshold: threshold }
  const refused = [400, 'A threshold is between 0 and 1500000.']
  expect(await notify(world, 'PATCH', '(1)', body)).toEqual(refused)
  const made = {
    ...body,
    organization: TIDEWATER,
    owns_credit_notification_for__feature: await feature(world),
  }
  expect(await notify(world, 'POST', '', made)).toEqual(refused)
  expect(await notifications(world)).toEqual(before)
})

test('the organization and feature of a notification cannot be changed', async () => {
  const world = openCloud()
  const before = await notifications(world)
  expect(await notify(world, 'PATCH', '(1)', { organization: TIDEWATER })).toEqual([
    400,
    'Only the threshold of a notification can be changed.',
  ])
  const body = {
    organization: TIDEWATER,
    owns_credit_notification_for__feature: await feature(world, 'member:developer'),
    is_sent_when_below__threshold: 4,
  }
  expect(await notify(world, 'POST', '', body)).toEqual([400, 'There are no credits for member:developer.'])
  expect(await notifications(world)).toEqual(before)
})

test('other users cannot manage notifications', async () => {
  const world = openCloud()
  const before = await notifications(world)
  for (const as of ['devi', 'mel', 'sue'] as const) {
    // They cannot see the row.
    expect(await notify(world, 'PATCH', '(1)', { is_sent_when_below__threshold: 1 }, as)).toEqual([200, ''])
    expect(await notify(world, 'DELETE', '(1)', undefined, as)).toEqual([200, ''])
    const body = {
      organization: ACME,
      owns_credit_notification_for__feature: 1,
      is_sent_when_below__threshold: 1,
    }
    expect((await notify(world, 'POST', '', body, as))[0]).toBe(401)
  }
  expect(await notifications(world)).toEqual(before)
})

test('a month with more devices than the allowance uses credits, oldest first', async () => {
  const world = openCloud('first-look', { devices: 1000 })
  const at = `/billing/v1/account/${ACME}/usage`
  const [, usage] = await statusAndBody(await world.request(at, { as: 'ada' }))
  const { creditConsumption } = usage as { creditConsumption: Record<string, number> }
  const taken = creditConsumption['device:microservices'] ?? 0
  expect(taken).toBeGreaterThan(0)
  world.clock.advanceTo(world.clock.now() + 19 * 86_400_000)
  const rows = await bundles(world)
  const left = Math.max(0, 640 - taken)
  expect(rows.map((row) => row['total_balance'])).toEqual([250 - (taken - (640 - left)), 0, left, 0, 0])
})
