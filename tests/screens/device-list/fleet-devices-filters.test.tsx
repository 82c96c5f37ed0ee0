import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { address } from '../open-app.tsx'
import { readable } from '../open-world.tsx'
import { action, findTable, loadParts, openDevices, rows, searchField } from './device-list-screens.ts'

loadParts()

test('a typed query becomes chips, which can be removed and edited as text', async () => {
  await openDevices('cold-chain-eu')
  await findTable()
  const all = 48
  await waitFor(() => expect(rows()).toHaveLength(all))
  // Arrow keys wrap around: down to the first suggestion, up to the input, and up again to the last.
  await userEvent.type(searchField(), 'sta')
  const options = await within(await screen.findByRole('listbox')).findAllByRole('option')
  const active = () => searchField().getAttribute('aria-activedescendant')
  await userEvent.keyboard('{ArrowDown}')
  expect(active()).toBe(options[0]?.id)
  await userEvent.keyboard('{ArrowUp}')
  expect(active()).toBeNull()
  await userEvent.keyboard('{ArrowUp}')
  expect(active()).toBe(options.at(-1)?.id)
  await userEvent.keyboard('{ArrowDown}')
  expect(active()).toBeNull()
  await userEvent.clear(searchField())
  await userEvent.type(searchField(), 'status = operational and cpu >= 0{Enter}')
  await waitFor(() => expect(rows().length).toBeLessThan(all))
  await waitFor(() =>
    expect(address()).toMatch(
      /\?status=operational&q=cpu\+%3E%3D\+0$|\?q=cpu\+%3E%3D\+0&status=operational$/,
    ),
  )
  expect(screen.getByRole('button', { name: 'Change filter Status Operational' })).toBeVisible()
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

test('an invalid query shows the error and position, and is searched as text', async () => {
  await openDevices('kiosk-lobby')
  await findTable()
  await userEvent.type(searchField(), 'status = levitating ')
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByText(/^At character 10: “levitating” is not one of/)).toBeVisible()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('No devices match these filters')).toBeVisible()
  await waitFor(() =>
    expect(new URLSearchParams(window.location.search).get('q')).toBe('"status = levitating"'),
  )
})

test('a condition is created step by step, without the query language', async () => {
  const { asked } = await openDevices('kiosk-lobby')
  await findTable()
  await userEvent.click(screen.getByRole('button', { name: 'Add filter' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a filter' }))
  expect(dialog.getByRole('button', { name: 'Apply', description: 'Enter a value first.' })).toBeVisible()
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Field' }), 'Heartbeat')
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Value' }), 'Timeout')
  await userEvent.click(dialog.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(address()).toMatch(/q=heartbeat\+%3D\+timeout/))
  expect(asked.some(({ url }) => readable(url).includes("api_heartbeat_state eq 'timeout'"))).toBe(true)
})

test('a search over several fields waits until typing pauses for 300 ms [DEVLIST-023]', async () => {
  const { newRequests } = await openDevices('kiosk-lobby')
  await findTable()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  newRequests()
  fireEvent.change(searchField(), { target: { value: 'ki' } })
  await act(() => vi.advanceTimersByTimeAsync(200))
  fireEvent.change(searchField(), { target: { value: 'kio' } })
  await act(() => vi.advanceTimersByTimeAsync(299))
  expect(newRequests().some((url) => url.includes("'kio'"))).toBe(false)
  await act(() => vi.advanceTimersByTimeAsync(1))
  vi.useRealTimers()
  await waitFor(() => expect(address()).toMatch(/q=kio$/))
})

test('a view is saved with a name, opened and deleted', async () => {
  await openDevices('kiosk-lobby', '?status=operational')
  await findTable()
  await userEvent.click(screen.getByRole('button', { name: 'Views' }))
  await userEvent.click(screen.getByRole('menuitem', { name: /^Save this view/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save this view' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Well')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await userEvent.click(await action('Well'))
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Default view' }))
  await waitFor(() => expect(rows()).toHaveLength(14))
  await userEvent.click(screen.getByRole('button', { name: 'Views' }))
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Well' }))
  await waitFor(() => expect(address()).toMatch(/\?status=operational$/))
  await userEvent.click(await action('Well'))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete view Well' }))
  expect(await action('Views')).toBeVisible()
})
