import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { address } from '../open-app.tsx'
import { readable } from '../open-world.tsx'
import { findTable, isListRead, loadParts, openDevices } from './device-list-screens.ts'

loadParts()

test('columns are selected, ordered by keyboard and remembered, and are in the URL [DEVLIST-004]', async () => {
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
  await waitFor(() =>
    expect(decodeURIComponent(address())).toMatch(/columns=overall_status,device_name,.*note/),
  )
  const kept = Object.entries(localStorage).find(([key]) => key.endsWith('device-table'))
  expect(kept?.[0]).toContain('flotilla:live:')
  expect(kept?.[1]).toContain('note')
})

test('a column is widened by keyboard, and Alt with an arrow key moves it', async () => {
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

test('with Shift the platform sorts by several columns, and each header shows its position', async () => {
  const { asked } = await openDevices('kiosk-lobby')
  await findTable()
  const user = userEvent.setup()
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('button', { name: 'Status' }))
  await user.keyboard('{/Shift}')
  await waitFor(() =>
    expect(decodeURIComponent(address())).toContain('sort=device_name:asc,overall_status:asc'),
  )
  expect(await screen.findByRole('button', { name: /^Status.*, sort priority 2/ })).toBeVisible()
  expect(
    asked.some(({ url }) => readable(url).includes('$orderby=device_name asc,overall_status asc,id asc')),
  ).toBe(true)
})

test('the list is saved as CSV with all pages, in its order and with its columns', async () => {
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
  let goOn = () => {}
  const isSecondPage = new Promise<void>((resolve) => (goOn = resolve))
  const { asked } = await openDevices('cold-chain-eu', '?columns=device_name,uuid&sort=device_name:desc', {
    scenario: 'release-day',
    answer: async ({ url }) => {
      if (readable(url).includes('$top=1000') && readable(url).includes('$skip=1000')) await isSecondPage
      return undefined
    },
  })
  await findTable()
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export devices' }))
  expect(dialog.getByText(/^1,204 devices, with the current filters/)).toBeVisible()
  await userEvent.click(dialog.getByText('Show as a command'))
  expect(dialog.getByRole('region', { name: 'CLI' }).textContent).toBe(
    'balena device list --fleet acme_logistics/cold-chain-eu --json',
  )
  await userEvent.click(dialog.getByRole('radio', { name: 'curl' }))
  expect(dialog.getByRole('region', { name: 'curl' }).textContent).toContain('$orderby=device_name%20desc')
  await userEvent.click(dialog.getByRole('button', { name: 'Export' }))
  expect(await dialog.findByText('Exported 1,000 of 1,204')).toBeVisible()
  const bar = dialog.getByRole('progressbar', { name: 'Exported 1,000 of 1,204' })
  expect(bar.getAttribute('aria-valuenow')).toBe('83')
  // Until it is finished, only cancelling is offered.
  expect(dialog.queryByRole('button', { name: 'Export' })).toBeNull()
  expect(dialog.queryByRole('radio', { name: 'JSON' })).toBeNull()
  goOn()
  expect(await dialog.findByText(/^Saved 1,204 devices to cold-chain-eu-devices-.*\.csv$/)).toBeVisible()
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

test('the map shows the devices, with counts for nearby ones [DEVLIST-002]', async () => {
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
  expect(await screen.findByRole('application', { name: 'Map of the devices' })).toBeVisible()
  await waitFor(() => expect(address()).toMatch(/\?view=map$/))
  expect(screen.getByText(/devices on the map, \d+ without a location$/)).toBeVisible()
  expect(screen.queryByRole('table')).toBeNull()
})

test('a map without any locations explains where locations come from [DEVLIST-012]', async () => {
  await openDevices('kiosk-lobby', '?view=map', {
    change: (url, devices) =>
      url.includes('custom_latitude')
        ? devices.map((device) => ({
            ...device,
            latitude: null,
            longitude: null,
            custom_latitude: '',
            custom_longitude: '',
          }))
        : devices,
  })
  expect(await screen.findByText('None of these devices has a location')).toBeVisible()
  expect(screen.getByText(/^Locations come from public IP addresses/)).toBeVisible()
})

test('a marker is at the custom location, else at the derived one, with full precision on whole pixels [DEVLIST-010, DEVLIST-011, DEVLIST-012]', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(460)
  const places = [
    { latitude: '10', longitude: '120', custom_latitude: '51.6', custom_longitude: '4.4' },
    { latitude: '40.4', longitude: '-3.6', custom_latitude: '', custom_longitude: '' },
  ]
  await openDevices('kiosk-lobby', '?view=map', {
    change: (url, devices) =>
      url.includes('custom_latitude') ? places.map((place, at) => ({ ...devices[at], ...place })) : devices,
  })
  const map = within(await screen.findByRole('application', { name: 'Map of the devices' }))
  const points = (await map.findAllByRole('listitem')).map(({ style: { left, top } }) => [
    Number(left.replace('px', '')),
    Number(top.replace('px', '')),
  ])
  const [north, south] = points.toSorted((a, b) => (a[1] ?? 0) - (b[1] ?? 0))
  for (const each of points.flat()) expect(Number.isInteger(each)).toBe(true)
  // Eight degrees of longitude have this width at the zoom level that shows both; rounding would move markers by pixels.
  const zoom = 4
  expect((north?.[0] ?? 0) - (south?.[0] ?? 0)).toBeCloseTo((8 / 360) * 256 * 2 ** zoom, -1)
})

test('in a narrow window, filters and views are behind two buttons', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('width < 760px'),
    addEventListener() {},
    removeEventListener() {},
  }))
  await openDevices('kiosk-lobby')
  await findTable()
  expect(screen.queryByRole('button', { name: 'Columns' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name: /^Needs attention/ }))
  await waitFor(() => expect(address()).toMatch(/\?status=attention$/))
  expect(await screen.findByRole('button', { name: 'Filters, some active' })).toBeVisible()
  const looks = screen.getByRole('button', { name: 'View and columns' })
  await userEvent.click(looks)
  expect(screen.getByRole('menuitemradio', { name: 'Table' }).getAttribute('aria-checked')).toBe('true')
  await userEvent.click(screen.getByRole('menuitem', { name: 'Columns and sort order…' }))
  expect(await screen.findByRole('dialog', { name: 'Columns' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(looks))
})
