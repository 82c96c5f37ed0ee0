import { expect, test } from 'vitest'
import {
  PASSWORD,
  claimsOf,
  cloudAt,
  isVerified,
  emailTo,
  logIn,
  nora,
  people,
  registration,
  rowsAs,
  send,
  sessionOf,
  statusFor,
  tokenFrom,
} from './accounts.ts'
import type { AccountWorld } from './accounts.ts'
import { badRequest } from './exchange.ts'

test('a verified demo user changes the email immediately, in the same session [PREF-034]', async () => {
  const { world } = cloudAt()
  const credential = await sessionOf(world, 'devi')
  const body = { email: 'Devi@example.com', password: PASSWORD }
  const renewed = await tokenFrom(world, 'PATCH', '/user/email', body, { credential })
  expect(claimsOf(renewed)['authTime']).toBe(claimsOf(credential)['authTime'])
  expect(await isVerified(world, renewed)).toEqual({ email: 'devi@example.com', is_verified: false })
  expect((await logIn(world, 'devi@example.com'))[0]).toBe(200)
})

test('a new email that requires verification applies only after its link was followed [PREF-034]', async () => {
  const { world } = cloudAt()
  const credential = await sessionOf(world, 'una')
  const body = { email: 'una@example.com', password: PASSWORD }
  expect(await send(world, 'PATCH', '/user/email', body, { credential })).toEqual([200, ''])
  expect(await isVerified(world, credential)).toMatchObject({ email: 'una@flotilla.example' })
  const { token: verificationToken } = await emailTo(world, 'una@example.com')
  await tokenFrom(world, 'POST', '/user/v1/verify-email', { verificationToken, email: 'una@example.com' })
  expect(await isVerified(world, credential)).toEqual({ email: 'una@example.com', is_verified: true })
})

test.each([
  ['a wrong password', { email: 'x@example.com', password: 'guess' }, 401, ''],
  ['no password where one is set', { email: 'x@example.com', password: null }, 401, ''],
  ['the password left out', { email: 'x@example.com' }, 400, ''],
  ['an address that is none', { email: 'x', password: PASSWORD }, 400, 'Invalid email'],
  [
    "somebody else's address",
    { email: 'ada@flotilla.example', password: PASSWORD },
    409,
    'This email is already taken',
  ],
])('an email is not changed after %s', async (_what, body, status, text) => {
  const { world } = cloudAt()
  const credential = await sessionOf(world, 'devi')
  expect(await badRequest(() => send(world, 'PATCH', '/user/email', body, { credential }))).toEqual([
    status,
    text,
  ])
  expect(await isVerified(world, credential)).toEqual({ email: 'devi@flotilla.example', is_verified: true })
})

test('a new password ends all other sessions, and the response contains a new token for this one [PREF-035]', async () => {
  const { world } = cloudAt()
  const here = await sessionOf(world, 'devi')
  const there = await sessionOf(world, 'devi')
  const body = { currentPassword: PASSWORD, password: 'correct-horse' }
  const renewed = await tokenFrom(world, 'PATCH', '/user/password', body, { credential: here })
  expect(await statusFor(world, renewed)).toBe(200)
  expect(await statusFor(world, there)).toBe(401)
  expect((await logIn(world, 'devi'))[0]).toBe(401)
  expect((await logIn(world, 'devi', 'correct-horse'))[0]).toBe(200)
})

test.each([
  ['the wrong current one', { currentPassword: 'guess', password: 'correct-horse' }, 401, ''],
  ['no current one', { currentPassword: null, password: 'correct-horse' }, 401, ''],
  [
    'one of 7 characters [PREF-028]',
    { currentPassword: PASSWORD, password: 'seven77' },
    400,
    'The password must have 8 to 64 characters',
  ],
  [
    'one of 65 characters [PREF-028]',
    { currentPassword: PASSWORD, password: 'x'.repeat(65) },
    400,
    'The password must have 8 to 64 characters',
  ],
])('a password is not changed after %s', async (_what, body, status, text) => {
  const { world } = cloudAt()
  const credential = await sessionOf(world, 'devi')
  expect(await badRequest(() => send(world, 'PATCH', '/user/password', body, { credential }))).toEqual([
    status,
    text,
  ])
  expect(await statusFor(world, credential)).toBe(200)
  expect((await logIn(world, 'devi'))[0]).toBe(200)
})

const profileOf = async (world: AccountWorld['world'], token: string) =>
  (
    await rowsAs(
      world,
      token,
      '/v7/user_profile?$select=first_name,last_name,company,account_type,has_disabled_newsletter',
    )
  )[0]

test('a profile is saved [SIGNUP-017]', async () => {
  const { world } = cloudAt()
  const credential = await sessionOf(world, 'una')
  const body = {
    first_name: 'Una',
    last_name: 'Reyes',
    company: 'Reyes & Daughters',
    account_type: 'personal',
    has_disabled_newsletter: false,
  }
  expect(await send(world, 'PATCH', '/user/profile', body, { credential })).toEqual([200, ''])
  expect(await profileOf(world, credential)).toEqual(body)
})

