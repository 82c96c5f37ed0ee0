import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { fleetId, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

const UUID = 'ab'.repeat(16)

/** Registers a device in advance. */
async function registered(world: TestCloud): Promise<number> {
  const [type] = await world.rows("/v7/device_type?$select=id&$filter=slug eq 'raspberrypi5'", 'ada')
  const made = await world.request('/v7/device', {
    as: 'ada',
    method: 'POST',
    body: {
      belongs_to__application: await fleetId(world, 'cold-chain-eu'),
      is_of__device_type: type?.['id'],
      uuid: UUID,
    },
  })
  expect(made.status).toBe(201)
  const [row] = await world.rows(`/v7/device?$select=id&$filter=uuid eq '${UUID}'`, 'ada')
  return Number(row?.['id'])
}

const patch = async (
  world: TestCloud,
  id: number,
  body: Record<string, unknown>,
  as: 'ada' | 'mel' | 'omar' = 'ada',
) => statusAndBody(await world.request(`/v7/device(${id})`, { as, method: 'PATCH', body }))

const read = async (world: TestCloud, id: number, fields: readonly string[]) =>
  (await world.rows(`/v7/device(${id})?$select=${fields.join(',')}`, 'ada'))[0]

test('values reported by a device can also be written by a user, and read and filtered', async () => {
  const world = openCloud()
  const id = await registered(world)
  const body = {
    os_version: 'balenaOS 2.48.0+rev1',
    os_variant: 'dev',
    supervisor_version: '10.8.0',
    mac_address: 'AA:BB:CC:00:00:01',
    ip_address: '10.1.2.3',
    public_address: '203.0.113.7',
    status: 'Idle',
    memory_usage: 512,
    memory_total: 1024,
    cpu_temp: 51,
    is_undervolted: true,
    uuid: 'cd'.repeat(16),
    is_online: true,
    last_connectivity_event: '2019-05-13T16:14:00.000Z',
  }
  expect(await patch(world, id, body)).toEqual([200, ''])
  expect(await read(world, id, Object.keys(body))).toEqual(body)
  for (const filter of [`uuid eq '${body.uuid}'`, `is_online eq true and memory_usage eq 512`])
    expect(await world.rows(`/v7/device?$select=id&$filter=id eq ${id} and ${filter}`, 'ada')).toEqual([
      { id },
    ])
  // Immediately again: users are not rate-limited like reports.
  await patch(world, id, { memory_usage: 600, os_version: null })
  expect(await read(world, id, ['memory_usage', 'os_version'])).toEqual({
    memory_usage: 600,
    os_version: null,
  })
})

test('a device is inactive until its first contact; writing it as online counts as contact, but does not connect the VPN', async () => {
  const world = openCloud()
  const id = await registered(world)
  const fields = ['overall_status', 'is_active', 'is_online', 'is_connected_to_vpn']
  const now = () => read(world, id, fields)
  const before = {
    overall_status: 'inactive',
    is_active: false,
    is_online: false,
    is_connected_to_vpn: false,
  }
  expect(await now()).toEqual(before)
  await patch(world, id, { os_version: 'balenaOS 6.1.0', supervisor_version: '17.0.1' })
  expect(await now()).toEqual(before)
  await patch(world, id, { is_online: true })
  const online = { ...before, overall_status: 'disconnected', is_active: true, is_online: true }
  expect(await now()).toEqual(online)
  const refused = [400, 'Devices must be offline in order to be deactivated.']
  expect(await patch(world, id, { is_active: false })).toEqual(refused)
  await patch(world, id, { is_online: false })
  expect(await now()).toEqual({ ...online, is_online: false })
})

test('writing reported values requires permission to change the device', async () => {
  const world = openCloud()
  const id = await registered(world)
  expect((await patch(world, id, { is_online: true }, 'omar'))[0]).toBe(200)
  expect(await patch(world, id, { status: 'Idle' }, 'mel')).toEqual([200, ''])
  expect(await read(world, id, ['is_online'])).toEqual({ is_online: true })
})

test('services of a device can be written, changed and removed; its key in the query, besides a session, counts as a poll', async () => {
  const world = openCloud()
  const id = await registered(world)
  const fleet = await fleetId(world, 'cold-chain-eu')
  const [release] = await world.rows(
    `/v7/release?$top=1&$select=id&$filter=belongs_to__application eq ${fleet} and status eq 'success'`,
    'ada',
  )
  const [{ id: image } = { id: 0 }] = await world.rows(
    `/v7/image?$top=1&$select=id&$filter=release_image/any(ri:ri/is_part_of__release eq ${String(release?.['id'])})`,
    'ada',
  )
  const made = await world.request('/v7/image_install', {
    as: 'ada',
    method: 'POST',
    body: {
      device: id,
      installs__image: image,
      is_provided_by__release: release?.['id'],
      install_date: '2017-10-30',
      status: 'Downloading',
      download_progress: 50,
    },
  })
  expect(made.status).toBe(201)
  const installs = () =>
    world.rows(
      `/v7/image_install?$select=status,download_progress,install_date&$filter=device eq ${id}`,
      'ada',
    )
  const install = {
    status: 'Downloading',
    download_progress: 50,
    install_date: '2017-10-30T00:00:00.000Z',
  }
  expect(await installs()).toEqual([install])

  const key = await world.request(`/api-key/device/${id}/device-key`, { as: 'ada', method: 'POST', body: {} })
  const secret = String(await key.json())
  const polled = await world.request(`/device/v3/${UUID}/state?apikey=${secret}`, { as: 'ada' })
  expect(polled.status).toBe(200)
  expect(await read(world, id, ['api_heartbeat_state', 'overall_status', 'overall_progress'])).toEqual({
    api_heartbeat_state: 'online',
    overall_status: 'updating',
    overall_progress: 50,
  })

  const of = `/v7/image_install?$filter=device eq ${id}`
  const change = { status: 'Running', download_progress: null }
  await world.request(of, { as: 'ada', method: 'PATCH', body: change })
  expect(await installs()).toEqual([{ ...install, ...change }])
  await world.request(of, { as: 'ada', method: 'DELETE' })
  expect(await installs()).toEqual([])
})
