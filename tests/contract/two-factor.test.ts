import { expect, test } from 'vitest'
import { totpAt } from '../../mocks/account/totp.ts'
import { TESS_RECOVERY_CODES } from '../../mocks/worlds/accounts.ts'
import {
  claimsOf,
  cloudAt,
  codeOfTess,
  emailTo,
  logIn,
  PASSWORD,
  rowsAs,
  send,
  sessionOf,
  statusFor,
  tokenFrom,
} from './accounts.ts'
import type { AccountWorld } from './accounts.ts'
import { badRequest } from './exchange.ts'

const MINUTE = 60_000

const setUp = (world: AccountWorld['world'], credential: string) =>
  send(world, 'GET', '/auth/totp/setup', undefined, { credential })

async function secretFor(world: AccountWorld['world'], credential: string): Promise<string> {
  const [status, address] = await setUp(world, credential)
  expect(status).toBe(200)
  const url = new URL(String(address))
  expect(url.protocol).toBe('otpauth:')
  return url.searchParams.get('secret') ?? ''
}

const verify = (world: AccountWorld['world'], credential: string, code: unknown) =>
  send(world, 'POST', '/auth/totp/verify', { code }, { credential })

const asks = async (world: AccountWorld['world'], name: string) =>
  claimsOf(await sessionOf(world, name))['twoFactorRequired']

test('a code of the scanned secret enables two-factor authentication, and the session has passed it [TWOFA-001, TWOFA-003, TWOFA-024, TWOFA-025]', async () => {
  const { world, real } = cloudAt()
  const credential = await sessionOf(world, 'devi')
  expect(claimsOf(credential)).not.toHaveProperty('twoFactorRequired')
  const secret = await secretFor(world, credential)
  expect(await secretFor(world, credential)).toBe(secret)
  expect(await asks(world, 'devi')).toBeUndefined()

  const [status, token] = await verify(world, credential, totpAt(secret, real.now))
  expect(status).toBe(200)
  expect(claimsOf(String(token))['twoFactorRequired']).toBe(false)
  expect(await statusFor(world, String(token))).toBe(200)
  expect(await asks(world, 'devi')).toBe(true)
  expect(await setUp(world, String(token))).toEqual([400, 'Two-factor authentication is already enabled'])
  const renewed = await tokenFrom(world, 'GET', '/user/v1/refresh-token', undefined, {
    credential: String(token),
  })
  expect(claimsOf(renewed)['twoFactorRequired']).toBe(false)
})

test('two-factor authentication stays disabled after a wrong or missing code, or without a secret', async () => {
  const { world, real } = cloudAt()
  const credential = await sessionOf(world, 'devi')
  expect(await verify(world, credential, '000000')).toEqual([400, 'Two-factor authentication is not set up'])
  const secret = await secretFor(world, credential)
  const wrong = totpAt(secret, real.now + 10 * MINUTE)
  expect(await verify(world, credential, wrong)).toEqual([401, ''])
  expect(await badRequest(() => verify(world, credential, undefined))).toEqual([400, ''])
  expect(await badRequest(() => verify(world, credential, 123456))).toEqual([400, ''])
  expect(await asks(world, 'devi')).toBeUndefined()
})

test('enabling two-factor authentication requires a sign-in within the last 20 minutes', async () => {
  const { world, real } = cloudAt()
  const credential = await sessionOf(world, 'devi')
  const secret = await secretFor(world, credential)
  real.now += 20 * MINUTE + 1
  const stale = [401, 'Fresh authentication token required']
  expect(await setUp(world, credential)).toEqual(stale)
  expect(await verify(world, credential, totpAt(secret, real.now))).toEqual(stale)
  expect(await asks(world, 'devi')).toBeUndefined()
})

