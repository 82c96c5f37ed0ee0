import { hasTwoFactor, openSession, renewSession, session } from '../access/sessions.ts'
import { emailFrom, userWithEmail } from '../access/users.ts'
import { HttpError, unauthorized } from '../base/http-error.ts'
import { jsonBody, empty, text, bodyField } from '../http/request-context.ts'
import type { Handler, RequestContext, JsonObject } from '../http/request-context.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import { acceptInvitation, readInvitation } from '../organizations/invitations.ts'
import type { InvitationPlace } from '../organizations/invitations.ts'
import {
  issueOneTimeToken,
  readOneTimeToken,
  sendEmail,
  revokeOneTimeToken,
  revokeOneTimeTokensOf,
} from '../store/one-time-tokens.ts'
import type { RowInput } from '../store/stored-row.ts'
import {
  addPerson,
  changeProfile,
  endSessions,
  readProfile,
  requireFreeEmail,
  requireFreeUsername,
  requireGoodPassword,
  sendVerification,
} from './people.ts'
import { stepOfCode } from './totp.ts'

function requireCaptcha(body: JsonObject): void {
  if ((bodyField(body, 'g-recaptcha-response') ?? '') === '') {
    throw new HttpError(400, 'The captcha response is missing')
  }
}

function flagOf(body: JsonObject, key: string): boolean | undefined {
  const value = body[key]
  if (value !== undefined && typeof value !== 'boolean') throw new HttpError(400)
  return value
}

function invitationOf(context: RequestContext, body: JsonObject) {
  const type = bodyField(body, 'invitationType')
  const token = bodyField(body, 'invitationToken')
  if (type === undefined && token === undefined) return undefined
  const place: InvitationPlace | undefined =
    type === 'organization' || type === 'application' ? type : undefined
  if (place === undefined || token === undefined) throw new HttpError(400)
  return readInvitation(context, place, token)
}

const register: Handler<'account.register'> = async (context) => {
  const { store, now } = context
  const body = await jsonBody(context)
  const email = emailFrom(bodyField(body, 'email'))
  const password = requireGoodPassword(bodyField(body, 'password'))
  requireCaptcha(body)
  const hasDisabledNewsletter = flagOf(body, 'has_disabled_newsletter') ?? false
  const invitation = invitationOf(context, body)
  if (invitation !== undefined && invitation.email !== email) {
    throw new HttpError(400, 'The invitation was sent to another email address')
  }
  requireFreeEmail(store, email)
  const requested = bodyField(body, 'username')
  const username = requested === undefined ? undefined : requireFreeUsername(store, requested)
  // An invitation that was sent to the same address proves that the user owns it.
  const isVerified = invitation?.email === email
  const user = addPerson(store, now, { email, username, password, isVerified, hasDisabledNewsletter })
  if (invitation !== undefined) acceptInvitation(store, now, invitation, user)
  if (!isVerified) sendVerification(store, now, user, email)
  return text(openSession(context, user))
}

const verifyEmail: Handler<'account.verifyEmail'> = async (context) => {
  const { store, now } = context
  const body = await jsonBody(context)
  const token = bodyField(body, 'verificationToken')
  const email = bodyField(body, 'email')
  if (token === undefined || email === undefined) throw new HttpError(400)
  const ticket = readOneTimeToken(store, 'verify-email', token, now)
  if (ticket.is !== 'good' || ticket.purpose.email !== email.trim().toLowerCase()) {
    throw new HttpError(400, 'The verification link is invalid or has expired')
  }
  const { user, email: address } = ticket.purpose
  requireFreeEmail(store, address, user)
  revokeOneTimeToken(store, token)
  changeProfile(store, user, { email: address, is_verified: true })
  return text(openSession(context, user))
}

/** 429 with the earliest time of the next request. `wait` is in seconds. */
function tooManyResets(context: RequestContext, wait: number): HttpError {
  const nextValidRequestDate = new Date(context.cloud.realNow() + wait * 1000).toISOString()
  const error = { text: 'Too many password resets were asked for. Try again later.', nextValidRequestDate }
  return new HttpError(429, { error }, { 'Retry-After': String(wait) })
}

function requestReset(context: RequestContext, body: JsonObject) {
  const { cloud, store, now } = context
  const email = emailFrom(bodyField(body, 'email'))
  requireCaptcha(body)
  const wait = cloud.resets.take(email, cloud.realNow())
  if (wait !== undefined) throw tooManyResets(context, wait)
  const user = userWithEmail(store, email)
  // The same response as on success, so that it does not reveal which addresses have an account.
  if (user === undefined) return empty()
  revokeOneTimeTokensOf(store, 'reset-password', user)
  const token = issueOneTimeToken(store, { kind: 'reset-password', user }, now)
  sendEmail(store, {
    at: now,
    to: email,
    subject: 'Set a new password',
    text: 'Follow the link to set a new password. Ignore this email if you did not ask for it.',
    link: `/user/reset-password/${token}`,
    token,
  })
  return empty()
}

