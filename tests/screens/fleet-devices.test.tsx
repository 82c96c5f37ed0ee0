import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { address, findHeading, refuse } from './open-app.tsx'
import { fleetId, findRow, openWorld, readable, type OpenWorldOptions } from './open-world.tsx'

const openDevices = (fleet: string, search = '', options: OpenWorldOptions = {}) =>
  openWorld(async (world) => `/fleets/${await fleetId(world, fleet)}/devices${search}`, options)

const findTable = () => screen.findByRole('table', { name: 'Devices of this fleet' })
const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)
const shownNames = () => rows().map((row) => within(row).getAllByRole('link')[0]?.textContent ?? '')
// What is loaded when it is first needed takes its time on a busy machine.
beforeAll(async () => {
  await Promise.all([
    import('../../src/features/devices/SelectionActions.tsx'),
    import('../../src/features/devices/ColumnsDrawer.tsx'),
    import('../../src/features/devices/DeviceMap.tsx'),
  ])
}, 60_000)

/** The actions on a selection are loaded with the first one. */
const selected = async () =>
  (await screen.findByRole('group', { name: 'Actions on the selected devices' })).previousSibling?.textContent
const action = (name: string) => screen.findByRole('button', { name })
const searchField = () => screen.getByRole('combobox', { name: /^Search devices/ })
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
  const search = searchField()

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

test('a fleet without devices says what goes here, and leads to the first one', async () => {
  await openDevices('depot-pilot')
  expect(await screen.findByText(/A device joins when it starts from an OS image/)).toBeDefined()
  await userEvent.click(screen.getByRole('link', { name: 'Add device' }))
  expect(await screen.findByRole('dialog', { name: 'Add a device to depot-pilot' })).toBeDefined()
})

test('who may not add a device finds the button on the devices tab disabled', async () => {
  await openDevices('kiosk-lobby', '', { as: 'olive' })
  await findTable()
  const add = await screen.findByRole('button', { name: 'Add device' })
  expect(add.getAttribute('aria-disabled')).toBe('true')
})

test('a page beyond the last leads back to the first', async () => {
  await openDevices('kiosk-lobby', '?page=9')
  await userEvent.click(await screen.findByRole('button', { name: 'Go to the first page' }))
  await findTable()
  expect(rows()).toHaveLength(14)
})

