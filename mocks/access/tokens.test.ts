import { afterAll, afterEach, expect, test } from 'vitest'
import { createClock } from '../base/clock.ts'
import { Lifecycle } from '../lifecycle/lifecycle.ts'
import { authenticate, callerOfClaims, requestCredential, rememberKey } from './authenticate.ts'
import { issueToken, looksLikeToken, readClaims, signClaims, verifyToken } from './tokens.ts'
import { emailFrom, userEmail, userNamed, userWithEmail } from './users.ts'

const HOURS = 3_600_000
const LIFE = 36 * HOURS
/** Not a whole second, which dates of tokens are. */
const NOW = Date.UTC(2026, 10, 20, 14) + 789
const ISSUED = Math.floor(NOW / 1000) * 1000

const lifecycle = new Lifecycle({ scenario: 'first-look', clock: createClock(NOW, 0) })
const store = () => lifecycle.store
const { signingKey } = store().secrets
const secrets = new Map(store().secrets.jwtSecrets)
const staff = new Map(store().secrets.staff)
const ada = () => userNamed(store(), 'ada') ?? -1
const token = (change: object = {}) =>
  issueToken(store(), { user: ada(), authTime: NOW - 5_000, now: NOW, ...change })

afterEach(() => {
  const { secrets: stored } = store()
  Object.assign(stored, {
    signingKey,
    sessionsExpire: false,
    jwtSecrets: new Map(secrets),
    staff: new Map(staff),
  })
})
afterAll(() => lifecycle.dispose())

/** What a client reads, without the key. */
const payloadOf = (jwt: string): unknown =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())

test('a token says in its header how it is signed', () => {
  const [header = ''] = token().split('.')
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'HS256', typ: 'JWT' })
})

test('a token holds its user, its dates and nothing that does not apply', () => {
  expect(payloadOf(token())).toEqual({
    id: ada(),
    jwt_secret: store().secrets.jwtSecrets.get(ada()),
    authTime: NOW - 5_000,
    permissions: [],
    worldTime: store().world.now(),
    iat: ISSUED / 1000,
    exp: (ISSUED + LIFE) / 1000,
  })
  expect(store().secrets.jwtSecrets.get(ada())).toMatch(/./)
  expect(payloadOf(token({ actualUser: 7, twoFactorRequired: false }))).toMatchObject({
    actualUser: 7,
    twoFactorRequired: false,
  })
  // A user without a secret has no session.
  expect(payloadOf(token({ user: 999_999 }))).toMatchObject({ jwt_secret: '' })
  expect(verifyToken(store(), token({ user: 999_999 }), NOW)).toBeUndefined()
})

test.each([
  ['pat', 'balena_admin', ['admin.home', 'support.home']],
  ['pat', 'support_agent', ['support.home']],
] as const)('the token of %s as %s names its permissions', (name, staff, permissions) => {
  const user = userNamed(store(), name) ?? -1
  store().secrets.staff.set(user, staff)
  expect(payloadOf(token({ user }))).toMatchObject({ permissions })
})

test('a token is valid for 36 hours of real time', () => {
  store().readTokens.clear()
  const jwt = token()
  expect(verifyToken(store(), jwt, NOW)?.id).toBe(ada())
  expect(verifyToken(store(), jwt, ISSUED + LIFE - 1)?.id).toBe(ada())
  expect(verifyToken(store(), jwt, ISSUED + LIFE)).toBeUndefined()
})

test('sessions end with the simulated time only in worlds where they follow it', () => {
  const issued = (ago: number) =>
    signClaims(store(), { ...(payloadOf(token()) as object), worldTime: store().world.now() - ago })
  expect(verifyToken(store(), issued(LIFE), NOW)?.id).toBe(ada())
  store().secrets.sessionsExpire = true
  expect(verifyToken(store(), issued(LIFE - 1), NOW)?.id).toBe(ada())
  expect(verifyToken(store(), issued(LIFE), NOW)).toBeUndefined()
})

