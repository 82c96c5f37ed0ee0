import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { setsCompanyAddress } from '../../../src/features/billing/set-up-payment.ts'
import { dialogNamed, untilClosed } from '../dialogs.ts'
import { address, findHeading, json } from '../open-app.tsx'
import { openWorld, readable } from '../open-world.tsx'
import { below, organizationId } from '../organizations/organization-screens.ts'
import { reasonOf, write } from '../variables/variable-screens.ts'
import {
  readBilling,
  failing,
  panel,
  sentTo,
  storeCard,
  unfold,
  withRealProvider,
} from './billing-screens.ts'

test('the page shows prices, payment method and features [BILL-001, BILL-007, BILL-008, BILL-009, BILL-010, BILL-033, BILL-035, BILL-036, BILL-040, BILL-041, BILL-043, CONST-003, INVOICE-001, INVOICE-002, INVOICE-011, PERM-014, PLAN-002, PLAN-004, PLAN-011, PLAN-028, PLAN-033, PLAN-034, PLAN-041, PLAN-042, PLAN-043, PLAN-045, PLAN-046, PLAN-047, PLAN-048, ROUTE-079]', async () => {
  const { asked } = await openWorld(below('/billing'))
  await findHeading('Billing')
  expect((await panel('Current plan')).getByText('$1,299.00 a month')).toBeVisible()
  expect((await panel('Next bill')).getByText('On 8 Dec 2026')).toBeVisible()
  expect(
    (await panel('Dynamic usage')).getByRole('rowheader', { name: /^Seat: Limited operator/ }),
  ).toBeVisible()
  expect((await panel('Add-ons')).getByText(/^2 × Seat: Limited developer, paid in advance/)).toBeVisible()
  expect((await panel('Payment method')).getByText('Visa ending in 4242')).toBeVisible()
  expect((await panel('Company info')).getByText('NL123456789B01')).toBeVisible()
  const seats = await unfold('Additional team members')
  expect(seats.getByRole('row', { name: 'Developer $49.00' })).toBeVisible()
  expect(seats.getByRole('row', { name: 'Limited operator $29.00' })).toBeVisible()
  expect(seats.getByRole('row', { name: 'Observer Unlimited' })).toBeVisible()
  expect(
    seats
      .getAllByRole('row')
      .slice(1)
      .map(({ firstElementChild }) => firstElementChild?.textContent),
  ).toEqual(['Administrator', 'Developer', 'Limited developer', 'Operator', 'Limited operator', 'Observer'])

  const invoices = await panel('Invoices')
  expect(invoices.getByText(/^Draft invoices are not issued yet/)).toBeVisible()
  expect(invoices.getAllByRole('rowheader')).toHaveLength(6)
  await userEvent.click(invoices.getByRole('button', { name: /^View all 1\d$/ }))
  const all = await dialogNamed('All invoices')
  expect(all.getAllByRole('rowheader').length).toBeGreaterThan(6)
  await userEvent.click(all.getByRole('button', { name: 'Close' }))
  await untilClosed()

  const plans = await panel('Available plans')
  const names = plans.getAllByRole('rowheader').map(({ textContent }) => textContent ?? '')
  expect(names.map((name) => /^(Free|Prototype|Pilot|Production|Enterprise)/.exec(name)?.[0])).toEqual([
    'Prototype',
    'Pilot',
    'Production',
  ])
  const offered = plans.getAllByRole('row').slice(1)
  expect(
    offered.map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 3)
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['20', '2', 'Standard'],
    ['50', '5', 'Standard'],
    ['120', '8', 'Prioritized'],
  ])
  // Each tier has an icon, in any version of the plan.
  expect(offered.map((row) => row.querySelector('[data-tier]')?.getAttribute('data-tier'))).toEqual([
    'prototype',
    'pilot',
    'production',
  ])
  expect(plans.getByText(/^Free: up to 10 devices/)).toBeVisible()
  expect(plans.getByText(/^Enterprise: contact sales for .*\.$/)).toBeVisible()
  expect(names.filter((name) => name.includes('extended support releases'))).toHaveLength(1)
  expect(reasonOf(await plans.findByRole('button', { name: 'Current plan: Production' }))).toBe(
    'This is the current plan',
  )
  expect(plans.getByRole('link', { name: 'Contact sales: Enterprise' }).getAttribute('href')).toMatch(
    /^https:/,
  )
  expect(plans.getByRole('link', { name: 'Master online agreement' }).getAttribute('href')).toMatch(/^https:/)
  expect(plans.getByRole('link', { name: /@/ }).getAttribute('href')).toMatch(/^mailto:/)
  const [monthly, annual, ...others] = plans.getAllByRole<HTMLInputElement>('radio')
  expect([monthly, annual].map((radio) => radio?.labels?.[0]?.textContent)).toEqual(['Monthly', 'Annual'])
  expect(others).toEqual([])
  expect(monthly).toBeChecked()
  await userEvent.click(plans.getByRole('radio', { name: 'Annual' }))
  const pilot = within(plans.getByRole('row', { name: /^Pilot/ }))
  expect(pilot.getByText('$404.00 a month')).toBeVisible()
  expect(pilot.getByText('$4,848.00 a year')).toBeVisible()

  expect(document.getElementById('billing-plans')?.textContent).toMatch(/^Available plans/)
  expect(document.getElementById('payment-method')?.textContent).toMatch(/^Payment method/)
  const parts = within(screen.getByRole('navigation', { name: 'Organization sections' }))
  await userEvent.click(parts.getByRole('link', { name: 'Credits' }))
  await findHeading('Credits')
  await userEvent.click(parts.getByRole('link', { name: 'Billing' }))
  await findHeading('Billing')
  await panel('Available plans')
  const reads = asked.map(({ url }) => readable(url))
  expect(reads.filter((url) => url.startsWith('/v7/plan?'))).toHaveLength(1)
  const acme = Number(/\/orgs\/(\d+)/.exec(address())?.[1])
  for (const part of ['', '/plan', '/info', '/usage', '/invoices'])
    expect(reads).toContain(`/billing/v1/account/${acme}${part}`)
  expect(reads).toContainEqual(
    expect.stringMatching(
      new RegExp(
        `^/v7/subscription\\?.*is_active eq true and is_for__organization eq ${acme}&.*plan_addon\\(.*startswith\\(f/slug,'member:'\\)`,
      ),
    ),
  )
})

