import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { paths } from '../../../src/lib/paths.ts'
import { address, findHeading } from '../open-app.tsx'
import { openWorld, type OpenWorldOptions } from '../open-world.tsx'

beforeAll(async () => {
  await import('../../../src/features/device-page/compare/CompareDevicesPage.tsx')
  await import('../../../src/features/device-page/compare/CompareWith.tsx')
}, 60_000)

async function deviceOf(world: TestCloud, fleet: string, nth = 0) {
  const rows = await world.rows(
    `/v7/device?$select=id,uuid,device_name&$filter=belongs_to__application/any(a:a/app_name eq '${fleet}') and is_frozen eq false&$orderby=device_name&$top=5`,
    'ada',
  )
  const row = rows[nth]
  if (row === undefined) throw new Error(`No device of ${fleet}`)
  return { id: Number(row.id), uuid: String(row['uuid']), name: String(row['device_name']) }
}

const post = (world: TestCloud, path: string, body: Record<string, unknown>) =>
  world.request(path, { as: 'ada', method: 'POST', body })

/** The values of a field, in the order of the devices. */
const fieldOf = (table: string, name: string) =>
  within(screen.getByRole('table', { name: table }))
    .getByRole('rowheader', { name: (text) => text.replace('Differs: ', '') === name })
    .closest('tr')
    ?.querySelectorAll('td')

const valuesOf = (table: string, name: string) =>
  [...(fieldOf(table, name) ?? [])].map((cell) => cell.textContent)

async function openComparison(options: OpenWorldOptions = {}, search = '') {
  const found: Awaited<ReturnType<typeof deviceOf>>[] = []
  const opened = await openWorld(async (world) => {
    const [one, other] = [await deviceOf(world, 'cold-chain-eu'), await deviceOf(world, 'kiosk-lobby')]
    found.push(one, other)
    await post(world, '/v7/device_tag', { device: one.id, tag_key: 'desk', value: '7' })
    const own = { tag_key: 'flotilla.acknowledged.offline', value: '{}' }
    await post(world, '/v7/device_tag', { device: one.id, ...own })
    await post(world, '/v7/device_environment_variable', { device: one.id, name: 'MODE', value: '' })
    await post(world, '/v7/device_config_variable', {
      device: other.id,
      name: 'RESIN_HOST_CONFIG_gpu_mem',
      value: '64',
    })
    await world.request(`/v7/device(${one.id})`, { as: 'ada', method: 'PATCH', body: { note: 'a\nb' } })
    await world.request(`/v7/device(${other.id})`, { as: 'ada', method: 'PATCH', body: { note: 'a\nc' } })
    return paths.compareDevices(one.uuid, other.uuid) + search
  }, options)
  const [one, other] = found
  if (!one || !other) throw new Error('Two devices are needed')
  return { ...opened, one, other }
}

test('compares two devices of different fleets: facts, services, variables, configuration, tags, notes [OPS-107]', async () => {
  const { one, other } = await openComparison()
  await findHeading(`Compare ${one.name} with ${other.name}`)
  expect(valuesOf('Device', 'Fleet')).toEqual(['cold-chain-eu', 'kiosk-lobby'])
  expect(valuesOf('Device', 'UUID')).toEqual([one.uuid, other.uuid])
  expect(valuesOf('Tags', 'desk')).toEqual(['7', '–'])
  expect(screen.queryByText(/flotilla\.acknowledged/)).toBeNull()
  expect(valuesOf('Variables', 'MODE')).toEqual(['(empty)', '–'])
  expect(valuesOf('Configuration', 'RESIN_HOST_CONFIG_gpu_mem')).toEqual(['16 (from the fleet)', '64'])
  expect(screen.getByRole('table', { name: 'Services' })).toHaveTextContent(/: image/)
  const notes = within(screen.getByRole('region', { name: 'Notes' }))
  expect(notes.getByText('b')).toHaveTextContent('Removed: b')
  expect(notes.getByText('c')).toHaveTextContent('Added: c')
  expect(notes.queryByText('a')).toBeNull()
})

test('shows only differences or all, as stored in the URL [OPS-107]', async () => {
  await openComparison()
  await findHeading(/^Compare/)
  expect(screen.queryByRole('rowheader', { name: 'Local mode' })).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Only differences' }))
  expect(await screen.findByRole('rowheader', { name: 'Local mode' })).toBeVisible()
  expect(window.location.search).toBe('?show=all')
})

test('compares a device with one found by name [OPS-107]', async () => {
  let uuids: string[] = []
  const { world } = await openWorld(async (opened) => {
    const one = await deviceOf(opened, 'cold-chain-eu')
    uuids = [one.uuid]
    return paths.device(one.uuid)
  })
  const other = await deviceOf(world, 'kiosk-lobby')
  await userEvent.click(await screen.findByRole('button', { name: 'Actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Compare with…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByRole('searchbox'), other.name)
  await userEvent.click(await dialog.findByRole('button', { name: new RegExp(`^${other.name}`) }))
  await waitFor(() => expect(address()).toBe(`/devices/${uuids[0]}/compare/${other.uuid}`))
})

test('shows what cannot be compared [OPS-107]', async () => {
  await openWorld(async (world) => {
    const { uuid } = await deviceOf(world, 'cold-chain-eu')
    return paths.compareDevices(uuid, 'ffffffffffffffffffffffffffffffff')
  })
  expect(await screen.findByText('Unknown device')).toBeVisible()
})

test('sends no request for an invalid UUID [OPS-107]', async () => {
  const { asked } = await openWorld(async (world) => {
    const { uuid } = await deviceOf(world, 'cold-chain-eu')
    return paths.compareDevices(uuid, encodeURIComponent("x') or (7 eq 7"))
  })
  expect(await screen.findByText('Unknown device')).toBeVisible()
  expect(asked.map(({ url }) => decodeURIComponent(url)).filter((url) => url.includes('7 eq 7'))).toEqual([])
})

test('shows that a device is compared with itself [OPS-107]', async () => {
  await openWorld(async (world) => {
    const { uuid } = await deviceOf(world, 'cold-chain-eu')
    return paths.compareDevices(uuid, uuid)
  })
  expect(await screen.findByText('Both are the same device')).toBeVisible()
})

test('shows an error with a retry [OPS-107]', async () => {
  let isBroken = true
  await openComparison({
    answer: async (request) =>
      isBroken && decodeURIComponent(request.url).includes('application_config_variable')
        ? new Response('"No"', { status: 400, headers: { 'Content-Type': 'application/json' } })
        : undefined,
  })
  expect(await screen.findByText('The devices could not be loaded')).toBeVisible()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await findHeading(/ with /)
})

test('compares the rest if the user may not read variables [OPS-107]', async () => {
  const { one, other } = await openComparison({ as: 'olive' })
  await findHeading(`Compare ${one.name} with ${other.name}`)
  expect(valuesOf('Device', 'Fleet')).toEqual(['cold-chain-eu', 'kiosk-lobby'])
})
