import type { ServiceHandlers } from './service-types.ts'
import { bodyOf, json, text, textOf } from '../http/request-context.ts'
import type { Answer, Call, JsonOf } from '../http/request-context.ts'
import type { UserCaller } from '../access/caller.ts'
import { authenticatorAddress, newAuthenticatorSecret, stepOfCode } from '../access/totp.ts'
import { Refusal, unauthorized } from '../odata/http-error.ts'
import { addRow } from '../store/row-defaults.ts'
import type { Store } from '../store/store.ts'
import { drawBytes, newSecret } from '../store/secrets.ts'
import { requireFresh } from './keys.ts'
import { emailOf, hasTwoFactor, openSession, session } from './session.ts'

const RECOVERY_CODES = 10

/** A fresh session of one's own (wire 2.5). */
function freshSession(call: Call): UserCaller {
  const caller = session(call)
  requireFresh(caller, call.cloud.realNow())
  return caller
}

function requireTwoFactor(store: Store, user: number): void {
  if (!hasTwoFactor(store, user)) throw new Refusal(400, 'Two-factor authentication is not enabled')
}

async function codeOf(call: Call): Promise<string> {
  const code = textOf(await bodyOf(call), 'code')
  if (code === undefined || code === '') throw new Refusal(400)
  return code
}

/** Guesses are limited like those of passwords. Throws 429 with Retry-After. */
function countGuess({ cloud }: Call, user: number): { forget(): void } {
  const who = `second factor of ${user}`
  const wait = cloud.logIns.take(who, cloud.realNow())
  if (wait !== undefined) throw new Refusal(429, 'Too Many Requests', { 'Retry-After': String(wait) })
  return { forget: () => cloud.logIns.forget(who) }
}

function setUp(call: Call): Answer {
  const { user } = freshSession(call)
  const { store } = call
  const { authenticators } = store.vault
  if (hasTwoFactor(store, user)) throw new Refusal(400, 'Two-factor authentication is already enabled')
  const known = authenticators.get(user) ?? {
    secret: newAuthenticatorSecret(drawBytes(store.vault, 32)),
    isOn: false,
    lastStep: 0,
  }
  authenticators.set(user, known)
  const who = emailOf(store, user) ?? String(store.rows('user').reader('username')(user))
  return text(authenticatorAddress(known.secret, who))
}

async function verify(call: Call): Promise<Answer> {
  const { user } = session(call)
  const code = await codeOf(call)
  const authenticator = call.store.vault.authenticators.get(user)
  if (authenticator === undefined) throw new Refusal(400, 'Two-factor authentication is not set up')
  if (!authenticator.isOn) freshSession(call)
  const guess = countGuess(call, user)
  const step = stepOfCode(authenticator.secret, code, call.cloud.realNow(), authenticator.lastStep)
  if (step === undefined) throw unauthorized()
  guess.forget()
  authenticator.isOn = true
  authenticator.lastStep = step
  return text(openSession(call, user, true))
}

/** The recovery codes of somebody: rows that say whether they were used, and secrets in the vault. */
const codesOf = (store: Store, user: number): number[] =>
  Array.from(store.rows('recovery_two_factor').find('belongs_to__user', user) ?? [])

function dropCodes(store: Store, user: number): void {
  for (const row of codesOf(store, user)) {
    store.rows('recovery_two_factor').remove(row)
    store.vault.recoveryCodes.delete(row)
  }
  store.changed()
}

async function disable(call: Call): Promise<Answer> {
  const { user } = session(call)
  const { store } = call
  const password = textOf(await bodyOf(call), 'password')
  if (password === undefined) throw new Refusal(400)
  requireTwoFactor(store, user)
  if (store.vault.passwords.get(user) !== password) throw unauthorized()
  store.vault.authenticators.delete(user)
  dropCodes(store, user)
  return text(openSession(call, user))
}

function newRecoveryCode(store: Store): string {
  const letters = newSecret(store.vault).toLowerCase()
  return `${letters.slice(0, 5)}-${letters.slice(5, 10)}`
}

function createRecoveryCodes(call: Call): Answer {
  const { user } = freshSession(call)
  const { store, now } = call
  requireTwoFactor(store, user)
  dropCodes(store, user)
  const codes = Array.from({ length: RECOVERY_CODES }, () => newRecoveryCode(store))
  for (const code of codes) {
    const row = addRow(store, 'recovery_two_factor', { belongs_to__user: user }, now)
    store.vault.recoveryCodes.set(row, code)
  }
  return json<JsonOf<'two-factor.createRecoveryCodes', 200>>(codes)
}

async function verifyRecoveryCode(call: Call): Promise<Answer> {
  const { user } = session(call)
  const { store, now } = call
  const code = (await codeOf(call)).trim().toLowerCase()
  requireTwoFactor(store, user)
  const guess = countGuess(call, user)
  const rows = store.rows('recovery_two_factor')
  const unused = codesOf(store, user).find(
    (row) => store.vault.recoveryCodes.get(row) === code && rows.row(row)['used_timestamp'] === null,
  )
  if (unused === undefined) throw unauthorized()
  guess.forget()
  rows.update(unused, { used_timestamp: now })
  store.changed()
  return text(openSession(call, user, true))
}

export const twoFactorHandlers: ServiceHandlers<'two-factor'> = {
  'two-factor.setUp': setUp,
  'two-factor.verify': verify,
  'two-factor.disable': disable,
  'two-factor.createRecoveryCodes': createRecoveryCodes,
  'two-factor.verifyRecoveryCode': verifyRecoveryCode,
}
