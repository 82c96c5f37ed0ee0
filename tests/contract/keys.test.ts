import { expect, test } from 'vitest'
import type { TestCloud, TestRequest } from '../../mocks/hosts/node.ts'
import { badRequest } from './exchange.ts'
import { aDevice, fleetId, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

async function keyFrom(
  world: TestCloud,
  path: string,
  body: unknown,
  as: TestRequest['as'] = 'ada',
): Promise<string> {
  const [status, secret] = await statusAndBody(await world.request(path, { as, method: 'POST', body }))
  expect(status).toBe(200)
  expect(secret).toMatch(/^[A-Za-z0-9]{32}$/)
  return String(secret)
}

test("a user's key has the permissions of the user until it is revoked", async () => {
  const world = openCloud()
  const credential = await keyFrom(world, '/api-key/user/full', { name: 'laptop', expiryDate: null })
  const [status, who] = await statusAndBody(await world.request('/actor/v1/whoami', { as: { credential } }))
  expect([status, who]).toMatchObject([200, { actorType: 'user', username: 'ada' }])
  const [key] = await world.rows(
    '/v7/api_key?$select=id,name&$filter=is_of__actor eq 1 and name ne null',
    'ada',
  )
  expect(key).toMatchObject({ name: 'laptop' })
  await world.request(`/v7/api_key(${Number(key?.['id'])})`, { as: 'ada', method: 'DELETE' })
  // Permissions of a key are cached for five seconds.
  world.clock.advanceTo(world.clock.now() + 5000)
  expect(await statusAndBody(await world.request('/actor/v1/whoami', { as: { credential } }))).toEqual([
    401,
    '',
  ])
})

test('a key also works in the query, and is invalid after it expires', async () => {
  const world = openCloud()
  const expiryDate = new Date(world.clock.now() + 60_000).toISOString()
  const credential = await keyFrom(world, '/api-key/user/full', { name: 'short', expiryDate })
  const ask = () => world.request(`/v7/organization?$select=id&apikey=${credential}`)
  expect((await ask()).status).toBe(200)
  world.clock.advanceTo(world.clock.now() + 60_000)
  expect(await statusAndBody(await ask())).toEqual([401, ''])
})

const badKeys: [what: string, path: string, body: Record<string, unknown>, status: number, text: string][] = [
  ['without a name', '/api-key/user/full', { name: '' }, 400, ''],
  [
    'with a bad date',
    '/api-key/user/full',
    { name: 'x', expiryDate: 'soon' },
    400,
    'Key expiry date should be a valid date',
  ],
  [
    'without an expiry in the second form',
    '/api-key/v2',
    { actorType: 'application', actorTypeId: 1, roles: ['provisioning-api-key'] },
    400,
    'Key expiry date should be a valid date',
  ],
  [
    'for an unknown fleet',
    '/api-key/v2',
    { actorType: 'application', actorTypeId: 99_999, roles: ['provisioning-api-key'], expiryDate: null },
    500,
    'No application found to associate with the api key',
  ],
]

test.each(badKeys)('a key %s is rejected, and none is created', async (_what, path, body, status, text) => {
  const world = openCloud()
  expect(
    await badRequest(async () =>
      statusAndBody(await world.request(path, { as: 'ada', method: 'POST', body })),
    ),
  ).toEqual([status, text])
  expect(await world.count('/v7/api_key/$count', 'ada')).toBe(0)
})

test('a key cannot create user keys', async () => {
  const world = openCloud()
  const credential = await keyFrom(world, '/api-key/user/full', { name: 'laptop', expiryDate: null })
  const response = await world.request('/api-key/user/full', {
    as: { credential },
    method: 'POST',
    body: { name: 'another', expiryDate: null },
  })
  expect(await statusAndBody(response)).toEqual([401, 'Fresh authentication token required'])
})

test('a provisioning key registers a device in its fleet, and the device gets its own key', async () => {
  const world = openCloud()
  const application = await fleetId(world, 'cold-chain-eu')
  const roles = ['provisioning-api-key']
  const body = { actorType: 'application', actorTypeId: application, roles, expiryDate: null }
  const credential = await keyFrom(world, '/api-key/v2', body)
  expect(await statusAndBody(await world.request('/actor/v1/whoami', { as: { credential } }))).toMatchObject([
    200,
    { actorType: 'application', actorTypeId: application, slug: 'acme_logistics/cold-chain-eu' },
  ])

  const uuid = '0123456789abcdef'.repeat(2)
  const join = (change: Record<string, unknown>) =>
    world.request('/device/register', {
      as: { credential },
      method: 'POST',
      body: { user: 1, application, uuid, device_type: 'raspberrypi4-64', ...change },
    })
  expect(await badRequest(async () => statusAndBody(await join({ uuid: undefined })))).toEqual([
    400,
    'UUID must be specified',
  ])
  expect(await statusAndBody(await join({ device_type: 'toaster' }))).toEqual([
    404,
    'Unknown device type toaster',
  ])
  const [status, joined] = await statusAndBody(await join({}))
  expect([status, joined]).toEqual([201, { id: expect.any(Number), uuid, api_key: expect.any(String) }])
  expect(await statusAndBody(await join({}))).toEqual([409, '"uuid" must be unique.'])

  const { id, api_key: own } = joined as { id: number; api_key: string }
  expect(
    await statusAndBody(await world.request('/actor/v1/whoami', { as: { credential: own } })),
  ).toMatchObject([200, { actorType: 'device', actorTypeId: id, uuid }])
  const target = await world.request(`/device/v3/${uuid}/state`, { as: { credential: own } })
  expect(target.status).toBe(200)

  const status$ = () => world.rows(`/v7/device(${id})?$select=api_heartbeat_state,is_online`, 'ada')
  expect(await status$()).toEqual([{ api_heartbeat_state: 'online', is_online: false }])
  world.clock.advanceTo(world.clock.now() + 12 * 3_600_000)
  expect(await status$()).toEqual([{ api_heartbeat_state: 'offline', is_online: false }])
})

test('registering a device requires a key', async () => {
  const world = openCloud()
  const application = await fleetId(world, 'cold-chain-eu')
  const body = { application, uuid: 'ab'.repeat(16), device_type: 'raspberrypi4-64' }
  const response = await world.request('/device/register', { method: 'POST', body })
  expect(await statusAndBody(response)).toEqual([401, { error: 'API key required' }])
  expect(await world.rows(`/v7/device(uuid='${body.uuid}')`, 'ada')).toEqual([])
})

test('a device key can be chosen, and sees only its device', async () => {
  const world = openCloud()
  const { id } = await aDevice(world, 'cold-chain-eu')
  const apiKey = 'k'.repeat(32)
  expect(await keyFrom(world, `/api-key/device/${id}/device-key`, { apiKey })).toBe(apiKey)
  const rows: unknown = await (
    await world.request('/v7/device?$select=id', { as: { credential: apiKey } })
  ).json()
  expect(rows).toEqual({ d: [{ id }] })
})

test('an observer cannot create a provisioning key', async () => {
  const world = openCloud()
  const application = await fleetId(world, 'cold-chain-eu')
  const path = `/api-key/application/${application}/provisioning`
  expect(await statusAndBody(await world.request(path, { as: 'olive', method: 'POST', body: {} }))).toEqual([
    401,
    '',
  ])
  await keyFrom(world, path, { name: 'factory' }, 'sol')
  expect(await world.count('/v7/api_key/$count', 'ada')).toBe(1)
})

test('an SSH key can be added once, for the own user [DATA-005]', async () => {
  const world = openCloud()
  const key = `ssh-ed25519 ${'A'.repeat(68)} ada@desk`
  const add = (user: number) =>
    world.request('/v7/user__has__public_key', {
      as: 'ada',
      method: 'POST',
      body: { title: 'desk', public_key: key, user },
    })
  expect((await add(1)).status).toBe(201)
  expect(await statusAndBody(await add(1))).toEqual([409, '"user" and "public_key" must be unique.'])
  expect((await add(2)).status).toBe(401)
  expect(await world.rows('/v7/user__has__public_key?$select=title,public_key', 'ada')).toEqual([
    { title: 'desk', public_key: key },
  ])
})

test.each(['/api-key/user/full', '/api-key/v1', '/api-key/v2'])(
  'a request without a credential gets no key from %s, and no hint about the body',
  async (path) => {
    const world = openCloud()
    const ask = () => world.request(path, { method: 'POST', body: {} })
    expect(await statusAndBody(await badRequest(ask))).toEqual([401, ''])
  },
)
