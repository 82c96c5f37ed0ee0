import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { address } from '../open-app.tsx'
import { readable } from '../open-world.tsx'
import { findTable, loadParts, openDevices } from './device-list-screens.ts'

loadParts()

const search = () => decodeURIComponent(address().split('?')[1] ?? '')
const sorted = (name: RegExp) =>
  screen.getByRole('columnheader', { name, hidden: true }).getAttribute('aria-sort')
const hasOrder = (asked: readonly { url: string }[], order: string) =>
  asked.some(({ url }) => readable(url).includes(`$orderby=${order}`))

async function openDrawer() {
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  return within(await screen.findByRole('dialog', { name: 'Columns' }))
}

test('Shift and Enter on headers sort by several columns: one request, numbered arrows, and aria-sort only on the first [OPS-090]', async () => {
  const { asked } = await openDevices('kiosk-lobby', '?sort=overall_status:desc')
  await findTable()
  const user = userEvent.setup()
  const header = (name: RegExp) => screen.findByRole('button', { name })
  ;(await header(/^Name/)).focus()
  await user.keyboard('{Shift>}{Enter}{/Shift}')
  await waitFor(() => expect(search()).toBe('sort=overall_status:desc,device_name:asc'))
  expect(await header(/^Status.*, sort priority 1, descending$/)).toBeTruthy()
  ;(await header(/^Name.*, sort priority 2, ascending$/)).focus()
  await user.keyboard('{Shift>}{Enter}{/Shift}')
  expect(await header(/^Name.*, sort priority 2, descending$/)).toBeTruthy()
  expect(sorted(/^Status/)).toBe('descending')
  expect(sorted(/^Name/)).toBeNull()
  expect(hasOrder(asked, 'overall_status desc,device_name desc,id desc')).toBe(true)
  await user.keyboard('{Shift>}{Enter}{/Shift}')
  await waitFor(() => expect(search()).toBe('sort=overall_status:desc'))
})

test('without Shift, sort columns are added, reversed, moved and removed in the drawer [OPS-090]', async () => {
  const { asked } = await openDevices('kiosk-lobby')
  await findTable()
  const drawer = await openDrawer()
  const order = within(drawer.getByRole('region', { name: 'Sort order' }))
  const only = order.getByRole('button', { name: 'Do not sort by Name' })
  expect(only.getAttribute('aria-disabled')).toBe('true')
  await userEvent.selectOptions(order.getByRole('combobox', { name: 'Then by' }), 'Release')
  await userEvent.click(await order.findByRole('button', { name: 'Ascending order of Release' }))
  await userEvent.click(await order.findByRole('button', { name: 'Sort by Release earlier' }))
  await waitFor(() => expect(search()).toBe('sort=release:desc,device_name:asc'))
  expect(order.getByRole('status').textContent).toBe('Sorted by Release, descending; Name, ascending')
  expect(hasOrder(asked, 'is_running__release/raw_version desc,device_name asc,id asc')).toBe(true)
  await userEvent.click(order.getByRole('button', { name: 'Do not sort by Release' }))
  await waitFor(() => expect(search()).toBe(''))
  expect(document.activeElement).toBe(order.getByRole('combobox', { name: 'Then by' }))
})

test('a saved view includes the sort columns [OPS-090]', async () => {
  await openDevices('kiosk-lobby', '?sort=overall_status:desc,device_name:asc')
  await findTable()
  await userEvent.click(screen.getByRole('button', { name: 'Views' }))
  await userEvent.click(screen.getByRole('menuitem', { name: /^Save this view/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save this view' }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Worst')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Worst' }))
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Default view' }))
  await waitFor(() => expect(search()).toBe(''))
  await userEvent.click(await screen.findByRole('button', { name: 'Views' }))
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Worst' }))
  await waitFor(() => expect(search()).toBe('sort=overall_status:desc,device_name:asc'))
})

test('the row height is compact or comfortable, and stored in this browser [OPS-091]', async () => {
  await openDevices('kiosk-lobby')
  const table = await findTable()
  expect(table.className).not.toContain('compact')
  const drawer = await openDrawer()
  await userEvent.click(drawer.getByRole('radio', { name: 'Compact' }))
  expect(table.className).toContain('compact')
  const kept = Object.entries(localStorage).find(([key]) => key.endsWith('device-density'))
  expect(kept?.[1]).toBe('"compact"')
})

test('a preset shows its columns, all can be shown and hidden, Reset restores the default, and custom presets are saved and deleted [OPS-092]', async () => {
  await openDevices('kiosk-lobby')
  const table = await findTable()
  const headers = () =>
    within(table)
      .getAllByRole('columnheader', { hidden: true })
      .map(({ textContent }) => textContent)
      .filter(Boolean)
  const usual = headers()
  const drawer = await openDrawer()
  const preset = () => drawer.getByRole<HTMLSelectElement>('combobox', { name: 'Preset' })
  expect(preset().selectedOptions[0]?.textContent).toBe('Default')
  await userEvent.selectOptions(preset(), 'Metrics')
  await waitFor(() =>
    expect(headers()).toEqual([
      'Status',
      'Name',
      'Last seen',
      'CPU',
      'Memory',
      'Storage',
      'Temperature',
      'Undervolted',
    ]),
  )
  await userEvent.click(drawer.getByRole('button', { name: 'Hide all' }))
  await waitFor(() => expect(headers()).toEqual(['Name']))
  expect(drawer.getByRole('button', { name: 'Hide all' }).getAttribute('aria-disabled')).toBe('true')
  await userEvent.type(drawer.getByRole('textbox', { name: 'Name of a new preset' }), 'Names{Enter}')
  await waitFor(() => expect(preset().selectedOptions[0]?.textContent).toBe('Names'))
  expect(document.activeElement).toBe(preset())
  await userEvent.click(drawer.getByRole('button', { name: 'Show all' }))
  await waitFor(() => expect(headers().length).toBeGreaterThan(30))
  expect(drawer.queryByRole('region', { name: 'More columns' })).toBeNull()
  await userEvent.click(drawer.getByRole('button', { name: 'Reset columns' }))
  await waitFor(() => expect(headers()).toEqual(usual))
  await userEvent.selectOptions(preset(), 'Names')
  await waitFor(() => expect(headers()).toEqual(['Name']))
  await userEvent.click(drawer.getByRole('button', { name: 'Delete preset Names' }))
  await waitFor(() => expect(preset().selectedOptions[0]?.textContent).toBe('Custom'))
})
