import { expect } from 'vitest'
import { totpAt } from '../../../mocks/account/totp.ts'
import { TESS_RECOVERY_CODES, TESS_SECRET } from '../../../mocks/worlds/accounts.ts'
import type { ServiceOperationId } from '../../../openapi/generated/operations.ts'
import { fieldOf, emailTo, PASSWORD, send, sessionOf } from '../accounts.ts'
import { done, EVERYBODYS_OWN, NO_INPUT, PUBLIC, refused } from './service-case.ts'
import type { ServiceCases } from './service-case.ts'
import type { Subjects } from './subjects.ts'

const CAPTCHA = { 'g-recaptcha-response': 'yes' }
const NEW = { email: 'nora@example.com', password: 'correct-horse', ...CAPTCHA }
const DASHBOARD = { origin: 'https://dashboard.example', accept: 'application/json' }

/** The key of a device: a credential that is not a session. */
async function deviceKey({ world, device }: Subjects): Promise<string> {
  const [, key] = await send(world, 'POST', `/api-key/device/${device.id}/device-key`, {}, 'ada')
  return String(key)
}

const byKey = async (it: Subjects) => ({ as: { credential: await deviceKey(it) } })

/** The URL to which the third party of a sign-in redirects after approval. */
async function returned({ world }: Subjects, path: string, email: string): Promise<URL> {
  const response = await world.request(path, { headers: DASHBOARD })
  const location = String(fieldOf(await response.json(), 'location'))
  const body = { decision: 'approve', email }
  const headers = { accept: 'application/json' }
  const answer = await world.request(location, { method: 'POST', body, headers })
  return new URL(String(fieldOf(await answer.json(), 'location')))
}

async function inviteToken({ world, acme, fleet }: Subjects, place: 'organization' | 'application') {
  const to =
    place === 'organization' ? { is_invited_to__organization: acme } : { is_invited_to__application: fleet }
  await send(world, 'POST', `/v7/${place}_invite`, { ...to, invitee: 'una@flotilla.example' }, 'ada')
  return (await emailTo(world, 'una@flotilla.example')).token
}

const una = async ({ world }: Subjects) => ({ credential: await sessionOf(world, 'una') })

/** tess with her first factor only. */
const tess = async ({ world }: Subjects) => ({ credential: await sessionOf(world, 'tess') })

/** tess with both factors. */
async function wholeTess(it: Subjects) {
  const code = totpAt(TESS_SECRET, Date.now())
  const [, token] = await send(it.world, 'POST', '/auth/totp/verify', { code }, await tess(it))
  return { credential: String(token) }
}

