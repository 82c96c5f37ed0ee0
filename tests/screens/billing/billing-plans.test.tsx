import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { PLAN_CHANGED_EVENT } from '../../../src/features/billing/plan-change.ts'
import { dialogNamed, untilClosed } from '../dialogs.ts'
import { variantOf } from '../looks.ts'
import { address, findHeading, json } from '../open-app.tsx'
import { openWorld, readable } from '../open-world.tsx'
import { below, organizationId } from '../organizations/organization-screens.ts'
import { write } from '../variables/variable-screens.ts'
import { readBilling, failing, panel, payWith, sentTo, storeCard } from './billing-screens.ts'

/** Changes plans in responses to ones that no world has, by title. */
const planned =
  (changes: Record<string, Record<string, unknown>>) => (url: string, rows: Record<string, unknown>[]) =>
    url.includes('/v7/plan?') ? rows.map((row) => ({ ...row, ...changes[String(row['title'])] })) : rows

test('a downgrade asks for the reason, is confirmed and shown [BILL-011, PLAN-009, PLAN-010, PLAN-016, PLAN-024, PLAN-025, PLAN-026]', async () => {
  const events: unknown[] = []
  const listen = (event: Event) => events.push(event instanceof CustomEvent ? event.detail : null)
  window.addEventListener(PLAN_CHANGED_EVENT, listen)
  const { bodies, answer } = sentTo('/plan')
  const { world } = await openWorld(below('/billing'), { answer })
  const plans = await panel('Available plans')
  await userEvent.click(await plans.findByRole('button', { name: 'Downgrade: Pilot' }))
  const dialog = await dialogNamed('Change plan to Pilot')
  await waitFor(() => expect(address()).toMatch(/plan=pilot-v2&cycle=monthly$/))
  expect(dialog.getByText('Visa ending in 4242')).toBeVisible()
  // The world has 122 active devices, and Pilot includes 50.
  const uses = within(await dialog.findByRole('table', { name: 'Your devices and seats on Pilot' }))
  const devices = within(uses.getByRole('row', { name: /^Device / }))
  expect(devices.getByRole('rowheader').textContent).toBe('Device')
  expect(devices.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    '122',
    '50',
    '72',
    '$144.00',
  ])
  expect(dialog.getByText(/^Beyond the plan: \$\d.* a month at list price/)).toBeVisible()
  expect(dialog.getByText(/can be lower, down to \$0\.00\. The platform gives no preview/)).toBeVisible()
  await write(dialog.getByRole('textbox', { name: /^Why are you downgrading/ }), '  too dear ')
  await userEvent.click(dialog.getByRole('button', { name: 'Pay now' }))
  expect(await screen.findByText('Plan updated')).toBeVisible()
  await untilClosed()
  window.removeEventListener(PLAN_CHANGED_EVENT, listen)
  expect(bodies).toEqual([{ tier: 'pilot-v2', annual: false, planChangeReason: 'too dear' }])
  expect(events).toEqual([{ organization: await organizationId(world), tier: 'pilot-v2', cycle: 'monthly' }])
  expect(await readBilling(world, '/plan')).toMatchObject({ tier: 'pilot-v2' })
  await waitFor(() => expect(address()).toMatch(/\/billing$/))
  expect(await (await panel('Current plan')).findByText('$449.00 a month')).toBeVisible()
})

test('a bank account is debited only after its terms are accepted [BILL-011, BILL-054, PLAN-019, PLAN-020]', async () => {
  const { bodies, answer } = sentTo('/plan')
  const { world } = await openWorld(
    async (cloud) => {
      await payWith(cloud, 'pm_sepaDebit_success')
      return `${await below('/billing')(cloud)}?plan=production-v2&cycle=annual`
    },
    { answer },
  )
  const dialog = await dialogNamed('Change plan to Production')
  expect(dialog.queryByRole('textbox', { name: /^Why/ })).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Next' }))
  const terms = await dialogNamed('Recurring payments from your bank account')
  expect(terms.getByText(/amend or cancel this authorization with 30 days’ notice/)).toBeVisible()
  expect(bodies).toEqual([])
  await userEvent.click(terms.getByRole('button', { name: 'Accept and pay' }))
  expect(await screen.findByText('Plan updated')).toBeVisible()
  expect(bodies).toEqual([{ tier: 'production-v2', annual: true }])
  expect(await readBilling(world, '/plan')).toMatchObject({ intervalLength: '12' })
})

