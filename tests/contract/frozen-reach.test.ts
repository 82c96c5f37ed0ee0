import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import type { CloudSnapshot } from '../../mocks/replay/snapshots.ts'
import { aDevice, fleetId, statusAndBody } from './subjects.ts'
import type { FoundDevice } from './subjects.ts'
import { openCloud, sendRaw } from './use-cloud.ts'

const FROZEN = 'The organization is frozen. Update its billing details to go on.'
const FROZEN_DEVICE = 'The device is frozen. Update the billing details of its organization to go on.'

let frozen: CloudSnapshot

beforeAll(() => {
  frozen = openCloud('past-due-60').cloud.snapshot()
})

const openFrozen = () => openCloud('past-due-60', { snapshot: structuredClone(frozen) })

const post = async (world: TestCloud, path: string, body: object) =>
  statusAndBody(await world.request(path, { as: 'ada', method: 'POST', body }))

const running = async (world: TestCloud, { id }: FoundDevice) =>
  world.rows(`/v7/device(${id})?$select=overall_status,is_frozen,modified_at`, 'ada')

test('devices of a frozen organization receive no commands, checks or OS updates', async () => {
  const world = openFrozen()
  const device = await aDevice(world, 'cold-chain-eu')
  const before = await running(world, device)
  expect(before).toMatchObject([{ is_frozen: true }])
  for (const path of ['ping', 'v1/blink', 'v1/reboot', 'v1/device', 'v2/version']) {
    expect([path, await post(world, `/supervisor/${path}`, { deviceId: device.id, data: {} })]).toEqual([
      path,
      [403, FROZEN_DEVICE],
    ])
  }
  for (const action of ['v1/checks', 'v1/diagnose', 'v2/resinhup']) {
    const [version, name] = action.split('/')
    const body = { parameters: { target_version: '6.1.0' } }
    expect(await post(world, `/${version}/${device.uuid}/${name}`, body)).toEqual([403, FROZEN_DEVICE])
  }
  const restart = { as: 'ada', method: 'POST' } as const
  const fleet = await fleetId(world, 'cold-chain-eu')
  expect(await statusAndBody(await world.request(`/application/${fleet}/restart`, restart))).toEqual([
    403,
    FROZEN,
  ])
  expect((await world.request(`/access/v1/hostos/${device.uuid}`, { as: 'ada' })).status).toBe(401)
  expect(await running(world, device)).toEqual(before)
})

test('a frozen device has no terminal', async () => {
  const world = openFrozen()
  const { uuid } = await aDevice(world, 'cold-chain-eu')
  const events: unknown[][] = []
  const listeners = new Map<string, (...args: unknown[]) => void>()
  world.cloud.connectTerminal({
    emit: (event, ...args) => void events.push([event, ...args]),
    on: (event, listener) => void listeners.set(event, listener),
    onClose: () => {},
    close: () => {},
  })
  listeners.get('authentication')?.({ auth: await world.token('ada'), uuid })
  listeners.get('ssh connect')?.({ target: { type: 'host' } })
  expect(events).toEqual([
    ['authenticated'],
    ['ssh connecting'],
    ['ssh disconnect', { reason: 'The device is frozen' }],
  ])
})

test('nothing can be pushed to the fleet of a frozen organization', async () => {
  const world = openFrozen()
  const fleet = await fleetId(world, 'cold-chain-eu')
  const count = () => world.count(`/v7/release/$count?$filter=belongs_to__application eq ${fleet}`, 'ada')
  const before = await count()
  const request = new Request(
    'https://builder.flotilla.test/v3/build?slug=acme_logistics/cold-chain-eu&headless=true',
    {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await world.token('ada')}`,
        'content-type': 'application/octet-stream',
      },
      body: new Uint8Array(gzipSync(Buffer.alloc(1024))),
    },
  )
  expect(await statusAndBody(await sendRaw(world, request))).toEqual([403, FROZEN])
  const url = 'https://github.com/flotilla-examples/hello-fleet/archive/main.tar.gz'
  const from = '/v3/buildFromUrl?owner=acme_logistics&app=cold-chain-eu'
  expect(await post(world, from, { url })).toEqual([403, FROZEN])
  expect(await count()).toBe(before)
})

test('in a free organization with too many devices, only the first ten can be reached', async () => {
  const world = openCloud('free-plan-over')
  const rows = await world.rows(
    '/v7/device?$select=id,is_frozen&$filter=is_connected_to_vpn eq true and belongs_to__application/organization eq 2&$orderby=id asc',
    'ada',
  )
  const ping = async (row: Record<string, unknown> | undefined) =>
    post(world, '/supervisor/ping', { deviceId: row?.['id'], method: 'GET' })
  expect(await ping(rows.find((row) => row['is_frozen'] === false))).toEqual([200, 'OK'])
  expect(await ping(rows.find((row) => row['is_frozen'] === true))).toEqual([403, FROZEN_DEVICE])
})
