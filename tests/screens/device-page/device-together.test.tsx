import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import {
  multiDeviceLogsText,
  multiDeviceText,
  runText,
} from '../../../src/messages/device-page/multi-device.ts'
import { address, findHeading } from '../open-app.tsx'
import { fleetId, openWorld } from '../open-world.tsx'
import { captureSavedFiles } from '../saved-files.ts'
import { socketsOf, type TerminalLine } from './terminal-line.ts'

const line = vi.hoisted((): TerminalLine => ({ world: undefined, opened: [], sent: [] }))
vi.mock('socket.io-client', async (original) => ({
  ...(await original<typeof import('socket.io-client')>()),
  io: (...args: Parameters<ReturnType<typeof socketsOf>>) => socketsOf(line)(...args),
}))

// Only visible lines are rendered, and jsdom has no sizes without this.
beforeEach(() => {
  Object.assign(line, { world: undefined, opened: [], sent: [] })
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(20)
})
afterEach(() => vi.restoreAllMocks())

interface Found {
  id: number
  uuid: string
  name: string
}

async function devices(world: TestCloud, condition: string, count: number): Promise<Found[]> {
  const rows = await world.rows(
    `/v7/device?$select=id,uuid,device_name&$filter=${condition}&$orderby=device_name asc&$top=${count}`,
    'ada',
  )
  return rows.map(({ id, uuid, device_name }) => ({
    id: Number(id),
    uuid: String(uuid),
    name: String(device_name),
  }))
}

const steady = "belongs_to__application/app_name eq 'cold-chain-eu' and overall_status eq 'operational'"
const offline = 'is_connected_to_vpn eq false and is_frozen eq false'

/** Opens a page for several devices, with the terminals of its world. */
async function openTogether(
  page: 'logs' | 'run',
  wanted: readonly [condition: string, count: number][],
  options: Parameters<typeof openWorld>[1] = {},
) {
  const found: Found[] = []
  const opened = await openWorld(async (world) => {
    for (const [condition, count] of wanted) found.push(...(await devices(world, condition, count)))
    return `/devices/${page}?uuids=${found.map(({ uuid }) => uuid).join(',')}`
  }, options)
  line.world = opened.world
  return { ...opened, found }
}

test('the logs of two devices are side by side, each with its own stream', async () => {
  const { asked, found } = await openTogether('logs', [[steady, 2]])
  await findHeading('Logs side by side')
  for (const { name, uuid } of found) {
    const panel = within(await screen.findByRole('region', { name }))
    await waitFor(() =>
      expect(panel.getByRole('log').textContent).toMatch(/sensor-hub|uplink|dashboard|watchdog/),
    )
    expect(asked.some(({ url }) => url.startsWith(`/device/v2/${uuid}/logs?count=100&stream=1`))).toBe(true)
    expect(panel.getByRole('link', { name }).getAttribute('href')).toBe(`/devices/${uuid}`)
    expect(panel.queryByRole('button', { name: 'Expand logs' })).toBeNull()
  }
})

test('a device is removed from the comparison and added again by name; the URL follows', async () => {
  const { found } = await openTogether('logs', [[steady, 2]])
  const [first, second] = found
  if (!first || !second) throw new Error('Two devices are needed')
  await screen.findByRole('region', { name: second.name })
  await userEvent.click(screen.getByRole('button', { name: `Remove ${second.name}` }))
  await waitFor(() => expect(screen.queryByRole('region', { name: second.name })).toBeNull())
  expect(decodeURIComponent(address())).toBe(`/devices/logs?uuids=${first.uuid}`)
  expect(await findHeading(multiDeviceLogsText.title)).toHaveFocus()

  await userEvent.click(screen.getByRole('button', { name: 'Add device' }))
  const dialog = within(await screen.findByRole('dialog'))
  const search = await dialog.findByRole('searchbox', { name: multiDeviceText.search })
  await waitFor(() => expect(search).toHaveFocus())
  await userEvent.type(search, second.name)
  await userEvent.click(await dialog.findByRole('button', { name: new RegExp(`^${second.name}`) }))
  await screen.findByRole('region', { name: second.name })
  expect(decodeURIComponent(address())).toBe(`/devices/logs?uuids=${first.uuid},${second.uuid}`)
})

test('at most four logs are side by side, and a missing device is shown as unknown', async () => {
  await openTogether('logs', [[steady, 4]])
  const add = await screen.findByRole('button', { name: 'Add device' })
  expect(add.getAttribute('aria-disabled')).toBe('true')
})

test('an unknown device has a placeholder', async () => {
  await openWorld(`/devices/logs?uuids=${'0'.repeat(32)}`)
  expect(await screen.findByText('Unknown device')).toBeVisible()
})

const rowOf = async (name: string) => {
  const link = await screen.findByRole('link', { name })
  const row = link.closest('tr')
  if (row === null) throw new Error(`No row of ${name}`)
  return within(row)
}

async function runCommand(text: string) {
  await userEvent.type(await screen.findByRole('textbox', { name: 'Command' }), text)
  await userEvent.click(screen.getByRole('button', { name: /^Run on / }))
}

