import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestCloud } from '../../../mocks/hosts/node.ts'
import type { TestCloud } from '../../../mocks/hosts/node.ts'
import { PLATFORM_NAMES } from '../../../mocks/platforms/platform.ts'
import { aMachine, targetOf } from '../machine.ts'
import type { Machine } from '../machine.ts'
import { fleetId, statusAndBody } from '../subjects.ts'

interface Desk {
  world: TestCloud
  own: Machine
  other: Machine
  /** Of the fleet of both. */
  release: number
  image: number
  service: number
  /** Of another fleet of the same user. */
  foreignImage: number
  foreignService: number
  /** An installation of the service on each device. */
  installs: { own: number; other: number }
}

/** The id that a relation of a row leads to. */
const linkIn = (row: Readonly<Record<string, unknown>> | undefined, relation: string): number =>
  (row?.[relation] as { __id: number } | undefined)?.__id ?? 0

const idIn = async (response: Response) => Number(((await response.json()) as { id: unknown }).id)

/** An image of another fleet than that of the devices, and its service. */
async function foreignImageOf(world: TestCloud) {
  const other = await fleetId(world, 'harbor-cams')
  const [row] = await world.rows(
    `/v7/image?$select=id,is_a_build_of__service&$top=1&$filter=is_a_build_of__service/any(s:s/application eq ${other})`,
    'ada',
  )
  return {
    foreignImage: Number(row?.['id']),
    foreignService: linkIn(row, 'is_a_build_of__service'),
  }
}

async function aDesk(platform: (typeof PLATFORM_NAMES)[number]): Promise<Desk> {
  const world = createTestCloud('first-look', { platform })
  const [own, other] = [await aMachine(world), await aMachine(world)]
  const { releaseId: release } = await targetOf(own)
  const [part] = await world.rows(
    `/v7/release_image?$select=image&$top=1&$filter=is_part_of__release eq ${release}`,
    'ada',
  )
  const made = await world.request('/v7/service', {
    as: 'ada',
    method: 'POST',
    body: { application: own.fleetId, service_name: 'added' },
  })
  const service = await idIn(made)
  const install = async (machine: Machine) =>
    idIn(
      await machine.request('/v7/service_install', {
        method: 'POST',
        body: { device: machine.id, installs__service: service },
      }),
    )
  return {
    world,
    own,
    other,
    release,
    image: linkIn(part, 'image'),
    service,
    installs: { own: await install(own), other: await install(other) },
    ...(await foreignImageOf(world)),
  }
}

interface Row {
  resource: string
  /** Of the device, or of the other one. */
  create(desk: Desk, of: 'own' | 'other'): object
  change: object
  /** Statuses of POST, the same POST again, PATCH and DELETE of the own row. */
  answers: readonly [number, number, number, number]
}

const named = (name: string) => (desk: Desk, of: 'own' | 'other') => ({
  device: desk[of].id,
  name,
  value: 'a',
})

const ROWS: readonly Row[] = [
  {
    resource: 'device_config_variable',
    create: named('RESIN_HOST_CONFIG_gpu_mem'),
    change: { value: 'b' },
    answers: [201, 409, 200, 401],
  },
  {
    resource: 'device_environment_variable',
    create: named('GREETING'),
    change: { value: 'b' },
    answers: [201, 409, 200, 200],
  },
  {
    resource: 'device_service_environment_variable',
    create: ({ installs }, of) => ({ service_install: installs[of], name: 'GREETING', value: 'a' }),
    change: { value: 'b' },
    answers: [201, 409, 200, 200],
  },
  {
    resource: 'device_tag',
    create: (desk, of) => ({ device: desk[of].id, tag_key: 'place', value: 'a' }),
    change: { value: 'b' },
    answers: [201, 409, 200, 200],
  },
  {
    resource: 'image_install',
    create: (desk, of) => ({
      device: desk[of].id,
      installs__image: desk.image,
      install_date: '2026-11-26T08:00:00.000Z',
      status: 'Downloading',
      download_progress: 1,
      is_provided_by__release: desk.release,
    }),
    change: { status: 'Running', download_progress: null },
    answers: [201, 409, 200, 401],
  },
]