test('without a payment method, a card is added first, then the selected plan is confirmed [BILL-002, BILL-006, BILL-016, PLAN-017, PLAN-018, PLAN-021, PLAN-044]', async () => {
  const { world } = await openWorld(
    async (cloud) => `${await below('/billing', 'tidewater_research')(cloud)}?plan=prototype&cycle=monthly`,
  )
  await storeCard(/^Visa 3155/)
  expect(await screen.findByText('Billing info updated')).toBeVisible()
  const dialog = await dialogNamed('Change plan to Prototype')
  await waitFor(() => expect(address()).toMatch(/\/billing\?plan=prototype-v2&cycle=monthly$/))
  await userEvent.click(dialog.getByRole('button', { name: 'Pay now' }))
  expect(await screen.findByText('Plan updated')).toBeVisible()
  expect(await readBilling(world, '/plan', 'tidewater_research')).toMatchObject({ tier: 'prototype-v2' })
  expect((await panel('Current plan')).getByText('Priced per device')).toBeVisible()
})

test('cancelling switches to the free plan, without payment [PLAN-012, PLAN-022]', async () => {
  const { bodies, answer } = sentTo('/plan')
  await openWorld(
    async (cloud) => {
      await payWith(cloud, 'pm_card_visa', 'tidewater_research')
      await cloud.request(`/billing/v1/account/${await organizationId(cloud, 'tidewater_research')}/plan`, {
        as: 'ada',
        method: 'PATCH',
        body: { tier: 'pilot-v2', annual: true },
      })
      return below('/billing', 'tidewater_research')(cloud)
    },
    { answer },
  )
  const current = await panel('Current plan')
  await userEvent.click(await current.findByRole('button', { name: 'Cancel subscription' }))
  const dialog = await dialogNamed('Change plan to Free')
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('Plan updated')).toBeVisible()
  expect(bodies).toEqual([{ tier: 'free', annual: false }])
})

test('with too many devices the free plan is disabled, with the reason [PLAN-014, PLAN-015]', async () => {
  await openWorld(below('/billing'))
  const plans = await panel('Available plans')
  expect(await plans.findByText(/^Free: .*Remove devices from its fleets first/)).toBeVisible()
  expect(plans.getByRole('link', { name: 'Contact sales: Free' })).toBeVisible()
  expect(plans.queryByRole('button', { name: /: Free$/ })).toBeNull()
})

test('with frozen devices the free plan is only available through sales [PLAN-013]', async () => {
  await openWorld(below('/billing'), {
    answer: ({ url }) =>
      url.includes('/v7/device/$count') && readable(url).includes('is_frozen eq true')
        ? json({ d: 3 })
        : undefined,
  })
  const plans = await panel('Available plans')
  expect(await plans.findByText(/^Free: .* frozen/)).toBeVisible()
  expect(plans.getByRole('link', { name: 'Contact sales: Free' })).toBeVisible()
  expect(plans.queryByRole('button', { name: /: Free$/ })).toBeNull()
})

test('the annual version of a plan is another cycle; a higher annual price is an upgrade, a lower one a downgrade [PLAN-001, PLAN-005, PLAN-006, PLAN-007, PLAN-008]', async () => {
  await openWorld(below('/billing'), {
    change: planned({ Pilot: { annual_price: 2_000_000 }, Production: { can_self_serve: true } }),
  })
  const plans = await panel('Available plans')
  const offers = () =>
    plans.getAllByRole('button').flatMap((button) => button.getAttribute('aria-label') ?? [])
  await plans.findByRole('button', { name: 'Current plan: Production' })
  expect(offers()).toEqual(['Downgrade: Prototype', 'Upgrade: Pilot', 'Current plan: Production'])
  await userEvent.click(plans.getByRole('radio', { name: 'Annual' }))
  expect(offers()).toEqual(['Downgrade: Prototype', 'Upgrade: Pilot', 'Change cycle: Production'])
})

test('an organization with a negotiated plan changes plans through sales [PLAN-003]', async () => {
  await openWorld(below('/billing'), { change: planned({ Production: { can_self_serve: false } }) })
  const plans = await panel('Available plans')
  for (const plan of ['Prototype', 'Pilot', 'Enterprise'])
    expect(await plans.findByRole('link', { name: `Contact sales: ${plan}` })).toBeVisible()
  expect(plans.queryByRole('button', { name: /^(Upgrade|Downgrade|Change cycle): / })).toBeNull()
})

test('a failed change shows the platform’s message, and changes nothing [PLAN-032]', async () => {
  const { world } = await openWorld(
    async (cloud) => `${await below('/billing')(cloud)}?plan=pilot-v2&cycle=annual`,
    { answer: failing(/\/plan$/, { method: 'PATCH', status: 402, says: 'Your card was declined.' }) },
  )
  const dialog = await dialogNamed('Change plan to Pilot')
  const why = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /^Why are you downgrading/ })
  await write(why, 'too dear')
  await userEvent.click(dialog.getByRole('button', { name: 'Pay now' }))
  expect(await dialog.findByText('Your card was declined.')).toBeVisible()
  expect(why.value).toBe('too dear')
  expect(await readBilling(world, '/plan')).toMatchObject({ tier: 'production-v2' })
})

