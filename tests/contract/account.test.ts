import { expect, test } from 'vitest'
import {
  claimsOf,
  cloudAt,
  letterTo,
  lettersTo,
  logIn,
  PASSWORD,
  rowsAs,
  send,
  sessionOf,
  statusFor,
  tokenFrom,
  fieldOf,
} from './accounts.ts'
import { badRequest } from './exchange.ts'
import type { AccountWorld } from './accounts.ts'

const registration = {
  email: 'Nora.Vale@example.com',
  password: 'correct-horse',
  'g-recaptcha-response': 'none',
  has_disabled_newsletter: true,
}
const nora = 'nora.vale@example.com'

const people = ({ world }: AccountWorld) => world.count('/v7/user/$count', 'pat')

test('who signs up has a profile and an organization of their own, and is asked to verify the address [SIGNUP-013, SIGNUP-016]', async () => {
  const { world } = cloudAt()
  const token = await tokenFrom(world, 'POST', '/user/register', registration)
  const id = Number(claimsOf(token)['id'])
  const expand = 'user_profile,organization_membership($expand=organization_membership_role($select=name))'
  const [user] = await rowsAs(
    world,
    token,
    `/v7/user(${id})?$select=username,has_legacy_link_to__organization&$expand=${expand}`,
  )
  expect(user).toMatchObject({
    username: 'nora.vale',
    user_profile: [
      {
        email: nora,
        has_disabled_newsletter: true,
        has_password_set: true,
        is_verified: false,
        must_be_verified: true,
      },
    ],
    organization_membership: [{ organization_membership_role: [{ name: 'administrator' }] }],
  })
  const organizations = await rowsAs(world, token, '/v7/organization?$select=id,handle')
  expect(organizations).toEqual([
    { id: fieldOf(user?.['has_legacy_link_to__organization'], '__id'), handle: 'nora_vale' },
  ])
  expect((await letterTo(world, nora)).link).toMatch(
    /^\/user\/verify-email\/\w{32}\/nora\.vale%40example\.com$/,
  )
  expect((await logIn(world, nora, 'correct-horse'))[0]).toBe(200)
})

const badRegistrations: [string, Record<string, unknown>, number, string][] = [
  ['no address', { email: undefined }, 400, 'Invalid email'],
  ['an address that is none [SIGNUP-006]', { email: 'nora@' }, 400, 'Invalid email'],
  ['an address that is taken', { email: 'ADA@flotilla.example' }, 409, 'This email is already taken'],
  [
    'a password of 7 characters [SIGNUP-009]',
    { password: 'seven77' },
    400,
    'The password must have 8 to 64 characters',
  ],
  [
    'a password of 65 characters [SIGNUP-009]',
    { password: 'x'.repeat(65) },
    400,
    'The password must have 8 to 64 characters',
  ],
  ['no captcha response', { 'g-recaptcha-response': '' }, 400, 'The captcha response is missing'],
  ['a newsletter choice that is none', { has_disabled_newsletter: 'no' }, 400, ''],
  [
    'a broken invitation',
    { invitationType: 'organization', invitationToken: 'nonsense' },
    400,
    'This is no invitation',
  ],
]

test.each(badRegistrations)('a sign-up with %s makes nobody', async (_what, change, status, text) => {
  const opened = cloudAt()
  const before = await people(opened)
  expect(
    await badRequest(() => send(opened.world, 'POST', '/user/register', { ...registration, ...change })),
  ).toEqual([status, text])
  expect(await people(opened)).toBe(before)
  expect(await lettersTo(opened.world, nora)).toEqual([])
})

test('passwords of 8 and of 64 characters do [SIGNUP-009]', async () => {
  const { world } = cloudAt()
  for (const length of [8, 64]) {
    const body = { ...registration, email: `p${length}@example.com`, password: 'x'.repeat(length) }
    expect((await send(world, 'POST', '/user/register', body))[0]).toBe(200)
  }
})

const isVerified = async (world: AccountWorld['world'], token: string) =>
  (await rowsAs(world, token, '/v7/user_profile?$select=email,is_verified'))[0]

test('the link of the letter verifies the address, once [SIGNIN-029]', async () => {
  const { world } = cloudAt()
  await tokenFrom(world, 'POST', '/user/register', registration)
  const { token: verificationToken } = await letterTo(world, nora)
  const verify = () => send(world, 'POST', '/user/v1/verify-email', { verificationToken, email: nora })
  const [status, session] = await verify()
  expect(status).toBe(200)
  expect(await isVerified(world, String(session))).toEqual({ email: nora, is_verified: true })
  expect(await verify()).toEqual([400, 'The verification link is invalid or has expired'])
})

