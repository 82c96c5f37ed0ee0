import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { refuse } from '../open-app.tsx'
import { fleetId, openWorld, type OpenWorldOptions } from '../open-world.tsx'
import { reasonOf } from '../variables/variable-screens.ts'

const FLEET = 'cold-chain-eu'

beforeEach(() => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
})

const open = (options: OpenWorldOptions = {}, fleet = FLEET) =>
  openWorld(async (world) => `/fleets/${await fleetId(world, fleet)}/issues`, {
    as: 'omar',
    scenario: 'bad-release',
    ...options,
  })

const rowOf = async (name: string | RegExp) =>
  within(await screen.findByRole('row', { name: new RegExp(`^(Critical|Warning) ${String(name)}`) }))

const counted = async (world: TestCloud, filter: string) =>
  world.count(
    `/v7/device/$count?$filter=belongs_to__application eq ${await fleetId(world, FLEET)} and ${filter}`,
    'ada',
  )

test('each issue shows its severity, the number of devices, its start and the remedy; the most severe first [OPS-040, OPS-041]', async () => {
  const { world } = await open()
  const table = await screen.findByRole('table', { name: 'Issues' })
  const rejected = await rowOf('Update rejected')
  const count = await counted(world, "update_status eq 'rejected'")
  expect(count).toBeGreaterThan(100)
  const link = rejected.getByRole('link', { name: `${count} devices: Update rejected` })
  expect(link).toHaveProperty('search', `?q=${encodeURIComponent('issue = update-rejected')}`)
  expect(rejected.getByText('Critical')).toBeVisible()
  expect(rejected.getByText(/^The devices do not meet a requirement of the release/)).toBeVisible()
  expect(rejected.getAllByText(/ago$/)).toHaveLength(2)
  const severities = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => (within(row).queryByText('Critical') ? 'critical' : 'warning'))
  expect(severities).toEqual(severities.toSorted())
})

test('the number of an issue links to exactly its devices [OPS-042]', async () => {
  const { world } = await open()
  await userEvent.click((await rowOf('Service keeps restarting')).getByRole('link'))
  const count = await counted(
    world,
    "overall_status ne 'inactive' and (is_online eq true or is_connected_to_vpn eq true) and image_install/any(i:i/status eq 'restarting')",
  )
  // The page of issues contains this text too, so the list is checked.
  expect(await screen.findByText(new RegExp(`of ${count}$`))).toBeVisible()
  expect(screen.getByText('Service keeps restarting')).toBeVisible()
})

