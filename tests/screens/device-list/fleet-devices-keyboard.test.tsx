import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { address } from '../open-app.tsx'
import { findTable, loadParts, openDevices, rows, searchField, shownNames } from './device-list-screens.ts'

loadParts()

const focused = () => document.activeElement
const linkOf = (nth: number) => within(rows()[nth]).getAllByRole('link')[0]

test('devices are found, selected and restarted without a mouse, and the focus is never lost', async () => {
  const { asked } = await openDevices('kiosk-lobby')
  await findTable()
  const user = userEvent.setup()
  await user.keyboard('/')
  expect(focused()).toBe(searchField())
  await user.keyboard('online = yes{Enter}')
  await waitFor(() => expect(rows()).toHaveLength(13))

  await user.tab()
  await user.keyboard('t')
  await waitFor(() => expect(focused()).toBe(linkOf(0)))
  await user.keyboard(' {ArrowDown}{ArrowDown}{Shift>} {/Shift}')
  expect(await screen.findByText('3 selected')).toBeVisible()
  expect(focused()).toBe(linkOf(2))

  await screen.findByRole('group', { name: 'Actions on the selected devices' })
  await user.keyboard('.')
  const restart = screen.getByRole('button', { name: 'Restart' })
  expect(focused()).toBe(restart)
  await user.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Restart 3 devices?' }))
  await waitFor(() => expect(focused()).toBe(dialog.getByRole('button', { name: 'Restart' })))
  await user.keyboard('{Enter}')
  expect(await dialog.findByText('Restarted 3 devices')).toBeVisible()
  expect(asked.filter(({ url }) => url === '/supervisor/v1/restart')).toHaveLength(3)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(focused()).toBe(restart))

  screen.getByRole('button', { name: 'Clear selection' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(focused()).toBe(screen.getByRole('region', { name: 'Devices of this fleet' })))
  await user.keyboard('{ArrowDown}')
  expect(focused()?.closest('tr')).toBe(rows()[2])
})

test('Tab moves through one row, not all', async () => {
  await openDevices('kiosk-lobby')
  await findTable()
  const reached = (row: HTMLElement) =>
    [...row.querySelectorAll<HTMLElement>('a, button, input')].some(({ tabIndex }) => tabIndex === 0)
  expect(rows().map(reached)).toEqual([true, ...Array.from({ length: 13 }, () => false)])
  linkOf(0).focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(focused()?.textContent).toBe(shownNames()[2])
  expect(rows().findIndex(reached)).toBe(2)
  expect(rows().filter(reached)).toHaveLength(1)
})

test('Shift and an arrow key widen the focused column, and arrow down enters the rows', async () => {
  await openDevices('kiosk-lobby', '?columns=device_name:200,uuid')
  await findTable()
  screen.getByRole('button', { name: 'Name' }).focus()
  await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
  await waitFor(() => expect(decodeURIComponent(address())).toContain('device_name:232'))
  await userEvent.keyboard('{ArrowDown}')
  expect(focused()).toBe(linkOf(0))
})

test('a filter that is removed by keyboard leaves the focus in the search', async () => {
  await openDevices('kiosk-lobby', '?status=operational')
  await findTable()
  screen.getByRole('button', { name: /^Remove filter Status/ }).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(rows()).toHaveLength(14))
  expect(focused()).toBe(searchField())
})

test('a column that is hidden by keyboard leaves the focus on the next one', async () => {
  await openDevices('kiosk-lobby')
  await findTable()
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  const shown = within(
    within(await screen.findByRole('dialog', { name: 'Columns' })).getByRole('region', {
      name: 'Shown, in this order',
    }),
  )
  const [, , second, third] = shown.getAllByRole('checkbox')
  second?.focus()
  await userEvent.keyboard(' ')
  await waitFor(() => expect(focused()).toBe(third))
})

test('J and K move between rows, X selects, O opens, and Escape leaves, but not while typing [OPS-093]', async () => {
  await openDevices('kiosk-lobby')
  await findTable()
  const user = userEvent.setup()
  const names = shownNames()
  const isOn = (nth: number) => waitFor(() => expect(focused()?.textContent).toBe(names[nth]))
  await user.keyboard('j')
  await isOn(0)
  await user.keyboard('j')
  await isOn(1)
  await user.keyboard('k')
  await isOn(0)
  await user.keyboard('x')
  expect(await screen.findByText('1 selected')).toBeTruthy()
  await user.keyboard('jj')
  await isOn(2)
  await user.keyboard('{Shift>}X{/Shift}')
  expect(await screen.findByText('3 selected')).toBeTruthy()
  await user.keyboard('{Escape}')
  const region = screen.getByRole('region', { name: 'Devices of this fleet' })
  await waitFor(() => expect(focused()).toBe(region))

  await user.keyboard('/')
  await user.keyboard('jxok')
  expect(searchField()).toHaveProperty('value', 'jxok')
  await user.keyboard('{Escape}')
  expect(searchField()).toHaveProperty('value', '')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(focused()).toBe(region))
  await user.keyboard('j')
  await waitFor(() => expect(focused()?.closest('tr')).not.toBeNull())
  const opened = focused()?.textContent ?? ''
  await user.keyboard('o')
  expect(await screen.findByRole('heading', { level: 1, name: opened })).toBeTruthy()
  expect(address()).toMatch(/^\/devices\//)
})

test('single-key shortcuts can be turned off in their list, and stay off; the arrow keys of the table still work [OPS-094]', async () => {
  await openDevices('kiosk-lobby')
  await findTable()
  const user = userEvent.setup()
  await user.keyboard('?')
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
  expect(dialog.getByText('Open the row’s page')).toBeTruthy()
  await user.click(dialog.getByRole('switch', { name: 'Single-key shortcuts' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  linkOf(0)?.focus()
  await user.keyboard('jkxot/?[[.')
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe(linkOf(1))
  expect(screen.queryByText('1 selected')).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  const kept = Object.entries(localStorage).find(([key]) => key.endsWith('single-key-shortcuts'))
  expect(kept?.[1]).toBe('false')
})
