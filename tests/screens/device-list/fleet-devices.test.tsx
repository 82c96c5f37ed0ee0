import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { address, findHeading, refuse } from '../open-app.tsx'
import { findRow, fleetId, readable } from '../open-world.tsx'
import {
  findTable,
  isListRead,
  loadParts,
  openDevices,
  pathOf,
  rows,
  searchField,
  shownNames,
} from './device-list-screens.ts'

loadParts()

test('a boolean column shows yes or no for each device', async () => {
  const { world } = await openDevices('kiosk-lobby', '?columns=device_name,is_web_accessible')
  await findTable()
  const devices = await world.rows(
    `/v7/device?$select=device_name,is_web_accessible&$filter=belongs_to__application/app_name eq 'kiosk-lobby'`,
    'ada',
  )
  const isOn = new Map(devices.map((row) => [row['device_name'], row['is_web_accessible'] === true]))
  const shown = rows().map((row) => {
    const name = within(row).getAllByRole('link')[0]?.textContent ?? ''
    return [name, within(row).queryByText('Yes') !== null, within(row).queryByText('No') !== null]
  })
  expect(shown).toHaveLength(isOn.size)
  for (const [name, yes, no] of shown) expect([yes, no]).toEqual([isOn.get(name), !isOn.get(name)])
})

test('the devices tab shows the devices of the fleet in a table [DEVLIST-001, DEVLIST-009]', async () => {
  const { world, asked } = await openDevices('kiosk-lobby')
  await findHeading('Devices')
  await findTable()
  await waitFor(() => expect(document.title).toBe('Devices · kiosk-lobby · Flotilla'))
  expect(rows()).toHaveLength(14)
  expect(screen.getByText('1 – 14 of 14')).toBeVisible()
  const ofFleet = `belongs_to__application eq ${await fleetId(world, 'kiosk-lobby')}`
  const lists = asked.map(({ url }) => readable(url)).filter(isListRead)
  expect(lists.length).toBeGreaterThan(0)
  expect(lists.filter((url) => !url.includes(ofFleet))).toEqual([])
  const away = await screen.findByText('Disconnected', { selector: 'td *, td' })
  expect(within(away.closest('tr') as HTMLElement).getByText(/ago$/)).toBeVisible()
})

test('each status, heartbeat, connection and update state has its own text [DEV-024, DEV-025, DEV-026, DEV-027]', async () => {
  const expected: Record<string, [unknown, string][]> = {
    overall_status: [
      ['operational', 'Operational'],
      ['updating', 'Updating'],
      ['configuring', 'Configuring'],
      ['post-provisioning', 'Post-provisioning'],
      ['reduced-functionality', 'Reduced functionality'],
      ['disconnected', 'Disconnected'],
      ['inactive', 'Inactive'],
    ],
    is_connected_to_vpn: [
      [true, 'Connected'],
      [false, 'Disconnected'],
    ],
    api_heartbeat_state: [
      ['online', 'Online'],
      ['offline', 'Offline'],
      ['timeout', 'Timeout'],
      ['unknown', 'Unknown'],
    ],
    update_status: [
      ['downloading', 'downloading'],
      ['rejected', 'rejected'],
      ['downloaded', 'downloaded'],
      ['applying changes', 'applying changes'],
      ['aborted', 'aborted'],
      ['done', 'done'],
      [null, '–'],
    ],
  }
  const fields = Object.keys(expected)
  const nth = (field: string, at: number) => expected[field]?.at(at % (expected[field]?.length ?? 1))
  await openDevices('kiosk-lobby', `?columns=device_name,${fields.join(',')}`, {
    change: (url, devices) =>
      isListRead(url.slice(url.indexOf('/v7/')))
        ? devices.map((device, at) => ({
            ...device,
            overall_progress: null,
            ...Object.fromEntries(fields.map((field) => [field, nth(field, at)?.[0]])),
          }))
        : devices,
  })
  await findTable()
  const shown = rows()
    .slice(0, 7)
    .map((row) => [...row.querySelectorAll('td')].slice(-fields.length).map(({ textContent }) => textContent))
  expect(shown).toEqual(shown.map((_, at) => fields.map((field) => nth(field, at)?.[1])))
})

test('the list is polled every 60 s while nothing is changing [DEVLIST-005]', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
  const { newRequests } = await openDevices('kiosk-lobby')
  await findTable()
  const reads = () => newRequests().filter((line) => isListRead(line.replace('GET ', ''))).length
  reads()
  await act(() => vi.advanceTimersByTimeAsync(57_000))
  expect(reads()).toBe(0)
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(reads()).toBe(1)
})

test('devices beyond the allowance of the free plan are frozen, and the list shows which [DEVLIST-020]', async () => {
  await openDevices('tide-buoys', '', { scenario: 'free-plan-over' })
  await findTable()
  expect(rows()).toHaveLength(14)
  expect(rows().filter((row) => within(row).queryByText('Frozen') !== null)).toHaveLength(4)
})

