import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { provisionedMoreDismissed } from '../../../src/app/shell/preferences.ts'
import { dialogNamed } from '../dialogs.ts'
import { toneOf } from '../looks.ts'
import { address, findHeading, json, refuse } from '../open-app.tsx'
import { fleetId, openWorld, readable } from '../open-world.tsx'
import { below, organizationId } from '../organizations/organization-screens.ts'
import { panel, storeCard } from './billing-screens.ts'

const PAGE = '/404'

test.each([
  [29, 'past due for 29 days', 'status'],
  [30, 'The organization will be frozen in 30 days', 'alert'],
  [60, 'is frozen because of an unpaid invoice', 'alert'],
] as const)(
  'after %i days, users with access to billing see an unpaid invoice with a link [BILL-056, FROZEN-001, FROZEN-002, FROZEN-003, FROZEN-004]',
  async (days, words, role) => {
    const { world } = await openWorld(PAGE, { scenario: `past-due-${days}`, simulated: true })
    const banner = (await screen.findByText(new RegExp(words))).closest(`[role="${role}"]`)
    expect(banner?.textContent).toMatch(/^Acme Logistics/)
    expect(toneOf(banner)).toBe(days < 30 ? 'warn' : 'bad')
    const link = within(banner as HTMLElement).getByRole('link', { name: 'Update billing' })
    expect(link.getAttribute('href')).toBe(`/orgs/${await organizationId(world)}/billing#payment-method`)
  },
)

test.each(['past-due-30', 'past-due-60'])(
  'the billing page of %s begins with what is due, since when, the payment method and the button that mends it',
  async (scenario) => {
    await openWorld(below('/billing'), { scenario, simulated: true })
    await findHeading('Billing')
    const due = within(await screen.findByRole('region', { name: 'Payment due' }))
    const fact = (name: string) => due.getByText(name).nextElementSibling?.textContent
    await waitFor(() => expect(fact('Amount due')).toMatch(/^\$[1-9]/))
    expect(fact('Since')).toMatch(/^\d+ \w+ 2026 \(.* ago\)$/)
    expect(fact('Payment method on file')).toMatch(/^Visa ending in/)
    const panels = screen.getAllByRole('region').map((region) => region.getAttribute('aria-label') ?? region)
    expect(panels.indexOf(screen.getByRole('region', { name: 'Payment due' }))).toBeLessThanOrEqual(
      panels.indexOf(screen.getByRole('region', { name: 'Current plan' })),
    )
    // The banner does not lead to the page that is open.
    expect(screen.queryByRole('link', { name: 'Update billing' })).toBeNull()

    await userEvent.click(due.getByRole('button', { name: 'Pay with another payment method' }))
    await storeCard(/^Visa 4242/)
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Payment due' })).toBeNull())
  },
)

test('an organization that owes nothing has no such panel', async () => {
  await openWorld(below('/billing'))
  await findHeading('Billing')
  await panel('Invoices')
  expect(screen.queryByRole('region', { name: 'Payment due' })).toBeNull()
})

test('other users see whom to ask, without a link [BILL-056, BILL-057]', async () => {
  await openWorld(PAGE, { scenario: 'past-due-30', as: 'olive' })
  expect(await screen.findByText(/Contact an administrator of the organization to pay it/)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Update billing' })).toBeNull()
})

test('frozen devices above the allowance are shown and listed; the notice can be dismissed and comes back [FROZEN-010, FROZEN-011, FROZEN-012, FROZEN-017]', async () => {
  const { world } = await openWorld(PAGE, { scenario: 'free-plan-over' })
  const banner = await screen.findByText(/^Tidewater Research has frozen devices/)
  expect(banner.textContent).toContain('Upgrade the plan, or remove the devices')
  const tidewater = await organizationId(world, 'tidewater_research')
  expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe(
    `/orgs/${tidewater}/billing#billing-plans`,
  )
  const notice = await screen.findByText(/has 4 devices more than the 10 that are free/)
  const dismiss = within(notice.parentElement as HTMLElement).getByRole('button', { name: 'Dismiss' })
  await userEvent.click(dismiss)
  expect(screen.queryByText(/has 4 devices more/)).toBeNull()
  expect(provisionedMoreDismissed.get()).toEqual([tidewater])

  await userEvent.click(screen.getByRole('button', { name: 'Show frozen devices' }))
  const dialog = await dialogNamed('Frozen devices of Tidewater Research')
  expect(await dialog.findAllByRole('rowheader')).toHaveLength(4)
  expect(dialog.getAllByRole('link', { name: 'tide-buoys' })[0]?.getAttribute('href')).toBe(
    `/fleets/${await fleetId(world, 'tide-buoys')}/devices`,
  )
})

test('a dismissed notice is shown again after the devices were below the allowance [FROZEN-012]', async () => {
  await openWorld(async (world) => {
    // Acme has a paid plan, so its devices are not counted.
    provisionedMoreDismissed.set([
      await organizationId(world),
      await organizationId(world, 'tidewater_research'),
    ])
    return PAGE
  })
  await waitFor(() => expect(provisionedMoreDismissed.get()).toHaveLength(1))
})

test('users who cannot upgrade the plan are told to ask', async () => {
  await openWorld(PAGE, { scenario: 'free-plan-over', as: 'devi' })
  expect(await screen.findByText(/Contact an administrator of the organization to upgrade/)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'See plans' })).toBeNull()
})