describe.each(PLATFORM_NAMES)('the key of a device on the %s platform', (platform) => {
  let desk: Desk
  beforeAll(async () => {
    desk = await aDesk(platform)
  })
  afterAll(() => desk.world.dispose())

  const ask = (method: string, path: string, body?: object) =>
    desk.own.request(path, { method, ...(body === undefined ? {} : { body }) })
  const statusOf = async (method: string, path: string, body?: object) =>
    (await ask(method, path, body)).status

  test.each(ROWS)('writes its own rows of $resource as on the platform', async (row) => {
    const { resource, create, change, answers } = row
    const path = `/v7/${resource}`
    const created = await ask('POST', path, create(desk, 'own'))
    const again = await statusOf('POST', path, create(desk, 'own'))
    const id = await idIn(created)
    expect([
      created.status,
      again,
      await statusOf('PATCH', `${path}(${id})`, change),
      await statusOf('DELETE', `${path}(${id})`),
    ]).toEqual(answers)
    const left = await desk.world.rows(`${path}?$filter=id eq ${id}`, 'ada')
    if (answers[3] === 200) expect(left).toEqual([])
    else expect(left).toEqual([expect.objectContaining(change)])
  })

  test.each(ROWS)(
    'does not write rows of $resource of another device',
    async ({ resource, create, change }) => {
      const path = `/v7/${resource}`
      const refused = await ask('POST', path, create(desk, 'other'))
      expect([refused.status, await refused.text()]).toEqual([401, ''])
      const id = await idIn(await desk.other.request(path, { method: 'POST', body: create(desk, 'other') }))
      const [before] = await desk.world.rows(`${path}?$filter=id eq ${id}`, 'ada')
      expect(await statusOf('PATCH', `${path}(${id})`, change)).toBe(200)
      expect([200, 401]).toContain(await statusOf('DELETE', `${path}(${id})`))
      expect(await desk.world.rows(`${path}?$filter=id eq ${id}`, 'ada')).toEqual([before])
    },
  )

  test('installs only services of its fleet, its supervisor and its OS, and images of its fleet and public ones', async () => {
    const service = (id: number) => ({ device: desk.own.id, installs__service: id })
    const image = (id: number) => ({
      device: desk.own.id,
      installs__image: id,
      install_date: '2026-11-26T08:00:00.000Z',
      status: 'Running',
      is_provided_by__release: desk.release,
    })
    expect(await statusOf('POST', '/v7/service_install', service(desk.service))).toBe(409)
    expect(await statusOf('PATCH', `/v7/service_install(${desk.installs.own})`, service(desk.service))).toBe(
      200,
    )
    expect(await statusOf('POST', '/v7/service_install', service(desk.foreignService))).toBe(401)
    expect(await statusOf('POST', '/v7/image_install', image(desk.foreignImage))).toBe(401)
    expect(
      await statusAndBody(
        await ask('POST', '/v7/image_install', { ...image(desk.image), status: 'Napping' }),
      ),
    ).toEqual([400, 'Check constraint violated'])
    expect(await statusOf('DELETE', `/v7/service_install(${desk.installs.own})`)).toBe(200)
    expect(await statusOf('POST', '/v7/service_install', service(desk.service))).toBe(201)
  })

  test.each([
    ['note', { note: 'on the desk' }],
    ['device_name', { device_name: 'desk-1' }],
    ['status', { status: 'Idle' }],
    ['os_version', { os_version: 'balenaOS 6.0.24' }],
    ['is_online', { is_online: true }],
    ['is_connected_to_vpn', { is_connected_to_vpn: true }],
    ['api_heartbeat_state', { api_heartbeat_state: 'timeout' }],
    ['local_id', { local_id: 'desk' }],
    ['public_address', { public_address: '192.0.2.7' }],
    ['memory_usage', { memory_usage: 12 }],
    [
      'provisioning_progress and provisioning_state',
      { provisioning_progress: 40, provisioning_state: 'Flashing' },
    ],
  ])('changes its own %s, but not that of another device', async (field, change) => {
    const fields = Object.keys(change).join(',')
    const old = await desk.own.read(fields)
    expect(await statusOf('PATCH', `/v7/device(${desk.own.id})`, change)).toBe(200)
    // The hosted platform accepts them only from its VPN servers and its heartbeat (docs/platform/hosted-and-open.md).
    const isIgnored = platform === 'hosted' && ['is_connected_to_vpn', 'api_heartbeat_state'].includes(field)
    expect(await desk.own.read(fields)).toEqual(isIgnored ? old : change)
    const before = await desk.other.read(fields)
    expect(await statusOf('PATCH', `/v7/device(${desk.other.id})`, change)).toBe(200)
    expect(await desk.other.read(fields)).toEqual(before)
  })

  test('pins its own device, and changes its UUID', async () => {
    const path = `/v7/device(${desk.own.id})`
    expect(await statusOf('PATCH', path, { is_pinned_on__release: desk.release })).toBe(200)
    expect(await desk.own.read('is_pinned_on__release')).toEqual({
      is_pinned_on__release: { __id: desk.release },
    })
    const uuid = 'c0ffee'.padEnd(32, '0')
    expect(await statusOf('PATCH', path, { uuid })).toBe(200)
    expect(await desk.own.read('uuid')).toEqual({ uuid })
    expect(await statusOf('PATCH', path, { uuid: desk.own.uuid })).toBe(200)
  })

  test('cannot create, delete or move a device, and writes none of its derived fields', async () => {
    const path = `/v7/device(${desk.own.id})`
    const fleet = await fleetId(desk.world, 'harbor-cams')
    const [type] = await desk.world.rows(`${path}?$select=is_of__device_type`, 'ada')
    const device = {
      belongs_to__application: desk.own.fleetId,
      is_of__device_type: linkIn(type, 'is_of__device_type'),
    }
    expect(await statusOf('POST', '/v7/device', device)).toBe(401)
    expect(await statusOf('DELETE', path)).toBe(401)
    expect(await statusOf('DELETE', `/v7/device(${desk.other.id})`)).toBe(401)
    expect(await statusAndBody(await ask('PATCH', path, { belongs_to__application: fleet }))).toEqual([
      404,
      "Application doesn't exist or you have no access to it.",
    ])
    const before = await desk.own.read('overall_status,note')
    expect(await statusOf('PATCH', path, { overall_status: 'idle' })).toBe(500)
    expect(await statusOf('PATCH', path, { no_such_field: 1 })).toBe(500)
    expect(await statusOf('PATCH', path, {})).toBe(400)
    expect(await desk.own.read('overall_status,note')).toEqual(before)
    expect(await statusOf('PATCH', path, { no_such_field: 1, note: 'kept' })).toBe(200)
    expect(await desk.own.read('note')).toEqual({ note: 'kept' })
  })

  test('cannot write what belongs to its fleet', async () => {
    const { own, release, image, service } = desk
    const attempts = [
      ['PATCH', `/v7/application(${own.fleetId})`, { app_name: 'renamed' }],
      ['DELETE', `/v7/application(${own.fleetId})`],
      ['POST', '/v7/release', { belongs_to__application: own.fleetId }],
      ['PATCH', `/v7/release(${release})`, { note: 'x' }],
      ['DELETE', `/v7/release(${release})`],
      ['PATCH', `/v7/image(${image})`, { status: 'failed' }],
      ['DELETE', `/v7/image(${image})`],
      ['POST', '/v7/image', { is_a_build_of__service: service }],
      ['PATCH', `/v7/service(${service})`, { service_name: 'renamed' }],
      ['POST', '/v7/service', { application: own.fleetId, service_name: 'more' }],
      ['DELETE', `/v7/service(${service})`],
      ['POST', '/v7/application_tag', { application: own.fleetId, tag_key: 'k', value: 'v' }],
      ['POST', '/v7/application_environment_variable', { application: own.fleetId, name: 'K', value: 'v' }],
    ] as const
    for (const [method, path, body] of attempts)
      expect([method, path, await statusOf(method, path, body)]).toEqual([method, path, 401])
  })

  test('sees its own device and fleet, and no users, organizations and keys', async () => {
    const seen = async (path: string) => {
      const response = await ask('GET', path)
      return response.status === 200 ? ((await response.json()) as { d: unknown[] }).d : response.status
    }
    expect(await seen('/v7/device?$select=id')).toEqual([{ id: desk.own.id }])
    expect(await seen(`/v7/device?$select=id&$filter=uuid%20eq%20'${desk.own.uuid}'`)).toEqual([
      { id: desk.own.id },
    ])
    expect(await seen(`/v7/device(uuid='${desk.own.uuid}')?$select=id`)).toEqual([{ id: desk.own.id }])
    expect(await seen(`/v7/device(${desk.other.id})?$select=id`)).toEqual([])
    expect(await seen('/v7/application?$select=id&$filter=is_public eq false')).toEqual([
      { id: desk.own.fleetId },
    ])
    expect(await seen(`/v7/release?$select=id&$filter=id eq ${desk.release}`)).toEqual([{ id: desk.release }])
    expect(await seen(`/v7/image?$select=id&$filter=id eq ${desk.image}`)).toEqual([{ id: desk.image }])
    expect(await seen(`/v7/service?$select=id&$filter=id eq ${desk.service}`)).toEqual([{ id: desk.service }])
    expect(await seen(`/v7/image?$select=id&$filter=id eq ${desk.foreignImage}`)).toEqual([])
    for (const hidden of ['user', 'organization', 'api_key'])
      expect(await seen(`/v7/${hidden}?$select=id`)).toBe(401)
  })

  test.each([
    ['update', { or: ['update'] }, 200],
    ['update and write-log', { and: ['update', 'write-log'] }, 200],
    ['delete or update', { or: ['delete', 'update'] }, 200],
    ['delete and update', { and: ['delete', 'update'] }, 401],
    ['cloudlink', 'cloudlink', 200],
    ['write-log', 'write-log', 200],
    ['supervisor-proxy-write', 'supervisor-proxy-write', 200],
    ['delete', 'delete', 401],
    ['tunnel-22222', 'tunnel-22222', 401],
    ['ssh-host', 'ssh-host', 401],
  ])('is asked whether it may %s', async (_what, action, status) => {
    const response = await ask('POST', `/v7/device(${desk.own.id})/canAccess`, { action })
    expect(await statusAndBody(response)).toEqual([
      status,
      status === 200 ? { d: [{ id: desk.own.id }] } : '',
    ])
    expect(await statusOf('POST', `/v7/device(${desk.other.id})/canAccess`, { action })).toBe(401)
  })
})
