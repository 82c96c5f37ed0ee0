import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { variantOf } from '../looks.ts'
import { loadParts } from './device-list-screens.ts'
import { openSelection } from './open-selection.tsx'

loadParts()

test('every operation of a device is available for several; those for a single device say so [ERR-033]', async () => {
  const { menu } = await openSelection()
  const names = menu.getAllByRole('menuitem').map(({ textContent }) => textContent)
  expect(names).toEqual(
    expect.arrayContaining(['Pin to a release', 'Move to another fleet', 'Reboot', 'Purge data', 'Delete']),
  )
  const rename = menu.getByRole('menuitem', { name: /^Rename/ })
  expect(rename.getAttribute('aria-disabled')).toBe('true')
  const red = menu.getAllByRole('menuitem').filter((item) => item.hasAttribute('data-danger'))
  expect(red.map(({ textContent }) => textContent)).toEqual(['Reboot', 'Shut down', 'Purge data', 'Delete'])
  const reason = document.getElementById(rename.getAttribute('aria-describedby') ?? '')
  expect((reason ?? rename).textContent).toContain('Select one item for this action')
})

test('a reboot that update locks block on every device can be forced on all [DACT-007, DACT-008, DACT-009, ERR-036]', async () => {
  const { menu, asked } = await openSelection({ scenario: 'update-locks' })
  await userEvent.click(menu.getByRole('menuitem', { name: 'Reboot' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reboot 2 devices?' }))
  expect(variantOf(dialog.getByRole('button', { name: 'Reboot' }))).toBe('danger')
  await userEvent.click(dialog.getByRole('button', { name: 'Reboot' }))
  expect(await dialog.findByText(/did not run on 2 of 2 devices because an update lock is set/)).toBeVisible()
  const messages = await screen.findAllByText('Operation failed with: Action blocked by update lock')
  expect(messages.length).toBeGreaterThan(1)
  expect(variantOf(dialog.getByRole('button', { name: 'Force on 2' }))).toBe('danger')
  await userEvent.click(dialog.getByRole('button', { name: 'Force on 2' }))
  expect(await dialog.findByText('Rebooted 2 devices')).toBeVisible()
  expect(asked.filter(({ url }) => url === '/supervisor/v1/reboot')).toHaveLength(4)
})

test('fifty requests are sent in parallel for many devices [DEVLIST-022]', async () => {
  const { menu, asked } = await openSelection({
    scenario: 'release-day',
    search: '?q=ro',
    select: 'all',
    answer: ({ method, url }) =>
      method === 'POST' && url.endsWith('/supervisor/v1/reboot')
        ? new Promise<undefined>(() => {})
        : undefined,
  })
  await userEvent.click(menu.getByRole('menuitem', { name: 'Reboot' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Reboot [\d,]+ devices\?$/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Reboot' }))
  const asks = () => asked.filter(({ url }) => url === '/supervisor/v1/reboot').length
  await waitFor(() => expect(asks()).toBeGreaterThan(0))
  await act(() => new Promise((resolve) => setImmediate(resolve)))
  expect(asks()).toBe(50)
})

test('devices are pinned in one request [DACT-052]', async () => {
  const { menu, asked } = await openSelection()
  await userEvent.click(menu.getByRole('menuitem', { name: 'Pin to a release' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pin 2 devices?' }))
  await userEvent.click(await dialog.findByRole('radio', { name: /^4\.11\.0/ }))
  expect(variantOf(dialog.getByRole('button', { name: 'Pin' }))).toBe('primary')
  await userEvent.click(dialog.getByRole('button', { name: 'Pin' }))
  expect(await dialog.findByText('Pinned 2 devices')).toBeVisible()
  const writes = asked.filter(({ method, url }) => method === 'PATCH' && url.startsWith('/v7/device'))
  expect(writes.map(({ url }) => decodeURIComponent(url))).toEqual([
    expect.stringMatching(/^\/v7\/device\?\$filter=id in \(\d+,\d+\)$/),
  ])
})

test('device types, which define what a device can do, are polled every 60 s [DEVLIST-006]', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
  const { asked } = await openSelection()
  const reads = () => asked.filter(({ url }) => url.startsWith('/v7/device_type?')).length
  await waitFor(() => expect(reads()).toBeGreaterThan(0))
  const before = reads()
  await act(() => vi.advanceTimersByTimeAsync(59_000))
  expect(reads()).toBe(before)
  await act(() => vi.advanceTimersByTimeAsync(1_500))
  await waitFor(() => expect(reads()).toBe(before + 1))
})

test('deleting several devices requires typing their number [DACT-066]', async () => {
  const { menu, asked } = await openSelection()
  await userEvent.click(menu.getByRole('menuitem', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete 2 devices?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete devices' }))
  expect(asked.filter(({ method }) => method === 'DELETE')).toEqual([])
  await userEvent.type(dialog.getByRole('textbox'), '2')
  await userEvent.click(dialog.getByRole('button', { name: 'Delete devices' }))
  expect(await dialog.findByText('Deleted 2 devices')).toBeVisible()
  const removals = asked.filter(({ method }) => method === 'DELETE').map(({ url }) => decodeURIComponent(url))
  expect(removals).toEqual([expect.stringMatching(/^\/v7\/device\?\$filter=id in \(\d+,\d+\)$/)])
  await userEvent.click(dialog.getByText('Close'))
  await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull())
})
