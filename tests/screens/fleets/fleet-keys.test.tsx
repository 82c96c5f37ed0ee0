import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { dialogNamed, untilClosed } from '../dialogs.ts'
import { address, findHeading } from '../open-app.tsx'
import { fleetId, openWorld, readable } from '../open-world.tsx'
import { reasonOf, write, writes } from '../variables/variable-screens.ts'

const page = async (world: TestCloud) => `/fleets/${await fleetId(world, 'depot-pilot')}/api-keys`
const rowOf = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }))

test('a provisioning key is created in the shared key table, shown once, edited and revoked [FLEET-009, KEYS-007, KEYS-022, KEYS-023, KEYS-024, KEYS-025, KEYS-027, KEYS-042]', async () => {
  const made: unknown[] = []
  const { world, asked } = await openWorld(page, {
    answer: async (request) => {
      if (request.url.endsWith('/api-key/v2')) made.push(await request.clone().json())
      return undefined
    },
  })
  await findHeading('Provisioning keys')
  expect(screen.getByText('Provisioning keys of this fleet appear here')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Create key' }))
  const dialog = await dialogNamed('Create a provisioning key')
  const submit = () => dialog.getByRole('button', { name: 'Create key' })
  expect(reasonOf(submit())).toBe('A name is required.')
  await write(dialog.getByRole('textbox', { name: 'Name' }), 'Line 4')
  await write(dialog.getByRole('textbox', { name: 'Description (optional)' }), 'For the flashing station')
  expect(reasonOf(submit())).toBe('Choose when the key expires.')
  const expires = dialog.getByRole('combobox', { name: 'Expires' })
  expect(
    within(expires)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Choose…', 'In 1 day', 'In 7 days', 'In 30 days', 'In 90 days', 'At a date and time', 'Never'])
  await userEvent.selectOptions(expires, 'At a date and time')
  fireEvent.change(dialog.getByLabelText('Date and time'), { target: { value: '2026-01-01T10:00' } })
  expect(reasonOf(submit())).toBe('The date and time must be in the future.')
  await userEvent.click(submit())
  expect(made).toEqual([])
  await userEvent.selectOptions(expires, 'In 30 days')
  const before = Date.now()
  await userEvent.click(submit())

  const shown = await dialogNamed('Copy the key now')
  const secret = shown.getByLabelText('Provisioning key').textContent
  expect(secret).toMatch(/^[0-9a-zA-Z]{16,}$/)
  expect(made).toEqual([
    {
      actorType: 'application',
      actorTypeId: await fleetId(world, 'depot-pilot'),
      roles: ['provisioning-api-key'],
      name: 'Line 4',
      description: 'For the flashing station',
      expiryDate: expect.any(String),
    },
  ])
  const { expiryDate } = made[0] as { expiryDate: string }
  expect((Date.parse(expiryDate) - before) / 86_400_000).toBeCloseTo(30, 1)
  expect(shown.getByRole('button', { name: 'Copy Provisioning key' })).toBeVisible()
  const whoami = await world.cloud.handle(
    new Request('https://api.platform.example/actor/v1/whoami', {
      headers: { Authorization: `Bearer ${secret}` },
    }),
  )
  expect(await whoami.json()).toMatchObject({ actorType: 'application' })
  await userEvent.click(shown.getByRole('button', { name: 'I have saved it' }))
  await untilClosed()
  expect(screen.queryByText(secret)).toBeNull()

  const row = await rowOf('Line 4')
  expect(row.getByText('For the flashing station')).toBeVisible()
  await userEvent.click(row.getByRole('button', { name: 'Edit Line 4' }))
  const edit = await dialogNamed('Edit this key')
  await userEvent.clear(edit.getByRole('textbox', { name: 'Name' }))
  await write(edit.getByRole('textbox', { name: 'Name' }), 'Line 5')
  await userEvent.selectOptions(edit.getByRole('combobox', { name: 'Expires' }), 'In 90 days')
  await userEvent.click(edit.getByRole('button', { name: 'Save' }))
  await untilClosed()
  expect((await rowOf('Line 5')).getByText('For the flashing station')).toBeVisible()
  const [kept] = await world.rows(
    "/v7/api_key?$select=description,expiry_date&$filter=name eq 'Line 5'",
    'ada',
  )
  expect(kept?.['description']).toBe('For the flashing station')
  expect((Date.parse(String(kept?.['expiry_date'])) - before) / 86_400_000).toBeCloseTo(90, 1)

  await userEvent.click((await rowOf('Line 5')).getByRole('button', { name: 'Revoke Line 5' }))
  await userEvent.click((await dialogNamed('Revoke Line 5?')).getByRole('button', { name: 'Revoke key' }))
  await untilClosed()
  expect(await screen.findByText('Provisioning keys of this fleet appear here')).toBeVisible()
  expect(
    asked.filter(({ method }) => method !== 'GET').map(({ method, url }) => `${method} ${readable(url)}`),
  ).toEqual([
    'POST /api-key/v2',
    expect.stringMatching(/^PATCH \/v7\/api_key\(\d+\)$/),
    expect.stringMatching(/^DELETE \/v7\/api_key\(\d+\)$/),
  ])
})

test('a limited operator who is only a member of the organization creates, edits and revokes keys of the fleet [KEYS-033, KEYS-034, KEYS-035]', async () => {
  await openWorld(
    async (world) => {
      const id = await fleetId(world, 'cold-chain-eu')
      const body = {
        actorType: 'application',
        actorTypeId: id,
        roles: ['provisioning-api-key'],
        name: 'Line 4',
        expiryDate: null,
      }
      await world.request('/api-key/v2', { as: 'ada', method: 'POST', body })
      return `/fleets/${id}/api-keys`
    },
    { as: 'sol' },
  )
  const row = await rowOf('Line 4')
  for (const button of [
    screen.getByRole('button', { name: 'Create key' }),
    row.getByRole('button', { name: 'Edit Line 4' }),
    row.getByRole('button', { name: 'Revoke Line 4' }),
  ])
    expect(reasonOf(button)).toBeUndefined()
  await userEvent.click(row.getByRole('button', { name: 'Revoke Line 4' }))
  await userEvent.click((await dialogNamed('Revoke Line 4?')).getByRole('button', { name: 'Revoke key' }))
  await untilClosed()
  await waitFor(() => expect(screen.queryByRole('row', { name: /Line 4/ })).toBeNull())
})

test('if creating a key fails, the input is kept', async () => {
  const { world } = await openWorld(page)
  await findHeading('Provisioning keys')
  await userEvent.click(screen.getByRole('button', { name: 'Create key' }))
  const dialog = await dialogNamed('Create a provisioning key')
  await write(dialog.getByRole('textbox', { name: 'Name' }), 'Line 4')
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Expires' }), 'In 1 day')
  await world.request('/__flotilla/faults', {
    method: 'POST',
    body: { route: 'POST /api-key/v2', kind: 'status', status: 500, times: 1 },
  })
  await userEvent.click(dialog.getByRole('button', { name: 'Create key' }))
  expect(await dialog.findByRole('alert')).toBeVisible()
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Line 4')
})

test('users who may not read keys have no tab and are redirected [FLEET-009, ROUTE-014, ROUTE-018]', async () => {
  const { asked } = await openWorld(
    async (world) => `/fleets/${await fleetId(world, 'cold-chain-eu')}/api-keys`,
    { as: 'olive' },
  )
  await findHeading('Fleets')
  expect(address()).toBe('/fleets')
  expect(await screen.findByText(/^The page “Provisioning keys” needs another role$/)).toBeVisible()
  expect(asked.some(({ url }) => url.startsWith('/v7/api_key'))).toBe(false)
  expect(writes(asked)).toEqual([])
})

test('an observer of a fleet has no tab for keys [ROUTE-018]', async () => {
  await openWorld(async (world) => `/fleets/${await fleetId(world, 'cold-chain-eu')}`, { as: 'olive' })
  await findHeading('cold-chain-eu')
  const tabs = within(screen.getByRole('navigation', { name: 'Fleet sections' }))
  expect(tabs.getByRole('link', { name: 'Settings' })).toBeVisible()
  expect(tabs.queryByRole('link', { name: 'API keys' })).toBeNull()
})