test('columns are chosen, ordered by keys and remembered, and stand in the address [DEVLIST-004]', async () => {
  const { asked } = await openDevices('kiosk-lobby')
  await findTable()
  expect(screen.queryByRole('columnheader', { name: 'Notes' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Columns' }))
  await userEvent.click(drawer.getByRole('checkbox', { name: 'Notes' }))
  await userEvent.click(drawer.getByRole('checkbox', { name: 'Tags' }))
  await userEvent.click(await drawer.findByRole('button', { name: 'Move Notes up' }))
  await userEvent.keyboard('{Escape}')
  const headers = () =>
    screen.getAllByRole('columnheader', { hidden: true }).map(({ textContent }) => textContent)
  await waitFor(() => {
    expect(headers()).toContain('Notes')
    expect(headers()).not.toContain('Tags')
  })
  expect(headers().at(-1)).not.toBe('Notes')
  expect(asked.some(({ url }) => isListRead(url) && readable(url).includes(',note&'))).toBe(true)
  expect(decodeURIComponent(address())).toMatch(/columns=overall_status,device_name,.*note/)
  const kept = Object.entries(localStorage).find(([key]) => key.endsWith('device-table'))
  expect(kept?.[0]).toContain('flotilla:live:')
  expect(kept?.[1]).toContain('note')
})

test('a column is made wider by keys, and Alt with an arrow moves it', async () => {
  await openDevices('kiosk-lobby', '?columns=device_name:200,uuid')
  await findTable()
  const edge = screen.getByRole('separator', { name: 'Width of Name' })
  expect(edge.getAttribute('aria-valuenow')).toBe('200')
  edge.focus()
  await userEvent.keyboard('{ArrowRight}')
  await waitFor(() => expect(decodeURIComponent(address())).toContain('device_name:216'))
  screen.getByRole('button', { name: 'UUID' }).focus()
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  await waitFor(() => expect(decodeURIComponent(address())).toContain('columns=uuid,device_name:216'))
})

test('with Shift the platform sorts by several columns, and each header says its place', async () => {
  const { asked } = await openDevices('kiosk-lobby')
  await findTable()
  const user = userEvent.setup()
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('button', { name: 'Status' }))
  await user.keyboard('{/Shift}')
  await waitFor(() =>
    expect(decodeURIComponent(address())).toContain('sort=device_name:asc,overall_status:asc'),
  )
  expect(await screen.findByRole('button', { name: /^Status.*, 2\. in order/ })).toBeDefined()
  expect(
    asked.some(({ url }) => readable(url).includes('$orderby=device_name asc,overall_status asc,id asc')),
  ).toBe(true)
})

test('a written query becomes chips, a chip can be taken out, and the text form edits the same', async () => {
  await openDevices('cold-chain-eu')
  await findTable()
  const all = rows().length
  await userEvent.type(searchField(), 'status = operational and cpu >= 0{Enter}')
  await waitFor(() => expect(rows().length).toBeLessThan(all))
  expect(address()).toMatch(/\?status=operational&q=cpu\+%3E%3D\+0$|\?q=cpu\+%3E%3D\+0&status=operational$/)
  expect(screen.getByRole('button', { name: 'Change filter Status Operational' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Edit as text' }))
  const text = screen.getByRole<HTMLInputElement>('combobox', { name: 'Filter as text' })
  expect(text.value).toBe('status = operational and cpu >= 0')
  await userEvent.clear(text)
  await userEvent.type(text, 'cpu >= 0{Enter}')
  await waitFor(() => expect(address()).toMatch(/\?q=cpu\+%3E%3D\+0$/))
  await userEvent.click(screen.getByRole('button', { name: 'Show as chips' }))
  await userEvent.click(screen.getByRole('button', { name: /^Remove filter CPU/ }))
  await waitFor(() => expect(rows()).toHaveLength(all))
})

test('a query that cannot be read says why and where, and is then searched for as it is', async () => {
  await openDevices('kiosk-lobby')
  await findTable()
  await userEvent.type(searchField(), 'status = levitating ')
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByText(/^At character 10: “levitating” is none of/)).toBeDefined()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('No device matches these filters')).toBeDefined()
  expect(new URLSearchParams(window.location.search).get('q')).toBe('"status = levitating"')
})

test('a condition is made step by step, without the language', async () => {
  const { asked } = await openDevices('kiosk-lobby')
  await findTable()
  await userEvent.click(screen.getByRole('button', { name: 'Add filter' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a filter' }))
  expect(dialog.getByRole('button', { name: 'Apply', description: 'Give a value first.' })).toBeDefined()
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Field' }), 'Heartbeat')
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Value' }), 'Timeout')
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(address()).toMatch(/q=heartbeat\+%3D\+timeout/))
  expect(asked.some(({ url }) => readable(url).includes("api_heartbeat_state eq 'timeout'"))).toBe(true)
})

test('a search over several fields waits until typing pauses for 300 ms [DEVLIST-023]', async () => {
  const { askedNow } = await openDevices('kiosk-lobby')
  await findTable()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  askedNow()
  fireEvent.change(searchField(), { target: { value: 'ki' } })
  await act(() => vi.advanceTimersByTimeAsync(200))
  fireEvent.change(searchField(), { target: { value: 'kio' } })
  await act(() => vi.advanceTimersByTimeAsync(299))
  expect(askedNow().some((url) => url.includes("'kio'"))).toBe(false)
  await act(() => vi.advanceTimersByTimeAsync(1))
  vi.useRealTimers()
  await waitFor(() => expect(address()).toMatch(/q=kio$/))
})

test('a view is saved under a name, shown again and deleted', async () => {
  await openDevices('kiosk-lobby', '?status=operational')
  await findTable()
  await userEvent.click(screen.getByRole('button', { name: 'Views' }))
  await userEvent.click(screen.getByRole('menuitem', { name: /^Save this view/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save this view' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Well')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await userEvent.click(await action('Well'))
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Usual view' }))
  await waitFor(() => expect(rows()).toHaveLength(14))
  await userEvent.click(screen.getByRole('button', { name: 'Views' }))
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Well' }))
  await waitFor(() => expect(address()).toMatch(/\?status=operational$/))
  await userEvent.click(await action('Well'))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete view Well' }))
  expect(await action('Views')).toBeDefined()
})

test('what the table lists is saved as CSV, all pages of it, sorted and with its columns only', async () => {
  const saved: { name: string; text: Promise<string> }[] = []
  let blob = new Blob()
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (of: Blob) => ((blob = of), 'blob:1'), revokeObjectURL: () => {} }),
  )
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, text: blob.text() })
  })
  const { asked } = await openDevices('cold-chain-eu', '?columns=device_name,uuid&sort=device_name:desc', {
    scenario: 'release-day',
  })
  await findTable()
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export devices' }))
  expect(dialog.getByText(/^1,204 devices, with the filters/)).toBeDefined()
  await userEvent.click(dialog.getByRole('button', { name: 'Export' }))
  expect(await dialog.findByText(/^Saved 1,204 devices to cold-chain-eu-devices-.*\.csv$/)).toBeDefined()
  press.mockRestore()
  const lines = (await saved[0]?.text)?.split('\r\n') ?? []
  expect(lines[0]).toBe('Name,UUID')
  expect(lines).toHaveLength(1204 + 2)
  const names = lines.slice(1, -1).map((line) => line.split(',')[0] ?? '')
  expect(names).toEqual(names.toSorted().toReversed())
  expect(
    asked.filter(({ url }) => readable(url).startsWith('/v7/device?') && url.includes('$top=1000')),
  ).toHaveLength(2)
})

