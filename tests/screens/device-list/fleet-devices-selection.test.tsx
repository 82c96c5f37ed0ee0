import { focusManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { address } from '../open-app.tsx'
import { readable } from '../open-world.tsx'
import {
  action,
  findTable,
  loadParts,
  openDevices,
  rows,
  selected,
  shownNames,
} from './device-list-screens.ts'

loadParts()
afterEach(() => {
  vi.useRealTimers()
  focusManager.setFocused(undefined)
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

test('a dialog about selected devices stays, with what was typed in it, when their rows leave the list', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let isEmptied = false
  await openDevices('kiosk-lobby', '', {
    change: (url, list) => (isEmptied && url.includes('/v7/device?') ? [] : list),
  })
  await findTable()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
  await userEvent.click(await action('Tags'))
  const dialog = await screen.findByRole('dialog', { name: /tags/i })
  const key = await within(dialog).findByLabelText('Tag name')
  await userEvent.type(key, 'shelf')
  isEmptied = true
  focusManager.setFocused(true)
  await act(() => vi.advanceTimersByTimeAsync(120_000))
  await screen.findByText('This page of the list does not exist')
  expect(dialog.isConnected).toBe(true)
  expect(key).toHaveValue('shelf')
})

test('the dialog of tags, which first loads them, returns the focus to its button', async () => {
  await openDevices('kiosk-lobby')
  await findTable()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
  const opener = await action('Tags')
  await userEvent.click(opener)
  const dialog = await screen.findByRole('dialog', { name: /tags/i })
  await within(dialog).findByLabelText('Tag name')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(opener).toHaveFocus())
})

test('the dialog that saves a view stays when the window becomes narrow', async () => {
  const listeners = new Set<(event: { matches: boolean }) => void>()
  let isNarrow = false
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return isNarrow && query.includes('width <')
    },
    media: query,
    addEventListener: (_: string, listener: (event: { matches: boolean }) => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: (event: { matches: boolean }) => void) =>
      listeners.delete(listener),
  }))
  await openDevices('kiosk-lobby')
  await findTable()
  await userEvent.click(screen.getByRole('button', { name: 'Views' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save this view…' }))
  const name = await within(await screen.findByRole('dialog')).findByLabelText('Name')
  await userEvent.type(name, 'Night shift')
  isNarrow = true
  act(() => [...listeners].forEach((changed) => changed({ matches: isNarrow })))
  await screen.findByRole('button', { name: 'View and columns' })
  expect(name).toHaveValue('Night shift')
  expect(name.isConnected).toBe(true)
})

test('Space selects the row of the focused device, and arrow keys move to the next', async () => {
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

test('the current data of selected devices is read before a restart, and offline devices are skipped and shown [DEVLIST-008]', async () => {
  const { asked } = await openDevices('kiosk-lobby')
  await findTable()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
  await userEvent.click(await action('Restart'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Restart 14 devices?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Restart' }))
  expect(await dialog.findByText('Restarted 13 devices')).toBeVisible()
  expect(dialog.getByText('1 device skipped: Device must be online')).toBeVisible()
  expect(
    within(dialog.getByRole('list', { name: 'Results by device' })).getAllByRole('listitem'),
  ).toHaveLength(14)
  expect(
    asked.filter(({ method, url }) => method === 'POST' && url === '/supervisor/v1/restart'),
  ).toHaveLength(13)
  expect(asked.some(({ url }) => readable(url).includes('$filter=id in ('))).toBe(true)
})

test('a partly failed restart shows the number and the first error, and retries only the failed ones', async () => {
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
  ).toBeVisible()
  const before = asked.length
  await userEvent.click(dialog.getByRole('button', { name: 'Retry 2 failed' }))
  expect(await dialog.findByText('Restarted 18 devices')).toBeVisible()
  expect(asked.slice(before).filter(({ url }) => url === '/supervisor/v1/restart')).toHaveLength(2)
})

test('users who may not restart devices see the reason [PERM-059, PERM-043]', async () => {
  await openDevices('kiosk-lobby', '', { as: 'olive' })
  await findTable()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
  const restart = await screen.findByRole('button', { name: 'Restart', description: /Observer/ })
  expect(restart.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(restart)
  expect(screen.queryByRole('dialog')).toBeNull()
})
