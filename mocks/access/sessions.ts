import { unauthorized } from '../base/http-error.ts'
import type { Store } from '../store/store.ts'
import type { Caller, UserCaller } from './caller.ts'
import { issueToken } from './tokens.ts'

/** What opens and renews sessions: the store, and the real time for the dates in tokens. */
interface Issuer {
  store: Store
  cloud: { realNow(): number }
}

/** The user of the request. Throws 401 with an empty body for devices and anonymous callers. */
export function person({ caller }: { caller: Caller }): UserCaller {
  if (caller.kind !== 'user') throw unauthorized()
  return caller
}

/** The caller of a session. Throws 401 with an empty body for API keys and anonymous callers. */
export function session(context: { caller: Caller }): UserCaller & { authTime: number } {
  const caller = person(context)
  if (caller.authTime === null) throw unauthorized()
  return { ...caller, authTime: caller.authTime }
}

/** Whether a user signs in with two-factor authentication. */
export const hasTwoFactor = (store: Store, user: number): boolean =>
  store.platform.has('two-factor.verify') && store.secrets.authenticators.get(user)?.isOn === true

/** The claim is absent without two-factor authentication; true: the code is still missing (docs/platform/authentication.md). */
const secondFactor = (store: Store, user: number, isDue: boolean) =>
  hasTwoFactor(store, user) ? { twoFactorRequired: isDue } : {}

/** The token of a new session; `hasGivenCode`: the second factor has been verified. */
export function openSession({ cloud, store }: Issuer, user: number, hasGivenCode = false): string {
  const now = cloud.realNow()
  return issueToken(store, { user, authTime: now, now, ...secondFactor(store, user, !hasGivenCode) })
}

/** A new token for the session of the caller. */
export function renewSession({ cloud, store }: Issuer, caller: UserCaller, authTime: number): string {
  const { actualUser, user } = caller
  return issueToken(store, {
    user,
    authTime,
    now: cloud.realNow(),
    ...(actualUser === undefined ? secondFactor(store, user, false) : { actualUser }),
  })
}
