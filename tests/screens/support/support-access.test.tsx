import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { fleetId, openWorld } from '../open-world.tsx'
import { aDeviceOf, reasonOf } from '../variables/variable-screens.ts'

// The page uses the real clock; the grants of the worlds use simulated time.
const at = (moment: string) => ({
  change: (_url: string, rows: Record<string, unknown>[]) => rows.map((row) => withGrants(row, moment)),
})

/** Sets the end of all support grants in the row and its expanded rows. */
function withGrants(row: Record<string, unknown>, moment: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (name === 'is_accessible_by_support_until__date') return [name, value === null ? null : moment]
      if (name !== 'belongs_to__application' || !Array.isArray(value)) return [name, value]
      return [name, value.map((inner: Record<string, unknown>) => withGrants(inner, moment))]
    }),
  )
}
const FUTURE = at('2999-01-01T00:00:00.000Z')
const PAST = at('2001-01-01T00:00:00.000Z')

const ASKS = /Ask the owner to grant support access/
const TELLS = /^Support staff have access until /

const fleet =
  (name: string, list = 'fleets') =>
  async (world: TestCloud) =>
    `/${list}/${await fleetId(world, name)}`
const device = (name: string) => async (world: TestCloud) => `/devices/${(await aDeviceOf(world, name)).uuid}`

async function letInDevice(world: TestCloud): Promise<string> {
  const [row] = await world.rows(
    "/v7/device?$select=uuid&$filter=belongs_to__application/app_name eq 'harbor-cams' and is_accessible_by_support_until__date ne null",
    'ada',
  )
  return `/devices/${String(row?.['uuid'])}`
}

test.each([
  ['a fleet', fleet('harbor-cams')],
  ['a fleet whose grant has ended', fleet('kiosk-lobby')],
  ['an app', fleet('label-printer', 'apps')],
  ['a block', fleet('edge-metrics', 'blocks')],
  ['a device', device('kiosk-lobby')],
] as const)(
  'a platform admin who opens %s without support access is told to ask for it [PERM-020]',
  async (_what, path) => {
    await openWorld(path, { as: 'pat', scenario: 'support-access', ...PAST })
    expect(await screen.findByText(ASKS)).toBeVisible()
    expect(screen.queryByText(TELLS)).toBeNull()
  },
)

test.each([
  ['the owner of a fleet', 'ada', fleet('cold-chain-eu')],
  ['a platform admin at a fleet', 'pat', fleet('cold-chain-eu')],
  ['a support agent at a device of a fleet', 'sue', device('cold-chain-eu')],
  ['a support agent at a device', 'sue', letInDevice],
] as const)('%s sees until when support has access [PERM-096]', async (_who, as, path) => {
  await openWorld(path, { as, scenario: 'support-access', ...FUTURE })
  expect(await screen.findByText(TELLS)).toBeVisible()
  expect(screen.queryByText(ASKS)).toBeNull()
})

test.each([
  ['a fleet', device('cold-chain-eu')],
  ['a device alone, whose fleet is hidden', letInDevice],
] as const)(
  'a support agent with access to %s diagnoses a device and enters its host [PERM-035]',
  async (_what, path) => {
    await openWorld(path, { as: 'sue', scenario: 'support-access', ...FUTURE })
    const tabs = within(await screen.findByRole('navigation', { name: 'Device sections' }))
    expect(await tabs.findByRole('link', { name: 'Diagnostics' })).toBeVisible()
    const terminal = within(await screen.findByRole('region', { name: 'Terminal' }))
    await userEvent.click(terminal.getByRole('button', { name: 'Terminal', expanded: false }))
    const target = await terminal.findByRole('combobox', { name: 'Target' })
    await userEvent.selectOptions(target, 'Host OS')
    const start = terminal.getByRole('button', { name: 'Start session' })
    await waitFor(() => expect(reasonOf(start) ?? '').not.toMatch(/Choose a target|Checking/))
    expect(reasonOf(start) ?? '').not.toContain('does not allow this')
    await userEvent.click(tabs.getByRole('link', { name: 'Diagnostics' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Device health checks' })).toBeVisible()
  },
)

test('a quarter of an hour before support access ends, everybody who sees it is warned', async () => {
  const soon = new Date(Date.now() + 14 * 60_000).toISOString()
  await openWorld(fleet('cold-chain-eu'), { as: 'sue', scenario: 'support-access', ...at(soon) })
  const warning = await screen.findByText(
    /^Support staff have access until .*, less than 15 minutes from now/,
  )
  expect(warning.closest('[role="status"]')?.getAttribute('data-tone')).toBe('warn')
  expect(screen.getAllByText(TELLS)).toEqual([warning])
})

test('members of a fleet are not asked for support access [PERM-020]', async () => {
  await openWorld(fleet('harbor-cams'), { as: 'olive', scenario: 'support-access' })
  await screen.findByRole('navigation', { name: 'Fleet sections' })
  expect(screen.queryByText(ASKS)).toBeNull()
  expect(screen.queryByText(TELLS)).toBeNull()
})
