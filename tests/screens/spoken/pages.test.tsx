import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { formatPreferences } from '../../../src/lib/format-preferences.ts'
import { paths } from '../../../src/lib/paths.ts'
import { fleetId, openWorld } from '../open-world.tsx'
import { accessibilityTree } from './accessibility-tree.ts'

const usual = formatPreferences.get()
afterEach(() => formatPreferences.set(usual))

const START = Date.parse('2026-11-20T14:00Z')

const goTo = (path: string) =>
  act(() => {
    window.history.pushState(null, '', path)
    window.dispatchEvent(new PopStateEvent('popstate'))
  })

/** Parts that are loaded when they come into sight. */
beforeAll(async () => {
  await Promise.all([
    import('../../../src/features/fleets/FleetStrip.tsx'),
    import('../../../src/widgets/device/DeviceMatrix.tsx'),
    import('../../../src/widgets/fleet-history/FleetHistoryLine.tsx'),
  ])
})

/** Roles that say nothing without a name. */
const NAMED =
  /^\s*(button|link|textbox|searchbox|combobox|checkbox|radio|switch|slider|meter|img|table|region|dialog|heading)(?:$| [^"])/

const nameless = (tree: string): string[] => tree.split('\n').filter((line) => NAMED.test(line))

/** A heading that repeats the one before it, and a picture that repeats the numbers of a list beside it. */
function saidTwice(tree: string): string[] {
  const lines = tree.split('\n')
  const headings = lines.filter((line) => line.includes('heading "')).map((line) => line.trim())
  const items = new Set(
    lines.flatMap((line) => /(?:link|listitem) "([A-Z][a-z ]+ \d+)"/.exec(line)?.[1] ?? []),
  )
  return [
    ...headings.filter((heading, at) => at > 0 && heading === headings[at - 1]),
    ...lines.filter((line) => line.includes('img "') && [...items].some((item) => line.includes(item))),
  ]
}

/** What a screen reader gets is kept: each difference is read before `npx vitest run -u` accepts it. */
async function keep(name: string) {
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => {
    expect(document.querySelector('[aria-busy="true"]')).toBeNull()
    expect(document.querySelector('main')?.textContent.length).toBeGreaterThan(20)
    // The rows below those in sight are rendered later.
    expect(document.querySelector('tbody > tr[aria-hidden="true"]')).toBeNull()
  })
  const treeOf = () => accessibilityTree(document.querySelector('main') ?? document.body, 'region "Logs"')
  // Counts and lazily loaded parts arrive one after the other.
  let tree = ''
  await vi.waitFor(
    () => {
      const before = tree
      tree = treeOf()
      expect(tree).toBe(before)
    },
    { interval: 400, timeout: 30_000 },
  )
  expect(nameless(tree), `controls of ${name} without a name`).toEqual([])
  expect(saidTwice(tree), `what ${name} says twice`).toEqual([])
  await expect(tree).toMatchFileSnapshot(`pages/${name}.txt`)
}

test('what a screen reader gets of eleven main pages is what it got before', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  formatPreferences.set({ timeZone: 'UTC', hours: 24, region: 'en-GB' })
  const { world } = await openWorld('/fleets', { as: 'ada' })
  vi.setSystemTime(world.clock.now())
  // Its parts come after the numbers, which a busy machine reads late.
  await screen.findByRole('group', { name: 'All fleets at a glance' })
  await screen.findByRole('img', { name: /^Devices of tram-displays by status$/ })
  await keep('fleets')
  const fleet = await fleetId(world, 'cold-chain-eu')
  const [device] = await world.rows(
    `/v7/device?$select=uuid&$filter=belongs_to__application eq ${fleet}&$orderby=device_name asc&$top=1`,
    'ada',
  )
  const uuid = String(device?.uuid)
  const [acme] = await world.rows("/v7/organization?$select=id&$filter=handle eq 'acme_logistics'", 'ada')
  for (const [name, path] of [
    ['fleet', paths.fleet(fleet)],
    ['fleet-devices', paths.fleetDevices(fleet)],
    ['releases', paths.releases(fleet)],
    ['fleet-variables', paths.fleetVariables(fleet)],
    ['fleet-members', paths.applicationMembers(fleet)],
    ['fleet-rollouts', paths.fleetRollouts(fleet)],
    ['device', paths.device(uuid)],
    ['device-settings', paths.deviceSettings(uuid)],
    ['organization-members', paths.organizationMembers(Number(acme?.id))],
    ['preferences', paths.preferences('details')],
  ] as const) {
    const { title } = document
    goTo(path)
    await waitFor(() => expect(document.title).not.toBe(title))
    // Not another page, to which an address with a mistake leads.
    expect(window.location.pathname).toBe(path)
    await keep(name)
  }
})

test('what a screen reader gets of the sign-in page is what it got before', async () => {
  await openWorld('/login', { as: null })
  await keep('sign-in')
})
