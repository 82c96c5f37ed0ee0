import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { setsCompanyAddress } from '../../src/features/billing/set-up-payment.ts'
import { billed, failing, panel, payWith, sentTo, storeCard, withRealProvider } from './billing-screens.ts'
import { address, findHeading, json } from './open-app.tsx'
import { openWorld, readable } from './open-world.tsx'
import { below, dialogNamed, organizationId, untilClosed } from './organization-screens.ts'
import { reasonOf, write } from './variable-screens.ts'

test('the page shows what is paid, with what and for what [BILL-001, BILL-007, BILL-008, BILL-009, BILL-010, BILL-041, CONST-003, INVOICE-001, INVOICE-002, PLAN-002, PLAN-028, PLAN-034, PLAN-041, PLAN-048, ROUTE-079]', async () => {
  const { asked } = await openWorld(below('/billing'))
  await findHeading('Billing')
  expect((await panel('Current plan')).getByText('$1,299.00 a month')).toBeDefined()
  expect((await panel('Next bill')).getByText('On 8 Dec 2026')).toBeDefined()
  expect((await panel('Dynamic usage')).getByRole('cell', { name: 'Seat: Limited operator' })).toBeDefined()
  expect((await panel('Add-ons')).getByText(/^2 × Seat: Limited developer, paid in advance/)).toBeDefined()
  expect((await panel('Payment method')).getByText('Visa ending in 4242')).toBeDefined()
  expect((await panel('Company info')).getByText('NL123456789B01')).toBeDefined()
  const seats = await panel('Additional team members')
  expect(seats.getByRole('row', { name: 'Developer $49.00' })).toBeDefined()
  expect(seats.getByRole('row', { name: 'Limited operator $29.00' })).toBeDefined()
  expect(seats.getByRole('row', { name: 'Observer Unlimited' })).toBeDefined()

  const invoices = await panel('Invoices')
  expect(invoices.getAllByRole('rowheader')).toHaveLength(6)
  await userEvent.click(invoices.getByRole('button', { name: /^View all 1\d$/ }))
  const all = await dialogNamed('All invoices')
  expect(all.getAllByRole('rowheader').length).toBeGreaterThan(6)
  await userEvent.click(all.getByRole('button', { name: 'Close' }))
  await untilClosed()

  const plans = await panel('Available plans')
  const names = plans.getAllByRole('rowheader').map(({ textContent }) => textContent ?? '')
  expect(names.map((name) => /^(Free|Prototype|Pilot|Production|Enterprise)/.exec(name)?.[0])).toEqual([
    'Free',
    'Prototype',
    'Pilot',
    'Production',
    'Enterprise',
  ])
  expect(names.filter((name) => name.includes('extended support releases'))).toHaveLength(1)
  expect(reasonOf(await plans.findByRole('button', { name: 'Current plan: Production' }))).toBe(
    'This is the current plan',
  )
  expect(plans.getByRole('link', { name: 'Contact sales: Enterprise' }).getAttribute('href')).toMatch(
    /^https:/,
  )
  expect(plans.getByRole('link', { name: 'Master online agreement' }).getAttribute('href')).toMatch(/^https:/)
  expect(plans.getByRole('link', { name: /@/ }).getAttribute('href')).toMatch(/^mailto:/)
  await userEvent.click(plans.getByRole('radio', { name: 'Annual' }))
  const pilot = within(plans.getByRole('row', { name: /^Pilot/ }))
  expect(pilot.getByText('$404.00 a month')).toBeDefined()
  expect(pilot.getByText('$4,848.00 a year')).toBeDefined()

  expect(document.getElementById('billing-plans')?.textContent).toMatch(/^Available plans/)
  expect(document.getElementById('payment-method')?.textContent).toMatch(/^Payment method/)
  const parts = within(screen.getByRole('navigation', { name: 'Parts of the organization' }))
  await userEvent.click(parts.getByRole('link', { name: 'Credits' }))
  await findHeading('Credits')
  await userEvent.click(parts.getByRole('link', { name: 'Billing' }))
  await findHeading('Billing')
  await panel('Available plans')
  expect(asked.filter(({ url }) => readable(url).startsWith('/v7/plan?'))).toHaveLength(1)
})

