import { createHmac } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import type { TestCloud, TestCloudOptions } from '../../mocks/hosts/node.ts'
import { badRequest } from './exchange.ts'
import { statusAndBody } from './subjects.ts'
import { openCloud } from './use-cloud.ts'

const NOW = Date.UTC(2027, 0, 5, 9)
const HOUR = 3_600_000

/** A cloud whose real time is controlled by the test, independently of the simulated time. */
function cloudAt(options: TestCloudOptions = {}) {
  const real = { now: NOW }
  return { world: openCloud('first-look', { ...options, realNow: () => real.now }), real }
}

function claimsOf(token: string): Record<string, unknown> {
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return claims as Record<string, unknown>
}

const logIn = (world: TestCloud, username: string, password = 'flotilla-demo') =>
  world.request('/login_', { method: 'POST', body: { username, password } })

test.each([
  ['an e-mail address', 'ada@flotilla.example'],
  ['an e-mail address in capitals', 'ADA@Flotilla.Example'],
  ['a user name', 'ada'],
])('a user signs in with %s [SIGNIN-028]', async (_what, username) => {
  const { world } = cloudAt()
  const response = await logIn(world, username)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const whoami = await world.request('/actor/v1/whoami', { as: { credential: await response.text() } })
  expect(await statusAndBody(whoami)).toEqual([
    200,
    { id: 1, actorType: 'user', actorTypeId: 1, username: 'ada', email: 'ada@flotilla.example' },
  ])
})

test('a token is signed as JSON Web Token libraries expect, with HMAC SHA-256', async () => {
  const { world } = cloudAt()
  const token = await world.token('ada')
  const [header = '', payload = '', signature] = token.split('.')
  expect(Buffer.from(header, 'base64url').toString()).toBe('{"alg":"HS256","typ":"JWT"}')
  const { signingKey } = world.cloud.snapshot().store.secrets
  const expected = createHmac('sha256', signingKey).update(`${header}.${payload}`).digest('base64url')
  expect(signature).toBe(expected)
})

test('signing in works on a page loaded over http, where the browser has no subtle crypto', async () => {
  const { getRandomValues } = crypto
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
  try {
    const { world } = cloudAt()
    const token = await world.token('ada')
    expect((await world.request('/actor/v1/whoami', { as: { credential: token } })).status).toBe(200)
  } finally {
    vi.unstubAllGlobals()
  }
})

test('a token contains the user, its issue and expiry times, in real time [SIGNIN-031, SIGNIN-041]', async () => {
  const { world } = cloudAt()
  const claims = claimsOf(await (await logIn(world, 'ada')).text())
  expect(claims).toEqual({
    id: 1,
    jwt_secret: expect.any(String),
    authTime: NOW,
    permissions: [],
    // Our own: the world's time.
    worldTime: world.clock.now(),
    iat: NOW / 1000,
    exp: (NOW + 36 * HOUR) / 1000,
  })
  expect(claims).not.toHaveProperty('twoFactorRequired')
})

test('the token of staff contains their permissions [PERM-021]', async () => {
  const { world } = cloudAt()
  const permissions = async (name: string) => claimsOf(await (await logIn(world, name)).text())['permissions']
  expect(await permissions('pat')).toEqual(['admin.home', 'support.home'])
  expect(await permissions('sue')).toEqual(['support.home'])
})

test.each([
  ['a wrong password', { username: 'ada', password: 'guess' }, 401],
  ['an unknown person', { username: 'nobody', password: 'flotilla-demo' }, 401],
  ['no password', { username: 'ada' }, 400],
])('%s gets no token and no reason', async (_what, body, status) => {
  const { world } = cloudAt()
  expect(
    await badRequest(async () => statusAndBody(await world.request('/login_', { method: 'POST', body }))),
  ).toEqual([status, ''])
})

test('after ten attempts, even the right password must wait', async () => {
  const { world, real } = cloudAt()
  for (let attempt = 0; attempt < 10; attempt++) expect((await logIn(world, 'ada', 'guess')).status).toBe(401)
  const refused = await logIn(world, 'ada')
  expect(await statusAndBody(refused.clone())).toEqual([429, 'Too Many Requests'])
  expect(refused.headers.get('retry-after')).toBe('3600')
  expect((await logIn(world, 'devi')).status).toBe(200)
  real.now += HOUR
  expect((await logIn(world, 'ada')).status).toBe(200)
})

const spoil: [what: string, credential: (token: string) => string][] = [
  ['nothing', () => ''],
  ['a word', () => 'hello'],
  ['a token with another signature', (token) => `${token.slice(0, -6)}AAAAAA`],
  ['a token with a shorter signature', (token) => token.slice(0, -4)],
  ['a token whose signature begins differently', (token) => token.replace(/\.[^.]{4}([^.]*)$/, '.AAAA$1')],
  ['a token signed with nothing', (token) => token.replace(/[^.]+$/, 'A')],
  ['a token with another payload', (token) => token.replace(/\.[^.]+\./, '.eyJpZCI6OX0.')],
  ['half a token', (token) => token.slice(0, token.length / 2)],
]