/** Sign-in, accounts, two-factor authentication and links in emails. */
export const accountCases = {
  'session.logIn': {
    success: done({ body: { username: 'mel', password: PASSWORD } }),
    refusal: refused(401, { body: { username: 'mel', password: 'guess' } }),
    badInput: refused(400, { body: { username: 'mel' } }),
  },
  'session.logInAs': {
    success: done({ as: 'pat', body: { username: 'mel' } }),
    refusal: refused(401, { as: 'ada', body: { username: 'mel' } }),
    badInput: refused(404, { as: 'pat', body: { username: 'nobody' } }, 'No user named nobody'),
  },
  'session.whoAmI': { success: done({ as: 'mel' }), refusal: EVERYBODYS_OWN(), badInput: NO_INPUT },
  'session.whoAmIUser': { success: done({ as: 'mel' }), refusal: refused(401, byKey), badInput: NO_INPUT },
  'session.refresh': { success: done({ as: 'mel' }), refusal: refused(401, byKey), badInput: NO_INPUT },
  'session.confirmPassword': {
    success: done({ as: 'mel', body: { password: PASSWORD } }),
    refusal: refused(401, { as: 'mel', body: { password: 'guess' } }),
    badInput: refused(400, { as: 'mel', body: {} }),
  },
  'account.register': {
    success: done({ body: NEW }),
    refusal: refused(409, { body: { ...NEW, email: 'ada@flotilla.example' } }, 'This email is already taken'),
    badInput: refused(400, { body: { ...NEW, email: 'nora' } }, 'Invalid email'),
  },
  'account.verifyEmail': {
    success: done(async ({ world }) => {
      const email = 'una@flotilla.example'
      const body = { has_been_sent_verification_email: true }
      const credential = await sessionOf(world, 'una')
      const [, who] = await send(world, 'GET', '/user/v1/whoami', undefined, { credential })
      await send(world, 'PATCH', `/v7/user(${String(fieldOf(who, 'id'))})`, body, { credential })
      return { body: { verificationToken: (await emailTo(world, email)).token, email } }
    }),
    refusal: PUBLIC,
    badInput: refused(
      400,
      { body: { verificationToken: 'none', email: 'una@flotilla.example' } },
      'The verification link is invalid or has expired',
    ),
  },
  'account.resetPassword': {
    success: done({ body: { email: 'mel@flotilla.example', ...CAPTCHA } }),
    refusal: refused(
      400,
      { body: { resetCode: 'none', password: 'correct-horse' } },
      {
        errorCode: 'ResetCodeInvalid',
      },
    ),
    badInput: refused(400, { body: { email: 'mel@flotilla.example' } }, 'The captcha response is missing'),
  },
  'account.changeEmail': {
    success: done({ as: 'mel', body: { email: 'mel@example.com', password: PASSWORD } }),
    refusal: refused(401, { as: 'mel', body: { email: 'mel@example.com', password: 'guess' } }),
    badInput: refused(400, { as: 'mel', body: { email: 'mel', password: PASSWORD } }, 'Invalid email'),
  },
  'account.changePassword': {
    success: done({ as: 'mel', body: { currentPassword: PASSWORD, password: 'correct-horse' } }),
    refusal: refused(401, { as: 'mel', body: { currentPassword: 'guess', password: 'correct-horse' } }),
    badInput: refused(
      400,
      { as: 'mel', body: { currentPassword: PASSWORD, password: 'short' } },
      expect.any(String),
    ),
  },
  'account.saveProfile': {
    success: done({ as: 'mel', body: { company: 'Night Ltd' } }),
    refusal: EVERYBODYS_OWN({ body: { company: 'Night Ltd' } }),
    badInput: refused(400, { as: 'mel', body: { company: ' ' } }, 'The field company is mandatory'),
  },
  'account.logOutOthers': { success: done({ as: 'mel' }), refusal: refused(401, byKey), badInput: NO_INPUT },
  'account.endOtherSessions': {
    success: done({ as: 'mel' }),
    refusal: refused(401, byKey),
    badInput: NO_INPUT,
  },
  'two-factor.setUp': {
    success: done({ as: 'mel' }),
    refusal: refused(401, byKey),
    badInput: refused(
      400,
      async (it) => ({ as: await wholeTess(it) }),
      'Two-factor authentication is already enabled',
    ),
  },
  'two-factor.verify': {
    success: done(async (it) => ({ as: await tess(it), body: { code: totpAt(TESS_SECRET, Date.now()) } })),
    refusal: refused(401, async (it) => ({ as: await tess(it), body: { code: '000000' } })),
    badInput: refused(400, async (it) => ({ as: await tess(it), body: {} })),
  },
  'two-factor.disable': {
    success: done(async (it) => ({ as: await wholeTess(it), body: { password: PASSWORD } })),
    refusal: refused(401, async (it) => ({ as: await tess(it), body: { password: PASSWORD } })),
    badInput: refused(
      400,
      { as: 'mel', body: { password: PASSWORD } },
      'Two-factor authentication is not enabled',
    ),
  },
  'two-factor.createRecoveryCodes': {
    success: done(async (it) => ({ as: await wholeTess(it) })),
    refusal: refused(401, async (it) => ({ as: await tess(it) })),
    badInput: refused(400, { as: 'mel' }, 'Two-factor authentication is not enabled'),
  },
  'two-factor.verifyRecoveryCode': {
    success: done(async (it) => ({ as: await tess(it), body: { code: TESS_RECOVERY_CODES[0] } })),
    refusal: refused(401, async (it) => ({ as: await tess(it), body: { code: 'guess-guess' } })),
    badInput: refused(400, async (it) => ({ as: await tess(it), body: {} })),
  },
  'single-sign-on.start': {
    success: done({ params: { provider: 'github' }, headers: DASHBOARD }),
    refusal: PUBLIC,
    badInput: refused(
      404,
      { params: { provider: 'myspace' }, headers: DASHBOARD },
      'Unknown provider myspace',
    ),
  },
  'single-sign-on.finish': {
    success: done(async (it) => {
      const { search } = await returned(it, '/auth/github', 'devi@flotilla.example')
      return { params: { provider: 'github' }, query: search }
    }),
    refusal: refused(401, { params: { provider: 'github' }, query: '?code=none' }),
    badInput: refused(400, { params: { provider: 'github' } }),
  },
  'single-sign-on.startSaml': {
    success: done({ params: { ssoIdentifier: 'acme' }, headers: DASHBOARD }),
    refusal: PUBLIC,
    badInput: refused(
      404,
      { params: { ssoIdentifier: 'nobody' }, headers: DASHBOARD },
      'Unknown SSO identifier nobody',
    ),
  },
  'single-sign-on.finishSaml': {
    success: done(async (it) => {
      const { searchParams } = await returned(it, '/auth/saml/acme', 'sam@flotilla.example')
      return { body: { code: searchParams.get('code') } }
    }),
    refusal: refused(401, { body: { code: 'none' } }),
    badInput: refused(400, { body: {} }),
  },
  'oauth.authorize': {
    success: done({ as: 'mel', body: { client_id: 'flotilla-forum', response_type: 'code' } }),
    refusal: EVERYBODYS_OWN({ body: { client_id: 'flotilla-forum', response_type: 'code' } }),
    badInput: refused(
      404,
      { as: 'mel', body: { client_id: 'nobody', response_type: 'code' } },
      'Unknown application nobody',
    ),
  },
  'identity.portal': {
    success: done({ as: 'mel' }),
    refusal: refused(403, async (it) => ({ as: await una(it) }), 'You have no access to the support portal'),
    badInput: NO_INPUT,
  },
  'identity.chat': { success: done({ as: 'mel' }), refusal: EVERYBODYS_OWN(), badInput: NO_INPUT },
  'invitations.acceptFleet': {
    success: done(async (it) => ({
      params: { token: await inviteToken(it, 'application') },
      as: await una(it),
    })),
    refusal: EVERYBODYS_OWN({ params: { token: 'any' } }),
    badInput: refused(400, { as: 'mel', params: { token: 'none' } }, 'This is no invitation'),
  },
  'invitations.acceptOrganization': {
    success: done(async (it) => ({
      params: { token: await inviteToken(it, 'organization') },
      as: await una(it),
    })),
    refusal: EVERYBODYS_OWN({ params: { token: 'any' } }),
    badInput: refused(400, { as: 'mel', params: { token: 'none' } }, 'This is no invitation'),
  },
} satisfies Partial<Record<ServiceOperationId, ServiceCases>>
