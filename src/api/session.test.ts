import { expect, test } from 'vitest'
import { httpWith } from './http-for-tests.ts'
import { createSession } from './session.ts'
import { isExpired, isFullySignedIn, readClaims } from './token.ts'

const encode = (value: object) =>
  btoa(JSON.stringify(value)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
const tokenFor = (claims: object) => `${encode({ alg: 'HS256' })}.${encode(claims)}.c2ln`

function setUp(answer: (request: Request) => Response | Promise<Response>, stored: string | null = null) {
  const { services, token, requests } = httpWith(answer, stored)
  return { session: createSession(services, token), token, requests }
}

test('signing in by email and password stores the token of the response [SIGNIN-002, SIGNIN-028]', async () => {
  const issued = tokenFor({ id: 3 })
  const { session, token, requests } = setUp(() => new Response(issued))
  await session.signIn({ username: 'ada@flotilla.example', password: 'flotilla-demo' })
  expect(token.get()).toBe(issued)
  expect(requests[0]?.url).toBe('https://api.example/login_')
  expect(await requests[0]?.json()).toEqual({ username: 'ada@flotilla.example', password: 'flotilla-demo' })
})

test('wrong credentials have a message, and store nothing [ERR-024]', async () => {
  const { session, token } = setUp(() => new Response(null, { status: 401 }))
  await expect(session.signIn({ username: 'ada', password: 'x' })).rejects.toMatchObject({
    kind: 'unauthorized',
    message: 'Invalid login credentials',
  })
  expect(token.get()).toBeNull()
})

test('after too many attempts, the waiting time is reported instead of waiting', async () => {
  const { session } = setUp(() => new Response(null, { status: 429, headers: { 'Retry-After': '3600' } }))
  await expect(session.signIn({ username: 'ada', password: 'x' })).rejects.toMatchObject({
    retryAfterMs: 3_600_000,
  })
})

test('a response without a token is rejected as malformed [ERR-024]', async () => {
  const { session, token } = setUp(() => new Response('<html>maintenance</html>'))
  await expect(session.signIn({ username: 'ada', password: 'x' })).rejects.toThrow('Malformed token')
  expect(token.get()).toBeNull()
})

test('reads the claims id, authTime, actualUser, twoFactorRequired and permissions [SIGNIN-031]', () => {
  const claims = {
    id: 3,
    authTime: 1,
    actualUser: 9,
    twoFactorRequired: true,
    permissions: ['admin.home'],
    iat: 1,
    exp: 2,
  }
  expect(readClaims(tokenFor(claims))).toEqual(claims)
})

test.each(['', 'abc', 'a.b.c', 'an-api-key-of-32-characters-long'])('%j is not a session token', (text) => {
  expect(readClaims(text)).toBeNull()
})

test('a session is complete only without a required second factor or after passing it [SIGNIN-001]', () => {
  expect(isFullySignedIn({ id: 1 })).toBe(true)
  expect(isFullySignedIn({ id: 1, twoFactorRequired: false })).toBe(true)
  expect(isFullySignedIn({ id: 1, twoFactorRequired: true })).toBe(false)
})

test('a token expires at its exp by this clock', () => {
  expect(isExpired({ id: 1, exp: 100 }, 99_999)).toBe(false)
  expect(isExpired({ id: 1, exp: 100 }, 100_000)).toBe(true)
})

test('renewing stores the new token', async () => {
  const renewed = tokenFor({ id: 3, iat: 2 })
  const { session, token, requests } = setUp(() => new Response(renewed), tokenFor({ id: 3, iat: 1 }))
  await session.refresh()
  expect(token.get()).toBe(renewed)
  expect(requests[0]?.method).toBe('GET')
})

test('signing out during a renewal discards the new token', async () => {
  const { session, token } = setUp(
    () => {
      session.signOut()
      return new Response(tokenFor({ id: 3, iat: 2 }))
    },
    tokenFor({ id: 3, iat: 1 }),
  )
  await session.refresh()
  expect(token.get()).toBeNull()
})

test('whoami returns the actor and the user', async () => {
  const { session } = setUp(() =>
    Response.json({
      id: 11,
      actorType: 'user',
      actorTypeId: 3,
      username: 'ada',
      email: 'ada@flotilla.example',
    }),
  )
  expect(await session.whoAmI()).toEqual({
    actorId: 11,
    userId: 3,
    username: 'ada',
    email: 'ada@flotilla.example',
  })
})

test('the host access check returns false for 401, and throws other errors [TERM-030]', async () => {
  const allowed = setUp(() => new Response(null))
  expect(await allowed.session.mayAccessHost('abc')).toBe(true)
  expect(allowed.requests[0]?.url).toBe('https://api.example/access/v1/hostos/abc')
  expect(await setUp(() => new Response(null, { status: 401 })).session.mayAccessHost('abc')).toBe(false)
  await expect(
    setUp(() => new Response(null, { status: 500 })).session.mayAccessHost('abc'),
  ).rejects.toMatchObject({
    kind: 'server',
  })
})

test('only an existing token with a past exp has expired', () => {
  const hasExpired = (token: string | null) => setUp(() => new Response(), token).session.hasExpired()
  expect(hasExpired(null)).toBe(false)
  expect(hasExpired(tokenFor({ id: 3 }))).toBe(false)
  expect(hasExpired(tokenFor({ id: 3, exp: 1 }))).toBe(true)
})