test('a new password ends the sessions of a user', () => {
  const jwt = token()
  store().secrets.jwtSecrets.set(ada(), 'another')
  try {
    expect(verifyToken(store(), jwt, NOW)).toBeUndefined()
  } finally {
    store().secrets.jwtSecrets = new Map(secrets)
  }
})

test('a token that was changed in any part, or signed with another key, is none', () => {
  store().readTokens.clear()
  const jwt = token()
  const [header = '', payload = '', signature = ''] = jwt.split('.')
  const forged = payload.replace(/^./, (letter) => (letter === 'e' ? 'f' : 'e'))
  const flipped = (text: string, at: number) =>
    `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
  for (const bad of [
    `${header}.${forged}.${signature}`,
    `${flipped(header, 3)}.${payload}.${signature}`,
    ...[0, 1, 20, 40].map((at) => `${header}.${payload}.${flipped(signature, at)}`),
    `${header}.${payload}.${signature.slice(0, -4)}`,
    `${header}.${payload}.`,
    `${header}.${payload}`,
    `${header}.${payload}.${signature}!`,
    `${header}.!.${signature}`,
    '',
  ])
    expect([bad, verifyToken(store(), bad, NOW)]).toEqual([bad, undefined])
  store().secrets.signingKey = new Uint8Array(32)
  try {
    expect(verifyToken(store(), jwt, NOW)).toBeUndefined()
  } finally {
    store().secrets.signingKey = signingKey
  }
})

test.each([
  ['a text', 'claims'],
  ['nothing', null],
  ['no id', { exp: 9e9, jwt_secret: 'x' }],
  ['an id as text', { id: '1', exp: 9e9, jwt_secret: 'x' }],
  ['no end', { id: 1, jwt_secret: 'x' }],
  ['an end as text', { id: 1, exp: '9e9', jwt_secret: 'x' }],
  ['no secret', { id: 1, exp: 9e9 }],
  ['a number as secret', { id: 1, exp: 9e9, jwt_secret: 5 }],
])('signed claims with %s are no session', (_, claims) => {
  const jwt = signClaims(store(), claims as object)
  expect(readClaims(store(), jwt)).toEqual(claims)
  expect(verifyToken(store(), jwt, NOW)).toBeUndefined()
})

test('verified tokens are kept, a hundred at most, and not for another key', () => {
  const jwts = Array.from({ length: 101 }, (_, nth) => signClaims(store(), { nth }))
  store().readTokens.clear()
  for (const jwt of jwts.slice(0, 100)) readClaims(store(), jwt)
  expect(store().readTokens.size).toBe(100)
  expect(readClaims(store(), jwts[0] ?? '')).toBe(readClaims(store(), jwts[0] ?? ''))
  expect(readClaims(store(), jwts[100] ?? '')).toEqual({ nth: 100 })
  expect(store().readTokens.size).toBe(1)
  expect(readClaims(store(), 'a.b.c')).toBeUndefined()
  expect(store().readTokens.size).toBe(1)
})

test.each([
  ['a.b.c', true],
  ['A-_9.A-_9.A-_9', true],
  ['a.b', false],
  ['a.b.c.d', false],
  ['a.b.', false],
  ['a.b c.d', false],
  ['0123456789abcdef', false],
])('%s looks like a token: %s', (credential, is) => {
  expect(looksLikeToken(credential)).toBe(is)
})

test.each([
  ['Bearer abc', '/', 'abc'],
  ['bearer   abc ', '/', 'abc'],
  ['abc', '/', 'abc'],
  ['Bearer abc', '/?apikey=key', 'abc'],
  [null, '/?apikey=key', 'key'],
  [null, '/', undefined],
])('the credential of the header %s at %s is %s', (header, path, credential) => {
  const headers = new Headers(header === null ? [] : [['authorization', header]])
  const url = new URL(path, 'https://api.example')
  expect(requestCredential(new Request(url, { headers }), url)).toBe(credential)
})

test('a token without a second factor, or of staff behind a user, says so to the cloud', () => {
  const claims = (change: object) => {
    const read = verifyToken(store(), token(change), NOW)
    if (read === undefined) throw new Error('The token is invalid')
    return callerOfClaims(store(), read)
  }
  const plain = { kind: 'user', user: ada(), authTime: NOW - 5_000 }
  expect(claims({})).toEqual(plain)
  expect(claims({ twoFactorRequired: false })).toEqual(plain)
  expect(claims({ twoFactorRequired: true })).toEqual({ ...plain, pending: true })
  expect(claims({ actualUser: 9 })).toEqual({ ...plain, actualUser: 9 })
  store().secrets.staff.set(ada(), 'support_agent')
  expect(claims({})).toEqual({ ...plain, staff: 'support_agent' })
})

test('a request is from nobody, the user of a token, or the owner of a key; all else is refused', () => {
  const authenticated = (credential: string | undefined, now = NOW) =>
    authenticate(store(), credential, now, NOW)
  expect(authenticated(undefined)).toEqual({ kind: 'anonymous' })
  expect(authenticated(token())).toMatchObject({ kind: 'user', user: ada() })
  for (const bad of ['a.b.c', 'no-such-key', ''])
    expect(() => authenticated(bad)).toThrow(expect.objectContaining({ status: 401 }))

  const keys = store().rows('api_key')
  const actor = store().rows('user').reader('actor')(ada())
  const key = keys.insert({ is_of__actor: actor, name: 'mine', expiry_date: NOW + 1000 })
  store().secrets.keys.set('the-secret', { key, role: 'named-user-api-key' })
  expect(authenticated('the-secret')).toEqual({ kind: 'user', user: ada(), authTime: null })
  expect(authenticated('the-secret', NOW + 999)).toMatchObject({ user: ada() })
  expect(() => authenticated('the-secret', NOW + 1000)).toThrow(expect.objectContaining({ status: 401 }))
  // Permissions of a deleted key are cached for five seconds.
  rememberKey(store(), key, NOW)
  keys.remove(key)
  expect(authenticated('the-secret', NOW + 4_999)).toMatchObject({ user: ada() })
  expect(() => authenticated('the-secret', NOW + 5_000)).toThrow(expect.objectContaining({ status: 401 }))
})

test('the key of a fleet is the fleet, and one of an actor that is nothing else is refused', () => {
  const keys = store().rows('api_key')
  const [fleet = -1] = store().rows('application').handles()
  const actor = store().rows('application').reader('actor')(fleet)
  const key = keys.insert({ is_of__actor: actor, name: 'provisioning' })
  store().secrets.keys.set('of-a-fleet', { key, role: 'provisioning-api-key' })
  expect(authenticate(store(), 'of-a-fleet', NOW, NOW)).toEqual({ kind: 'application', application: fleet })
  const stray = keys.insert({ is_of__actor: 999_999, name: 'stray' })
  store().secrets.keys.set('of-nobody', { key: stray, role: 'named-user-api-key' })
  expect(() => authenticate(store(), 'of-nobody', NOW, NOW)).toThrow(expect.objectContaining({ status: 401 }))
  keys.remove(key)
  keys.remove(stray)
})

test.each([
  [' Ada@Example.COM ', 'ada@example.com'],
  ['a.b+c@d.example.org', 'a.b+c@d.example.org'],
])('the address %s is stored as %s', (text, email) => {
  expect(emailFrom(text)).toBe(email)
})

test.each([
  undefined,
  '',
  'ada',
  'ada@',
  'ada@example',
  '@example.com',
  'a@b@c.de',
  'a b@c.de',
  'a@c.de.',
  'a@c. de',
])('%s is no address', (text) => {
  expect(() => emailFrom(text)).toThrow('Invalid email')
})

test('a user is found by name or address in any case, or by the address alone', () => {
  for (const name of ['ada', ' ADA ', 'ada@flotilla.example', 'Ada@Flotilla.Example'])
    expect(userNamed(store(), name)).toBe(ada())
  expect(userNamed(store(), 'nobody-at-all')).toBeUndefined()
  expect(userEmail(store(), ada())).toBe('ada@flotilla.example')
  expect(userEmail(store(), 999_999)).toBeNull()
  expect(userWithEmail(store(), 'ADA@flotilla.example')).toBe(ada())
  expect(userWithEmail(store(), 'ada')).toBeUndefined()
})