test('one command runs on several hosts; each row has its output, code and duration, and offline ones show the reason', async () => {
  const { found, asked } = await openTogether('run', [
    [steady, 2],
    [offline, 1],
  ])
  const [first, second, away] = found
  if (!first || !second || !away) throw new Error('Three devices are needed')
  expect((await rowOf(first.name)).getByText('Ready')).toBeVisible()
  expect((await rowOf(away.name)).getByText(/^Skipped: VPN is not connected/)).toBeVisible()
  await runCommand('echo "not closed')
  expect(await screen.findByText('Succeeded on 0 of 3 devices')).toBeVisible()
  await userEvent.clear(screen.getByRole('textbox', { name: 'Command' }))
  await runCommand('uname; true')
  expect(await screen.findByText('Succeeded on 2 of 3 devices')).toBeVisible()
  for (const { name, uuid } of [first, second]) {
    const row = await rowOf(name)
    expect(row.getByText('Done')).toBeVisible()
    expect(row.getByRole('region', { name: `Output of ${name}` }).textContent).toBe('Linux')
    expect(row.getByRole('cell', { name: '0' })).toBeVisible()
    expect(asked.some(({ url }) => url === `/access/v1/hostos/${uuid}`)).toBe(true)
  }
  expect(asked.some(({ url }) => url === `/access/v1/hostos/${away.uuid}`)).toBe(false)
})

test('a failed command in a service keeps its output and code, and is saved as text and as a table', async () => {
  const saved = captureSavedFiles()
  const { found } = await openTogether('run', [[steady, 1]])
  const name = found[0]?.name ?? ''
  await rowOf(name)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Where' }), 'uplink')
  await runCommand('no-such-command')
  expect(await screen.findByText('Failed: Exit code 127')).toBeVisible()
  expect((await rowOf(name)).getByRole('region').textContent).toContain('not found')

  await userEvent.click(screen.getByRole('button', { name: 'Save as text' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save as CSV' }))
  expect(saved.map((file) => file.name)).toEqual([
    expect.stringMatching(/^command-\d{8}-\d{6}\.txt$/),
    expect.stringMatching(/^command-\d{8}-\d{6}\.csv$/),
  ])
  expect(await saved[0]?.blob.text()).toContain('$ no-such-command\nuplink, ')
  expect(await saved[1]?.blob.text()).toContain(`${name},${found[0]?.uuid},Failed: Exit code 127,127,`)
})

test('a running command is cancelled', async () => {
  const { found } = await openTogether('run', [[steady, 2]])
  await rowOf(found[0]?.name ?? '')
  await runCommand('sleep 600')
  await userEvent.click(await screen.findByRole('button', { name: `Cancel on ${found[0]?.name}` }))
  expect(await screen.findByText('1 of 2 devices finished')).toBeVisible()
  // An incomplete output is not saved.
  expect(screen.queryByRole('button', { name: 'Save as text' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('Succeeded on 0 of 2 devices')).toBeVisible()
  expect(screen.getAllByText('Cancelled')).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Save as text' })).toBeVisible()
})

test('users without host access start with a service', async () => {
  const { found } = await openTogether('run', [[steady, 1]], { as: 'sol' })
  const row = await rowOf(found[0]?.name ?? '')
  const where = screen.getByRole('combobox', { name: runText.target })
  await waitFor(() => expect(where).toHaveValue('service:dashboard'))
  expect(row.queryByText(/^Skipped/)).toBeNull()
  await runCommand('no-such-command')
  expect(await screen.findByText('Failed: Exit code 127')).toBeVisible()
})

test('users with host access start with the host', async () => {
  const { found } = await openTogether('run', [[steady, 1]], { as: 'omar' })
  await rowOf(found[0]?.name ?? '')
  expect(screen.getByRole('combobox', { name: runText.target })).toHaveValue('host')
})

test('users without host access see the reason, and nothing is opened', async () => {
  const { found, asked } = await openTogether('run', [[steady, 1]], { as: 'sol' })
  await rowOf(found[0]?.name ?? '')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: runText.target }), runText.host)
  expect((await rowOf(found[0]?.name ?? '')).getByText(/^Skipped: Your role/)).toBeVisible()
  await userEvent.type(screen.getByRole('textbox', { name: 'Command' }), 'uname{Enter}')
  const run = screen.getByRole('button', { name: 'Run on 0 devices' })
  expect(run.getAttribute('aria-disabled')).toBe('true')
  expect(line.opened).toEqual([])
  expect(asked.some(({ url }) => url.startsWith('/access/'))).toBe(false)
})

test('from a filtered list, a device page navigates to the next device of that list, and back to the list', async () => {
  await openWorld(
    async (world) => `/fleets/${await fleetId(world, 'bench-lab')}/devices?sort=device_name:desc`,
  )
  const table = within(await screen.findByRole('table'))
  const names = table
    .getAllByRole('link')
    .map(({ textContent }) => String(textContent))
    .slice(0, 3)
  const [first = '', second = ''] = names
  await userEvent.click(table.getByRole('link', { name: first }))
  await findHeading(first)
  expect(await screen.findByText(/^1 of \d+$/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Previous device' }).getAttribute('aria-disabled')).toBe('true')
  await userEvent.keyboard('j')
  await findHeading(second)
  expect(screen.getByText(/^2 of \d+$/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: `Previous device: ${first}` }))
  await findHeading(first)
  await userEvent.click(screen.getByRole('link', { name: 'Back to the list' }))
  await screen.findByRole('table')
  expect(decodeURIComponent(address())).toMatch(/\/devices\?sort=device_name:desc$/)
})

test('the selection of a list opens the logs and the command page of the selected devices', async () => {
  await openWorld(async (world) => `/fleets/${await fleetId(world, 'bench-lab')}/devices`)
  const boxes = (await screen.findAllByRole('checkbox', { name: /^Select (?!all)/ })).slice(0, 2)
  for (const box of boxes) await userEvent.click(box)
  const bar = within(await screen.findByRole('group', { name: 'Actions on the selected devices' }))
  await userEvent.click(bar.getByRole('button', { name: 'Run a command' }))
  await findHeading('Run a command')
  expect(address()).toMatch(/^\/devices\/run\?uuids=[0-9a-f]{32}(,|%2C)[0-9a-f]{32}$/)
})