test.each([
  ['an empty name', { first_name: ' ' }, 'The field first_name is mandatory'],
  ['no last name', { last_name: null }, 'The field last_name is mandatory'],
  [
    'another account type',
    { account_type: 'secret', company: 'X' },
    'The account type must be personal or professional',
  ],
  ['nothing that is known', { nickname: 'D' }, 'No fields to update'],
  ['a newsletter choice that is none', { has_disabled_newsletter: 1, company: 'X' }, ''],
])('a profile with %s is not saved', async (_what, body, text) => {
  const { world } = cloudAt()
  const credential = await sessionOf(world, 'devi')
  const before = await profileOf(world, credential)
  expect(await badRequest(() => send(world, 'PATCH', '/user/profile', body, { credential }))).toEqual([
    400,
    text,
  ])
  expect(await send(world, 'PATCH', '/user/profile', { company: 'X' })).toEqual([401, ''])
  expect(await profileOf(world, credential)).toEqual(before)
})

test.each(['GET', 'POST'] as const)(
  'logging out the other sessions by %s keeps this one, with its age [PREF-036]',
  async (method) => {
    const { world, real } = cloudAt()
    const here = await sessionOf(world, 'devi')
    const there = await sessionOf(world, 'devi')
    real.now += 60_000
    const renewed = await tokenFrom(world, method, '/user/v1/logout-others', undefined, { credential: here })
    expect(claimsOf(renewed)['authTime']).toBe(claimsOf(here)['authTime'])
    expect([await statusFor(world, renewed), await statusFor(world, there)]).toEqual([200, 401])
    expect(await send(world, method, '/user/v1/logout-others')).toEqual([401, ''])
    expect(await statusFor(world, renewed)).toBe(200)
  },
)

test('a user can delete only the own account, soon after signing in, with the personal organization', async () => {
  const opened = cloudAt()
  const { world, real } = opened
  const credential = await sessionOf(world, 'una')
  const id = Number(claimsOf(credential)['id'])
  const remove = (user: number, as: { credential: string } | 'ada' | 'pat') =>
    send(world, 'DELETE', `/v7/user(${user})`, undefined, as)
  const before = await people(opened)

  expect(await remove(2, 'ada')).toEqual([401, ''])
  expect(await remove(id, 'pat')).toEqual([401, ''])
  real.now += 20 * 60_000 + 1
  expect(await remove(id, { credential })).toEqual([401, 'Fresh authentication token required'])
  expect(await people(opened)).toBe(before)

  const fresh = await sessionOf(world, 'una')
  expect(await remove(id, { credential: fresh })).toEqual([200, ''])
  expect(await people(opened)).toBe(before - 1)
  expect(await world.count("/v7/organization/$count?$filter=handle eq 'una'", 'pat')).toBe(0)
  expect(await statusFor(world, fresh)).toBe(401)
  expect((await logIn(world, 'una'))[0]).toBe(401)
})

test('a user with a plan of the sales team must contact them before deletion [PREF-033]', async () => {
  const opened = cloudAt()
  const { world } = opened
  const credential = await sessionOf(world, 'una')
  const [personal] = await rowsAs(world, credential, '/v7/organization?$select=id')
  const { store } = structuredClone(world.cloud.snapshot())
  const [unsold] = store.tables.get('plan')?.rows.filter((plan) => plan['can_self_serve'] === false) ?? []
  expect(unsold).toBeDefined()
  const subscriptions = store.tables.get('subscription')?.rows ?? []
  const [like] = subscriptions
  subscriptions.push({
    ...like,
    id: 9001,
    is_for__organization: Number(personal?.['id']),
    is_for__plan: Number(unsold?.['id']),
  })
  const restored = cloudAt({ snapshot: { ...world.cloud.snapshot(), store } })
  const before = await people(restored)
  const id = Number(claimsOf(credential)['id'])
  expect(await send(restored.world, 'DELETE', `/v7/user(${id})`, undefined, { credential })).toEqual([
    400,
    'The account has a plan that is not sold online. Contact sales.',
  ])
  expect(await people(restored)).toBe(before)
  expect(await statusFor(restored.world, credential)).toBe(200)
})

test('the only administrator of an organization with other members cannot be deleted', async () => {
  const opened = cloudAt()
  const before = await people(opened)
  expect(await send(opened.world, 'DELETE', '/v7/user(1)', undefined, 'ada')).toEqual([
    400,
    expect.stringContaining('includes at least one organization membership'),
  ])
  expect(await people(opened)).toBe(before)
})

test('emails, their links and new passwords survive restoring a snapshot', async () => {
  const { world } = cloudAt()
  await tokenFrom(world, 'POST', '/user/register', registration)
  const restored = cloudAt({ snapshot: structuredClone(world.cloud.snapshot()) }).world
  const { token: verificationToken } = await emailTo(restored, nora)
  expect((await send(restored, 'POST', '/user/v1/verify-email', { verificationToken, email: nora }))[0]).toBe(
    200,
  )
  expect((await logIn(restored, nora, 'correct-horse'))[0]).toBe(200)
})
