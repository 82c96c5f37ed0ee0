import { focusManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { dialogNamed } from '../dialogs.ts'
import { openWorld } from '../open-world.tsx'
import { reasonOf, writes } from '../variables/variable-screens.ts'

afterEach(() => focusManager.setFocused(undefined))

const select = (name: string) => userEvent.click(screen.getByRole('checkbox', { name: `Select ${name}` }))
const actions = () => within(screen.getByRole('group', { name: 'Actions for the selection' }))

test('the device type of several fleets is changed at once, if they have the same architecture [FLEET-002, FLEET-063, CALL-036]', async () => {
  const { world, asked } = await openWorld('/fleets?view=table')
  await screen.findByRole('table', { name: 'Fleets' })
  await select('cold-chain-eu')
  await select('kiosk-lobby')
  const change = () => actions().getByRole('button', { name: 'Change default device type' })
  await waitFor(() =>
    expect(reasonOf(change())).toBe('The selected applications have different CPU architectures'),
  )
  await userEvent.click(change())
  expect(screen.queryByRole('dialog')).toBeNull()

  await select('kiosk-lobby')
  await select('depot-pilot')
  expect(screen.getByText('2 selected')).toBeVisible()
  await waitFor(() => expect(reasonOf(change())).toBeUndefined())
  await userEvent.click(change())
  const dialog = await dialogNamed('Change the default device type')
  const field = dialog.getByRole('combobox', { name: 'Default device type' })
  await within(field).findByRole('option', { name: 'Raspberry Pi 5' })
  expect(within(field).queryByRole('option', { name: 'Intel NUC' })).toBeNull()
  await userEvent.selectOptions(field, 'Raspberry Pi 5')
  await userEvent.click(dialog.getByRole('button', { name: 'Change device type' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writes(asked)).toEqual([
    expect.stringMatching(/^PATCH \/v7\/application\?\$filter=id in \(\d+,\d+\)$/),
  ])
  const types = await world.rows(
    "/v7/application?$select=id&$expand=is_for__device_type($select=slug)&$filter=app_name in ('cold-chain-eu','depot-pilot')",
    'ada',
  )
  expect(types.map((row) => row['is_for__device_type'])).toEqual([
    [{ slug: 'raspberrypi5' }],
    [{ slug: 'raspberrypi5' }],
  ])
})

test('several fleets are deleted in one request after typing their number [FLEET-002, CALL-009]', async () => {
  const { asked } = await openWorld('/fleets?view=table')
  await screen.findByRole('table', { name: 'Fleets' })
  await select('depot-pilot')
  await select('tram-displays')
  await userEvent.click(actions().getByRole('button', { name: 'Delete' }))
  const dialog = await dialogNamed('Delete 2 fleets?')
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'depot-pilot',
    'tram-displays',
  ])
  await userEvent.type(dialog.getByRole('textbox'), '2')
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('2 fleets deleted')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select depot-pilot' })).toBeNull())
  expect(writes(asked)).toHaveLength(1)
})

test('a dialog about selected fleets stays, with what was typed in it, when their rows leave the list', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let isEmptied = false
  await openWorld('/fleets?view=table', {
    change: (url, list) => (isEmptied && url.includes('/v7/application?') ? [] : list),
  })
  await screen.findByRole('table', { name: 'Fleets' })
  await select('depot-pilot')
  await select('tram-displays')
  await userEvent.click(actions().getByRole('button', { name: 'Delete' }))
  const dialog = await dialogNamed('Delete 2 fleets?')
  const field = dialog.getByRole('textbox')
  await userEvent.type(field, '2')
  isEmptied = true
  focusManager.setFocused(true)
  await act(() => vi.advanceTimersByTimeAsync(120_000))
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Fleets' })).toBeNull())
  expect(field.isConnected).toBe(true)
  expect(field).toHaveValue('2')
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'depot-pilot',
    'tram-displays',
  ])
})

test('if the role does not allow it on a selected fleet, that fleet is named', async () => {
  const { asked } = await openWorld('/fleets?view=table', { as: 'olive' })
  await screen.findByRole('table', { name: 'Fleets' })
  await select('cold-chain-eu')
  const remove = () => actions().getByRole('button', { name: 'Delete' })
  await waitFor(() =>
    expect(reasonOf(remove())).toBe('Your role (Observer) on cold-chain-eu does not allow this'),
  )
  await userEvent.click(remove())
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(writes(asked)).toEqual([])
})
