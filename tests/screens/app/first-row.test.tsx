import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { storeToken } from '../open-app.tsx'
import { fleetId, openWorld, readable } from '../open-world.tsx'
import { countRenders } from '../renders.ts'

/** The parts of both pages, as `public/boot.js` preloads them. */
beforeAll(async () => {
  await Promise.all([
    import('../../../src/app/shell/Shell.tsx'),
    import('../../../src/features/fleets/FleetsPage.tsx'),
    import('../../../src/features/fleets/FleetPage.tsx'),
    import('../../../src/features/device-list/FleetDevicesPage.tsx'),
  ])
})

const ROWS = {
  fleets: 'main ul[aria-label="Fleets"] li a[href]',
  devices: 'main table tbody a[href]',
}

/** What a request is for: its path without ids, and the part of the query that tells it from others. */
function nameOf(url: string): string {
  const { pathname, searchParams } = new URL(url)
  const path = pathname.replace(/^\/v7\//, '').replace(/\(.*\)/, '()')
  if (path === 'application()') return searchParams.get('$select') === 'id' ? 'application() roles' : path
  if (path !== 'device/$count') return path
  return /status|frozen/.test(searchParams.get('$filter') ?? '') ? 'device/$count by status' : path
}

/**
 * Opens a page whose requests are answered only once all that it sends by itself have been sent, and then only those that its first
 * row needs. Returns what was asked before the first row, in rounds, and what was asked after it.
 */
async function openHolding(page: keyof typeof ROWS, needed: readonly string[]) {
  const rounds: string[][] = []
  const after: string[] = []
  let open = () => {}
  let round: Promise<void> | null = null
  storeToken()
  await openWorld(
    async (world) =>
      page === 'fleets' ? '/fleets' : `/fleets/${await fleetId(world, 'cold-chain-eu')}/devices`,
    {
      async answer(request) {
        if (!request.url.includes('api.platform.example')) return undefined
        const name = nameOf(readable(request.url))
        // The token is renewed when the page is idle, as it is while it waits here.
        if (name === '/user/v1/refresh-token') return undefined
        if (document.querySelector(ROWS[page]) !== null) {
          after.push(name)
          return undefined
        }
        if (round === null) {
          rounds.push([])
          round = new Promise((resolve) => (open = resolve))
        }
        rounds.at(-1)?.push(name)
        await round
        return needed.includes(name) ? undefined : new Promise(() => {})
      },
    },
  )
  // Each round is answered when nothing more is sent by itself.
  for (let tries = 0; tries < 10 && document.querySelector(ROWS[page]) === null; tries += 1) {
    await allSent(() => rounds.flat().length, page)
    round = null
    open()
  }
  await screen.findByRole(page === 'fleets' ? 'list' : 'table', {
    name: page === 'fleets' ? 'Fleets' : 'Devices of this fleet',
  })
  await vi.waitFor(() => expect(after.length).toBeGreaterThan(0))
  return { rounds, after }
}

/** Waits until the page sends nothing more, or has its first row. */
async function allSent(count: () => number, page: keyof typeof ROWS) {
  let last = 0
  let same = 0
  await waitFor(
    () => {
      const now = count()
      same = now === last ? same + 1 : 0
      last = now
      if (document.querySelector(ROWS[page]) === null) expect(same).toBeGreaterThan(12)
    },
    { interval: 20 },
  )
}

const sorted = (names: readonly string[] = []) => names.toSorted()

test('the first fleet of a first visit waits for two rounds: its list and which platform it is, then the profile; all else is asked when it is drawn', async () => {
  const { rounds, after } = await openHolding('fleets', ['/config', 'application', 'user_profile'])
  expect(rounds.map(sorted)).toEqual([['/config', 'application'], ['user_profile']])
  expect(after).toContain('organization')
})

test('the first device of a first visit waits for two rounds; its fleet, flags and rows are asked together, counts after it', async () => {
  const needed = ['/config', '/feature-flags/v1', 'application()', 'device', 'device/$count']
  const { rounds, after } = await openHolding('devices', [...needed, 'user_profile'])
  expect(sorted(rounds[0])).toEqual(sorted(needed))
  expect(
    rounds
      .slice(1)
      .flat()
      .filter((name) => name !== 'application() roles'),
  ).toEqual(['user_profile'])
  expect(after.filter((name) => name === 'device/$count by status').length).toBeGreaterThan(5)
})

/** The router renders its own parts again when the page is loaded. */
const OF_ROUTER = new Set([
  'DataRoutes',
  'Outlet',
  'RenderedRoute',
  'RenderErrorBoundary',
  'Root',
  'Router',
  'RouterProvider',
  'ShellRoute',
])

test('until the first row, no part of the page is rendered twice, and a row has few components', async () => {
  const { counts, commits } = countRenders(() => document.querySelector(ROWS.devices) !== null)
  storeToken()
  await openWorld(async (world) => `/fleets/${await fleetId(world, 'cold-chain-eu')}/devices`)
  await screen.findByRole('table', { name: 'Devices of this fleet' })
  const again = [...counts].filter(([name, { updates }]) => updates > 0 && !OF_ROUTER.has(name))
  expect(again).toEqual([])
  expect(commits()).toBeLessThanOrEqual(3)
  const rows = counts.get('DeviceRow')?.mounts ?? 0
  expect(rows).toBeGreaterThan(10)
  // Fifty times, each of them costs as much as its elements.
  const inRows = [...counts].filter(([, { mounts }]) => mounts >= rows)
  const perRow = inRows.reduce((sum, [, { mounts }]) => sum + Math.floor(mounts / rows), 0)
  expect(perRow, inRows.map(([name]) => name).join(', ')).toBeLessThanOrEqual(16)
})