test('an invoice is saved as a document, unless it is a draft [INVOICE-008, INVOICE-014]', async () => {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    saved.push(content as Blob)
    return 'blob:invoice'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  let fails = false
  await openWorld(below('/billing'), {
    answer: (request) => (fails ? failing(/\/download$/, { says: 'gone' })(request) : undefined),
  })
  const invoices = await panel('Invoices')
  const [draft, paid] = invoices.getAllByRole('button', { name: /^Download invoice/ })
  expect(draft && reasonOf(draft)).toBe('A draft invoice cannot be downloaded')
  if (paid) await userEvent.click(paid)
  await waitFor(() => expect(saved.map(({ type }) => type)).toEqual(['application/pdf']))
  fails = true
  if (paid) await userEvent.click(paid)
  expect(await invoices.findByText(/^Error retrieving invoice/)).toBeDefined()
  expect(saved).toHaveLength(1)
  vi.restoreAllMocks()
})

test('company info is corrected while it is typed, and a European number is sent as such [BILL-011, BILL-017, BILL-018, BILL-019, BILL-021, BILL-022, BILL-029, BILL-052]', async () => {
  const { bodies, answer } = sentTo('')
  const { world } = await openWorld(below('/billing'), { answer })
  await userEvent.click((await panel('Company info')).getByRole('button', { name: 'Edit' }))
  const dialog = await dialogNamed('Edit company info')
  const save = dialog.getByRole('button', { name: 'Save' })
  const email = dialog.getByRole('textbox', { name: 'E-mail for invoices' })
  await userEvent.clear(email)
  expect(reasonOf(save)).toBe('Please fill out all required fields')
  await write(email, 'finance')
  expect(dialog.getByText('This is no e-mail address')).toBeDefined()
  await write(email, '@acme-logistics.example')
  expect(dialog.queryByText('This is no e-mail address')).toBeNull()
  const kind = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Kind of tax id' })
  expect(kind.options.length).toBeGreaterThan(125)
  expect(kind.selectedOptions[0]?.text).toBe('Netherlands: European VAT number')
  await userEvent.selectOptions(kind, 'United States: EIN')
  expect(dialog.getByText(/^Invalid tax id/)).toBeDefined()
  expect(reasonOf(save)).toBe('Correct what is marked first')
  await userEvent.selectOptions(kind, 'Germany: European VAT number')
  const number = dialog.getByRole('textbox', { name: 'Tax id number' })
  await userEvent.clear(number)
  await write(number, 'DE123456789')
  await userEvent.click(save)
  expect(await screen.findByText('Billing account info updated')).toBeDefined()
  await untilClosed()
  expect(bodies[0]).toMatchObject({ tax_id: { type: 'eu_vat', value: 'DE123456789', country: 'DE' } })
  expect(await billed(world)).toMatchObject({ email: 'finance@acme-logistics.example' })

  await userEvent.click((await panel('Company info')).getByRole('button', { name: 'Edit' }))
  const again = await dialogNamed('Edit company info')
  await userEvent.clear(again.getByRole('textbox', { name: 'Tax id number' }))
  await userEvent.click(again.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bodies).toHaveLength(2))
  expect(bodies[1]).toMatchObject({ tax_id: null })
})

