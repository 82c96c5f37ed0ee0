import { afterEach, expect, test } from 'vitest'
import { createTestCloud } from '../../mocks/hosts/node.ts'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { aMachine } from './machine.ts'
import { fleetId } from './subjects.ts'

const worlds: TestCloud[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose()
})

function aWorld(options: Parameters<typeof createTestCloud>[1] = {}): TestCloud {
  const world = createTestCloud('first-look', options)
  worlds.push(world)
  return world
}

const HOUR = 3_600_000
const FIELDS = 'id,uuid,is_online,last_connectivity_event,api_heartbeat_state'

const read = async (world: TestCloud, uuid: string) =>
  (await world.rows(`/v7/device(uuid='${uuid}')?$select=${FIELDS}`, 'ada'))[0]

const pass = (world: TestCloud, ms: number) => world.clock.advanceTo(world.clock.now() + ms)

const control = (world: TestCloud, path: string, body: object) =>
  world.request(`/__flotilla/${path}`, { method: 'POST', body })

const SILENT = { is_online: false, last_connectivity_event: null, api_heartbeat_state: 'unknown' }
const ALIVE = { is_online: true, api_heartbeat_state: 'online' }

test.each([
  ['registered by its provisioning key', async (world: TestCloud) => (await aMachine(world)).uuid],
  [
    'registered by its provisioning key, with what it knows of itself',
    async (world: TestCloud) =>
      (await aMachine(world, 'cold-chain-eu', { os_version: 'balenaOS 6.1.0' })).uuid,
  ],
  [
    'made by a person',
    async (world: TestCloud) => {
      const [{ id: type } = { id: 0 }] = await world.rows(
        "/v7/device_type?$select=id&$filter=slug eq 'raspberrypi4-64'",
        'ada',
      )
      const uuid = 'e'.repeat(32)
      const body = {
        belongs_to__application: await fleetId(world, 'cold-chain-eu'),
        is_of__device_type: type,
        uuid,
      }
      expect((await world.request('/v7/device', { as: 'ada', method: 'POST', body })).status).toBe(201)
      return uuid
    },
  ],
])('a device that was %s stays inactive', async (_what, register) => {
  const world = aWorld()
  const uuid = await register(world)
  pass(world, HOUR)
  expect(await read(world, uuid)).toMatchObject(SILENT)
})

test('a device is active as soon as its key is used', async () => {
  const world = aWorld()
  const machine = await aMachine(world)
  await machine.poll()
  expect(await read(world, machine.uuid)).toMatchObject({ api_heartbeat_state: 'online' })
})

test('a registered device is powered on once: it connects and runs the release of its fleet', async () => {
  const world = aWorld()
  const { uuid } = await aMachine(world)
  pass(world, HOUR)
  expect((await control(world, `devices/${uuid}`, { power: 'on' })).status).toBe(200)
  expect(await read(world, uuid)).toMatchObject(SILENT)
  pass(world, 60_000)
  expect(await read(world, uuid)).toMatchObject(ALIVE)
  const again = await control(world, `devices/${uuid}`, { power: 'on' })
  expect([again.status, await again.json()]).toEqual([400, 'This device is already powered on'])
})

test('an external device cannot be powered on in the simulation', async () => {
  const world = aWorld()
  const machine = await aMachine(world)
  await machine.poll()
  const refused = await control(world, `devices/${machine.uuid}`, { power: 'on' })
  expect([refused.status, await refused.json()]).toEqual([400, 'This is an external device'])
})

test('a new machine is powered on for a fleet, with the downloaded OS', async () => {
  const world = aWorld()
  const fleets = (await (await world.request('/__flotilla/fleets')).json()) as { slug: string }[]
  expect(fleets.map(({ slug }) => slug)).toContain('acme_logistics/cold-chain-eu')
  const made = await control(world, 'devices', {
    fleet: await fleetId(world, 'cold-chain-eu'),
    deviceType: 'raspberrypi4-64',
    osVersion: '6.0.24',
    variant: 'dev',
  })
  expect(made.status).toBe(201)
  const { uuid, name } = (await made.json()) as { uuid: string; name: string }
  pass(world, 60_000)
  const [device] = await world.rows(
    `/v7/device(uuid='${uuid}')?$select=device_name,os_version,os_variant,is_online`,
    'ada',
  )
  expect(device).toEqual({
    device_name: name,
    os_version: 'balenaOS 6.0.24',
    os_variant: 'dev',
    is_online: true,
  })
})

test('a powered-on device is powered on again when the world is rewound and replayed', async () => {
  const world = aWorld({ keepsHistory: true })
  const from = world.clock.now()
  const { uuid: registered } = await aMachine(world)
  await control(world, `devices/${registered}`, { power: 'on' })
  const made = await control(world, 'devices', { fleet: 'acme_logistics/cold-chain-eu' })
  const { uuid } = (await made.json()) as { uuid: string }
  pass(world, HOUR)
  await control(world, 'rewind', { to: new Date(from + HOUR / 2).toISOString() })
  for (const one of [registered, uuid]) expect(await read(world, one)).toMatchObject(ALIVE)
})
