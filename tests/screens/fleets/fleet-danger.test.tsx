import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { dialogNamed, untilClosed } from '../dialogs.ts'
import { address, findHeading } from '../open-app.tsx'
import { fleetId, openWorld } from '../open-world.tsx'
import { reasonOf, writes } from '../variables/variable-screens.ts'
import { fleetRow, settingsOf } from './settings-screens.ts'

test('a fleet is transferred to an organization that can receive it [FLEET-065, FLEET-067, ORG-013, PERM-112, CALL-037]', async () => {
  const { world, newRequests } = await openWorld(settingsOf('depot-pilot'))
  await findHeading('Settings')
  newRequests()
  await userEvent.click(await screen.findByRole('button', { name: 'Transfer' }))
  const dialog = await dialogNamed('Transfer ownership')
  const field = await dialog.findByRole('combobox', { name: 'To organization' })
  expect(
    within(field)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['–', 'Tidewater Research'])
  const read = newRequests().find((each) => each.startsWith('GET /v7/organization?'))
  expect(read).toMatch(/\$select=id,name\b/)
  // Only the user's own organizations, each with applications of the same name.
  expect(read).toMatch(/&\$filter=organization_membership\/any\(/)
  expect(read).toContain("tolower(app_name) eq 'depot-pilot'")
  await userEvent.selectOptions(field, 'Tidewater Research')
  await userEvent.click(dialog.getByRole('button', { name: 'Transfer' }))
  await untilClosed()
  expect(await screen.findByText('depot-pilot now belongs to Tidewater Research')).toBeVisible()
  const id = await fleetId(world, 'depot-pilot')
  expect(await fleetRow(world, id)).toMatchObject({ organization: [{ name: 'Tidewater Research' }] })
})

test('without an organization that can receive it, the transfer shows that [FLEET-068]', async () => {
  await openWorld(settingsOf('depot-pilot'), {
    change: (url, rows) =>
      url.includes('/v7/organization?') ? rows.filter((row) => row['name'] === 'Acme Logistics') : rows,
  })
  await findHeading('Settings')
  await userEvent.click(await screen.findByRole('button', { name: 'Transfer' }))
  const dialog = await dialogNamed('Transfer ownership')
  expect(
    await dialog.findByText('No organizations with matching resource name', { selector: 'div' }),
  ).toBeVisible()
  expect(reasonOf(dialog.getByRole('button', { name: 'Transfer' }))).toBe(
    'No organizations with matching resource name',
  )
})

test('an organization that has a fleet with that name and devices cannot receive it; without devices it can [FLEET-066]', async () => {
  let devices = 1
  await openWorld(settingsOf('depot-pilot'), {
    change: (url, rows) =>
      url.includes('/v7/organization?')
        ? rows.map((row) =>
            row['name'] === 'Tidewater Research'
              ? { ...row, application: [{ id: 9, app_name: 'Depot-Pilot', owns__device: devices }] }
              : row,
          )
        : rows,
  })
  await findHeading('Settings')
  const open = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Transfer' }))
    return dialogNamed('Transfer ownership')
  }
  let dialog = await open()
  expect(
    await dialog.findByText('No organizations with matching resource name', { selector: 'div' }),
  ).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await untilClosed()
  devices = 0
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + 10_000)
  dialog = await open()
  expect(await dialog.findByRole('option', { name: 'Tidewater Research' })).toBeVisible()
})

test('a fleet is deleted after typing its name [PERM-113, CALL-009, ERR-044]', async () => {
  const { world, asked } = await openWorld(settingsOf('depot-pilot'))
  await findHeading('Settings')
  const id = await fleetId(world, 'depot-pilot')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete fleet' }))
  const dialog = await dialogNamed('Delete depot-pilot?')
  const confirm = () => dialog.getByRole('button', { name: 'Delete fleet' })
  await userEvent.click(confirm())
  expect(writes(asked)).toEqual([])
  await userEvent.type(dialog.getByRole('textbox'), 'depot-pilot')
  await userEvent.click(confirm())
  await findHeading('Fleets')
  expect(address()).toBe('/fleets')
  expect(await screen.findByText('depot-pilot deleted')).toBeVisible()
  expect(writes(asked)).toEqual([`DELETE /v7/application?$filter=id in (${id})`])
  expect(await fleetRow(world, id)).toBeUndefined()
})

test('a user with a direct role can give it up in the danger zone [PERM-093, PERM-094]', async () => {
  const { world, asked } = await openWorld(settingsOf('cold-chain-eu'), { as: 'olive' })
  await findHeading('Settings')
  const zone = within(await screen.findByRole('region', { name: 'Danger zone' }))
  expect(zone.getByRole('button', { name: 'Transfer' })).toBeVisible()
  expect(zone.getByRole('button', { name: 'Delete fleet' })).toBeVisible()
  await userEvent.click(zone.getByRole('button', { name: 'Remove my access' }))
  await userEvent.click(
    (await dialogNamed('Remove your own access?')).getByRole('button', { name: 'Remove my access' }),
  )
  await findHeading('Fleets')
  expect(await screen.findByText('Your access to cold-chain-eu was removed')).toBeVisible()
  expect(writes(asked)[0]).toMatch(/^DELETE \/v7\/user_application_membership\(\d+\)$/)
  const left = await world.rows(
    "/v7/user_application_membership?$filter=user/any(u:u/username eq 'olive') and is_member_of__application/any(a:a/app_name eq 'cold-chain-eu')",
    'ada',
  )
  expect(left).toEqual([])
})

test('an administrator without a direct role cannot remove it [PERM-093]', async () => {
  await openWorld(settingsOf('cold-chain-eu'))
  await findHeading('Settings')
  await screen.findByRole('region', { name: 'Danger zone' })
  expect(screen.queryByRole('button', { name: 'Remove my access' })).toBeNull()
})
