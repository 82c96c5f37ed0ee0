import { expect, test } from 'vitest'
import type { TestCloud } from '../../mocks/hosts/node.ts'
import type { DemoName } from '../../mocks/worlds/people.ts'
import { cloudAt, fieldOf } from './accounts.ts'
import { badRequest } from './exchange.ts'
import { fleetId, statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

async function send(
  world: TestCloud,
  method: string,
  path: string,
  body?: unknown,
  as: DemoName = 'ada',
): Promise<[number, unknown]> {
  return statusAndBody(await world.request(path, { as, method, ...(body === undefined ? {} : { body }) }))
}

const actorOf = async (world: TestCloud, resource: string, id: number): Promise<number> => {
  const [row] = await world.rows(`/v7/${resource}(${id})?$select=actor`, 'ada')
  return Number(fieldOf(row?.['actor'], '__id'))
}

const fullKey = (world: TestCloud, name: string, as: DemoName = 'ada') =>
  send(world, 'POST', '/api-key/user/full', { name, expiryDate: null, description: `for ${name}` }, as)

test('the keys of a user are listed by actor and name, in pages, with a count [KEYS-039, KEYS-044]', async () => {
  const world = openCloud()
  for (const name of ['gamma', 'alpha', 'beta']) expect((await fullKey(world, name))[0]).toBe(200)
  expect((await fullKey(world, 'of devi', 'devi'))[0]).toBe(200)
  const [me] = await world.rows("/v7/user?$select=id&$filter=username eq 'ada'", 'ada')
  const own = `is_of__actor eq ${await actorOf(world, 'user', Number(me?.['id']))} and name ne null`
  const page = (skip: number) =>
    world.rows(
      `/v7/api_key?$select=id,name,description,expiry_date,created_at&$orderby=name asc,id asc&$top=2&$skip=${skip}&$filter=${own}`,
      'ada',
    )
  expect((await page(0)).map((key) => key['name'])).toEqual(['alpha', 'beta'])
  expect(await page(2)).toMatchObject([{ name: 'gamma', description: 'for gamma', expiry_date: null }])
  expect(await world.count(`/v7/api_key/$count?$filter=${own}`, 'ada')).toBe(3)
})

test('a key is renamed, given an expiry and revoked through the data API [KEYS-041]', async () => {
  const world = openCloud()
  await fullKey(world, 'laptop')
  const [key] = await world.rows("/v7/api_key?$select=id&$filter=name eq 'laptop'", 'ada')
  const path = `/v7/api_key(${Number(key?.['id'])})`
  const expiry_date = new Date(world.clock.now() + 86_400_000).toISOString()
  const change = { name: 'desk', description: 'at home', expiry_date }
  expect(await send(world, 'PATCH', path, change)).toEqual([200, ''])
  expect(await world.rows(`${path}?$select=name,description,expiry_date`, 'ada')).toEqual([change])
  expect(await send(world, 'DELETE', path)).toEqual([200, ''])
  expect(await world.rows(path, 'ada')).toEqual([])
})

test('a provisioning key is created with fleet, name, expiry and description; the fleet is required [KEYS-027, KEYS-042]', async () => {
  const world = openCloud()
  const fleet = await fleetId(world, 'cold-chain-eu')
  const body = {
    actorType: 'application',
    actorTypeId: fleet,
    roles: ['provisioning-api-key'],
    name: 'line 4',
    description: 'in the factory',
    expiryDate: '2027-06-01T00:00:00.000Z',
  }
  const keys = async () =>
    world.rows(
      `/v7/api_key?$select=name,description,expiry_date&$filter=is_of__actor eq ${await actorOf(world, 'application', fleet)} and name ne null`,
      'ada',
    )
  const before = await keys()
  expect(
    await badRequest(() => send(world, 'POST', '/api-key/v2', { ...body, actorTypeId: undefined })),
  ).toEqual([400, ''])
  expect(await keys()).toEqual(before)
  expect(await send(world, 'POST', '/api-key/v2', body)).toEqual([200, expect.stringMatching(/^\w{32}$/)])
  expect(await keys()).toContainEqual({
    name: 'line 4',
    description: 'in the factory',
    expiry_date: '2027-06-01T00:00:00.000Z',
  })
})

test.each<[DemoName, boolean]>([
  ['ada', true],
  ['devi', true],
  ['sadie', true],
  ['omar', true],
  ['sol', true],
  ['olive', false],
])('access to fleet keys depends on the role: %s [KEYS-033, KEYS-034, KEYS-035]', async (name, may) => {
  const world = openCloud()
  const fleet = await fleetId(world, 'cold-chain-eu')
  const body = { actorType: 'application', actorTypeId: fleet, name: 'line', expiryDate: null }
  expect((await send(world, 'POST', '/api-key/v2', { ...body, roles: ['provisioning-api-key'] }))[0]).toBe(
    200,
  )
  const actor = await actorOf(world, 'application', fleet)
  const rows = () => world.rows(`/v7/api_key?$filter=is_of__actor eq ${actor} and name ne null`, 'ada')
  const before = await rows()
  const path = `/v7/api_key(${Number(before[0]?.['id'])})`
  const [made] = await send(world, 'POST', '/api-key/v2', { ...body, roles: ['provisioning-api-key'] }, name)
  await send(world, 'PATCH', path, { description: 'changed' }, name)
  if (may) {
    expect(made).toBe(200)
    expect((await rows()).map((key) => key['description'])).toContain('changed')
    expect((await send(world, 'DELETE', path, undefined, name))[0]).toBe(200)
    expect(await world.rows(path, 'ada')).toEqual([])
  } else {
    expect(made).toBe(401)
    await send(world, 'DELETE', path, undefined, name)
    expect(await rows()).toEqual(before)
  }
})

test("no other user can access a user's keys, whatever the role [KEYS-041]", async () => {
  const world = openCloud()
  await fullKey(world, 'laptop', 'devi')
  const [key] = await world.rows("/v7/api_key?$select=id&$filter=name eq 'laptop'", 'devi')
  const path = `/v7/api_key(${Number(key?.['id'])})`
  for (const as of ['ada', 'pat'] as const) {
    await send(world, 'PATCH', path, { name: 'mine' }, as)
    await send(world, 'DELETE', path, undefined, as)
    expect(await world.rows(`${path}?$select=name`, 'devi')).toEqual([{ name: 'laptop' }])
  }
})

test('a user’s key requires a name and an expiry [KEYS-022, KEYS-023]', async () => {
  const world = openCloud()
  const [me] = await world.rows("/v7/user?$select=id&$filter=username eq 'ada'", 'ada')
  const ask = (body: Record<string, unknown>) =>
    send(world, 'POST', '/api-key/v2', {
      actorType: 'user',
      actorTypeId: me?.['id'],
      roles: ['named-user-api-key'],
      ...body,
    })
  expect((await badRequest(() => ask({ name: 'laptop' })))[0]).toBe(400)
  expect((await ask({ expiryDate: null }))[0]).toBe(400)
  expect((await ask({ name: '', expiryDate: null }))[0]).toBe(400)
  expect(await world.count('/v7/api_key/$count', 'ada')).toBe(0)
  expect((await ask({ name: 'laptop', expiryDate: null }))[0]).toBe(200)
})

test('a full key requires a sign-in within the last 20 minutes', async () => {
  const { world, real } = cloudAt()
  const credential = await world.token('ada')
  const ask = async () =>
    statusAndBody(
      await world.request('/api-key/user/full', {
        as: { credential },
        method: 'POST',
        body: { name: 'laptop', expiryDate: null },
      }),
    )
  real.now += 20 * 60_000
  expect((await ask())[0]).toBe(200)
  real.now += 1
  expect(await ask()).toEqual([401, 'Fresh authentication token required'])
  expect(await world.count("/v7/api_key/$count?$filter=name eq 'laptop'", 'ada')).toBe(1)
})

test('SSH keys are listed, added and removed through the data API [KEYS-038]', async () => {
  const world = openCloud()
  const [me] = await world.rows("/v7/user?$select=id&$filter=username eq 'devi'", 'devi')
  const body = {
    user: me?.['id'],
    title: 'laptop',
    public_key: `ssh-ed25519 ${'A'.repeat(68)} devi@laptop`,
  }
  const list = () => world.rows('/v7/user__has__public_key?$select=id,title', 'devi')
  const before = await list()
  const [status, made] = await send(world, 'POST', '/v7/user__has__public_key', body, 'devi')
  expect(status).toBe(201)
  const { id } = made as { id: number }
  expect(await list()).toEqual([...before, { id, title: 'laptop' }])
  expect(await send(world, 'DELETE', `/v7/user__has__public_key(${id})`, undefined, 'ada')).toEqual([200, ''])
  expect(await list()).toHaveLength(before.length + 1)
  expect(await send(world, 'DELETE', `/v7/user__has__public_key(${id})`, undefined, 'devi')).toEqual([
    200,
    '',
  ])
  expect(await list()).toEqual(before)
})

test('the keys of a user on the code host are read without a token [KEYS-036]', async () => {
  const { cloud } = openCloud()
  const response = await cloud.handle(new Request('https://api.github.com/users/ada-lovelace/keys'))
  expect(response.status).toBe(200)
  const keys: unknown = await response.json()
  expect(keys).toContainEqual({ id: expect.any(Number), key: expect.stringMatching(/^ssh-/) })
})