test('a page has 50 devices, and further ones are loaded on demand [CONST-001]', async () => {
  const { asked } = await openDevices('cold-chain-eu', '', { scenario: 'release-day' })
  await findTable()
  await waitFor(() => expect(rows()).toHaveLength(50))
  const [first] = shownNames()
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('51 – 100 of 1,204')).toBeVisible()
  await waitFor(() => expect(shownNames()).not.toContain(first))
  await waitFor(() => expect(address()).toMatch(/\?page=2$/))
  expect(
    asked.filter(({ url }) => isListRead(url)).every(({ url }) => readable(url).includes('$top=50')),
  ).toBe(true)
})

test('the platform sorts, and the URL contains the order', async () => {
  const { asked } = await openDevices('kiosk-lobby')
  await findTable()
  const ascending = shownNames()
  await userEvent.click(screen.getByRole('button', { name: 'Name' }))
  await waitFor(() => expect(shownNames()).toEqual(ascending.toReversed()))
  await waitFor(() => expect(address()).toMatch(/\?sort=device_name%3Adesc$/))
  expect(asked.some(({ url }) => readable(url).includes('$orderby=device_name desc'))).toBe(true)
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending')
})

test('devices are found by part of their name, by tag and by the start of their UUID', async () => {
  await openDevices('cold-chain-eu')
  await findTable()
  const row = await findRow(shownNames()[7] ?? '')
  const uuid = row.getAllByRole('link')[0]?.getAttribute('href')?.replace('/devices/', '') ?? ''
  const search = searchField()

  await userEvent.type(search, uuid.slice(0, 9))
  await waitFor(() => expect(rows()).toHaveLength(1))

  await userEvent.clear(search)
  await userEvent.type(search, 'D1')
  await waitFor(() => expect(rows().length).toBeGreaterThan(1))
  await waitFor(() => expect(rows().length).toBeLessThan(48))
  await waitFor(() => expect(address()).toMatch(/\?q=D1$/))
})

test('devices are counted by status; a status filters the list, and a second click clears the filter [DEVLIST-007]', async () => {
  const { asked } = await openDevices('kiosk-lobby')
  const legend = await screen.findByRole('list', { name: 'Filter by status' })
  expect(within(legend).getByRole('link', { name: /^Disconnected/ })).toHaveTextContent('1')
  expect(within(legend).getByRole('link', { name: /^Operational/ })).toHaveTextContent('13')
  const counted = asked.flatMap(({ url }) => /overall_status eq '([a-z-]+)'/.exec(readable(url))?.[1] ?? [])
  expect(counted).toEqual([
    'operational',
    'updating',
    'configuring',
    'post-provisioning',
    'reduced-functionality',
    'disconnected',
    'inactive',
  ])
  await userEvent.click(within(legend).getByRole('link', { name: /^Disconnected/ }))
  await waitFor(() => expect(rows()).toHaveLength(1))
  await waitFor(() => expect(address()).toMatch(/\?status=disconnected$/))
  const chosen = within(legend).getByRole('link', { name: /^Disconnected/ })
  expect(chosen.getAttribute('aria-current')).toBe('true')
  await userEvent.click(chosen)
  await waitFor(() => expect(rows()).toHaveLength(14))
})

test('an empty filtered list offers to clear the filters', async () => {
  await openDevices('kiosk-lobby', '?q=nobody&status=updating')
  expect(await screen.findByText('No devices match these filters')).toBeVisible()
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0])
  await waitFor(() => expect(rows()).toHaveLength(14))
  await waitFor(() => expect(address()).toMatch(/\/devices$/))
})

test('a table that fails to load shows the error inside its fleet, with a retry', async () => {
  let broken = true
  await openDevices('kiosk-lobby', '', {
    answer: (request) => (broken && isListRead(pathOf(request)) ? refuse(500) : undefined),
  })
  expect(await screen.findByText('The devices could not be loaded')).toBeVisible()
  expect(screen.getByRole('navigation', { name: 'Fleet sections' })).toBeVisible()
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await findTable()
  expect(rows()).toHaveLength(14)
})

test('a fleet without devices explains the list, and offers to add one', async () => {
  await openDevices('depot-pilot')
  expect(await screen.findByText(/Add a device, or start one from an OS image/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Add device' }))
  expect(await screen.findByRole('dialog', { name: 'Add a device to depot-pilot' })).toBeVisible()
})

test('users who may not add a device see a disabled button', async () => {
  await openDevices('kiosk-lobby', '', { as: 'olive' })
  await findTable()
  const add = await screen.findByRole('button', { name: 'Add device' })
  expect(add.getAttribute('aria-disabled')).toBe('true')
})

test('a page beyond the last one redirects to the first', async () => {
  await openDevices('kiosk-lobby', '?page=9')
  await userEvent.click(await screen.findByRole('button', { name: 'Go to the first page' }))
  await findTable()
  expect(rows()).toHaveLength(14)
})

test('the last rows stay while a refresh fails, with their age and Retry', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
  let broken = false
  await openDevices('kiosk-lobby', '', {
    answer: (request) => (broken && isListRead(pathOf(request)) ? refuse(500) : undefined),
  })
  await findTable()
  broken = true
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(await screen.findByText(/^Could not refresh\. The data shown is from/)).toBeVisible()
  expect(rows()).toHaveLength(14)
  broken = false
  screen.getByRole('button', { name: 'Retry' }).click()
  await waitFor(() => expect(screen.queryByText(/^Could not refresh/)).toBeNull())
})