test('a link without its address, with another one, or a week old verifies nothing [SIGNIN-019]', async () => {
  const { world } = cloudAt()
  const session = await tokenFrom(world, 'POST', '/user/register', registration)
  const { token: verificationToken } = await letterTo(world, nora)
  const verify = (body: unknown) => send(world, 'POST', '/user/v1/verify-email', body)
  const invalid = [400, 'The verification link is invalid or has expired']
  expect(await badRequest(() => verify({ verificationToken }))).toEqual([400, ''])
  expect(await badRequest(() => verify({ email: nora }))).toEqual([400, ''])
  expect(await verify({ verificationToken, email: 'ada@flotilla.example' })).toEqual(invalid)
  world.clock.advanceTo(world.clock.now() + 7 * 86_400_000)
  expect(await verify({ verificationToken, email: nora })).toEqual(invalid)
  expect(await isVerified(world, session)).toEqual({ email: nora, is_verified: false })
})

test('the verification letter can be asked for again, and the earlier link no longer does', async () => {
  const { world } = cloudAt()
  const credential = await sessionOf(world, 'una')
  const id = Number(claimsOf(credential)['id'])
  const ask = (user: number, body: unknown, as: { credential: string } | 'ada' = { credential }) =>
    send(world, 'PATCH', `/v7/user(${user})`, body, as)
  const trigger = { has_been_sent_verification_email: true }

  expect(await ask(id, trigger)).toEqual([200, ''])
  const first = await letterTo(world, 'una@flotilla.example')
  expect(await ask(id, trigger)).toEqual([200, ''])
  const second = await letterTo(world, 'una@flotilla.example')
  const verify = (verificationToken: string) =>
    send(world, 'POST', '/user/v1/verify-email', { verificationToken, email: 'una@flotilla.example' })
  expect((await verify(first.token))[0]).toBe(400)
  expect((await verify(second.token))[0]).toBe(200)

  const sent = (await lettersTo(world, 'una@flotilla.example')).length
  expect(await ask(id, { has_been_sent_verification_email: false })).toEqual([400, ''])
  expect(await badRequest(() => ask(id, { username: 'root' }))).toEqual([400, 'No fields to update'])
  expect(await ask(2, trigger, 'ada')).toEqual([401, ''])
  expect(await lettersTo(world, 'una@flotilla.example')).toHaveLength(sent)
  expect(await lettersTo(world, 'devi@flotilla.example')).toEqual([])
  expect(await rowsAs(world, credential, `/v7/user(${id})?$select=username`)).toEqual([{ username: 'una' }])
})

const captcha = { 'g-recaptcha-response': 'none' }
const reset = (world: AccountWorld['world'], body: unknown) =>
  send(world, 'POST', '/user/reset-password', body)

test('a forgotten password is set anew by the link of a letter [SIGNIN-020, SIGNIN-021, SIGNIN-025]', async () => {
  const { world } = cloudAt()
  const earlier = await sessionOf(world, 'devi')
  expect(await reset(world, { email: 'Devi@flotilla.example', ...captcha })).toEqual([200, ''])
  const { token: resetCode, link } = await letterTo(world, 'devi@flotilla.example')
  expect(link).toBe(`/user/reset-password/${resetCode}`)
  const [status, session] = await reset(world, { resetCode, password: 'correct-horse' })
  expect(status).toBe(200)
  expect(await statusFor(world, String(session))).toBe(200)
  expect(await statusFor(world, earlier)).toBe(401)
  expect((await logIn(world, 'devi'))[0]).toBe(401)
  expect((await logIn(world, 'devi', 'correct-horse'))[0]).toBe(200)
  expect(await reset(world, { resetCode, password: 'another-horse' })).toEqual([
    400,
    { errorCode: 'ResetCodeInvalid' },
  ])
})

test('a code that is old or unknown is told apart, and a short password is refused [SIGNIN-011, SIGNIN-017]', async () => {
  const { world } = cloudAt()
  await reset(world, { email: 'devi@flotilla.example', ...captcha })
  const { token: resetCode } = await letterTo(world, 'devi@flotilla.example')
  const short = [400, 'The password must have 8 to 64 characters']
  expect(await badRequest(() => reset(world, { resetCode, password: 'seven77' }))).toEqual(short)
  expect(await badRequest(() => reset(world, { resetCode, password: 'x'.repeat(65) }))).toEqual(short)
  expect(await reset(world, { resetCode: 'guess', password: 'correct-horse' })).toEqual([
    400,
    { errorCode: 'ResetCodeInvalid' },
  ])
  world.clock.advanceTo(world.clock.now() + 86_400_000)
  expect(await reset(world, { resetCode, password: 'correct-horse' })).toEqual([
    400,
    { errorCode: 'ResetCodeExpired' },
  ])
  expect((await logIn(world, 'devi'))[0]).toBe(200)
})

