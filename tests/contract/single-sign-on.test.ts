import { expect, test } from 'vitest'
import {
  claimsOf,
  cloudAt,
  emailsTo,
  PASSWORD,
  rowsAs,
  send,
  sessionOf,
  statusFor,
  tokenFrom,
} from './accounts.ts'
import type { AccountWorld } from './accounts.ts'
import { badRequest } from './exchange.ts'
import { statusAndBody } from './subjects.ts'

type World = AccountWorld['world']

const DASHBOARD = 'https://dashboard.example'

const people = (world: World) => world.count('/v7/user/$count', 'pat')

/** The URL of the third party to which the platform redirects. */
async function partyOf(world: World, path: string): Promise<string> {
  const response = await world.request(path, { headers: { origin: DASHBOARD } })
  expect(response.status).toBe(302)
  const location = new URL(response.headers.get('location') ?? '')
  return location.pathname + location.search
}

/** The URL to which the third party redirects after the answer, as in the form of a browser. */
async function answered(world: World, party: string, fields: Record<string, string>): Promise<URL> {
  const response = await world.cloud.handle(
    new Request(new URL(party, 'https://api.flotilla.test'), {
      method: 'POST',
      body: new URLSearchParams(fields),
    }),
  )
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '')
}

const approve = (world: World, party: string, email: string) =>
  answered(world, party, { decision: 'approve', email })

async function socialReturn(world: World, provider: string, email: string): Promise<string> {
  const back = await approve(world, await partyOf(world, `/auth/${provider}?state=s1`), email)
  expect(back.origin + back.pathname).toBe(`${DASHBOARD}/auth/${provider}/callback`)
  expect(back.searchParams.get('state')).toBe('s1')
  return back.pathname + back.search
}

test('signing in with a linked social account gives its user [SIGNIN-026, SIGNIN-027]', async () => {
  const { world } = cloudAt()
  const back = await socialReturn(world, 'github', 'devi@flotilla.example')
  const token = await tokenFrom(world, 'GET', back)
  expect(claimsOf(token)['id']).toBe(2)
  expect(await statusFor(world, token)).toBe(200)
  expect(await send(world, 'GET', back)).toEqual([401, ''])
})

test('the first social sign-in links an account with the same verified email, or creates one without a password', async () => {
  const { world } = cloudAt()
  const before = await people(world)
  const omar = await tokenFrom(world, 'GET', await socialReturn(world, 'google', 'omar@flotilla.example'))
  expect(claimsOf(omar)['id']).toBe(4)
  expect(await rowsAs(world, omar, '/v7/social_service_account?$select=provider,display_name')).toEqual([
    { provider: 'google', display_name: 'omar' },
  ])
  const nora = await tokenFrom(world, 'GET', await socialReturn(world, 'google', 'nora@example.com'))
  expect(await people(world)).toBe(before + 1)
  expect(await rowsAs(world, nora, '/v7/user_profile?$select=email,is_verified,has_password_set')).toEqual([
    { email: 'nora@example.com', is_verified: true, has_password_set: false },
  ])
  const change = { email: 'nora@flotilla.example', password: null }
  expect((await send(world, 'PATCH', '/user/email', change, { credential: nora }))[0]).toBe(200)
  const set = { currentPassword: null, password: 'correct-horse' }
  expect((await send(world, 'PATCH', '/user/password', set, { credential: nora }))[0]).toBe(200)
  expect((await sessionOf(world, 'nora@flotilla.example', 'correct-horse')).length).toBeGreaterThan(0)
})

test('a social sign-in does not take over an unverified account', async () => {
  const { world } = cloudAt()
  const back = await socialReturn(world, 'github', 'una@flotilla.example')
  expect(await send(world, 'GET', back)).toEqual([409, 'This email is already taken'])
  const una = await sessionOf(world, 'una')
  expect(await rowsAs(world, una, '/v7/social_service_account')).toEqual([])
})

test('a signed-in user links a social account, which renews the sign-in; accounts of others are rejected [PREF-037]', async () => {
  const { world, real } = cloudAt()
  const credential = await sessionOf(world, 'omar')
  real.now += 60_000
  const back = await socialReturn(world, 'github', 'other-name@example.com')
  const renewed = await tokenFrom(world, 'GET', back, undefined, { credential })
  expect(claimsOf(renewed)).toMatchObject({ id: 4, authTime: real.now })
  const linked = [{ provider: 'github', display_name: 'other-name' }]
  const read = () => rowsAs(world, renewed, '/v7/social_service_account?$select=provider,display_name')
  expect(await read()).toEqual(linked)

  const devis = await socialReturn(world, 'github', 'devi@flotilla.example')
  expect(await send(world, 'GET', devis, undefined, { credential })).toEqual([
    409,
    'The account is linked to somebody else',
  ])
  const second = await socialReturn(world, 'github', 'third@example.com')
  expect(await send(world, 'GET', second, undefined, { credential })).toEqual([
    409,
    'Another github account is linked already',
  ])
  expect(await read()).toEqual(linked)
})

