import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { address, findHeading, refuse } from './open-app.tsx'
import { fleetId, findRow, openWorld, readable, type OpenWorldOptions } from './open-world.tsx'

const openDevices = (fleet: string, search = '', options: OpenWorldOptions = {}) =>
  openWorld(async (world) => `/fleets/${await fleetId(world, fleet)}/devices${search}`, options)

const findTable = () => screen.findByRole('table', { name: 'Devices of this fleet' })
const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)
const shownNames = () => rows().map((row) => within(row).getAllByRole('link')[0]?.textContent ?? '')
const selected = () =>
  screen.getByRole('group', { name: 'Actions on the selected devices' }).previousSibling?.textContent
const pathOf = ({ url }: Request) => url.slice(new URL(url).origin.length)
const isListRead = (url: string) => readable(url).startsWith('/v7/device?') && url.includes('$top=')

test('the devices tab shows the devices of the fleet in a table [DEVLIST-001]', async () => {
  await openDevices('kiosk-lobby')
  await findHeading('Devices')
  await findTable()
  expect(document.title).toBe('Devices · kiosk-lobby · Flotilla')
  expect(rows()).toHaveLength(14)
  expect(screen.getByText('1 – 14 of 14')).toBeDefined()
  const away = await screen.findByText('Disconnected', { selector: 'td *, td' })
  expect(within(away.closest('tr') as HTMLElement).getByText(/ago$/)).toBeDefined()
})

test('a page holds 50 devices, the next ones are asked for when they are wanted', async () => {
  const { asked } = await openDevices('cold-chain-eu', '', { scenario: 'release-day' })
  await findTable()
  expect(rows()).toHaveLength(50)
  const [first] = shownNames()
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(screen.getByText('51 – 100 of 1,204')).toBeDefined())
  expect(address()).toMatch(/\?page=2$/)
  expect(shownNames()).not.toContain(first)
  expect(
    asked.filter(({ url }) => isListRead(url)).every(({ url }) => readable(url).includes('$top=50')),
  ).toBe(true)
})

test('the platform sorts, and the address says by what', async () => {
  const { asked } = await openDevices('kiosk-lobby')
  await findTable()
  const ascending = shownNames()
  await userEvent.click(screen.getByRole('button', { name: 'Name' }))
  await waitFor(() => expect(shownNames()).toEqual(ascending.toReversed()))
  expect(address()).toMatch(/\?sort=device_name%3Adesc$/)
  expect(asked.some(({ url }) => readable(url).includes('$orderby=device_name desc'))).toBe(true)
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending')
})

test('devices are found by part of their name, by tag and by the beginning of their UUID', async () => {
  await openDevices('cold-chain-eu')
  await findTable()
  const row = await findRow(shownNames()[7] ?? '')
  const uuid = row.getAllByRole('link')[0]?.getAttribute('href')?.replace('/devices/', '') ?? ''
  const search = screen.getByRole('searchbox')

  await userEvent.type(search, uuid.slice(0, 9))
  await waitFor(() => expect(rows()).toHaveLength(1))

  await userEvent.clear(search)
  await userEvent.type(search, 'D1')
  await waitFor(() => expect(rows().length).toBeGreaterThan(1))
  await waitFor(() => expect(rows().length).toBeLessThan(48))
  expect(address()).toMatch(/\?q=D1$/)
})

test('a status of the breakdown narrows the list to it, and a second press widens it', async () => {
  await openDevices('kiosk-lobby')
  const legend = await screen.findByRole('list', { name: 'Filter by status' })
  await userEvent.click(within(legend).getByRole('link', { name: /^Disconnected/ }))
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(address()).toMatch(/\?status=disconnected$/)
  const chosen = within(legend).getByRole('link', { name: /^Disconnected/ })
  expect(chosen.getAttribute('aria-current')).toBe('true')
  await userEvent.click(chosen)
  await waitFor(() => expect(rows()).toHaveLength(14))
})

test('a list filtered down to nothing says so and offers to clear the filters', async () => {
  await openDevices('kiosk-lobby', '?q=nobody&status=updating')
  expect(await screen.findByText('No device matches these filters')).toBeDefined()
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0])
  await waitFor(() => expect(rows()).toHaveLength(14))
  expect(address()).toMatch(/\/devices$/)
})

test('a table that cannot be loaded says so inside its fleet and can be tried again', async () => {
  let broken = true
  await openDevices('kiosk-lobby', '', {
    answer: (request) => (broken && isListRead(pathOf(request)) ? refuse(500) : undefined),
  })
  expect(await screen.findByText('The devices could not be loaded')).toBeDefined()
  expect(screen.getByRole('navigation', { name: 'Parts of the fleet' })).toBeDefined()
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await findTable()
  expect(rows()).toHaveLength(14)
})

