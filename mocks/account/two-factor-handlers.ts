import type { UserCaller } from '../access/caller.ts'
import { hasTwoFactor, openSession, session } from '../access/sessions.ts'
import { userEmail } from '../access/users.ts'
import { HttpError, unauthorized } from '../base/http-error.ts'
import { jsonBody, json, text, bodyField } from '../http/request-context.ts'
import type { Handler, RequestContext } from '../http/request-context.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import { addRow } from '../store/row-defaults.ts'
import { drawBytes, newSecret } from '../store/secrets.ts'
import type { Store } from '../store/store.ts'
import { requireFresh } from './keys.ts'
import { authenticatorAddress, newAuthenticatorSecret, stepOfCode } from './totp.ts'

const RECOVERY_CODES = 10

/** The caller of a fresh session (docs/platform/authentication.md). */
function freshSession(context: RequestContext): UserCaller {
  const caller = session(context)
  requireFresh(caller, context.cloud.realNow())
  return caller
}

function requireTwoFactor(store: Store, user: number): void {
  if (!hasTwoFactor(store, user)) throw new HttpError(400, 'Two-factor authentication is not enabled')
}

async function codeOf(context: RequestContext): Promise<string> {
  const code = bodyField(await jsonBody(context), 'code')
  if (code === undefined || code === '') throw new HttpError(400)
  return code
}

/** Limits attempts like those of passwords. Throws 429 with Retry-After. */
function countGuess({ cloud }: RequestContext, user: number): { forget(): void } {
  const who = `second factor of ${user}`
  const wait = cloud.logIns.take(who, cloud.realNow())
  if (wait !== undefined) throw new HttpError(429, 'Too Many Requests', { 'Retry-After': String(wait) })
  return { forget: () => cloud.logIns.forget(who) }
}

const setUp: Handler<'two-factor.setUp'> = (context) => {
  const { user } = freshSession(context)
  const { store } = context
  const { authenticators } = store.secrets
  if (hasTwoFactor(store, user)) throw new HttpError(400, 'Two-factor authentication is already enabled')
  const known = authenticators.get(user) ?? {
    secret: newAuthenticatorSecret(drawBytes(store.secrets, 32)),
    isOn: false,
    lastStep: 0,
  }
  authenticators.set(user, known)
  const who = userEmail(store, user) ?? store.rows('user').reader('username')(user)
  return text(authenticatorAddress(known.secret, who))
}

const verify: Handler<'two-factor.verify'> = async (context) => {
  const { user } = session(context)
  const code = await codeOf(context)
  const authenticator = context.store.secrets.authenticators.get(user)
  if (authenticator === undefined) throw new HttpError(400, 'Two-factor authentication is not set up')
  if (!authenticator.isOn) freshSession(context)
  const guess = countGuess(context, user)
  const step = stepOfCode(authenticator.secret, code, context.cloud.realNow(), authenticator.lastStep)
  if (step === undefined) throw unauthorized()
  guess.forget()
  authenticator.isOn = true
  authenticator.lastStep = step
  return text(openSession(context, user, true))
}

/** The rows of a user's recovery codes, which store whether they were used. The codes are in `store.secrets`. */
const codesOf = (store: Store, user: number): number[] =>
  Array.from(store.rows('recovery_two_factor').find('belongs_to__user', user) ?? [])

function dropCodes(store: Store, user: number): void {
  for (const row of codesOf(store, user)) {
    store.rows('recovery_two_factor').remove(row)
    store.secrets.recoveryCodes.delete(row)
  }
  store.changed()
}

const disable: Handler<'two-factor.disable'> = async (context) => {
  const { user } = session(context)
  const { store } = context
  const password = bodyField(await jsonBody(context), 'password')
  if (password === undefined) throw new HttpError(400)
  requireTwoFactor(store, user)
  if (store.secrets.passwords.get(user) !== password) throw unauthorized()
  store.secrets.authenticators.delete(user)
  dropCodes(store, user)
  return text(openSession(context, user))
}

function newRecoveryCode(store: Store): string {
  const letters = newSecret(store.secrets).toLowerCase()
  return `${letters.slice(0, 5)}-${letters.slice(5, 10)}`
}

const createRecoveryCodes: Handler<'two-factor.createRecoveryCodes'> = (context) => {
  const { user } = freshSession(context)
  const { store, now } = context
  requireTwoFactor(store, user)
  dropCodes(store, user)
  const codes = Array.from({ length: RECOVERY_CODES }, () => newRecoveryCode(store))
  for (const code of codes) {
    const row = addRow(store, 'recovery_two_factor', { belongs_to__user: user }, now)
    store.secrets.recoveryCodes.set(row, code)
  }
  return json(codes)
}

const verifyRecoveryCode: Handler<'two-factor.verifyRecoveryCode'> = async (context) => {
  const { user } = session(context)
  const { store, now } = context
  const code = (await codeOf(context)).trim().toLowerCase()
  requireTwoFactor(store, user)
  const guess = countGuess(context, user)
  const rows = store.rows('recovery_two_factor')
  const unused = codesOf(store, user).find(
    (row) => store.secrets.recoveryCodes.get(row) === code && rows.row(row).used_timestamp === null,
  )
  if (unused === undefined) throw unauthorized()
  guess.forget()
  rows.update(unused, { used_timestamp: now })
  store.changed()
  return text(openSession(context, user, true))
}

export const twoFactorHandlers: ServiceHandlers<'two-factor'> = {
  'two-factor.setUp': setUp,
  'two-factor.verify': verify,
  'two-factor.disable': disable,
  'two-factor.createRecoveryCodes': createRecoveryCodes,
  'two-factor.verifyRecoveryCode': verifyRecoveryCode,
}