test('a denial, a guessed code, another provider and an expired code create no session', async () => {
  const { world } = cloudAt()
  const before = await people(world)
  const refused = await answered(world, await partyOf(world, '/auth/github'), { decision: 'refuse' })
  expect(refused.searchParams.get('error')).toBe('access_denied')
  expect(await send(world, 'GET', refused.pathname + refused.search)).toEqual([401, ''])
  expect(await send(world, 'GET', '/auth/github/callback?code=guess')).toEqual([401, ''])
  expect(await send(world, 'GET', '/auth/github/callback')).toEqual([400, ''])
  expect(await send(world, 'GET', '/auth/myspace/callback?code=x')).toEqual([404, 'Unknown provider myspace'])
  expect(await send(world, 'GET', '/auth/myspace')).toEqual([404, 'Unknown provider myspace'])
  expect((await send(world, 'GET', '/auth/github'))[0]).toBe(400)
  const other = await socialReturn(world, 'google', 'nora@example.com')
  expect(await send(world, 'GET', other.replace('google', 'github'))).toEqual([401, ''])
  world.clock.advanceTo(world.clock.now() + 10 * 60_000)
  expect(await send(world, 'GET', other)).toEqual([401, ''])
  expect(await people(world)).toBe(before)
})

test('two-factor authentication is also required after a social sign-in', async () => {
  const { world } = cloudAt()
  const token = await tokenFrom(world, 'GET', await socialReturn(world, 'github', 'tess@flotilla.example'))
  expect(claimsOf(token)['twoFactorRequired']).toBe(true)
})

test('the page of the third party is available as HTML and as JSON', async () => {
  const { world } = cloudAt()
  const party = await partyOf(world, '/auth/github')
  const html = await (await world.request(party)).text()
  expect(html).toContain('<h1>Sign in with GitHub</h1>')
  const question = await statusAndBody(
    await world.request(party, { headers: { accept: 'application/json' } }),
  )
  expect(question).toMatchObject([
    200,
    {
      party: 'github',
      returnTo: `${DASHBOARD}/auth/github/callback`,
      people: expect.arrayContaining(['ada@flotilla.example']),
    },
  ])
  const start = await world.request('/auth/github', {
    headers: { accept: 'application/json', origin: DASHBOARD },
  })
  expect(await statusAndBody(start)).toEqual([200, { location: `https://api.flotilla.test${party}` }])
  const strange = '/__flotilla/sign-in/github?return_to=javascript:alert(1)'
  expect((await world.request(strange)).status).toBe(400)
})

/** Signs in with the identity provider of Acme; returns the URL of the dashboard. */
const samlReturn = async (world: World, email: string) =>
  approve(world, await partyOf(world, '/auth/saml/acme'), email)

const finalize = (world: World, body: unknown) => send(world, 'POST', '/auth/saml/finalize', body)

test('a user signs in with an identity provider [SSO-008, SSO-009, SSO-010]', async () => {
  const { world } = cloudAt()
  const back = await samlReturn(world, 'Sam@flotilla.example')
  expect(back.href.startsWith(`${DASHBOARD}/saml/callback/signon?code=`)).toBe(true)
  const code = back.searchParams.get('code')
  const [status, token] = await finalize(world, { code })
  expect(status).toBe(200)
  const who = await world.request('/actor/v1/whoami', { as: { credential: String(token) } })
  expect(await statusAndBody(who)).toMatchObject([200, { username: 'sam' }])
  expect(await finalize(world, { code })).toEqual([401, ''])
})

test('an unknown identifier, a denial and a missing or wrong code create no session [SSO-004]', async () => {
  const { world } = cloudAt()
  const before = await people(world)
  expect(await send(world, 'GET', '/auth/saml/nobody')).toEqual([404, 'Unknown SSO identifier nobody'])
  expect((await send(world, 'GET', '/auth/saml/acme'))[0]).toBe(400)
  const refused = await answered(world, await partyOf(world, '/auth/saml/acme'), { decision: 'refuse' })
  expect(refused.href).toBe(`${DASHBOARD}/saml?error=login_failed`)
  expect(await badRequest(() => finalize(world, {}))).toEqual([400, ''])
  expect(await finalize(world, { code: 'guess' })).toEqual([401, ''])
  const social = await socialReturn(world, 'github', 'nora@example.com')
  const code = new URL(social, DASHBOARD).searchParams.get('code')
  expect(await finalize(world, { code })).toEqual([401, ''])
  expect(await people(world)).toBe(before)
})