test('a session with a pending code can only submit it [SIGNIN-001, TWOFA-002, TWOFA-025]', async () => {
  const opened = cloudAt()
  const { world } = opened
  const half = await sessionOf(world, 'tess')
  expect(claimsOf(half)['twoFactorRequired']).toBe(true)
  for (const path of ['/actor/v1/whoami', '/v7/organization', '/user/v1/refresh-token', '/auth/totp/setup']) {
    expect(await send(world, 'GET', path, undefined, { credential: half })).toEqual([401, ''])
  }
  expect(await verify(world, half, '000000')).toEqual([401, ''])
  const [status, session] = await verify(world, half, codeOfTess(opened))
  expect(status).toBe(200)
  expect(claimsOf(String(session))['twoFactorRequired']).toBe(false)
  expect(await statusFor(world, String(session))).toBe(200)
})

test('a code is accepted once', async () => {
  const opened = cloudAt()
  const { world, real } = opened
  const code = codeOfTess(opened)
  expect((await verify(world, await sessionOf(world, 'tess'), code))[0]).toBe(200)
  expect(await verify(world, await sessionOf(world, 'tess'), code)).toEqual([401, ''])
  real.now += MINUTE / 2
  expect((await verify(world, await sessionOf(world, 'tess'), codeOfTess(opened)))[0]).toBe(200)
})

test('after ten wrong codes, even the right one must wait', async () => {
  const opened = cloudAt()
  const { world, real } = opened
  const half = await sessionOf(world, 'tess')
  for (let guess = 0; guess < 10; guess++) expect((await verify(world, half, '000000'))[0]).toBe(401)
  expect((await verify(world, half, codeOfTess(opened)))[0]).toBe(429)
  real.now += 60 * MINUTE
  expect((await verify(world, half, codeOfTess(opened)))[0]).toBe(200)
})

async function wholeSession(opened: AccountWorld): Promise<string> {
  const credential = await sessionOf(opened.world, 'tess')
  return tokenFrom(opened.world, 'POST', '/auth/totp/verify', { code: codeOfTess(opened) }, { credential })
}

test('the password disables two-factor authentication, and deletes its recovery codes [TWOFA-026]', async () => {
  const opened = cloudAt()
  const { world } = opened
  const credential = await wholeSession(opened)
  const disable = (body: unknown, as: { credential: string } | 'devi') =>
    send(world, 'POST', '/auth/totp/disable', body, as)
  expect(await disable({ password: 'guess' }, { credential })).toEqual([401, ''])
  expect(await badRequest(() => disable({}, { credential }))).toEqual([400, ''])
  expect(await disable({ password: PASSWORD }, 'devi')).toEqual([
    400,
    'Two-factor authentication is not enabled',
  ])
  expect(await asks(world, 'tess')).toBe(true)
  const [status, token] = await disable({ password: PASSWORD }, { credential })
  expect(status).toBe(200)
  expect(claimsOf(String(token))).not.toHaveProperty('twoFactorRequired')
  expect(await asks(world, 'tess')).toBeUndefined()
  expect(await rowsAs(world, String(token), '/v7/recovery_two_factor')).toEqual([])
})

const recover = (world: AccountWorld['world'], credential: string, code: unknown) =>
  send(world, 'POST', '/auth/v1/2fa-recover/verify', { code }, { credential })

test('a recovery code completes a sign-in once, and its row contains the time [TWOFA-021, TWOFA-023]', async () => {
  const { world } = cloudAt()
  const [code = ''] = TESS_RECOVERY_CODES
  const half = await sessionOf(world, 'tess')
  expect(await recover(world, half, 'wrong-codes')).toEqual([401, ''])
  expect(await badRequest(() => recover(world, half, undefined))).toEqual([400, ''])
  const [status, session] = await recover(world, half, code.toUpperCase())
  expect(status).toBe(200)
  expect(claimsOf(String(session))['twoFactorRequired']).toBe(false)
  const used = await rowsAs(
    world,
    String(session),
    '/v7/recovery_two_factor?$select=used_timestamp&$orderby=id asc',
  )
  expect(used).toEqual([
    { used_timestamp: new Date(world.clock.now()).toISOString() },
    { used_timestamp: null },
    { used_timestamp: null },
  ])
  expect(await recover(world, await sessionOf(world, 'tess'), code)).toEqual([401, ''])
})

