import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright/test'
import type { DemoName } from '../mocks/worlds/people.ts'
import { paths } from '../src/lib/paths.ts'
import { expect, test } from './fixtures.ts'
import type { World } from './world.ts'

interface Sight {
  scenario: string
  as: DemoName
  /** The page that shows the subject of the scenario; by default the start page of the user. */
  path?: (world: World) => Promise<string>
  /** What must be visible there. */
  shows: (page: Page) => Locator
}

const status = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Filter by status' }).getByRole('link', { name })

const fleet = (name: string) => async (world: World) => paths.fleet(await world.fleet(name))
const devices = (name: string) => async (world: World) => paths.fleetDevices(await world.fleet(name))

/** Scenarios that no other test opens. */
const sights: readonly Sight[] = [
  {
    scenario: 'bad-release',
    as: 'devi',
    path: devices('cold-chain-eu'),
    shows: (page) => page.getByText(/^Needs attention\s*3[01]\d$/),
  },
  {
    scenario: 'offline-storm',
    as: 'omar',
    path: devices('cold-chain-eu'),
    shows: (page) => status(page, 'Disconnected 300'),
  },
  {
    scenario: 'free-plan-over',
    as: 'ada',
    path: devices('tide-buoys'),
    shows: (page) => status(page, 'Frozen 4'),
  },
  {
    scenario: 'build-failing',
    as: 'sadie',
    path: fleet('bench-lab'),
    shows: (page) => page.getByRole('row', { name: /0\.9\.4/ }).getByRole('cell', { name: 'Failed' }),
  },
  {
    scenario: 'ageing-os',
    as: 'omar',
    path: devices('cold-chain-eu'),
    shows: (page) => page.getByRole('cell', { name: '4.0.26' }).first(),
  },
  {
    scenario: 'support-access',
    as: 'sue',
    path: fleet('cold-chain-eu'),
    shows: (page) => page.getByRole('heading', { level: 1, name: 'cold-chain-eu' }),
  },
  {
    scenario: 'two-factor-pending',
    as: 'devi',
    path: async () => paths.preferences('2fa'),
    shows: (page) => page.getByText(/It is enabled once a code from your app is accepted/),
  },
  {
    scenario: 'last-administrator',
    as: 'ada',
    path: async (world) => paths.organization(await world.organization('acme_logistics')),
    shows: (page) =>
      page.getByRole('group', { name: 'Leave organization' }).getByRole('paragraph').filter({
        hasText: 'You are the only administrator.',
      }),
  },
  {
    scenario: 'payment-fails',
    as: 'ada',
    path: async (world) => paths.billing(await world.organization('acme_logistics')),
    shows: (page) => page.getByRole('table', { name: 'Invoices' }).getByText('Past due'),
  },
  {
    scenario: 'past-due-29',
    as: 'ada',
    shows: (page) => page.getByText(/has an invoice that has been past due for 29 days/),
  },
  {
    scenario: 'past-due-30',
    as: 'ada',
    shows: (page) => page.getByRole('alert').getByText(/The organization will be frozen in 30 days/),
  },
  {
    scenario: 'past-due-59',
    as: 'olive',
    shows: (page) => page.getByRole('alert').getByText(/The organization will be frozen in 1 day/),
  },
  {
    scenario: 'empty-account',
    as: 'ada',
    shows: (page) => page.getByText('Your fleets appear here'),
  },
]

for (const { scenario, as, path, shows } of sights) {
  test(`${as} sees the subject of ${scenario}`, async ({ page, world }) => {
    await world.open(scenario, { as })
    await world.setSpeed(0)
    if (path !== undefined) await world.visit(await path(world))
    await expect(shows(page)).toBeVisible()
    expect((await world.state()).scenario).toBe(scenario)
  })
}

test('a world in the browser is identical to the same world on any other host', async ({ page, world }) => {
  const pinned = new Map(
    readFileSync(new URL('../mocks/worlds/pinned-worlds.txt', import.meta.url), 'utf8')
      .split('\n')
      .map((line): [string, string] => [line.split(' ')[0] ?? '', line.split(' ')[1] ?? '']),
  )
  await world.open('first-look', { as: null })
  await world.setSpeed(0)
  for (const scenario of ['first-look', 'bad-release', 'flapping-modems', 'past-due-60', 'sso-mismatch']) {
    const fingerprint = await page.evaluate(
      async ({ address, body }) => {
        const headers = { 'content-type': 'application/json' }
        await fetch(`${address}/reset`, { method: 'POST', headers, body })
        const answer = (await (await fetch(`${address}/fingerprint`)).json()) as { fingerprint: string }
        return answer.fingerprint
      },
      { address: `${world.apiUrl}/__flotilla`, body: JSON.stringify({ scenario }) },
    )
    expect([scenario, fingerprint]).toEqual([scenario, pinned.get(scenario)])
  }
})
