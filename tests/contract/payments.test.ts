import { expect, test } from 'vitest'
import { acme, billingOf, tidewater, allBilling } from './billing-calls.ts'
import { badRequest } from './exchange.ts'

const DAY = 86_400_000

test.each([
  ['pm_card_visa', { type: 'credit_card', card_type: 'Visa', first_one: '4', last_four: '4242' }],
  ['pm_card_mastercard', { card_type: 'MasterCard', first_one: '5', last_four: '4444' }],
  ['pm_card_amex', { card_type: 'American Express', first_one: '3', last_four: '0005' }],
  ['pm_card_discover', { card_type: 'Discover', first_one: '6', last_four: '1117' }],
  ['pm_usBankAccount_success', { type: 'us_bank_account', last_four: '6789', routing_number: '110000000' }],
  ['pm_sepaDebit_success', { type: 'sepa_debit', last_four: '3000' }],
])('%s is stored and read back [BILL-036, BILL-037]', async (token_id, info) => {
  const { get, send } = await acme()
  expect(await send('PATCH', '/info', { token_id, token_type: 'payment_method' })).toMatchObject([200, info])
  expect(await get('/info')).toMatchObject([200, info])
})

test.each([
  ['nothing', {}, 400, ''],
  ['an empty token', { token_id: '' }, 400, ''],
  ['an unknown kind of token', { token_id: 'pm_card_visa', token_type: 'cheque' }, 400, ''],
  ['a flag that is a text', { token_id: 'pm_card_visa', setAsCompanyAddress: 'yes' }, 400, ''],
  ['an unknown token', { token_id: 'pm_card_none' }, 400, 'No such payment method: pm_card_none'],
  [
    'an intent nobody made',
    { token_id: 'seti_1', token_type: 'setup_intent' },
    400,
    'No such payment method: seti_1',
  ],
  ['a card that is declined', { token_id: 'pm_card_chargeDeclined' }, 402, 'Your card was declined.'],
  ['an expired card', { token_id: 'pm_card_chargeDeclinedExpiredCard' }, 402, 'Your card has expired.'],
  [
    'a card that must be confirmed',
    { token_id: 'pm_card_authenticationRequired' },
    402,
    'This card must be confirmed with the bank. Set it up again.',
  ],
])('a payment method from %s is rejected', async (_what, body, status, text) => {
  const billing = await acme()
  const before = await allBilling(billing)
  expect(await badRequest(() => billing.send('PATCH', '/info', body))).toEqual([status, text])
  expect(await allBilling(billing)).toEqual(before)
})

test('a setup intent requires the captcha and can be used once [BILL-015, BILL-032, BILL-039]', async () => {
  const { get, send } = await tidewater()
  const refused = [400, 'recaptcha not verified']
  expect(await badRequest(() => send('POST', '/setup-intent', {}))).toEqual(refused)
  expect(await badRequest(() => send('POST', '/setup-intent', { 'g-recaptcha-response': '' }))).toEqual(
    refused,
  )
  const [status, intent] = await send('POST', '/setup-intent', { 'g-recaptcha-response': 'solved' })
  const { id, client_secret } = intent as { id: string; client_secret: string }
  expect([status, client_secret]).toEqual([200, expect.stringContaining(`${id}_secret_`)])

  const token = `${id}:pm_card_authenticationRequired`
  const body = { token_id: token, token_type: 'setup_intent', setAsCompanyAddress: true }
  expect(await send('PATCH', '/info', body)).toMatchObject([200, { last_four: '3155' }])
  expect(await get()).toMatchObject([
    200,
    { email: 'ada@flotilla.example', company_name: 'Tidewater Research', address: { zip: '3089 JH' } },
  ])
  expect(await send('PATCH', '/info', body)).toEqual([400, `No such payment method: ${id}`])
})

test('an intent is valid for its organization only', async () => {
  const one = await tidewater()
  const [, intent] = await one.send('POST', '/setup-intent', { 'g-recaptcha-response': 'solved' })
  const { id } = intent as { id: string }
  const other = await acme(one.world)
  const body = { token_id: id, token_type: 'setup_intent' }
  expect(await other.send('PATCH', '/info', body)).toEqual([400, `No such payment method: ${id}`])
})

test('a payment method is deleted [BILL-038]', async () => {
  const { get, send } = await acme()
  expect(await send('DELETE', '/info')).toEqual([200, ''])
  expect(await get('/info')).toEqual([200, {}])
  expect(await get()).toMatchObject([200, { account_state: 'active' }])
})