type ResetProblem = 'TwoFactorCodeRequired' | 'TwoFactorCodeInvalid' | 'ResetCodeExpired' | 'ResetCodeInvalid'

const resetError = (errorCode: ResetProblem) => new HttpError(400, { errorCode })

function takeSecondFactor(context: RequestContext, user: number, code: string | undefined): void {
  const { cloud, store } = context
  const authenticator = store.secrets.authenticators.get(user)
  if (authenticator?.isOn !== true) return
  if (code === undefined || code === '') throw resetError('TwoFactorCodeRequired')
  const step = stepOfCode(authenticator.secret, code, cloud.realNow(), authenticator.lastStep)
  if (step === undefined) throw resetError('TwoFactorCodeInvalid')
  authenticator.lastStep = step
}

function completeReset(context: RequestContext, body: JsonObject) {
  const { store, now } = context
  const resetCode = bodyField(body, 'resetCode') ?? ''
  const password = requireGoodPassword(bodyField(body, 'password'))
  const ticket = readOneTimeToken(store, 'reset-password', resetCode, now)
  if (ticket.is === 'expired') throw resetError('ResetCodeExpired')
  if (ticket.is === 'unknown') throw resetError('ResetCodeInvalid')
  const { user } = ticket.purpose
  takeSecondFactor(context, user, bodyField(body, 'code'))
  revokeOneTimeToken(store, resetCode)
  setPassword(context, user, password)
  return text(openSession(context, user, true))
}

function setPassword({ store }: RequestContext, user: number, password: string): void {
  store.secrets.passwords.set(user, password)
  changeProfile(store, user, { has_password_set: true })
  endSessions(store, user)
}

/** Throws 401 with an empty body unless this is the password; undefined is correct for users without a password. */
function requirePassword({ store }: RequestContext, user: number, given: string | undefined): void {
  const password = store.secrets.passwords.get(user)
  if (password !== given) throw unauthorized()
}

const changeEmail: Handler<'account.changeEmail'> = async (context) => {
  const caller = session(context)
  const { store, now } = context
  const { user } = caller
  const body = await jsonBody(context)
  if (!('password' in body)) throw new HttpError(400)
  const given = bodyField(body, 'password')
  const email = emailFrom(bodyField(body, 'email'))
  requirePassword(context, user, given)
  requireFreeEmail(store, email, user)
  if (readProfile(store, user).must_be_verified === true) {
    sendVerification(store, now, user, email)
    return empty()
  }
  if (readProfile(store, user).email !== email) {
    changeProfile(store, user, { email, is_verified: false })
    sendVerification(store, now, user, email)
  }
  return text(renewSession(context, caller, caller.authTime))
}

const changePassword: Handler<'account.changePassword'> = async (context) => {
  const { user } = session(context)
  const body = await jsonBody(context)
  const current = bodyField(body, 'currentPassword')
  const password = requireGoodPassword(bodyField(body, 'password'))
  requirePassword(context, user, current)
  setPassword(context, user, password)
  return text(openSession(context, user, hasTwoFactor(context.store, user)))
}

const PROFILE_TEXTS = ['first_name', 'last_name', 'company', 'account_type'] as const
const ACCOUNT_TYPES: ReadonlySet<string> = new Set(['personal', 'professional'])

const saveProfile: Handler<'account.saveProfile'> = async (context) => {
  const { user } = session(context)
  const body = await jsonBody(context)
  const changes: RowInput<'user_profile'> = {}
  for (const field of PROFILE_TEXTS) {
    if (!(field in body)) continue
    const value = bodyField(body, field)?.trim() ?? ''
    if (value === '') throw new HttpError(400, `The field ${field} is mandatory`)
    changes[field] = value
  }
  const type = changes.account_type
  if (typeof type === 'string' && !ACCOUNT_TYPES.has(type)) {
    throw new HttpError(400, 'The account type must be personal or professional')
  }
  const newsletter = flagOf(body, 'has_disabled_newsletter')
  if (newsletter !== undefined) changes.has_disabled_newsletter = newsletter
  if (Object.keys(changes).length === 0) throw new HttpError(400, 'No fields to update')
  changeProfile(context.store, user, changes)
  return empty()
}

const logOutOthers: Handler<'account.logOutOthers' | 'account.endOtherSessions'> = (context) => {
  const caller = session(context)
  endSessions(context.store, caller.user)
  return text(renewSession(context, caller, caller.authTime))
}

export const accountHandlers: ServiceHandlers<'account'> = {
  'account.register': register,
  'account.verifyEmail': verifyEmail,
  async 'account.resetPassword'(context) {
    const body = await jsonBody(context)
    return 'resetCode' in body ? completeReset(context, body) : requestReset(context, body)
  },
  'account.changeEmail': changeEmail,
  'account.changePassword': changePassword,
  'account.saveProfile': saveProfile,
  'account.logOutOthers': logOutOthers,
  'account.endOtherSessions': logOutOthers,
}