test.each([
  ['tidewater_research', /^Upgrade: /, 'primary'],
  ['acme_logistics', /^Downgrade: /, 'default'],
] as const)(
  'among the plans for %s, only a more expensive one is highlighted',
  async (handle, name, variant) => {
    await openWorld(below('/billing', handle))
    const [first, ...more] = await (await panel('Available plans')).findAllByRole('button', { name })
    expect([first, ...more].map((button) => button && variantOf(button))).toEqual(
      Array(more.length + 1).fill(variant),
    )
  },
)

test('a second click within half a second is ignored [PLAN-023]', async () => {
  const clock = vi.spyOn(performance, 'now')
  const sends = () => asked.filter(({ method }) => method === 'PATCH').length
  const { asked } = await openWorld(
    async (cloud) => `${await below('/billing')(cloud)}?plan=pilot-v2&cycle=annual`,
    { answer: failing(/\/plan$/, { method: 'PATCH', status: 402, says: 'Your card was declined.' }) },
  )
  const dialog = await dialogNamed('Change plan to Pilot')
  const free = async () => {
    await dialog.findByText('Your card was declined.')
    await waitFor(() => expect(button().getAttribute('aria-busy')).not.toBe('true'))
  }
  const button = () => dialog.getByRole('button', { name: 'Pay now' })
  clock.mockReturnValue(100_000)
  await userEvent.click(button())
  await free()
  clock.mockReturnValue(100_499)
  await userEvent.click(button())
  expect(sends()).toBe(1)
  clock.mockReturnValue(100_500)
  await userEvent.click(button())
  await waitFor(() => expect(sends()).toBe(2))
  await free()
})

test.each([
  ['is not sold yet [PLAN-038, PLAN-039]', { is_valid_from__date: '2999-01-01T00:00:00.000Z' }],
  ['is not sold any more [PLAN-038, PLAN-039]', { is_valid_until__date: '2020-01-01T00:00:00.000Z' }],
  ['has no price [PLAN-037]', { monthly_price: 0 }],
  ['is not bought online [PLAN-035]', { can_self_serve: false }],
  ['is no longer sold to anybody new [PLAN-036]', { is_legacy: true }],
])('a plan that %s is not offered, and the cheapest one is first', async (_why, change) => {
  await openWorld(below('/billing'), {
    change: (url, rows) => planned({ Pilot: change })(url, rows).toReversed(),
  })
  const plans = await panel('Available plans')
  await plans.findByRole('button', { name: 'Current plan: Production' })
  const titles = plans.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(titles).toEqual(['Prototype', expect.stringMatching(/^Production/)])
})

test('a card that is declined for a plan leads to another card, and back to the selected plan', async () => {
  const { world } = await openWorld(async (cloud) => {
    await payWith(cloud, 'pm_card_chargeCustomerFail')
    return `${await below('/billing')(cloud)}?plan=pilot-v2&cycle=annual`
  })
  const dialog = await dialogNamed('Change plan to Pilot')
  await userEvent.click(dialog.getByRole('button', { name: 'Pay now' }))
  expect(await dialog.findByText('Your card was declined.')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Pay with another' }))
  await storeCard(/^American Express/)
  const again = await dialogNamed('Change plan to Pilot')
  expect(await again.findByText('American Express ending in 0005')).toBeVisible()
  await userEvent.click(again.getByRole('button', { name: 'Pay now' }))
  expect(await screen.findByText('Plan updated')).toBeVisible()
  expect(await readBilling(world, '/plan')).toMatchObject({ tier: 'pilot-v2', intervalLength: '12' })
})

test.each([
  ['a plan that is agreed on with people [BILL-004]', 'plan=enterprise-v2&cycle=monthly'],
  ['a plan that nobody knows [BILL-003]', 'plan=imaginary&cycle=monthly'],
  ['a cycle that there is not [BILL-005]', 'plan=pilot-v2&cycle=weekly'],
])('a link to %s opens nothing', async (_what, search) => {
  await openWorld(async (cloud) => `${await below('/billing')(cloud)}?${search}`)
  const plans = await panel('Available plans')
  await plans.findByRole('button', { name: 'Current plan: Production' })
  await (await panel('Payment method')).findByText('Visa ending in 4242')
  // The number of devices is the last data that a change waits for.
  await plans.findByText(/^Free: .*Remove devices from its fleets first/)
  await userEvent.click(plans.getByRole('radio', { name: 'Annual' }))
  expect(await plans.findByText('$404.00 a month')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each(['/billing', '/credits'])(
  'users without access to billing do not see %s, and cannot open it [ROUTE-016, ROUTE-017]',
  async (page) => {
    const { asked } = await openWorld(below(page), { as: 'olive' })
    await findHeading('Fleets')
    await waitFor(() => expect(address()).toBe('/fleets'))
    expect(await screen.findByText(/^The page “(Billing|Credits)” needs another role$/)).toBeVisible()
    expect(screen.getByText('Your role here (Member) does not allow this')).toBeVisible()
    expect(asked.filter(({ url }) => url.startsWith('/billing/'))).toEqual([])
  },
)
