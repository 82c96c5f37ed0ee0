import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import { badRequest } from './exchange.ts'
import { aDevice, fleetId, releaseId, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

const patch = (world: TestCloud, id: number, body: Record<string, unknown>) =>
  world.request(`/v7/device?$filter=id in (${id})`, { as: 'ada', method: 'PATCH', body })

const read = async (world: TestCloud, id: number, fields: string) =>
  (await world.rows(`/v7/device(${id})?$select=${fields}`, 'ada'))[0]

test('a device is renamed, annotated, made public and given a custom location', async () => {
  const world = openCloud()
  const { id } = await aDevice(world, 'cold-chain-eu')
  const body = {
    device_name: 'gate-north',
    note: 'Behind the second door.',
    is_web_accessible: true,
    custom_latitude: '51.95',
    custom_longitude: '4.14',
  }
  expect(await statusAndBody(await patch(world, id, body))).toEqual([200, ''])
  expect(await read(world, id, Object.keys(body).join(','))).toEqual(body)
  expect(await world.rows("/v7/device?$select=id&$filter=device_name eq 'gate-north'", 'ada')).toEqual([
    { id },
  ])
  await patch(world, id, { custom_latitude: '', custom_longitude: '' })
  expect(await read(world, id, 'custom_latitude')).toEqual({ custom_latitude: '' })
})

test('a change updates the modification time', async () => {
  const world = openCloud()
  const { id } = await aDevice(world, 'cold-chain-eu')
  world.clock.advanceTo(world.clock.now() + 5000)
  await patch(world, id, { note: 'x' })
  expect(await read(world, id, 'modified_at')).toEqual({
    modified_at: new Date(world.clock.now()).toISOString(),
  })
})

test('a pinned device eventually runs another release, and tracks its fleet again [DATA-023]', async () => {
  const world = openCloud()
  const { id } = await aDevice(world, 'harbor-cams')
  const pin = await releaseId(world, 'harbor-cams', '2.4.0')
  const fleet = await releaseId(world, 'harbor-cams', '2.3.0')
  const releases = 'is_running__release,is_pinned_on__release,should_be_running__release'
  await patch(world, id, { is_pinned_on__release: pin })
  expect(await read(world, id, releases)).toEqual({
    is_running__release: { __id: fleet },
    is_pinned_on__release: { __id: pin },
    should_be_running__release: { __id: pin },
  })
  world.clock.advanceTo(world.clock.now() + 6 * 3_600_000)
  expect(await read(world, id, 'is_running__release')).toEqual({ is_running__release: { __id: pin } })
  await patch(world, id, { is_pinned_on__release: null })
  expect(await read(world, id, releases)).toMatchObject({
    is_pinned_on__release: null,
    should_be_running__release: { __id: fleet },
  })
})

test('a device cannot be pinned to a failed release, or to one of another fleet', async () => {
  const world = openCloud()
  const { id } = await aDevice(world, 'bench-lab')
  const failed = await releaseId(world, 'bench-lab', '0.8.5')
  const foreign = await releaseId(world, 'harbor-cams', '2.3.0')
  for (const release of [failed, foreign]) {
    const response = await patch(world, id, { is_pinned_on__release: release })
    expect(await statusAndBody(response)).toEqual([
      400,
      expect.stringMatching(/^It is necessary that each release that is pinned to a device/),
    ])
  }
  expect(await read(world, id, 'is_pinned_on__release')).toEqual({ is_pinned_on__release: null })
})

test('a moved device belongs to the other fleet, without its pin and previous services', async () => {
  const world = openCloud()
  const { id } = await aDevice(world, 'cold-chain-eu')
  const to = await fleetId(world, 'harbor-cams')
  await patch(world, id, { is_pinned_on__release: await releaseId(world, 'cold-chain-eu', '4.11.0') })
  expect((await patch(world, id, { belongs_to__application: to })).status).toBe(200)
  const [device] = await world.rows(
    `/v7/device(${id})?$select=belongs_to__application,is_pinned_on__release&$expand=service_install($expand=installs__service($select=service_name))`,
    'ada',
  )
  expect(device).toMatchObject({ belongs_to__application: { __id: to }, is_pinned_on__release: null })
  expect(JSON.stringify(device?.['service_install'])).toContain('detector')
  expect(JSON.stringify(device?.['service_install'])).not.toContain('sensor-hub')
  const lost = await patch(world, id, { belongs_to__application: 99_999 })
  expect(await statusAndBody(lost)).toEqual([404, "Application doesn't exist or you have no access to it."])
})

test('a device is moved only by who may add devices to the other fleet; one that stays needs no such permission', async () => {
  const world = openCloud()
  const { id } = await aDevice(world, 'cold-chain-eu')
  const [from, to] = [await fleetId(world, 'cold-chain-eu'), await fleetId(world, 'harbor-cams')]
  const [mel] = await world.rows("/v7/user?$select=id&$filter=username eq 'mel'", 'ada')
  const roles = await world.rows('/v7/application_membership_role?$select=id,name', 'ada')
  const grant = (fleet: number, role: string) =>
    world.request('/v7/user_application_membership', {
      as: 'ada',
      method: 'POST',
      body: {
        user: mel?.['id'],
        is_member_of__application: fleet,
        application_membership_role: roles.find(({ name }) => name === role)?.['id'],
      },
    })
  expect((await grant(from, 'operator')).status).toBe(201)
  expect((await grant(to, 'observer')).status).toBe(201)
  const move = async (fleet: number) =>
    statusAndBody(
      await world.request(`/v7/device(${id})`, {
        as: 'mel',
        method: 'PATCH',
        body: { belongs_to__application: fleet },
      }),
    )
  const where = async () => (await read(world, id, 'belongs_to__application'))?.['belongs_to__application']
  expect(await move(from)).toEqual([200, ''])
  expect(await move(to)).toEqual([401, ''])
  expect(await where()).toEqual({ __id: from })
})

test('an online device cannot be deactivated, an offline one can', async () => {
  const world = openCloud()
  const { id, uuid } = await aDevice(world, 'cold-chain-eu')
  expect(await statusAndBody(await patch(world, id, { is_active: false }))).toEqual([
    400,
    'Devices must be offline in order to be deactivated.',
  ])
  expect(await read(world, id, 'is_active')).toEqual({ is_active: true })
  await world.request(`/__flotilla/devices/${uuid}`, { method: 'POST', body: { link: 'down' } })
  expect((await patch(world, id, { is_active: false })).status).toBe(200)
  expect(await read(world, id, 'is_active,overall_status')).toEqual({
    is_active: false,
    overall_status: 'inactive',
  })
})

const badDevices: [what: string, body: Record<string, unknown>, status: number, text: unknown][] = [
  ['a name of two lines', { device_name: 'a\nb' }, 400, 'Device name cannot contain any newline characters.'],
  [
    'a uuid that is none',
    { uuid: 'ABC' },
    400,
    'Device UUID must be a 32 or 62 character long lower case hex string.',
  ],
  ['an unknown type', { is_of__device_type: 99_999 }, 409, 'Data is referenced by is_of__device_type.'],
  [
    'an unknown fleet',
    { belongs_to__application: 99_999 },
    409,
    'Data is referenced by belongs_to__application.',
  ],
  ['no type', { is_of__device_type: undefined }, 500, ''],
]

test.each(badDevices)('a device with %s cannot be registered', async (_what, body, status, text) => {
  const world = openCloud()
  const before = await world.count('/v7/device/$count', 'ada')
  const [type] = await world.rows("/v7/device_type?$select=id&$filter=slug eq 'raspberrypi5'", 'ada')
  const response = await badRequest(async () =>
    world.request('/v7/device', {
      as: 'ada',
      method: 'POST',
      body: {
        belongs_to__application: await fleetId(world, 'depot-pilot'),
        is_of__device_type: type?.['id'],
        ...body,
      },
    }),
  )
  expect(await statusAndBody(response)).toEqual([status, text])
  expect(await world.count('/v7/device/$count', 'ada')).toBe(before)
})

test('a preregistered device is inactive until its first contact', async () => {
  const world = openCloud()
  const [type] = await world.rows("/v7/device_type?$select=id&$filter=slug eq 'raspberrypi5'", 'ada')
  const uuid = 'ab'.repeat(16)
  const [status, row] = await statusAndBody(
    await world.request('/v7/device', {
      as: 'ada',
      method: 'POST',
      body: {
        belongs_to__application: await fleetId(world, 'depot-pilot'),
        is_of__device_type: type?.['id'],
        uuid,
      },
    }),
  )
  expect(status).toBe(201)
  expect(row).toMatchObject({
    uuid,
    device_name: expect.stringMatching(/^\w+-\w+$/),
    overall_status: 'inactive',
    is_active: false,
    api_heartbeat_state: 'unknown',
    is_online: false,
    last_connectivity_event: null,
  })
})

test('deleting a device deletes its tags, and its keys can do nothing more', async () => {
  const world = openCloud()
  const { id, uuid } = await aDevice(world, 'cold-chain-eu')
  const key = await world.request(`/api-key/device/${id}/device-key`, { as: 'ada', method: 'POST', body: {} })
  const secret: unknown = await key.json()
  await world.request(`/v7/device?$filter=id in (${id})`, { as: 'ada', method: 'DELETE' })
  expect(await world.rows(`/v7/device(uuid='${uuid}')`, 'ada')).toEqual([])
  expect(await world.rows(`/v7/device_tag?$filter=device eq ${id}`, 'ada')).toEqual([])
  const as = { credential: String(secret) }
  expect((await world.request('/actor/v1/whoami', { as })).status).toBe(401)
  const seen = await world.request('/v7/device', { as })
  expect(await statusAndBody(seen)).toEqual([200, { d: [] }])
  const write = { as, method: 'PATCH', body: { status: 'Idle' } }
  expect(await statusAndBody(await world.request(`/v7/device(${id})`, write))).toEqual([200, ''])
})

test('one violated rule in a batch leaves all devices unchanged', async () => {
  const world = openCloud()
  const offline = await aDevice(world, 'kiosk-lobby', 'is_online eq false')
  const online = await aDevice(world, 'kiosk-lobby')
  const response = await world.request(`/v7/device?$filter=id in (${offline.id},${online.id})`, {
    as: 'ada',
    method: 'PATCH',
    body: { is_active: false },
  })
  expect(response.status).toBe(400)
  expect(await read(world, offline.id, 'is_active')).toEqual({ is_active: true })
})