test('the invoices of a year are listed newest first, with unique numbers [INVOICE-009, INVOICE-011]', async () => {
  const { get } = await acme()
  const [, body] = await get('/invoices')
  const invoices = body as { invoice_number: string; created_at: string; state: string }[]
  expect(invoices.length).toBe(18)
  expect(new Set(invoices.map((one) => one.invoice_number)).size).toBe(18)
  const dates = invoices.map((one) => one.created_at)
  expect(dates).toEqual(dates.toSorted().toReversed())
  const numbers = invoices.map((one) => Number(one.invoice_number))
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
  expect(new Set(invoices.map(({ state }) => state))).toEqual(new Set(['draft', 'paid', 'void']))
})

test('the texts of invoices depend on the billing version', async () => {
  const { get } = await billingOf('northwind_transit')
  const [, invoices] = await get('/invoices', 'pat')
  expect(invoices).toMatchObject([
    { state: 'past_due', closed_at: null },
    ...Array(4).fill({ state: 'paid' }),
  ])
})

test('an invoice is a PDF document [INVOICE-012]', async () => {
  const { base, get, world } = await acme()
  const [, body] = await get('/invoices')
  const [draft, paid] = body as { invoice_number: string; state: string; total_in_cents: string }[]
  const response = await world.request(`${base}/invoices/${paid?.invoice_number}/download`, { as: 'ada' })
  expect(response.headers.get('content-type')).toBe('application/pdf')
  const text = await response.text()
  expect(text.startsWith('%PDF-1.4\n')).toBe(true)
  expect(text).toContain(`(Invoice ${paid?.invoice_number}) Tj`)
  expect(text).toContain(`($${(Number(paid?.total_in_cents) / 100).toFixed(2)}) Tj`)

  expect(draft?.state).toBe('draft')
  expect(await get(`/invoices/${draft?.invoice_number}/download`)).toEqual([
    400,
    'A draft invoice cannot be downloaded.',
  ])
  expect(await get('/invoices/1/download')).toEqual([404, 'Invoice was not found.'])
  const foreign = await tidewater(world)
  const stolen = `/invoices/${paid?.invoice_number}/download`
  expect(await foreign.get(stolen)).toEqual([404, 'Invoice was not found.'])
  expect(await get(stolen, 'devi')).toEqual([401, ''])
})

test('a month later there is one more bill, and the next period starts [CONST-004]', async () => {
  const { get, world } = await acme()
  world.clock.advanceTo(world.clock.now() + 31 * DAY)
  expect(await get('/plan')).toMatchObject([200, { currentPeriodEndDate: '2027-01-08T14:00:00.000Z' }])
  const [, invoices] = await get('/invoices')
  expect(invoices).toMatchObject([
    { created_at: '2026-12-08T14:00:00.000Z', total_in_cents: '132800', state: 'paid' },
    ...Array(18).fill({}),
  ])
})

test('a bank transfer takes three days', async () => {
  const { get, send, world } = await tidewater()
  await send('PATCH', '/info', { token_id: 'pm_usBankAccount_success' })
  expect(await send('PATCH', '/plan', { annual: false, tier: 'prototype-v2' })).toEqual([200, ''])
  expect(await get('/invoices')).toMatchObject([200, [{ state: 'open', closed_at: null }]])
  world.clock.advanceTo(world.clock.now() + 3 * DAY)
  expect(await get('/invoices')).toMatchObject([
    200,
    [{ state: 'paid', closed_at: '2026-11-23T14:00:00.000Z' }],
  ])
})

test('with an annual plan, additional usage is billed monthly', async () => {
  const { get, send, world } = await acme()
  expect(await send('PATCH', '/plan', { annual: true, tier: 'production-v2' })).toEqual([200, ''])
  world.clock.advanceTo(world.clock.now() + 61 * DAY)
  expect(await get('/plan')).toMatchObject([
    200,
    {
      currentPeriodEndDate: '2027-11-20T14:00:00.000Z',
      addonPlan: {
        currentPeriodEndDate: '2027-02-20T14:00:00.000Z',
        addOns: [{ code: 'members-safe-operator', unitCostCents: '2900', quantity: '1' }],
      },
    },
  ])
  const [, invoices] = await get('/invoices')
  expect(invoices).toMatchObject([
    { created_at: '2027-01-20T14:00:00.000Z', total_in_cents: '2900' },
    { created_at: '2026-12-20T14:00:00.000Z', total_in_cents: '2900' },
    { created_at: '2026-11-20T14:00:00.000Z', total_in_cents: String(1_402_800 - 77_940) },
    ...Array(18).fill({}),
  ])
})