test('users of a free plan are told once that the first 10 devices are free [SHELL-003]', async () => {
  await openWorld(PAGE, { scenario: 'empty-account' })
  const words = await screen.findByText(/^Your first 10 devices are free/)
  await userEvent.click(within(words.parentElement as HTMLElement).getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(/^Your first 10 devices/)).toBeNull()
})

test('on a platform without billing no banner is about it, and nothing is asked for one [SHELL-003]', async () => {
  const { asked } = await openWorld('/fleets', {
    scenario: 'empty-account',
    answer: ({ url }) => (new URL(url).pathname === '/config' ? refuse(404) : undefined),
  })
  // Both come from the user's organizations.
  expect(await screen.findByText('Create a fleet, then add devices to it.')).toBeVisible()
  expect(screen.queryByText(/^Your first 10 devices/)).toBeNull()
  expect(asked.filter(({ url }) => url.includes('is_frozen eq true'))).toEqual([])
})

const aDevice = async (world: TestCloud) => {
  const where = "belongs_to__application/app_name eq 'cold-chain-eu'"
  const [row] = await world.rows(`/v7/device?$select=uuid&$top=1&$filter=${where}`, 'ada')
  return `/devices/${String(row?.['uuid'])}`
}
const aFleet = async (world: TestCloud) => `/fleets/${await fleetId(world, 'cold-chain-eu')}/devices`

test.each([
  ['a fleet [FROZEN-005]', aFleet],
  ['a device [FROZEN-006]', aDevice],
  ['the organization', below('')],
  ['its fleets', below('/fleets')],
] as const)(
  '%s of a frozen organization redirects users with access to billing there, with the reason [FROZEN-007, FROZEN-013, FROZEN-015, FROZEN-016, ROUTE-056]',
  async (_what, path) => {
    await openWorld(path, { scenario: 'past-due-60' })
    await findHeading('Billing')
    await waitFor(() => expect(address()).toMatch(/^\/orgs\/\d+\/billing$/))
    expect(await screen.findAllByText('Acme Logistics is frozen')).toHaveLength(1)
    expect(screen.getByText(/Update the billing details of the organization to continue\./)).toBeVisible()
    const parts = within(screen.getByRole('navigation', { name: 'Organization sections' }))
    expect(parts.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Billing', 'Credits'])
  },
)

test.each([
  ['a fleet [FROZEN-005]', aFleet],
  ['a device [FROZEN-006, ROUTE-065]', aDevice],
  ['its billing page', below('/billing')],
] as const)(
  '%s of a frozen organization redirects other users to the organizations, with the reason [FROZEN-008, FROZEN-014, FROZEN-015]',
  async (_what, path) => {
    await openWorld(path, { scenario: 'past-due-60', as: 'olive' })
    await findHeading('Organizations')
    await waitFor(() => expect(address()).toBe('/orgs'))
    expect(
      await screen.findByText(/Ask an administrator of the organization to update its billing details\./),
    ).toBeVisible()
  },
)

test('the credits page of a frozen organization can be opened [FROZEN-016]', async () => {
  await openWorld(below('/credits'), { scenario: 'past-due-60' })
  await findHeading('Credits')
})

test.each([
  ['pat', 'Free plan, 4 devices'],
  ['ada', undefined],
] as const)(
  '%s sees an organization with 4 devices on the free plan flagged: %s [PLAN-051]',
  async (as, mark) => {
    const { asked } = await openWorld(
      async (world) => {
        await world.request('/v7/organization', { as, method: 'POST', body: { name: 'Free Riders' } })
        return '/orgs'
      },
      {
        as,
        answer: ({ url }) =>
          /\/v7\/device\/\$count\?.*is_active eq true/.test(readable(url)) ? json({ d: 4 }) : undefined,
      },
    )
    const row = within(await screen.findByRole('row', { name: /Free Riders/ }))
    if (mark !== undefined) {
      expect(await row.findByText(mark)).toBeVisible()
      return
    }
    // The banners send their requests after the list.
    await waitFor(() =>
      expect(asked.some(({ url }) => readable(url).includes('is_frozen eq true'))).toBe(true),
    )
    expect(asked.filter(({ url }) => /device\/\$count\?.*is_active eq true/.test(readable(url)))).toEqual([])
    expect(row.queryByText(/^Free plan/)).toBeNull()
  },
)