test('a payment method is set up, comes back in the address and is stored; then it is removed [BILL-006, BILL-014, BILL-015, BILL-052, BILL-055]', async () => {
  const { bodies, answer } = sentTo('/info')
  const { world } = await openWorld(below('/billing'), { answer })
  await userEvent.click((await panel('Payment method')).getByRole('button', { name: 'Replace' }))
  const dialog = await dialogNamed('Payment method')
  await userEvent.click(await dialog.findByRole('checkbox', { name: /address of the company/ }))
  await storeCard(/American Express/)
  expect(await screen.findByText('Billing info updated')).toBeDefined()
  await untilClosed()
  expect(bodies).toEqual([
    {
      token_type: 'setup_intent',
      token_id: expect.stringMatching(/^seti_.+:pm_card_amex$/),
      setAsCompanyAddress: false,
    },
  ])
  expect(address()).toMatch(/^\/orgs\/\d+\/billing$/)
  const acme = await organizationId(world)
  expect(setsCompanyAddress.get()).toEqual({ [acme]: false })
  expect(await (await panel('Payment method')).findByText('American Express ending in 0005')).toBeDefined()

  await userEvent.click((await panel('Payment method')).getByRole('button', { name: 'Remove' }))
  const question = await dialogNamed('Remove the payment method?')
  await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Payment method removed')).toBeDefined()
  expect(await (await panel('Payment method')).findByText('No payment method is stored')).toBeDefined()
  expect(await billed(world, '/info')).toEqual({})
})

test('a card that is declined says so, and another one can be used', async () => {
  const { world } = await openWorld(below('/billing'))
  await userEvent.click((await panel('Payment method')).getByRole('button', { name: 'Replace' }))
  await storeCard(/Visa 0002/)
  const failed = await dialogNamed('The payment method could not be stored')
  expect(failed.getByText('Your card was declined.')).toBeDefined()
  await userEvent.click(failed.getByRole('button', { name: 'Use another' }))
  await storeCard(/MasterCard/)
  expect(await screen.findByText('Billing info updated')).toBeDefined()
  await waitFor(async () => expect(await billed(world, '/info')).toMatchObject({ last_four: '4444' }))
})