test('a fleet without devices says what goes here', async () => {
  await openDevices('depot-pilot')
  expect(await screen.findByText(/A device joins when it starts from an OS image/)).toBeDefined()
})

test('a page beyond the last leads back to the first', async () => {
  await openDevices('kiosk-lobby', '?page=9')
  await userEvent.click(await screen.findByRole('button', { name: 'Go to the first page' }))
  await findTable()
  expect(rows()).toHaveLength(14)
})

test('columns are chosen and remembered', async () => {
  await openDevices('kiosk-lobby')
  await findTable()
  expect(screen.queryByRole('columnheader', { name: 'IP address' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: /^IP address/ }))
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: /^Tags/ }))
  expect(await screen.findByRole('columnheader', { name: 'IP address', hidden: true })).toBeDefined()
  expect(screen.queryByRole('columnheader', { name: 'Tags', hidden: true })).toBeNull()
  const kept = Object.entries(localStorage).find(([key]) => key.endsWith('device-columns'))
  expect(kept?.[0]).toContain('flotilla:live:')
  expect(kept?.[1]).toContain('ip_address')
})

test('rows are selected one by one, as a range, by page and all that match', async () => {
  await openDevices('cold-chain-eu', '', { scenario: 'release-day' })
  await findTable()
  const user = userEvent.setup()
  const boxes = () => within(screen.getByRole('table')).getAllByRole('checkbox')
  await user.click(boxes()[2])
  await user.keyboard('{Shift>}')
  await user.click(boxes()[5])
  await user.keyboard('{/Shift}')
  expect(selected()).toBe('4 selected')

  await user.click(boxes()[0])
  expect(selected()).toBe('50 selected')
  await user.click(screen.getByRole('button', { name: 'Select all 1,204' }))
  expect(selected()).toBe('1,204 selected')
  await user.click(boxes()[1])
  expect(selected()).toBe('1,203 selected')
  await user.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(screen.queryByText(/selected$/)).toBeNull()
})

test('Space selects the row of a focused device, arrows move to the next', async () => {
  await openDevices('kiosk-lobby')
  await findTable()
  const user = userEvent.setup()
  within(rows()[0]).getAllByRole('link')[0]?.focus()
  await user.keyboard(' {ArrowDown}')
  expect(selected()).toBe('1 selected')
  expect(document.activeElement?.textContent).toBe(shownNames()[1])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toMatch(/^\/devices\/[0-9a-f]{32}$/))
})

test('selected devices are read as they are now and restarted, those offline are left out and told [DEVLIST-008]', async () => {
  const { asked } = await openDevices('kiosk-lobby')
  await findTable()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
  await userEvent.click(screen.getByRole('button', { name: 'Restart' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Restart 14 devices?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Restart' }))
  expect(await dialog.findByText('Restarted 13 devices')).toBeDefined()
  expect(dialog.getByText('1 device skipped: Device must be online')).toBeDefined()
  expect(
    within(dialog.getByRole('list', { name: 'Results by device' })).getAllByRole('listitem'),
  ).toHaveLength(14)
  expect(
    asked.filter(({ method, url }) => method === 'POST' && url === '/supervisor/v1/restart'),
  ).toHaveLength(13)
  expect(asked.some(({ url }) => readable(url).includes('$filter=id in ('))).toBe(true)
})

test('a restart that fails for some tells the number and the first error, and only those are tried again', async () => {
  let refusals = 2
  const { asked } = await openDevices('harbor-cams', '', {
    answer: (request) =>
      request.url.endsWith('/supervisor/v1/restart') && refusals-- > 0
        ? Response.json({ Data: '', Error: 'Updates are locked' }, { status: 423 })
        : undefined,
  })
  await findTable()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
  await userEvent.click(screen.getByRole('button', { name: 'Restart' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Restart' }))
  expect(
    await dialog.findByText('The operation failed for 2 of the selected items with: Updates are locked'),
  ).toBeDefined()
  const before = asked.length
  await userEvent.click(dialog.getByRole('button', { name: 'Retry 2 failed' }))
  expect(await dialog.findByText('Restarted 18 devices')).toBeDefined()
  expect(asked.slice(before).filter(({ url }) => url === '/supervisor/v1/restart')).toHaveLength(2)
})

test('who may not restart devices learns why [PERM-059, PERM-043]', async () => {
  await openDevices('kiosk-lobby', '', { as: 'olive' })
  await findTable()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
  const restart = await screen.findByRole('button', { name: 'Restart', description: /Observer/ })
  expect(restart.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(restart)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the last good rows stay while a refresh fails, with their age and Retry', async () => {
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
  expect(await screen.findByText(/^Could not refresh\. This is how it was/)).toBeDefined()
  expect(rows()).toHaveLength(14)
  broken = false
  screen.getByRole('button', { name: 'Retry' }).click()
  await waitFor(() => expect(screen.queryByText(/^Could not refresh/)).toBeNull())
})