test.each(spoil)('%s as a credential is rejected', async (_what, credential) => {
  const { world } = cloudAt()
  const token = await world.token('ada')
  for (const path of ['/actor/v1/whoami', '/v7/device?$select=id', '/user/v1/refresh-token']) {
    expect(await statusAndBody(await world.request(path, { as: { credential: credential(token) } }))).toEqual(
      [401, ''],
    )
  }
})

test('a token expires in real time, whatever the simulated clock [SIGNIN-033]', async () => {
  const { world, real } = cloudAt()
  const token = await world.token('ada')
  world.clock.advanceTo(world.clock.now() + 90 * 24 * HOUR)
  const ask = () => world.request('/actor/v1/whoami', { as: { credential: token } })
  expect((await ask()).status).toBe(200)
  real.now += 36 * HOUR
  expect(await statusAndBody(await ask())).toEqual([401, ''])
})

test('a refreshed token expires later, but keeps the time of the sign-in [SIGNIN-005]', async () => {
  const { world, real } = cloudAt()
  const token = await world.token('ada')
  real.now += HOUR
  const refreshed = await world.request('/user/v1/refresh-token', { as: { credential: token } })
  expect(claimsOf(await refreshed.text())).toMatchObject({ authTime: NOW, iat: (NOW + HOUR) / 1000 })
})

test('the right password allows sensitive actions for a while, a wrong one does not [SIGNIN-007, TWOFA-027]', async () => {
  const { world, real } = cloudAt()
  const token = await world.token('ada')
  const create = (credential: string) =>
    world.request('/api-key/user/full', {
      as: { credential },
      method: 'POST',
      body: { name: 'laptop', expiryDate: null },
    })
  const confirm = (password: string) =>
    world.request('/user/v1/refresh-token', { as: { credential: token }, method: 'POST', body: { password } })

  real.now += 20 * 60_000 + 1
  const stale = await create(token)
  expect(await statusAndBody(stale)).toEqual([401, 'Fresh authentication token required'])
  expect(await world.rows('/v7/api_key?$filter=is_of__actor eq 1', 'ada')).toEqual([])
  expect(await statusAndBody(await confirm('guess'))).toEqual([401, ''])
  const fresh = await (await confirm('flotilla-demo')).text()
  expect(claimsOf(fresh)).toMatchObject({ authTime: real.now })
  expect((await create(fresh)).status).toBe(200)
})

test('older clients read the user from the older path', async () => {
  const { world } = cloudAt()
  expect(await statusAndBody(await world.request('/user/v1/whoami', { as: 'omar' }))).toEqual([
    200,
    { id: 4, username: 'omar', email: 'omar@flotilla.example' },
  ])
})

test('a platform admin can sign in as another user; nobody else can [MEMBER-018]', async () => {
  const { world } = cloudAt()
  const as = (name: 'pat' | 'sue' | 'ada') =>
    world.request('/login_', { as: name, method: 'PATCH', body: { username: 'mel' } })
  const token = await (await as('pat')).text()
  expect(claimsOf(token)).toMatchObject({ id: 7, actualUser: 9, permissions: [] })
  expect(await statusAndBody(await as('sue'))).toEqual([401, ''])
  expect(await statusAndBody(await as('ada'))).toEqual([401, ''])
})

test('the email of an account is read from its profile [DATA-001]', async () => {
  const { world } = cloudAt()
  const [user] = await world.rows('/v7/user(1)?$select=id,username&$expand=user_profile', 'ada')
  expect(user).toMatchObject({
    username: 'ada',
    user_profile: [{ email: 'ada@flotilla.example', has_password_set: true, is_verified: true }],
  })
  const others = await world.rows('/v7/user?$select=username&$expand=user_profile($select=email)', 'ada')
  expect(others.filter((row) => JSON.stringify(row['user_profile']) !== '[]')).toHaveLength(1)
})

test('sessions follow the simulated clock only where that is switched on', async () => {
  const { world, real } = cloudAt()
  const credential = await world.token('ada')
  const whoami = async () => (await world.request('/actor/v1/whoami', { as: { credential } })).status
  const setSessions = (sessionsExpire: unknown) =>
    world.request('/__flotilla/clock', { method: 'POST', body: { sessionsExpire } })
  const state = async () => {
    const [, body] = await statusAndBody(await world.request('/__flotilla/state'))
    return body
  }
  world.clock.advanceTo(world.clock.now() + 72 * HOUR)
  expect(await whoami()).toBe(200)
  expect(await state()).not.toHaveProperty('sessionsExpire')

  expect(await statusAndBody(await setSessions('yes'))).toMatchObject([400, {}])
  expect((await setSessions(true)).status).toBe(200)
  expect(await state()).toMatchObject({ sessionsExpire: true })
  // Three days have passed since it was issued.
  expect(await whoami()).toBe(401)
  const later = await (await logIn(world, 'ada')).text()
  const again = async () => (await world.request('/actor/v1/whoami', { as: { credential: later } })).status
  world.clock.advanceTo(world.clock.now() + 35 * HOUR)
  expect(await again()).toBe(200)
  world.clock.advanceTo(world.clock.now() + HOUR)
  expect(await again()).toBe(401)

  await setSessions(false)
  expect(await again()).toBe(200)
  // Real time always counts.
  real.now += 37 * HOUR
  expect(await again()).toBe(401)
})