test('the provider’s own form is asked for only when it opens, and nothing is stored too early [BILL-047, BILL-050]', async () => {
  const { asked } = await openWorld(below('/billing'), { answer: withRealProvider })
  const script = () => document.querySelector('script[src^="https://js.stripe.com/"]')
  const payment = await panel('Payment method')
  expect(script()).toBeNull()
  await userEvent.click(payment.getByRole('button', { name: 'Replace' }))
  const dialog = await dialogNamed('Payment method')
  await userEvent.click(dialog.getByRole('button', { name: 'Save payment method' }))
  expect(await dialog.findByText('Submitting billing form before initialization')).toBeDefined()
  await waitFor(() => expect(script()).not.toBeNull())
  script()?.dispatchEvent(new Event('error'))
  expect(await dialog.findByText('Error loading billing api')).toBeDefined()
  expect(asked.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('the provider’s own form confirms with the secret of the intent [BILL-015]', async () => {
  const { bodies, answer } = sentTo('/info')
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
  await openWorld(below('/billing'), {
    answer: async (request) => (await answer(request)) ?? withRealProvider(request),
  })
  await userEvent.click((await panel('Payment method')).getByRole('button', { name: 'Replace' }))
  const dialog = await dialogNamed('Payment method')
  await waitFor(() => expect(document.querySelector('script[src^="https://js.stripe.com/"]')).not.toBeNull())
  document.querySelector('script[src^="https://js.stripe.com/"]')?.dispatchEvent(new Event('load'))
  await waitFor(() => expect(dialog.queryByRole('status')).toBeNull())
  await userEvent.click(dialog.getByRole('button', { name: 'Save payment method' }))
  expect(await screen.findByText('Billing info updated')).toBeDefined()
  expect(confirmSetup).toHaveBeenCalledWith(
    expect.objectContaining({
      clientSecret: expect.stringMatching(/^seti_.+_secret_/),
      confirmParams: { return_url: expect.stringMatching(/\/orgs\/\d+\/billing\?setup-intent=seti_/) },
    }),
  )
  expect(bodies).toEqual([
    {
      token_type: 'setup_intent',
      token_id: expect.stringMatching(/^seti_[^:]+$/),
      setAsCompanyAddress: true,
    },
  ])
})

test('an intent without a secret is of no use to the form [BILL-051]', async () => {
  await openWorld(below('/billing'), {
    answer: ({ url }) => (url.endsWith('/setup-intent') ? json({ id: 'seti_1' }) : undefined),
  })
  await userEvent.click((await panel('Payment method')).getByRole('button', { name: 'Replace' }))
  await storeCard(/MasterCard/)
  expect(await screen.findByText(/^The payment provider gave no secret/)).toBeDefined()
})

test('where a captcha is configured it must be answered, but not for an intent that came back [BILL-031, BILL-032]', async () => {
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
  expect(await screen.findByText('Billing info updated')).toBeDefined()
  await untilClosed()
  expect(await billed(world, '/info')).toMatchObject({ last_four: '1117' })
  await userEvent.click((await panel('Payment method')).getByRole('button', { name: 'Replace' }))
  const dialog = await dialogNamed('Payment method')
  await userEvent.click(await dialog.findByRole('radio', { name: /^Visa 4242/ }))
  expect(reasonOf(dialog.getByRole('button', { name: 'Save payment method' }))).toBe('Recaptcha not verified')
})

test.each([
  ['the plan [PLAN-031]', /\/plan$/, 'Current plan', 'Failed retrieving billing plan'],
  ['the payment method [BILL-048]', /\/info$/, 'Payment method', 'Failed retrieving billing info'],
  ['the invoices [INVOICE-013]', /\/invoices$/, 'Invoices', 'Failed retrieving invoices'],
  ['the usage [BILL-049]', /\/usage$/, 'Dynamic usage', 'Failed retrieving usage statistics'],
  ['the account [BILL-046]', /\/account\/\d+$/, 'Company info', 'Failed retrieving company info'],
])('a failure to read %s is said where it belongs', async (_what, part, where, words) => {
  await openWorld(below('/billing'), { answer: failing(part, { says: 'It is on fire.' }) })
  const failed = await panel(where)
  expect(await failed.findByText(words)).toBeDefined()
  expect(failed.getByRole('button', { name: 'Retry' })).toBeDefined()
})

test('an organization that never paid has no account, and nothing is asked about it [BILL-012, BILL-045]', async () => {
  const { asked } = await openWorld(below('/billing', 'tidewater_research'))
  expect((await panel('Company info')).getByText('No company info yet')).toBeDefined()
  expect((await panel('Invoices')).getByText('No invoices yet')).toBeDefined()
  expect((await panel('Payment method')).getByText('No payment method is stored')).toBeDefined()
  expect((await panel('Next bill')).getByText('Nothing will be billed')).toBeDefined()
  expect(asked.filter(({ url }) => /\/(info|invoices)$/.test(url))).toEqual([])
})

test('of an account that is not active neither bills nor cards are read [BILL-012]', async () => {
  const { asked } = await openWorld(below('/billing'), {
    answer: ({ url }) =>
      /\/account\/\d+$/.test(url)
        ? json({
            email: 'a@b.example',
            account_state: 'closed',
            company_name: 'Acme',
            address: {},
            tax_id: null,
          })
        : undefined,
  })
  expect((await panel('Invoices')).getByText('No invoices yet')).toBeDefined()
  expect(asked.filter(({ url }) => /\/(info|invoices)$/.test(url))).toEqual([])
})

test('the declined card of a world shows its open bill, which another card pays', async () => {
  const { world } = await openWorld(below('/billing'), { scenario: 'payment-fails' })
  const invoices = await panel('Invoices')
  const due = invoices.getByText('Past due')
  expect(due.closest('[title]')?.getAttribute('title')).toMatch(/^Past due: \d{4}-\d\d-\d\d$/)
  await payWith(world, 'pm_card_visa')
  await waitFor(async () => {
    const all = (await billed(world, '/invoices')) as { state: string }[]
    expect(all.filter(({ state }) => state === 'past_due')).toEqual([])
  })
})
