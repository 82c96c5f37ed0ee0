import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { dialogNamed, untilClosed } from '../dialogs.ts'
import { address, findHeading, json } from '../open-app.tsx'
import { openWorld, readable } from '../open-world.tsx'
import { below, organizationId } from '../organizations/organization-screens.ts'
import { reasonOf, write } from '../variables/variable-screens.ts'
import { readBilling, panel, sentTo, storeCard } from './billing-screens.ts'

const bundlesOf = async (world: Awaited<ReturnType<typeof openWorld>>['world']) =>
  world.rows(
    `/v7/credit_bundle?$select=original_quantity,payment_status&$orderby=id desc&$filter=belongs_to__organization eq ${await organizationId(world)}`,
    'ada',
  )

const retype = async (field: HTMLElement, text: string) => {
  await userEvent.clear(field)
  await write(field, text)
}

test('credits are bought in three steps, and the history has pages of five [CREDIT-001, CREDIT-002, CREDIT-003, CREDIT-004, CREDIT-005, CREDIT-006, CREDIT-007, CREDIT-008, CREDIT-011, CREDIT-012, CREDIT-024, CREDIT-026, CREDIT-031, CREDIT-032, CREDIT-039, CREDIT-041, CREDIT-042, CREDIT-045, CREDIT-046, CREDIT-047, CREDIT-048, ROUTE-080]', async () => {
  const { bodies, answer } = sentTo('/v7/credit_bundle')
  const { world, asked } = await openWorld(below('/credits'), { answer })
  await findHeading('Credits')
  const summary = await panel('Credits summary')
  expect(summary.getByText('Credits expire 10 years after purchase.')).toBeVisible()
  // Each kind of device has its own price.
  expect(await summary.findAllByText('$1.80 (microservices), $1.50 (legacy)')).toHaveLength(2)
  expect(summary.getByText('Fee for deactivating an offline device')).toBeVisible()
  const subscription = asked.map(({ url }) => readable(url)).find((url) => url.includes('/v7/subscription?'))
  expect(subscription).toContain(
    `$select=id&$filter=is_active eq true and is_for__organization eq ${await organizationId(world)}&`,
  )
  expect(subscription).toMatch(/plan_addon\(\$select=base_price;/)
  expect(subscription).toMatch(/subscription_addon_discount\(\$select=discount_percentage;/)
  expect(asked.map(({ url }) => readable(url))).toContain(
    "/v7/feature?$select=id&$filter=slug eq 'device:microservices'",
  )
  await panel('Credits calculator')
  await panel('Credit notifications')
  const history = await panel('Purchase history')
  expect(history.getAllByRole('rowheader')).toHaveLength(5)
  expect(history.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  // A failed purchase has no credits that could expire.
  const failed = within(history.getByText('Failed').closest('tr') as HTMLElement)
  expect(failed.getAllByRole('cell')[2]?.textContent).toBe('–')
  const paid = within(history.getAllByText('Paid')[0]?.closest('tr') as HTMLElement)
  expect(paid.getAllByRole('cell')[2]?.textContent).toMatch(/ 203\d$/)

  await userEvent.click(await summary.findByRole('button', { name: 'Add credits' }))
  const dialog = await dialogNamed('Add credits')
  const quantity = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Credits' })
  await retype(quantity, '0')
  expect(reasonOf(dialog.getByRole('button', { name: 'Next' }))).toBe('Enter a number of credits')
  await userEvent.clear(quantity)
  expect(reasonOf(dialog.getByRole('button', { name: 'Next' }))).toBe('Enter a number of credits')
  await write(quantity, '1,000 x')
  expect(quantity.value).toBe('1000')
  await userEvent.click(dialog.getByRole('button', { name: 'Next' }))
  const facts = () =>
    [...document.querySelectorAll('[role="dialog"] dl > div')].map(({ textContent }) => textContent)
  expect(facts()).toEqual([
    'OrganizationAcme Logistics',
    'Credits1,000',
    'Price per credit$1.71',
    'Total$1,710.00',
  ])
  await userEvent.click(dialog.getByRole('button', { name: 'Go back' }))
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Credits' }).value).toBe('1000')
  await userEvent.click(dialog.getByRole('button', { name: 'Next' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Pay now' }))
  expect(
    await dialog.findByText('The payment succeeded: 1,000 credits were added to Acme Logistics.'),
  ).toBeVisible()
  expect((await bundlesOf(world))[0]).toEqual({ original_quantity: 1000, payment_status: 'paid' })
  const [feature] = await world.rows("/v7/feature?$select=id&$filter=slug eq 'device:microservices'", 'ada')
  expect(bodies).toEqual([
    {
      belongs_to__organization: await organizationId(world),
      is_for__feature: feature?.['id'],
      original_quantity: 1000,
    },
  ])
  await userEvent.click(dialog.getByRole('button', { name: 'Purchase more credits' }))
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Credits' }).value).toBe('1')
  await userEvent.click(dialog.getByRole('button', { name: 'Next' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Pay now' }))
  expect(
    await dialog.findByText('The payment succeeded: 1 credit was added to Acme Logistics.'),
  ).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
  await untilClosed()

  const pages = within(await history.findByRole('navigation', { name: 'Pages' }))
  await userEvent.click(pages.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(history.getAllByRole('rowheader')).toHaveLength(2))
  expect(address()).toMatch(/\?page=2$/)
})

test('the calculator uses the current values and accepts digits only; large amounts refer to sales instead of a payment [CREDIT-013, CREDIT-014, CREDIT-025, CREDIT-027, CREDIT-028, CREDIT-040, CREDIT-043]', async () => {
  const { asked } = await openWorld(below('/credits'))
  const calculator = await panel('Credits calculator')
  const devices = calculator.getByRole<HTMLInputElement>('textbox', { name: 'Additional devices' })
  const months = calculator.getByRole<HTMLInputElement>('textbox', { name: 'Months' })
  expect([devices.value, months.value]).toEqual(['1', '12'])
  await retype(devices, '1k97')
  await retype(months, '999')
  expect([devices.value, months.value]).toEqual(['197', '120'])
  // 122 devices have reported before, 120 of them are in the plan, and 890 credits are left.
  expect(calculator.getByRole('status', { name: 'Credits needed' }).textContent).toBe('11,050')

  await userEvent.click(await (await panel('Credits summary')).findByRole('button', { name: 'Add credits' }))
  const dialog = await dialogNamed('Add credits')
  const quantity = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Credits' })
  await retype(quantity, '9999999')
  expect(quantity.value).toBe('1500000')
  const sales = dialog.getByRole('link', { name: 'Contact sales' })
  expect(sales.getAttribute('href')).toMatch(/^https:.*sales/)
  expect(dialog.queryByRole('button', { name: 'Next' })).toBeNull()
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([])
})

test('a failed payment closes the dialog, shows the platform’s or a default message, and leads to another card [CREDIT-009, CREDIT-010, CREDIT-033]', async () => {
  let isSilent = false
  const { world } = await openWorld(below('/credits'), {
    scenario: 'payment-fails',
    answer: ({ method, url }) =>
      isSilent && method === 'POST' && url.endsWith('/v7/credit_bundle')
        ? json({ payment_status: 'failed', error_message: null }, 201)
        : undefined,
  })
  const paid = async () => (await bundlesOf(world)).filter((row) => row['payment_status'] === 'paid')
  const before = await paid()
  const add = await (await panel('Credits summary')).findByRole('button', { name: 'Add credits' })
  for (const words of ['Your card was declined.', 'Failed to purchase credits']) {
    await userEvent.click(add)
    const dialog = await dialogNamed('Add credits')
    await userEvent.click(dialog.getByRole('button', { name: 'Next' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Pay now' }))
    expect(await screen.findByText(words)).toBeVisible()
    await untilClosed()
    isSilent = true
  }
  expect(await paid()).toEqual(before)
  await userEvent.click(screen.getByRole('button', { name: 'Use another' }))
  await storeCard(/Visa 4242/)
  await waitFor(async () => expect(await readBilling(world, '/info')).toMatchObject({ last_four: '4242' }))
})

test('on the prototype plan, additional devices cost $3.00, legacy ones $2.00 [CREDIT-044]', async () => {
  await openWorld(async (cloud) => {
    const tidewater = await organizationId(cloud, 'tidewater_research')
    const body = { token_id: 'pm_card_visa', token_type: 'payment_method' }
    await cloud.request(`/billing/v1/account/${tidewater}/info`, { as: 'ada', method: 'PATCH', body })
    const plan = { tier: 'prototype-v2', annual: false }
    await cloud.request(`/billing/v1/account/${tidewater}/plan`, { as: 'ada', method: 'PATCH', body: plan })
    return `/orgs/${tidewater}/credits`
  })
  const summary = await panel('Credits summary')
  expect(await summary.findAllByText('$3.00 (microservices), $2.00 (legacy)')).toHaveLength(2)
})

test.each([
  ['pilot-v2', true],
  ['production-v2', true],
  ['enterprise-v2', true],
  ['prototype-v2', false],
  ['pilot', false],
  ['production', false],
])('on the plan %s credits can be bought: %s [CREDIT-016]', async (billing_code, canBe) => {
  await openWorld(below('/credits'), {
    change: (url, rows) =>
      url.includes('/v7/subscription?')
        ? rows.map((row) => ({
            ...row,
            is_for__plan: (row['is_for__plan'] as object[]).map((plan) => ({ ...plan, billing_code })),
          }))
        : rows,
  })
  const add = await (await panel('Credits summary')).findByRole('button', { name: 'Add credits' })
  await waitFor(() =>
    expect(reasonOf(add)).toBe(canBe ? undefined : 'Only available for pilot, production, enterprise'),
  )
})

test('paid, granted and invoiced credits count as balance; purchases are polled every half minute [CREDIT-015, CREDIT-034]', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
  const statuses = [
    ['paid', 1],
    ['complimentary', 20],
    ['manually invoiced', 300],
    ['processing', 4_000],
    ['failed', 50_000],
    ['cancelled', 600_000],
    ['refunded', 7_000_000],
  ] as const
  let isLater = false
  await openWorld(below('/credits'), {
    change: (url, rows) =>
      url.includes('/v7/credit_bundle?')
        ? (isLater ? statuses.slice(0, 2) : statuses).map(([payment_status, total_balance], nth) => ({
            ...rows[0],
            id: nth + 1,
            payment_status,
            total_balance,
            expires_on__date: '2999-01-01T00:00:00.000Z',
          }))
        : rows,
  })
  const left = async () =>
    (await panel('Credits summary')).getByText('Credits left').nextElementSibling?.textContent
  expect(await left()).toBe('321')
  isLater = true
  await act(() => vi.advanceTimersByTimeAsync(28_000))
  expect(await left()).toBe('321')
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  await waitFor(async () => expect(await left()).toBe('21'))
})

test('credits require a plan that has them, and a payment method [CREDIT-017, CREDIT-018, CREDIT-030, CREDIT-035]', async () => {
  const { world } = await openWorld(below('/credits', 'tidewater_research'))
  const button = await (await panel('Credits summary')).findByRole('button', { name: 'Add credits' })
  expect(reasonOf(button)).toBe('Only available for pilot, production, enterprise')
  const acme = await organizationId(world)
  await world.request(`/billing/v1/account/${acme}/info`, { as: 'ada', method: 'DELETE' })
  await userEvent.click(screen.getByRole('link', { name: 'Organizations', current: false }))
  await userEvent.click(await screen.findByRole('link', { name: 'Acme Logistics' }))
  await findHeading('Acme Logistics')
  await userEvent.click(await screen.findByRole('link', { name: 'Credits' }))
  const link = await (await panel('Credits summary')).findByRole('link', { name: 'Add payment method' })
  expect(link.getAttribute('href')).toBe(`/orgs/${acme}/billing#payment-method`)
})

test('a notification is created, changed and removed [CREDIT-019, CREDIT-020, CREDIT-021, CREDIT-022, CREDIT-023, CREDIT-029, CREDIT-036, CREDIT-037, CREDIT-038]', async () => {
  const { world, newRequests } = await openWorld(below('/credits'))
  const notifications = await panel('Credit notifications')
  const toggle = notifications.getByRole('switch')
  const untilFree = () => waitFor(() => expect(reasonOf(toggle)).toBeUndefined())
  const threshold = () => notifications.getByRole<HTMLInputElement>('textbox')
  const stored = async () =>
    world.rows(
      `/v7/organization_credit_notification?$select=is_sent_when_below__threshold&$filter=organization eq ${await organizationId(world)}`,
      'ada',
    )
  await waitFor(() => expect(threshold().value).toBe('250'))
  const apply = notifications.getByRole('button', { name: 'Apply' })
  expect(reasonOf(apply)).toBe('The threshold has not changed')
  await retype(threshold(), '300')
  expect(reasonOf(apply)).toBeUndefined()
  await userEvent.click(apply)
  await waitFor(async () => expect(await stored()).toEqual([{ is_sent_when_below__threshold: 300 }]))

  await untilFree()
  await userEvent.click(toggle)
  await waitFor(async () => expect(await stored()).toEqual([]))
  // Twice the 122 devices that have reported before.
  await waitFor(() => expect(threshold().value).toBe('244'))
  await untilFree()
  await userEvent.clear(threshold())
  expect(reasonOf(toggle)).toBe('Enter a threshold')
  await write(threshold(), '246')
  await userEvent.click(toggle)
  await waitFor(async () => expect(await stored()).toEqual([{ is_sent_when_below__threshold: 246 }]))
  await untilFree()
  expect(toggle.getAttribute('aria-checked')).toBe('true')
  expect(
    newRequests()
      .map(readable)
      .filter((call) => /credit_notification/.test(call) && !call.startsWith('GET')),
  ).toEqual([
    expect.stringMatching(/^PATCH \/v7\/organization_credit_notification\(\d+\)$/),
    expect.stringMatching(/^DELETE \/v7\/organization_credit_notification\(\d+\)$/),
    'POST /v7/organization_credit_notification',
  ])
})
