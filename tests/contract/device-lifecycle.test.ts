import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { provisioningKey } from './machine.ts'
import { aDevice, expanded, fleetId, releaseId, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

const MINUTE = 60_000

const forward = (world: TestCloud, ms: number) => world.clock.advanceTo(world.clock.now() + ms)

const play = (world: TestCloud, uuid: string, body: Record<string, unknown>) =>
  world.request(`/__flotilla/devices/${uuid}`, { method: 'POST', body })

const statusesOf = async (world: TestCloud, id: number) => {
  const [row] = await world.rows(
    `/v7/device(${id})?$select=overall_status,is_connected_to_vpn,api_heartbeat_state,update_status`,
    'ada',
  )
  return row
}

interface Reason {
  about: string
  is: string
  chain: { text: string }[]
}

const whyOf = async (world: TestCloud, uuid: string): Promise<Reason[]> => {
  const [, body] = await statusAndBody(await world.request(`/__flotilla/devices/${uuid}`))
  return (body as { reasons: Reason[] }).reasons
}

test('an update lock rejects a reboot and a shutdown with 423, unless forced [DACT-006]', async () => {
  const world = openCloud()
  const { id, uuid } = await aDevice(world, 'cold-chain-eu')
  await play(world, uuid, { lock: 'uplink' })
  for (const path of ['v1/reboot', 'v1/shutdown']) {
    const ask = async (data: Record<string, unknown>) =>
      statusAndBody(
        await world.request(`/supervisor/${path}`, {
          as: 'ada',
          method: 'POST',
          body: { deviceId: id, data },
        }),
      )
    expect(await ask({})).toEqual([
      423,
      { Data: '', Error: expect.stringMatching(/^Lockfile exists for \{ appId: \d+, service: uplink \}$/) },
    ])
    expect(await statusesOf(world, id)).toMatchObject({ overall_status: 'operational' })
    if (path === 'v1/shutdown') expect((await ask({ force: true }))[0]).toBe(202)
  }
  forward(world, MINUTE)
  expect(await statusesOf(world, id)).toMatchObject({ is_connected_to_vpn: false })
})

test('a configuration variable that requires a reboot makes the device go offline and return', async () => {
  const world = openCloud()
  const { id } = await aDevice(world, 'cold-chain-eu')
  const body = { device: id, name: 'RESIN_HOST_CONFIG_gpu_mem', value: '64' }
  expect(
    (await world.request('/v7/device_config_variable', { as: 'ada', method: 'POST', body })).status,
  ).toBe(201)
  const seen = new Set<unknown>()
  for (let step = 0; step < 60; step++) {
    forward(world, 2_000)
    seen.add((await statusesOf(world, id))?.['is_connected_to_vpn'])
  }
  expect(seen).toEqual(new Set([true, false]))
  expect(await statusesOf(world, id)).toMatchObject({ overall_status: 'operational' })
})

test('VPN and heartbeat fail independently, and either failure reduces the functionality', async () => {
  const world = openCloud()
  const { id, uuid } = await aDevice(world, 'cold-chain-eu')
  await play(world, uuid, { contact: 'tunnel' })
  forward(world, 120 * MINUTE)
  expect(await statusesOf(world, id)).toMatchObject({
    is_connected_to_vpn: true,
    api_heartbeat_state: 'offline',
    overall_status: 'reduced-functionality',
  })
  await play(world, uuid, { contact: 'polls' })
  expect(await statusesOf(world, id)).toMatchObject({
    is_connected_to_vpn: false,
    api_heartbeat_state: 'online',
    overall_status: 'reduced-functionality',
  })
  const [first] = await whyOf(world, uuid)
  expect(first).toMatchObject({ about: 'status', is: 'reduced-functionality' })
  expect(first?.chain.map(({ text }) => text).join(' ')).toContain('A user disconnected it.')
})

test('labels of a release determine how its services are replaced', async () => {
  const world = openCloud()
  const { id } = await aDevice(world, 'harbor-cams')
  const release = await releaseId(world, 'harbor-cams', '2.4.0')
  await world.request(`/v7/device(${id})`, {
    as: 'ada',
    method: 'PATCH',
    body: { is_pinned_on__release: release },
  })
  const seen = new Set<string>()
  for (let step = 0; step < 200; step++) {
    forward(world, 3_000)
    for (const row of await world.rows(`/v7/image_install?$select=status&$filter=device eq ${id}`, 'ada')) {
      seen.add(String(row['status']))
    }
  }
  expect([...seen]).toEqual(expect.arrayContaining(['Handing over', 'Awaiting handover', 'Downloading']))
  expect(
    await world.count(`/v7/device/$count?$filter=id eq ${id} and is_running__release eq ${release}`, 'ada'),
  ).toBe(1)
})

test('the next event is returned with its device and time', async () => {
  const world = openCloud()
  const { id, uuid } = await aDevice(world, 'cold-chain-eu')
  await fleetId(world, 'cold-chain-eu')
  await world.request('/supervisor/v1/reboot', {
    as: 'ada',
    method: 'POST',
    body: { deviceId: id, data: {} },
  })
  for (let step = 0; step < 40; step++) {
    const [status, next] = await statusAndBody(await world.request('/__flotilla/next'))
    expect(status).toBe(200)
    const { at, device, text } = next as { at: string; device: string; text: string }
    expect(Date.parse(at)).toBeGreaterThanOrEqual(world.clock.now())
    if (device === uuid) {
      expect(text).toMatch(/: It starts to reboot\.$/)
      return
    }
    world.clock.advanceTo(Date.parse(at))
  }
  throw new Error('The reboot was never announced')
})

test('a device that registers late has an install for each service of its target release', async () => {
  const world = openCloud()
  const fleet = await fleetId(world, 'bench-lab')
  const [row] = await world.rows(
    `/v7/application(${fleet})?$select=id&$expand=is_for__device_type($select=slug)`,
    'ada',
  )
  const { slug } = expanded(row, 'is_for__device_type')
  const post = async (resource: string, body: object): Promise<number> => {
    const made = await world.request(`/v7/${resource}`, { as: 'ada', method: 'POST', body })
    return ((await made.json()) as { id: number }).id
  }
  const now = world.clock.now()
  const release = await post('release', {
    belongs_to__application: fleet,
    commit: 'ab'.repeat(20),
    semver: '9.0.0',
    status: 'running',
    source: 'cloud',
    composition: {},
    start_timestamp: now,
  })
  for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) {
    const service = await post('service', { application: fleet, service_name: name })
    const times = { start_timestamp: now, push_timestamp: now }
    const image = await post('image', { is_a_build_of__service: service, status: 'success', ...times })
    await post('release_image', { is_part_of__release: release, image })
  }
  await world.request(`/v7/release(${release})`, { as: 'ada', method: 'PATCH', body: { status: 'success' } })
  const uuid = 'd'.repeat(32)
  const body = { application: fleet, uuid, device_type: slug }
  const as = await provisioningKey(world, Number(fleet))
  const joined = await world.request('/device/register', { as, method: 'POST', body })
  expect(joined.status).toBe(201)
  await world.request(`/__flotilla/devices/${uuid}`, { method: 'POST', body: { power: 'on' } })
  world.clock.advanceTo(now + 3_600_000)
  const [device] = await world.rows(
    `/v7/device(uuid='${uuid}')?$select=id&$expand=is_running__release($select=id),image_install($select=status),service_install/$count`,
    'ada',
  )
  expect(device).toMatchObject({
    is_running__release: [{ id: release }],
    image_install: Array.from({ length: 6 }, () => ({ status: 'Running' })),
    service_install: 6,
  })
  const found = `/v7/image_install/$count?$filter=device/any(d:d/uuid eq '${uuid}')`
  expect(await world.count(found, 'ada')).toBe(6)
})
