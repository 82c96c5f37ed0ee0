import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { badRequest } from './exchange.ts'
import { aMachine, setCloudlink, targetOf, updateReport } from './machine.ts'
import { aDevice, fleetId, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

const SECOND = 1000
const MINUTE = 60_000

const pass = (world: TestCloud, ms: number) => world.clock.advanceTo(world.clock.now() + ms)

const STATUS =
  'overall_status,api_heartbeat_state,is_online,is_connected_to_vpn,last_connectivity_event,last_vpn_event'

test('a registered machine stays inactive until its first contact, however far the clock advances', async () => {
  const world = openCloud()
  const machine = await aMachine(world, 'cold-chain-eu', {
    os_version: 'balenaOS 6.1.0+rev1',
    os_variant: 'prod',
    supervisor_version: '17.0.1',
    mac_address: 'AA:BB:CC:00:11:22',
  })
  pass(world, 60 * MINUTE)
  expect(
    await machine.read(
      `${STATUS},os_version,os_variant,supervisor_version,mac_address,ip_address,provisioning_state`,
    ),
  ).toEqual({
    overall_status: 'inactive',
    api_heartbeat_state: 'unknown',
    is_online: false,
    is_connected_to_vpn: false,
    last_connectivity_event: null,
    last_vpn_event: null,
    os_version: 'balenaOS 6.1.0+rev1',
    os_variant: 'prod',
    supervisor_version: '17.0.1',
    mac_address: 'AA:BB:CC:00:11:22',
    ip_address: null,
    provisioning_state: null,
  })
  expect(await world.count(`/v7/image_install/$count?$filter=device eq ${machine.id}`, 'ada')).toBe(0)
})

test('polling the target is the heartbeat; without it, the device times out and then goes offline [DEV-025]', async () => {
  const world = openCloud()
  const machine = await aMachine(world)
  expect(await statusAndBody(await machine.report({ is_online: false }))).toEqual([200, ''])
  expect((await machine.read(STATUS))['api_heartbeat_state']).toBe('unknown')
  expect((await machine.poll()).status).toBe(200)
  expect(await machine.read(STATUS)).toMatchObject({
    overall_status: 'reduced-functionality',
    api_heartbeat_state: 'online',
    is_online: false,
  })
  pass(world, 14 * MINUTE)
  const { headers } = await machine.poll()
  pass(world, 14 * MINUTE)
  expect((await machine.poll({ 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304)
  pass(world, 15 * MINUTE - 1)
  expect((await machine.read(STATUS))['api_heartbeat_state']).toBe('online')
  pass(world, 1)
  expect((await machine.read(STATUS))['api_heartbeat_state']).toBe('timeout')
  pass(world, 15 * SECOND)
  expect(await machine.read(STATUS)).toMatchObject({
    overall_status: 'disconnected',
    api_heartbeat_state: 'offline',
  })
  await machine.poll()
  expect((await machine.read(STATUS))['api_heartbeat_state']).toBe('online')
})

test('neither a report nor a user who reads the target counts as a heartbeat', async () => {
  const world = openCloud()
  const machine = await aMachine(world)
  await machine.report({ status: 'Idle', is_online: false })
  expect((await world.request(`/device/v3/${machine.uuid}/state`, { as: 'ada' })).status).toBe(200)
  expect((await machine.read(STATUS))['api_heartbeat_state']).toBe('unknown')
})

test('the VPN is told of by its servers, and does not end with the heartbeat [DEV-026]', async () => {
  const world = openCloud()
  const machine = await aMachine(world)
  await machine.poll()
  await setCloudlink(world, machine, true)
  const up = await machine.read(STATUS)
  expect(up).toMatchObject({ overall_status: 'operational', is_online: true, is_connected_to_vpn: true })
  expect(up['last_connectivity_event']).toBe(new Date(world.clock.now()).toISOString())
  pass(world, 16 * MINUTE)
  expect(await machine.read(STATUS)).toMatchObject({
    overall_status: 'reduced-functionality',
    api_heartbeat_state: 'offline',
    is_online: true,
    is_connected_to_vpn: true,
    last_connectivity_event: up['last_connectivity_event'],
  })
  await setCloudlink(world, machine, false)
  expect(await machine.read(STATUS)).toMatchObject({
    overall_status: 'disconnected',
    is_online: false,
    is_connected_to_vpn: false,
    last_connectivity_event: new Date(world.clock.now()).toISOString(),
  })
  const operational = (await world.rows(
    `/v7/device?$select=id&$filter=belongs_to__application eq ${machine.fleetId} and overall_status eq 'disconnected'`,
    'ada',
  )) as { id: number }[]
  expect(operational.map(({ id }) => id)).toContain(machine.id)
})

test('users see what a device reports, metrics once a minute', async () => {
  const world = openCloud()
  const machine = await aMachine(world)
  await machine.poll()
  const metrics = {
    cpu_usage: 7,
    cpu_temp: 48,
    cpu_id: '10000000abcd',
    is_undervolted: true,
    memory_usage: 512,
    memory_total: 3800,
    storage_block_device: '/dev/mmcblk0p6',
    storage_usage: 1200,
    storage_total: 28_000,
  }
  await machine.report({
    ...metrics,
    name: 'north-gate',
    is_online: true,
    status: 'Idle',
    os_version: 'balenaOS 6.2.0',
    os_variant: 'dev',
    supervisor_version: '16.1.0',
    ip_address: '192.168.1.10 10.0.0.4',
    mac_address: 'AA:BB:CC:DD:EE:FF',
    provisioning_progress: null,
    provisioning_state: null,
  })
  const fields = `device_name,status,os_version,os_variant,supervisor_version,ip_address,mac_address,provisioning_state,provisioning_progress,${Object.keys(metrics).join(',')}`
  expect(await machine.read(fields)).toEqual({
    ...metrics,
    device_name: 'north-gate',
    status: 'Idle',
    os_version: 'balenaOS 6.2.0',
    os_variant: 'dev',
    supervisor_version: '16.1.0',
    ip_address: '192.168.1.10 10.0.0.4',
    mac_address: 'AA:BB:CC:DD:EE:FF',
    provisioning_state: null,
    provisioning_progress: null,
  })
  // A text, an empty text and null are different values.
  for (const provisioning_state of ['Preparing', '', null, 'Applying', null]) {
    await machine.report({ provisioning_state })
    expect(await machine.read('provisioning_state')).toEqual({ provisioning_state })
  }
  pass(world, 59 * SECOND)
  await machine.report({ cpu_usage: 70 })
  expect(await machine.read('cpu_usage')).toEqual({ cpu_usage: 7 })
  await machine.report({ cpu_usage: 75, status: 'configuring', provisioning_progress: 30 })
  expect(await machine.read('cpu_usage,status,overall_status,overall_progress')).toEqual({
    cpu_usage: 75,
    status: 'configuring',
    overall_status: 'configuring',
    overall_progress: 30,
  })
  pass(world, SECOND + 1)
  await machine.report({ cpu_usage: 80 })
  expect(await machine.read('cpu_usage,memory_usage')).toEqual({ cpu_usage: 80, memory_usage: 512 })
  const sorted = await world.rows(
    `/v7/device?$select=id&$filter=belongs_to__application eq ${machine.fleetId} and os_version eq 'balenaOS 6.2.0'`,
    'ada',
  )
  expect(sorted).toEqual([{ id: machine.id }])
})

test('the key of a device is valid for this device only', async () => {
  const world = openCloud()
  const machine = await aMachine(world)
  const other = await aDevice(world, 'cold-chain-eu')
  const rows = (await (await machine.request('/v7/device?$select=uuid')).json()) as { d: { uuid: string }[] }
  expect(rows.d).toEqual([{ uuid: machine.uuid }])
  expect((await machine.request(`/device/v3/${other.uuid}/state`)).status).toBe(401)
  const lines = [{ timestamp: world.clock.now(), message: 'not mine' }]
  expect(
    await statusAndBody(
      await machine.request(`/device/v2/${other.uuid}/logs`, { method: 'POST', body: lines }),
    ),
  ).toEqual([401, ''])
  expect(
    (await machine.request('/device/v3/state', { method: 'PATCH', body: { [other.uuid]: { status: 'x' } } }))
      .status,
  ).toBe(401)
  expect(
    (await machine.request('/device/v3/tags', { method: 'PATCH', body: { [other.uuid]: { a: 'b' } } }))
      .status,
  ).toBe(401)
  const [row] = await world.rows(`/v7/device(${other.id})?$select=status&$expand=device_tag`, 'ada')
  expect(row?.['status']).toBe('Idle')
  expect(JSON.stringify(row)).not.toContain('"tag_key":"a"')
})

test('a device adds and changes tags, but cannot remove any', async () => {
  const world = openCloud()
  const machine = await aMachine(world)
  const tags = async () =>
    world.rows(
      `/v7/device_tag?$select=tag_key,value&$filter=device eq ${machine.id}&$orderby=tag_key asc`,
      'ada',
    )
  const declare = async (body: object) =>
    statusAndBody(
      await machine.request('/device/v3/tags', { method: 'PATCH', body: { [machine.uuid]: body } }),
    )
  expect(await declare({ site: 'north-gate', line: '3' })).toEqual([200, ''])
  expect(await declare({ site: 'south-gate' })).toEqual([200, ''])
  const declared = [
    { tag_key: 'line', value: '3' },
    { tag_key: 'site', value: 'south-gate' },
  ]
  expect(await tags()).toEqual(declared)
  expect(await badRequest(() => declare({ line: null }))).toEqual([400, ''])
  expect(await declare({})).toEqual([400, 'No tags were sent to be updated.'])
  expect(await declare({ site: 'x', 'a key': 'y' })).toEqual([400, ''])
  expect(await declare({ 'io.balena.site': 'x' })).toEqual([400, ''])
  expect(await tags()).toEqual(declared)
})

test('a simulated device becomes external once its key is used, and continues from its state', async () => {
  const world = openCloud()
  const { id, uuid } = await aDevice(world, 'cold-chain-eu')
  const fields = 'overall_status,ip_address,mac_address,os_version,is_running__release,cpu_id'
  const read = async () => (await world.rows(`/v7/device(${id})?$select=${fields}`, 'ada'))[0]
  const before = await read()
  const made = await world.request(`/api-key/device/${id}/device-key`, {
    as: 'ada',
    method: 'POST',
    body: {},
  })
  const credential = String(await made.json())
  expect((await world.request(`/device/v3/${uuid}/state`, { as: { credential } })).status).toBe(200)
  expect(await read()).toEqual(before)
  pass(world, 16 * MINUTE)
  // Its VPN is still up, as far as the platform knows.
  expect(await read()).toEqual({ ...before, overall_status: 'reduced-functionality' })
})

test('commands over the VPN to an external device are rejected', async () => {
  const world = openCloud()
  const machine = await aMachine(world)
  await machine.poll()
  await setCloudlink(world, machine, true)
  const post = async (path: string, body: object) =>
    statusAndBody(await world.request(path, { as: 'ada', method: 'POST', body }))
  expect(await post('/supervisor/v1/reboot', { deviceId: machine.id, data: {} })).toEqual([
    404,
    'No online device(s) found',
  ])
  expect(await post(`/v1/${machine.uuid}/checks`, {})).toEqual([400, 'Device is not online'])
  expect(await machine.read('is_online,overall_status')).toEqual({
    is_online: true,
    overall_status: 'operational',
  })
})

test('an external device that moves to another fleet loses its installed services', async () => {
  const world = openCloud()
  const machine = await aMachine(world)
  const target = await targetOf(machine)
  await machine.report(updateReport(machine, target, 'done', { status: 'Running' }))
  await world.request(`/v7/device(${machine.id})`, {
    as: 'ada',
    method: 'PATCH',
    body: { belongs_to__application: await fleetId(world, 'harbor-cams') },
  })
  const statuses = await world.rows(`/v7/image_install?$select=status&$filter=device eq ${machine.id}`, 'ada')
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set(['deleted']))
})

test('a deleted device receives no changes, and has no permissions', async () => {
  const world = openCloud()
  const machine = await aMachine(world)
  await machine.poll()
  await world.request(`/v7/device(${machine.id})`, { as: 'ada', method: 'DELETE' })
  expect(await statusAndBody(await machine.poll())).toEqual([304, ''])
  expect(await statusAndBody(await machine.report({ status: 'Idle' }))).toEqual([401, ''])
  expect((await machine.write([{ timestamp: 1, message: 'still here' }])).status).toBe(401)
  expect(await world.rows(`/v7/device?$filter=uuid eq '${machine.uuid}'`, 'ada')).toEqual([])
})