test('invoices are listed newest first, with their period and a description of their state [INVOICE-003, INVOICE-004, INVOICE-005, INVOICE-007, INVOICE-009, INVOICE-010]', async () => {
  const tones = {
    paid: 'ok',
    voided: 'ok',
    void: 'ok',
    closed: 'ok',
    pending: 'idle',
    open: 'idle',
    processing: 'idle',
    draft: 'idle',
    past_due: 'bad',
    failed: 'bad',
  }
  const states = Object.keys(tones)
  const moment = (nth: number) => `2026-${String(nth + 1).padStart(2, '0')}-07T10:00:00.000Z`
  await openWorld(below('/billing'), {
    answer: ({ url }) =>
      url.endsWith('/invoices')
        ? json(
            states.map((state, nth) => ({
              uuid: `u${nth}`,
              invoice_number: String(100 + nth),
              created_at: moment(nth),
              due_on: moment(nth),
              state,
              total_in_cents: '1000',
            })),
          )
        : undefined,
  })
  await userEvent.click((await panel('Invoices')).getByRole('button', { name: /^View all/ }))
  const all = await dialogNamed('All invoices')
  const shown = all
    .getAllByRole('row')
    .slice(1)
    .map((row) => [
      ...[...row.children].slice(0, 3).map(({ textContent }) => textContent),
      row.querySelector('[data-tone]')?.getAttribute('data-tone'),
    ])
  const month = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })
  expect(shown).toEqual(
    Object.values(tones)
      .map((tone, nth) => [
        String(100 + nth),
        `${month.format(new Date(moment(nth)))} 2026`,
        moment(nth).slice(0, 10),
        tone,
      ])
      .toReversed(),
  )
})