test('an identity provider redirects below the base path of the dashboard [HOST-003]', async () => {
  const { world } = cloudAt()
  const start = `/auth/saml/acme?${new URLSearchParams({ redirect_uri: `${DASHBOARD}/demo/` })}`
  const approved = await approve(world, await partyOf(world, start), 'sam@flotilla.example')
  expect(approved.pathname).toBe('/demo/saml/callback/signon')
  const refused = await answered(world, await partyOf(world, start), { decision: 'refuse' })
  expect(refused.pathname).toBe('/demo/saml')
})

test('a new user from an identity provider gets an account in its organizations and default teams', async () => {
  const { world } = cloudAt()
  const [team] = await world.rows("/v7/team?$select=id&$filter=name eq 'Firmware'", 'ada')
  const [link] = await world.rows('/v7/identity_provider_membership?$select=id', 'ada')
  const body = { grants_access_to__team: team?.['id'] }
  await send(world, 'PATCH', `/v7/identity_provider_membership(${Number(link?.['id'])})`, body, 'ada')
  const code = (await samlReturn(world, 'nora@acme-logistics.example')).searchParams.get('code')
  const token = await tokenFrom(world, 'POST', '/auth/saml/finalize', { code })
  const organizations = await rowsAs(world, token, '/v7/organization?$select=handle&$orderby=handle asc')
  expect(organizations).toEqual([{ handle: 'acme_logistics' }, { handle: 'nora' }])
  const id = Number(claimsOf(token)['id'])
  expect(await world.count(`/v7/team_membership/$count?$filter=user eq ${id}`, 'ada')).toBe(1)
  expect(await emailsTo(world, 'nora@acme-logistics.example')).toEqual([])
})

test('an account with the same email is merged only by its own user, and loses its keys [PREF-038, SSO-006, SSO-007]', async () => {
  const { world } = cloudAt()
  const back = await samlReturn(world, 'OMAR@flotilla.example')
  expect(back.pathname).toBe('/saml/callback/merge')
  expect(back.searchParams.get('shouldMergeWith')).toBe('omar@flotilla.example')
  const code = back.searchParams.get('code')
  const omar = await sessionOf(world, 'omar')
  const devi = await sessionOf(world, 'devi')
  const key = { name: 'laptop', expiryDate: null }
  expect((await send(world, 'POST', '/api-key/user/full', key, { credential: omar }))[0]).toBe(200)
  const keys = () => rowsAs(world, omar, "/v7/api_key?$select=name&$filter=name eq 'laptop'")
  const linked = () => rowsAs(world, omar, '/v7/saml_account?$select=remote_id')

  expect(await finalize(world, { code })).toEqual([
    400,
    'Log in as omar@flotilla.example to merge the accounts',
  ])
  expect(await finalize(world, { code, token: 'a.b.c' })).toEqual([401, ''])
  expect(await finalize(world, { code, token: devi })).toEqual([
    400,
    'The email addresses do not match: devi@flotilla.example and omar@flotilla.example',
  ])
  expect([await keys(), await linked()]).toEqual([[{ name: 'laptop' }], []])

  expect((await finalize(world, { code, token: omar }))[0]).toBe(200)
  expect([await keys(), await linked()]).toEqual([[], [{ remote_id: 'omar@flotilla.example' }]])
  expect(await send(world, 'POST', '/api-key/user/full', key, { credential: omar })).toEqual([
    400,
    'Users of single sign-on cannot have API keys',
  ])
})

test('a SAML account of another user gives a specific error', async () => {
  const { world } = cloudAt()
  const code = (await samlReturn(world, 'sam@flotilla.example')).searchParams.get('code')
  const token = await sessionOf(world, 'devi', PASSWORD)
  expect(await finalize(world, { code, token })).toEqual([400, 'The SAML account belongs to somebody else'])
  expect((await finalize(world, { code }))[0]).toBe(200)
})

test('the page escapes user input', async () => {
  const { world } = cloudAt()
  const email = '<b>x</b>@example.com'
  const body = { email, password: 'correct-horse', 'g-recaptcha-response': 'none' }
  expect((await send(world, 'POST', '/user/register', body))[0]).toBe(200)
  const html = await (await world.request(await partyOf(world, '/auth/google'))).text()
  expect(html).toContain('&#60;b&#62;x&#60;/b&#62;@example.com')
  expect(html).not.toContain('<b>')
})