test('a reset needs an address and a captcha, and does not tell who has an account [SIGNUP-006]', async () => {
  const { world } = cloudAt()
  expect(await badRequest(() => reset(world, captcha))).toEqual([400, 'Invalid email'])
  expect(await reset(world, { email: 'devi', ...captcha })).toEqual([400, 'Invalid email'])
  expect(await badRequest(() => reset(world, { email: 'devi@flotilla.example' }))).toEqual([
    400,
    'The captcha response is missing',
  ])
  expect(await reset(world, { email: 'nobody@example.com', ...captcha })).toEqual([200, ''])
  expect(await lettersTo(world, 'devi@flotilla.example')).toEqual([])
  expect(await lettersTo(world, 'nobody@example.com')).toEqual([])
})

test('a fourth letter in a quarter of an hour must wait, and the reply says until when [SIGNIN-024]', async () => {
  const { world, real } = cloudAt()
  const ask = () => reset(world, { email: 'devi@flotilla.example', ...captcha })
  for (let time = 0; time < 3; time++) expect(await ask()).toEqual([200, ''])
  const nextValidRequestDate = new Date(real.now + 900_000).toISOString()
  expect(await ask()).toEqual([
    429,
    { error: { text: 'Too many password resets were asked for. Try again later.', nextValidRequestDate } },
  ])
  expect(await lettersTo(world, 'devi@flotilla.example')).toHaveLength(3)
  real.now += 900_000
  expect(await ask()).toEqual([200, ''])
})

test('a verified demo person changes the address at once, in the same session [PREF-034]', async () => {
  const { world } = cloudAt()
  const credential = await sessionOf(world, 'devi')
  const body = { email: 'Devi@example.com', password: PASSWORD }
  const renewed = await tokenFrom(world, 'PATCH', '/user/email', body, { credential })
  expect(claimsOf(renewed)['authTime']).toBe(claimsOf(credential)['authTime'])
  expect(await isVerified(world, renewed)).toEqual({ email: 'devi@example.com', is_verified: false })
  expect((await logIn(world, 'devi@example.com'))[0]).toBe(200)
})

test('an address that must be verified changes only by the link to it [PREF-034]', async () => {
  const { world } = cloudAt()
  const credential = await sessionOf(world, 'una')
  const body = { email: 'una@example.com', password: PASSWORD }
  expect(await send(world, 'PATCH', '/user/email', body, { credential })).toEqual([200, ''])
  expect(await isVerified(world, credential)).toMatchObject({ email: 'una@flotilla.example' })
  const { token: verificationToken } = await letterTo(world, 'una@example.com')
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
])('an address stays as it is after %s', async (_what, body, status, text) => {
  const { world } = cloudAt()
  const credential = await sessionOf(world, 'devi')
  expect(await badRequest(() => send(world, 'PATCH', '/user/email', body, { credential }))).toEqual([
    status,
    text,
  ])
  expect(await isVerified(world, credential)).toEqual({ email: 'devi@flotilla.example', is_verified: true })
})

test('a new password ends the other sessions, and the reply opens this one again [PREF-035]', async () => {
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
])('a password stays as it is after %s', async (_what, body, status, text) => {
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
  'logging out the other sessions by %s leaves this one, as old as it was [PREF-036]',
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

test('an account is deleted by its person alone, soon after signing in, with the personal organization', async () => {
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

test('who has a plan of the sales team must talk to them before leaving [PREF-033]', async () => {
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

test('who alone administers an organization of others cannot be deleted', async () => {
  const opened = cloudAt()
  const before = await people(opened)
  expect(await send(opened.world, 'DELETE', '/v7/user(1)', undefined, 'ada')).toEqual([
    400,
    'The last administrator of an organization cannot be removed.',
  ])
  expect(await people(opened)).toBe(before)
})

test('letters, their links and new passwords survive a restored snapshot', async () => {
  const { world } = cloudAt()
  await tokenFrom(world, 'POST', '/user/register', registration)
  const restored = cloudAt({ snapshot: structuredClone(world.cloud.snapshot()) }).world
  const { token: verificationToken } = await letterTo(restored, nora)
  expect((await send(restored, 'POST', '/user/v1/verify-email', { verificationToken, email: nora }))[0]).toBe(
    200,
  )
  expect((await logIn(restored, nora, 'correct-horse'))[0]).toBe(200)
})