test('new recovery codes replace the old ones [TWOFA-022]', async () => {
  const opened = cloudAt()
  const { world } = opened
  const credential = await wholeSession(opened)
  const [status, made] = await send(world, 'POST', '/auth/v1/2fa-recover/create', undefined, { credential })
  expect(status).toBe(200)
  const codes: unknown[] = Array.isArray(made) ? made : []
  expect(new Set(codes).size).toBe(10)
  expect(await rowsAs(world, credential, '/v7/recovery_two_factor?$select=used_timestamp')).toHaveLength(10)
  const half = await sessionOf(world, 'tess')
  expect(await recover(world, half, TESS_RECOVERY_CODES[0])).toEqual([401, ''])
  expect((await recover(world, half, codes[0]))[0]).toBe(200)
})

test('recovery codes can be created only with two-factor authentication, soon after signing in', async () => {
  const opened = cloudAt()
  const { world, real } = opened
  const create = (as: { credential: string } | 'devi') =>
    send(world, 'POST', '/auth/v1/2fa-recover/create', undefined, as)
  expect(await create('devi')).toEqual([400, 'Two-factor authentication is not enabled'])
  const credential = await wholeSession(opened)
  real.now += 20 * MINUTE + 1
  expect(await create({ credential })).toEqual([401, 'Fresh authentication token required'])
  expect(await rowsAs(world, credential, '/v7/recovery_two_factor?$select=id')).toHaveLength(3)
})

test('a forgotten password cannot be reset without the second factor [SIGNIN-011, SIGNIN-022]', async () => {
  const opened = cloudAt()
  const { world } = opened
  const email = 'tess@flotilla.example'
  await send(world, 'POST', '/user/reset-password', { email, 'g-recaptcha-response': 'none' })
  const { token: resetCode } = await emailTo(world, email)
  const reset = (code?: string) =>
    send(world, 'POST', '/user/reset-password', { resetCode, password: 'correct-horse', code })
  expect(await reset()).toEqual([400, { errorCode: 'TwoFactorCodeRequired' }])
  expect(await reset('000000')).toEqual([400, { errorCode: 'TwoFactorCodeInvalid' }])
  expect((await logIn(world, 'tess'))[0]).toBe(200)
  const [status, token] = await reset(codeOfTess(opened))
  expect(status).toBe(200)
  expect(claimsOf(String(token))['twoFactorRequired']).toBe(false)
  expect((await logIn(world, 'tess', 'correct-horse'))[0]).toBe(200)
})

test('authenticators and recovery codes survive restoring a snapshot', async () => {
  const first = cloudAt()
  const [code = ''] = TESS_RECOVERY_CODES
  await recover(first.world, await sessionOf(first.world, 'tess'), code)
  const restored = cloudAt({ snapshot: structuredClone(first.world.cloud.snapshot()) })
  const half = await sessionOf(restored.world, 'tess')
  expect(await recover(restored.world, half, code)).toEqual([401, ''])
  expect((await verify(restored.world, half, codeOfTess(restored)))[0]).toBe(200)
})

test('staff who sign in as another user need no second factor; an unknown name is rejected', async () => {
  const { world } = cloudAt()
  const as = (body: unknown) => send(world, 'PATCH', '/login_', body, 'pat')
  const [status, token] = await as({ username: 'tess' })
  expect(status).toBe(200)
  expect(claimsOf(String(token))).toMatchObject({ actualUser: 9, permissions: [] })
  expect(claimsOf(String(token))).not.toHaveProperty('twoFactorRequired')
  expect(await statusFor(world, String(token))).toBe(200)
  expect(await as({ username: 'nobody' })).toEqual([404, 'No user named nobody'])
  expect(await badRequest(() => as({}))).toEqual([400, ''])
})
