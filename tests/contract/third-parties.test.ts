import { expect, test } from 'vitest'
import { claimsOf, cloudAt, send, sessionOf, statusFor, tokenFrom, fieldOf, emailTo } from './accounts.ts'
import type { AccountWorld } from './accounts.ts'
import { badRequest } from './exchange.ts'
import { statusAndBody } from './subjects.ts'

const authorize = (world: AccountWorld['world'], body: unknown, as?: 'devi') =>
  send(world, 'POST', '/oauth/authorize', body, as)

const authorizations = (world: AccountWorld['world']) =>
  world.rows(
    '/v7/oauth_application_authorization?$select=id&$expand=is_for__oauth_application($select=client_id)',
    'devi',
  )

test('an application is authorized once, and gets a new code each time [CLI-005, CLI-007, CLI-008]', async () => {
  const { world } = cloudAt()
  const applications = await world.rows(
    "/v7/oauth_application?$select=name,redirect_uri&$filter=client_id eq 'flotilla-forum'",
    'devi',
  )
  expect(applications).toEqual([
    { name: 'Community forum', redirect_uri: 'https://forum.flotilla.example/auth/callback' },
  ])
  const body = { client_id: 'flotilla-forum', response_type: 'code' }
  const first = await authorize(world, body, 'devi')
  expect(first).toEqual([200, { code: expect.stringMatching(/^\w{32}$/) }])
  expect(await authorize(world, body, 'devi')).not.toEqual(first)
  expect(await authorizations(world)).toMatchObject([
    { is_for__oauth_application: [{ client_id: 'flotilla-forum' }] },
  ])
})

test('an unknown application, another response type and a signed-out user get no code', async () => {
  const { world } = cloudAt()
  expect(await authorize(world, { client_id: 'nobody', response_type: 'code' }, 'devi')).toEqual([
    404,
    'Unknown application nobody',
  ])
  expect(
    await badRequest(() => authorize(world, { client_id: 'flotilla-forum', response_type: 'token' }, 'devi')),
  ).toEqual([400, ''])
  expect(await authorize(world, { client_id: 'flotilla-forum', response_type: 'code' })).toEqual([401, ''])
  const body = { belongs_to__user: 1, is_for__oauth_application: 1 }
  expect(await send(world, 'POST', '/v7/oauth_application_authorization', body, 'devi')).toEqual([401, ''])
  expect(await authorizations(world)).toEqual([])
})

const portal = (world: AccountWorld['world'], credential: string) =>
  send(world, 'GET', '/zendesk/v1/login?return_to=%2Frequests', undefined, { credential })

test('the support portal accepts a signed token, which is not a session [SUPPORT-020]', async () => {
  const { world } = cloudAt()
  const [status, pass] = await portal(world, await sessionOf(world, 'devi'))
  expect([status, pass]).toEqual([
    200,
    {
      url: 'https://api.flotilla.test/__flotilla/support-portal',
      token: expect.any(String),
      return_to: '/requests',
    },
  ])
  const token = String(fieldOf(pass, 'token'))
  expect(claimsOf(token)).toMatchObject({
    email: 'devi@flotilla.example',
    name: 'Devi Narayan',
    external_id: '2',
  })
  expect(await statusFor(world, token)).toBe(401)
  const enter = async (given: string) =>
    statusAndBody(
      await world.cloud.handle(
        new Request('https://api.flotilla.test/__flotilla/support-portal', {
          method: 'POST',
          headers: { accept: 'application/json' },
          body: new URLSearchParams({ token: given }),
        }),
      ),
    )
  expect(await enter(token)).toEqual([
    200,
    { name: 'Devi Narayan', email: 'devi@flotilla.example', returnTo: null },
  ])
  expect((await enter(await sessionOf(world, 'devi')))[0]).toBe(401)
})

test('the portal is closed to users with free plans only', async () => {
  const { world } = cloudAt()
  const email = 'nora@example.com'
  const body = { email, password: 'correct-horse', 'g-recaptcha-response': 'none' }
  await tokenFrom(world, 'POST', '/user/register', body)
  const { token: verificationToken } = await emailTo(world, email)
  const nora = await tokenFrom(world, 'POST', '/user/v1/verify-email', { verificationToken, email })
  expect(await portal(world, nora)).toEqual([403, 'You have no access to the support portal'])
})

test('the portal is closed to unverified users, to staff signed in as others, and without a session', async () => {
  const { world } = cloudAt()
  const closed = [403, 'You have no access to the support portal']
  expect(await portal(world, await sessionOf(world, 'una'))).toEqual(closed)
  const asDevi = await tokenFrom(world, 'PATCH', '/login_', { username: 'devi' }, 'pat')
  expect(await portal(world, asDevi)).toEqual(closed)
  expect(await send(world, 'GET', '/zendesk/v1/login')).toEqual([401, ''])
})

test('the chat receives the name and a hash that is stable and unique per user [SUPPORT-019]', async () => {
  const { world } = cloudAt()
  const ask = (as?: 'devi' | 'ada') => send(world, 'GET', '/user/v1/intercom', undefined, as)
  const devi = await ask('devi')
  expect(devi).toMatchObject([200, { user_id: 2, name: 'Devi Narayan', email: 'devi@flotilla.example' }])
  expect(await ask('devi')).toEqual(devi)
  const hash = (reply: unknown) => fieldOf(reply, 'user_hash')
  expect(hash((await ask('ada'))[1])).not.toBe(hash(devi[1]))
  expect(await ask()).toEqual([401, ''])
})