test('a remedy is applied to all devices with the issue, after confirmation [OPS-043]', async () => {
  const { world } = await open({ as: 'devi' })
  const filter = "image_install/any(i:i/status eq 'restarting')"
  const [release] = await world.rows(
    `/v7/release?$select=id,raw_version&$filter=belongs_to__application eq ${await fleetId(world, FLEET)} and raw_version eq '4.11.0'`,
    'ada',
  )
  const count = await counted(world, `${filter} and is_pinned_on__release eq null`)
  expect(count).toBeGreaterThan(1)
  await userEvent.click(
    (await rowOf('Service keeps restarting')).getByRole('button', {
      name: 'Pin to a release: Service keeps restarting',
    }),
  )
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('radio', { name: /^4\.11\.0/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Pin' }))
  await waitFor(async () =>
    expect(await counted(world, `is_pinned_on__release eq ${Number(release?.['id'])}`)).toBe(count),
  )
})

test('users who may not act on devices see the issues and the reason [OPS-043]', async () => {
  await open({ as: 'olive' })
  const button = (await rowOf('Service keeps restarting')).getByRole('button', { name: /^Restart services/ })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveAccessibleDescription(/Observer/)
})

test('a fleet without issues lists what is checked, and a failed count can be retried [OPS-044]', async () => {
  await open({ as: 'ada', scenario: 'rollout-lands' }, 'depot-pilot')
  expect(await screen.findByText('No issues')).toBeVisible()
  let isAway = true
  await open({
    answer: ({ url }) => (isAway && url.includes('/v7/device/$count') ? refuse(500) : undefined),
  })
  // The read is repeated before it fails; 15 s later it would be tried again without a press.
  await vi.advanceTimersByTimeAsync(8_000)
  expect(await screen.findByText('The issues could not be loaded')).toBeVisible()
  isAway = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('table', { name: 'Issues' })).toBeVisible()
})

test('an issue of all its devices is acknowledged here too, stays counted, is listed, and is undone', async () => {
  const { world } = await open({ as: 'devi' }, 'cold-chain-eu')
  const tags = () => world.rows("/v7/device_tag?$filter=startswith(tag_key,'flotilla.')&$top=2000", 'ada')
  const name = 'Service keeps restarting'
  const count = await counted(world, "image_install/any(i:i/status eq 'restarting')")
  const button = (await rowOf(name)).getByRole('button', { name: `Acknowledge: ${name} (${count})` })
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'))
  await userEvent.click(button)
  const dialog = within(await screen.findByRole('dialog', { name: `Acknowledge: ${name}` }))
  await userEvent.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Fixed in 4.13.0')
  const confirm = dialog.getByRole('button', { name: 'Acknowledge' })
  await waitFor(() => expect(confirm).not.toHaveAttribute('aria-disabled', 'true'))
  await userEvent.click(confirm)
  const list = within(await screen.findByRole('list', { name: 'Acknowledged issues' }))
  expect(list.getByText('Fixed in 4.13.0')).toBeVisible()
  expect(await tags()).toHaveLength(count)
  const row = await rowOf(name)
  expect(row.getByText('Acknowledged')).toBeVisible()
  expect(row.getByRole('link', { name: `${count} devices: ${name}` })).toBeVisible()
  expect(row.queryByRole('button', { name: /^Acknowledge/ })).toBeNull()
  // Others have not been seen by anybody, and come first.
  const last = screen.getAllByRole('row').at(-1)
  expect(last).toHaveTextContent(name)

  await userEvent.click(list.getByRole('button', { name: /^Undo: / }))
  expect(await (await rowOf(name)).findByRole('button', { name: /^Acknowledge: / })).toBeVisible()
  await waitFor(async () => expect(await tags()).toEqual([]))
})

test('an acknowledgement of an issue that the device no longer has does not count', async () => {
  await openWorld(
    async (world) => {
      const fleet = await fleetId(world, FLEET)
      const [well] = await world.rows(
        `/v7/device?$select=id&$top=1&$filter=belongs_to__application eq ${fleet} and update_status eq 'done'`,
        'ada',
      )
      const value = JSON.stringify({ until: '2099-01-01T00:00:00Z', by: 'ada', reason: 'Known' })
      await world.request('/v7/device_tag', {
        as: 'ada',
        method: 'POST',
        body: { device: well?.id, tag_key: 'flotilla.acknowledged.update-rejected', value },
      })
      return `/fleets/${fleet}/devices/issues`
    },
    { as: 'omar', scenario: 'bad-release' },
  )
  expect(await screen.findByRole('list', { name: 'Acknowledged issues' })).toBeVisible()
  expect((await rowOf('Update rejected')).queryByText(/acknowledged$/)).toBeNull()
})

test('an issue that no device has any more when the dialog reads them is not acknowledged', async () => {
  const { asked } = await open({
    as: 'devi',
    change: (url, rows) => (url.includes('/v7/device?$select=id,uuid&') ? [] : rows),
  })
  const button = (await rowOf('Update rejected')).getByRole('button', { name: /^Acknowledge: / })
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'))
  await userEvent.click(button)
  const dialog = within(await screen.findByRole('dialog', { name: 'Acknowledge: Update rejected' }))
  await userEvent.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Known')
  const confirm = dialog.getByRole('button', { name: 'Acknowledge' })
  await waitFor(() => expect(reasonOf(confirm)).toMatch(/^No device has this issue any more/))
  await userEvent.click(confirm)
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([])
  expect(screen.queryByText(/^Acknowledged: /)).toBeNull()
})