test('each kind of payment method and each card brand has its name [BILL-013, BILL-053]', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  let info: object = {}
  await openWorld(below('/billing'), {
    answer: ({ method, url }) => (method === 'GET' && url.endsWith('/info') ? json(info) : undefined),
  })
  const parts = within(await screen.findByRole('navigation', { name: 'Organization sections' }))
  const card = { last_four: '4242', month: '1', year: '2030', full_name: 'Ada' }
  for (const [method, words] of [
    [{}, 'No payment method'],
    [{ ...card, type: 'card', card_type: 'visa' }, 'Visa ending in 4242'],
    [{ ...card, type: 'credit_card', card_type: 'MasterCard' }, 'MasterCard ending in 4242'],
    [{ ...card, type: 'card', card_type: 'American Express' }, 'American Express ending in 4242'],
    [{ ...card, type: 'card', card_type: 'Discover' }, 'Discover ending in 4242'],
    [{ ...card, type: 'card', card_type: 'JCB' }, 'Card ending in 4242'],
    [{ ...card, type: 'bank_account' }, 'Bank account ending in 4242'],
    [{ ...card, type: 'us_bank_account' }, 'Bank account ending in 4242'],
    [{ ...card, type: 'sepa_debit' }, 'Bank account ending in 4242'],
    [{ type: 'paypal' }, 'PayPal'],
    [{ type: 'cashapp' }, 'Cash App'],
    [{ type: 'link' }, 'Link'],
  ] as const) {
    info = method
    // Data that was just read is cached.
    vi.setSystemTime(Date.now() + 10_000)
    await userEvent.click(parts.getByRole('link', { name: 'Credits' }))
    await findHeading('Credits')
    await userEvent.click(parts.getByRole('link', { name: 'Billing' }))
    expect(await (await panel('Payment method')).findByText(words)).toBeVisible()
  }
})

test('the bill comes first, and what it is for before what costs nothing', async () => {
  await openWorld(below('/billing'))
  await findHeading('Billing')
  const bill = await panel('Next bill')
  expect(screen.getAllByRole('region')[0]).toHaveAccessibleName('Next bill')
  const names = (shown: typeof bill) =>
    shown
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.firstElementChild?.firstChild?.textContent)
  expect(names(bill)).toEqual(['Production plan', 'Limited operators'])
  await userEvent.click(bill.getByRole('button', { name: 'Show 1 free item' }))
  expect(names(bill)).toEqual(['Production plan', 'Limited operators', 'Prioritized support'])

  const usage = await panel('Dynamic usage')
  expect(names(usage)).toEqual(['Device', 'Seat: Limited operator'])
  await userEvent.click(usage.getByRole('button', { name: 'Show 6 items within the plan' }))
  expect(names(usage)).toHaveLength(8)
  await userEvent.click(usage.getByRole('button', { name: 'Hide items within the plan' }))
  expect(names(usage)).toHaveLength(2)
})

