import { expect, test } from 'vitest'
import {
  claimsOf,
  cloudAt,
  fieldOf,
  isVerified,
  emailTo,
  emailsTo,
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

test('a new user has a profile and a personal organization, and must verify the email [SIGNUP-013, SIGNUP-016]', async () => {
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
  expect((await emailTo(world, nora)).link).toMatch(
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

test.each(badRegistrations)('a sign-up with %s creates no user', async (_what, change, status, text) => {
  const opened = cloudAt()
  const before = await people(opened)
  expect(
    await badRequest(() => send(opened.world, 'POST', '/user/register', { ...registration, ...change })),
  ).toEqual([status, text])
  expect(await people(opened)).toBe(before)
  expect(await emailsTo(opened.world, nora)).toEqual([])
})

test('passwords of 8 and of 64 characters are accepted [SIGNUP-009]', async () => {
  const { world } = cloudAt()
  for (const length of [8, 64]) {
    const body = { ...registration, email: `p${length}@example.com`, password: 'x'.repeat(length) }
    expect((await send(world, 'POST', '/user/register', body))[0]).toBe(200)
  }
})

test('the link in the email verifies the address, once [SIGNIN-029]', async () => {
  const { world } = cloudAt()
  await tokenFrom(world, 'POST', '/user/register', registration)
  const { token: verificationToken } = await emailTo(world, nora)
  const verify = () => send(world, 'POST', '/user/v1/verify-email', { verificationToken, email: nora })
  const [status, session] = await verify()
  expect(status).toBe(200)
  expect(await isVerified(world, String(session))).toEqual({ email: nora, is_verified: true })
  expect(await verify()).toEqual([400, 'The verification link is invalid or has expired'])
})

test('a link without its address, with another one, or older than a week is invalid [SIGNIN-019]', async () => {
  const { world } = cloudAt()
  const session = await tokenFrom(world, 'POST', '/user/register', registration)
  const { token: verificationToken } = await emailTo(world, nora)
  const verify = (body: unknown) => send(world, 'POST', '/user/v1/verify-email', body)
  const invalid = [400, 'The verification link is invalid or has expired']
  expect(await badRequest(() => verify({ verificationToken }))).toEqual([400, ''])
  expect(await badRequest(() => verify({ email: nora }))).toEqual([400, ''])
  expect(await verify({ verificationToken, email: 'ada@flotilla.example' })).toEqual(invalid)
  world.clock.advanceTo(world.clock.now() + 7 * 86_400_000)
  expect(await verify({ verificationToken, email: nora })).toEqual(invalid)
  expect(await isVerified(world, session)).toEqual({ email: nora, is_verified: false })
})

test('the verification email can be requested again, which invalidates the earlier link', async () => {
  const { world } = cloudAt()
  const credential = await sessionOf(world, 'una')
  const id = Number(claimsOf(credential)['id'])
  const ask = (user: number, body: unknown, as: { credential: string } | 'ada' = { credential }) =>
    send(world, 'PATCH', `/v7/user(${user})`, body, as)
  const trigger = { has_been_sent_verification_email: true }

  expect(await ask(id, trigger)).toEqual([200, ''])
  const first = await emailTo(world, 'una@flotilla.example')
  expect(await ask(id, trigger)).toEqual([200, ''])
  const second = await emailTo(world, 'una@flotilla.example')
  const verify = (verificationToken: string) =>
    send(world, 'POST', '/user/v1/verify-email', { verificationToken, email: 'una@flotilla.example' })
  expect((await verify(first.token))[0]).toBe(400)
  expect((await verify(second.token))[0]).toBe(200)

  const sent = (await emailsTo(world, 'una@flotilla.example')).length
  expect(await ask(id, { has_been_sent_verification_email: false })).toEqual([400, ''])
  expect(await badRequest(() => ask(id, { username: 'root' }))).toEqual([200, ''])
  expect(await ask(2, trigger, 'ada')).toEqual([401, ''])
  // Nor can a key of the user, only a session.
  const made = await world.request('/api-key/user/full', {
    as: { credential },
    method: 'POST',
    body: { name: 'script', expiryDate: null },
  })
  expect(await ask(id, trigger, { credential: String(await made.json()) })).toEqual([401, ''])
  expect(await emailsTo(world, 'una@flotilla.example')).toHaveLength(sent)
  expect(await emailsTo(world, 'devi@flotilla.example')).toEqual([])
  expect(await rowsAs(world, credential, `/v7/user(${id})?$select=username`)).toEqual([{ username: 'una' }])
})

const captcha = { 'g-recaptcha-response': 'none' }
const reset = (world: AccountWorld['world'], body: unknown) =>
  send(world, 'POST', '/user/reset-password', body)

test('a forgotten password is reset with the link in an email [SIGNIN-020, SIGNIN-021, SIGNIN-025]', async () => {
  const { world } = cloudAt()
  const earlier = await sessionOf(world, 'devi')
  expect(await reset(world, { email: 'Devi@flotilla.example', ...captcha })).toEqual([200, ''])
  const { token: resetCode, link } = await emailTo(world, 'devi@flotilla.example')
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

test('an expired and an unknown code give different errors, and a short password is rejected [SIGNIN-011, SIGNIN-017]', async () => {
  const { world } = cloudAt()
  await reset(world, { email: 'devi@flotilla.example', ...captcha })
  const { token: resetCode } = await emailTo(world, 'devi@flotilla.example')
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

test('a reset requires an address and a captcha, and does not reveal whether an account exists [SIGNUP-006]', async () => {
  const { world } = cloudAt()
  expect(await badRequest(() => reset(world, captcha))).toEqual([400, 'Invalid email'])
  expect(await reset(world, { email: 'devi', ...captcha })).toEqual([400, 'Invalid email'])
  expect(await badRequest(() => reset(world, { email: 'devi@flotilla.example' }))).toEqual([
    400,
    'The captcha response is missing',
  ])
  expect(await reset(world, { email: 'nobody@example.com', ...captcha })).toEqual([200, ''])
  expect(await emailsTo(world, 'devi@flotilla.example')).toEqual([])
  expect(await emailsTo(world, 'nobody@example.com')).toEqual([])
})

test('a fourth email within 15 minutes must wait, and the response says until when [SIGNIN-024]', async () => {
  const { world, real } = cloudAt()
  const ask = () => reset(world, { email: 'devi@flotilla.example', ...captcha })
  for (let time = 0; time < 3; time++) expect(await ask()).toEqual([200, ''])
  const nextValidRequestDate = new Date(real.now + 900_000).toISOString()
  expect(await ask()).toEqual([
    429,
    { error: { text: 'Too many password resets were asked for. Try again later.', nextValidRequestDate } },
  ])
  expect(await emailsTo(world, 'devi@flotilla.example')).toHaveLength(3)
  real.now += 900_000
  expect(await ask()).toEqual([200, ''])
})