test('the devices stand on a map, those near to one another as their number [DEVLIST-002]', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  await openDevices('cold-chain-eu')
  await findTable()
  await userEvent.click(screen.getByRole('radio', { name: 'Map' }))
  expect(await screen.findByRole('application', { name: 'Map of the devices' })).toBeDefined()
  expect(address()).toMatch(/\?view=map$/)
  expect(screen.getByText(/devices on the map, \d+ without a place$/)).toBeDefined()
  expect(screen.queryByRole('table')).toBeNull()
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
  expect(await selected()).toBe('4 selected')

  await user.click(boxes()[0])
  expect(await selected()).toBe('50 selected')
  await user.click(screen.getByRole('button', { name: 'Select all 1,204' }))
  expect(await selected()).toBe('1,204 selected')
  await user.click(boxes()[1])
  expect(await selected()).toBe('1,203 selected')
  await user.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(screen.queryByText(/selected$/)).toBeNull()
})

test('Space selects the row of a focused device, arrows move to the next', async () => {
  await openDevices('kiosk-lobby')
  await findTable()
  const user = userEvent.setup()
  within(rows()[0]).getAllByRole('link')[0]?.focus()
  await user.keyboard(' {ArrowDown}')
  expect(await selected()).toBe('1 selected')
  expect(document.activeElement?.textContent).toBe(shownNames()[1])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(address()).toMatch(/^\/devices\/[0-9a-f]{32}$/))
})

test('selected devices are read as they are now and restarted, those offline are left out and told [DEVLIST-008]', async () => {
  const { asked } = await openDevices('kiosk-lobby')
  await findTable()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
  await userEvent.click(await action('Restart'))
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
  await userEvent.click(await action('Restart'))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Restart' }))
  expect(
    await dialog.findByText(
      'The operation failed for 2 of the selected items with: Action blocked by update lock',
    ),
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