test('on a small screen what is rarely needed is folded, until a link to it is followed', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(width < 620px)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  await openWorld(below('/billing'))
  await findHeading('Billing')
  const isFolded = async (name: string) => {
    await panel(name)
    return screen.queryByRole('button', { name, expanded: false }) !== null
  }
  for (const name of ['Add-ons', 'Company info', 'Additional team members', 'Available plans'])
    expect(await isFolded(name), name).toBe(true)
  expect((await panel('Invoices')).getAllByRole('rowheader')).toHaveLength(3)

  const change = () => screen.getByRole('link', { name: 'Change plan' })
  for (const _time of ['once', 'again after it was folded']) {
    await userEvent.click(change())
    await waitFor(async () => expect(await isFolded('Available plans')).toBe(false))
    expect((await panel('Available plans')).getByRole('button', { name: 'Downgrade: Pilot' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Available plans', expanded: true }))
    expect(await isFolded('Available plans')).toBe(true)
  }
})

test('an error unfolds its panel', async () => {
  await openWorld(below('/billing'), { answer: failing(/\/v7\/subscription$/) })
  const seats = await panel('Additional team members')
  expect(await seats.findByText('Failed retrieving plans')).toBeVisible()
})

test('seats cost their price less the discount of the plan; legacy device kinds have names [PLAN-049, PLAN-052]', async () => {
  await openWorld(below('/billing'), {
    change: (url, rows) =>
      url.includes('/v7/subscription?') ? rows.map((row) => withDiscount(row, 'member:developer', 50)) : rows,
    answer: ({ url }) =>
      url.endsWith('/usage')
        ? json({
            currentUsage: { 'device:legacy-v1': 1, 'device:legacy-v2': 2 },
            peakUsage: {},
            overage: {},
            charges: {},
            creditConsumption: {},
          })
        : undefined,
  })
  const seats = await unfold('Additional team members')
  expect(await seats.findByRole('row', { name: 'Developer $24.50' })).toBeVisible()
  expect(seats.getByRole('row', { name: 'Administrator $49.00' })).toBeVisible()
  const usage = await panel('Dynamic usage')
  expect(usage.getByRole('rowheader', { name: 'Legacy device' })).toBeVisible()
  expect(usage.getByRole('rowheader', { name: 'Classic device' })).toBeVisible()
})

type Row = Record<string, unknown>

/** A subscription with a discount on one feature, if the query includes it. */
function withDiscount(row: Row, slug: string, percent: number): Row {
  const [plan] = row['is_for__plan'] as {
    plan_addon?: { id: number; offers__feature?: { slug: string }[] }[]
  }[]
  const addon = plan?.plan_addon?.find(({ offers__feature: [feature] = [] }) => feature?.slug === slug)
  return addon === undefined
    ? row
    : {
        ...row,
        subscription_addon_discount: [
          { discount_percentage: percent, discounts__plan_addon: [{ id: addon.id }] },
        ],
      }
}

test('an invoice can be saved as a document, except a draft [INVOICE-008, INVOICE-014, INVOICE-012]', async () => {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    saved.push(content as Blob)
    return 'blob:invoice'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  let fails = false
  const { asked } = await openWorld(below('/billing'), {
    answer: (request) => (fails ? failing(/\/download$/, { says: 'gone' })(request) : undefined),
  })
  const invoices = await panel('Invoices')
  const [draft, paid] = invoices.getAllByRole('button', { name: /^Download invoice/ })
  expect(draft && reasonOf(draft)).toBe('A draft invoice cannot be downloaded')
  if (paid) await userEvent.click(paid)
  await waitFor(() => expect(saved.map(({ type }) => type)).toEqual(['application/pdf']))
  expect(asked.at(-1)?.url).toMatch(/^\/billing\/v1\/account\/\d+\/invoices\/\d+\/download$/)
  fails = true
  if (paid) await userEvent.click(paid)
  expect(await invoices.findByText(/^Error retrieving invoice/)).toBeVisible()
  expect(saved).toHaveLength(1)
  vi.restoreAllMocks()
})

test('company info is validated while typing, and a European tax number is sent as such [BILL-011, BILL-017, BILL-018, BILL-019, BILL-020, BILL-021, BILL-022, BILL-023, BILL-024, BILL-025, BILL-026, BILL-027, BILL-028, BILL-029, BILL-030, BILL-052, BILL-034]', async () => {
  const { bodies, answer } = sentTo('')
  const { world } = await openWorld(below('/billing'), { answer })
  await userEvent.click((await panel('Company info')).getByRole('button', { name: 'Edit' }))
  const dialog = await dialogNamed('Edit company info')
  const save = dialog.getByRole('button', { name: 'Save' })
  const email = dialog.getByRole('textbox', { name: 'Email for invoices' })
  await userEvent.clear(email)
  expect(reasonOf(save)).toBe('Please fill out all required fields')
  await write(email, 'finance')
  expect(dialog.getByText('Enter a valid email address')).toBeVisible()
  await write(email, '@acme-logistics.example')
  expect(dialog.queryByText('Enter a valid email address')).toBeNull()
  const kind = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Tax ID type' })
  expect(kind.options.length).toBeGreaterThan(125)
  expect(kind.selectedOptions[0]?.text).toBe('Netherlands: European VAT number')
  const number = dialog.getByRole('textbox', { name: 'Tax ID number' })
  for (const [label, good, bad, example] of [
    ['United Kingdom: VAT number', 'GB123456789', 'GB12345678', 'GB123456789'],
    ['Germany: Tax number (Steuernummer)', '1234567890', '123456789', '1234567890'],
    ['Canada: GST/HST number', '123456789RT0001', '123456789RX0001', '123456789RT0123'],
    ['Australia: Business number (ABN)', '12345678912', '1234567891', '12345678901'],
    ['France: European VAT number', 'FRAB123456789', 'DE123456789', 'FRAB123456789'],
    ['United States: EIN', '12-3456789', '123456789', '12-3456789'],
  ] as const) {
    await userEvent.selectOptions(kind, label)
    await userEvent.clear(number)
    await write(number, good)
    expect([label, dialog.queryByText(/^Invalid tax id/)]).toEqual([label, null])
    await userEvent.clear(number)
    await write(number, bad)
    expect(dialog.getByText(`Invalid tax id. It looks like ${example}.`)).toBeVisible()
  }
  expect(reasonOf(save)).toBe('Correct the marked fields first')
  await userEvent.selectOptions(kind, 'Germany: European VAT number')
  const country = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Country' })
  expect(country.selectedOptions[0]?.text).toBe('Netherlands')
  await userEvent.selectOptions(country, 'Germany')
  await userEvent.clear(number)
  await write(number, 'DE123456789')
  await userEvent.click(save)
  expect(await screen.findByText('Billing account info updated')).toBeVisible()
  await untilClosed()
  expect(bodies[0]).toMatchObject({
    email: 'finance@acme-logistics.example',
    company_name: 'Acme Logistics',
    tax_id: { type: 'eu_vat', value: 'DE123456789', country: 'DE' },
    address: { country: 'DE' },
  })
  expect(await readBilling(world)).toMatchObject({ email: 'finance@acme-logistics.example' })

  await userEvent.click((await panel('Company info')).getByRole('button', { name: 'Edit' }))
  const again = await dialogNamed('Edit company info')
  await userEvent.clear(again.getByRole('textbox', { name: 'Tax ID number' }))
  await userEvent.click(again.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bodies).toHaveLength(2))
  expect(bodies[1]).toMatchObject({ tax_id: null })
})

test('a declined card is shown; another one returns through the URL, is stored and pays the invoice; then it is removed [BILL-006, BILL-014, BILL-015, BILL-052, BILL-055, INVOICE-006, BILL-037, BILL-038]', async () => {
  const { bodies, answer } = sentTo('/info')
  const { world, asked } = await openWorld(below('/billing'), { scenario: 'payment-fails', answer })
  const invoices = await panel('Invoices')
  const due = invoices.getByText('Past due')
  expect(due.closest('[title]')?.getAttribute('title')).toMatch(/^Past due: \d{4}-\d\d-\d\d$/)
  const payment = await panel('Payment method')
  await userEvent.click(payment.getByRole('button', { name: 'Replace' }))
  const dialog = await dialogNamed('Payment method')
  await userEvent.click(await dialog.findByRole('checkbox', { name: /company address/ }))
  await storeCard(/Visa 0002/)
  const failed = await dialogNamed('The payment method could not be saved')
  expect(failed.getByText('Your card was declined.')).toBeVisible()
  await userEvent.click(failed.getByRole('button', { name: 'Use another' }))
  await storeCard(/American Express/)
  expect(await screen.findByText('Billing info updated')).toBeVisible()
  await untilClosed()
  expect(bodies.at(-1)).toEqual({
    token_type: 'setup_intent',
    token_id: expect.stringMatching(/^seti_.+:pm_card_amex$/),
    setAsCompanyAddress: false,
  })
  await waitFor(() => expect(address()).toMatch(/^\/orgs\/\d+\/billing$/))
  expect(setsCompanyAddress.get()).toEqual({ [await organizationId(world)]: false })
  expect(await payment.findByText('American Express ending in 0005')).toBeVisible()
  await waitFor(() => expect(invoices.queryByText('Past due')).toBeNull())

  await userEvent.click(payment.getByRole('button', { name: 'Remove' }))
  const question = await dialogNamed('Remove the payment method?')
  await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Payment method removed')).toBeVisible()
  expect(await payment.findByText('No payment method')).toBeVisible()
  expect(await readBilling(world, '/info')).toEqual({})
  expect(asked.filter(({ method }) => method === 'DELETE').map(({ url }) => url)).toEqual([
    `/billing/v1/account/${await organizationId(world)}/info`,
  ])
})

test('the provider’s form is loaded when it opens, stores nothing too early, and confirms with the secret of the intent [BILL-015, BILL-039, BILL-047, BILL-050, BILL-051, SHELL-006]', async () => {
  const { bodies, answer } = sentTo('/info')
  const intents = sentTo('/setup-intent')
  let lacksSecret = true
  const confirmSetup = vi.fn<(options: unknown) => Promise<object>>(async () => ({}))
  vi.stubGlobal('Stripe', () => ({
    elements: () => ({
      create: () => ({
        mount: () => {},
        unmount: () => {},
        on: (event: string, listener: () => void) => void (event === 'ready' && listener()),
      }),
      submit: async () => ({}),
    }),
    confirmSetup,
  }))
  const { asked } = await openWorld(below('/billing'), {
    answer: async (request) =>
      lacksSecret && request.url.endsWith('/setup-intent')
        ? json({ id: 'seti_1' })
        : ((await answer(request)) ?? (await intents.answer(request)) ?? withRealProvider(request)),
  })
  const script = () => document.querySelector('script[src^="https://js.stripe.com/"]')
  const payment = await panel('Payment method')
  expect(script()).toBeNull()
  await userEvent.click(payment.getByRole('button', { name: 'Replace' }))
  const dialog = await dialogNamed('Payment method')
  const save = dialog.getByRole('button', { name: 'Save payment method' })
  await userEvent.click(save)
  expect(await dialog.findByText('Submitting billing form before initialization')).toBeVisible()
  await waitFor(() => expect(script()).not.toBeNull())
  script()?.dispatchEvent(new Event('error'))
  expect(await dialog.findByText('Error loading billing api')).toBeVisible()
  expect(asked.filter(({ method }) => method !== 'GET')).toEqual([])

  await userEvent.click(dialog.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(script()).not.toBeNull())
  script()?.dispatchEvent(new Event('load'))
  await waitFor(() => expect(dialog.queryByText('Error loading billing api')).toBeNull())
  await waitFor(() => expect(dialog.queryByRole('status')).toBeNull())
  await userEvent.click(save)
  expect(await dialog.findByText(/^The payment form could not be prepared/)).toBeVisible()
  expect(confirmSetup).not.toHaveBeenCalled()
  lacksSecret = false
  await userEvent.click(save)
  expect(await screen.findByText('Billing info updated')).toBeVisible()
  expect(confirmSetup).toHaveBeenCalledWith(
    expect.objectContaining({
      clientSecret: expect.stringMatching(/^seti_.+_secret_/),
      confirmParams: { return_url: expect.stringMatching(/\/orgs\/\d+\/billing\?setup-intent=seti_/) },
    }),
  )
  expect(intents.bodies).toEqual([{ 'g-recaptcha-response': expect.any(String) }])
  expect(bodies).toEqual([
    {
      token_type: 'setup_intent',
      token_id: expect.stringMatching(/^seti_[^:]+$/),
      setAsCompanyAddress: true,
    },
  ])
})

test('a configured captcha must be solved, except for an intent that came back [BILL-031, BILL-032]', async () => {
  const { world } = await openWorld(
    async (cloud) => {
      const acme = await organizationId(cloud)
      const intent = await cloud.request(`/billing/v1/account/${acme}/setup-intent`, {
        as: 'ada',
        method: 'POST',
        body: { 'g-recaptcha-response': 'solved' },
      })
      const { id } = (await intent.json()) as { id: string }
      return `/orgs/${acme}/billing?setup-intent=${id}:pm_card_discover`
    },
    { captchaKey: 'site-key' },
  )
  expect(await screen.findByText('Billing info updated')).toBeVisible()
  await untilClosed()
  expect(await readBilling(world, '/info')).toMatchObject({ last_four: '1117' })
  await userEvent.click((await panel('Payment method')).getByRole('button', { name: 'Replace' }))
  const dialog = await dialogNamed('Payment method')
  await userEvent.click(await dialog.findByRole('radio', { name: /^Visa 4242/ }))
  expect(reasonOf(dialog.getByRole('button', { name: 'Save payment method' }))).toBe('Recaptcha not verified')
})

test('errors are shown in their section, without wrong statements about the data [BILL-048, BILL-049, INVOICE-013, PLAN-031]', async () => {
  await openWorld(below('/billing'), {
    answer: failing(/\/(?:plan|info|invoices|usage|subscription)$/, { says: 'It is on fire.' }),
  })
  for (const [where, words] of [
    ['Current plan', 'Failed retrieving billing plan'],
    ['Add-ons', 'Failed retrieving billing plan'],
    ['Payment method', 'Failed retrieving billing info'],
    ['Invoices', 'Failed retrieving invoices'],
    ['Dynamic usage', 'Failed retrieving usage statistics'],
  ] as const) {
    const failed = await panel(where)
    expect(await failed.findByText(words)).toBeVisible()
    expect(failed.getByText('It is on fire.')).toBeVisible()
    expect(failed.getByRole('button', { name: 'Retry' })).toBeVisible()
  }
})

test('if account and subscription fail to load, the page does not claim that there are no invoices, cards or add-ons [BILL-046]', async () => {
  await openWorld(below('/billing'), { answer: failing(/\/account\/\d+$|\/subscription$/) })
  for (const [where, words] of [
    ['Company info', 'Failed retrieving company info'],
    ['Payment method', 'Failed retrieving billing info'],
    ['Invoices', 'Failed retrieving invoices'],
    ['Add-ons', 'Failed retrieving billing plan'],
  ] as const) {
    expect(await (await panel(where)).findByText(words)).toBeVisible()
  }
})

test('an organization that has never paid has no account, and sends no requests about it [BILL-012, BILL-045]', async () => {
  const { asked } = await openWorld(below('/billing', 'tidewater_research'))
  expect((await panel('Company info')).getByText('No company info yet')).toBeVisible()
  expect((await panel('Invoices')).getByText('No invoices yet')).toBeVisible()
  expect((await panel('Payment method')).getByText('No payment method')).toBeVisible()
  expect((await panel('Next bill')).getByText('No upcoming invoice')).toBeVisible()
  expect(asked.filter(({ url }) => /\/(info|invoices)$/.test(url))).toEqual([])
})
