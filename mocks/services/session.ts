import type { UserCaller } from '../access/caller.ts'
import { issueToken } from '../access/tokens.ts'
import { bodyOf, json, text, textOf } from '../http/request-context.ts'
import type { RequestContext, JsonOf } from '../http/request-context.ts'
import { HttpError, unauthorized } from '../odata/http-error.ts'
import { deviceActorId } from '../store/actors.ts'
import type { Store } from '../store/store.ts'
import type { ServiceHandlers } from './service-types.ts'

const textField = (store: Store, resource: string, handle: number, field: string): string =>
  String(store.table(resource).reader(field)(handle) ?? '')

/** The email address of a user; null when the profile has none. */
export function emailOf(store: Store, user: number): string | null {
  const profiles = store.rows('user_profile')
  const profile = profiles.find('is_of__user', user)?.[0]
  const email = profile === undefined ? null : profiles.reader('email')(profile)
  return typeof email === 'string' ? email : null
}

/** The user with this username or email address. */
export function userNamed(store: Store, name: string): number | undefined {
  const lowercase = name.trim().toLowerCase()
  const users = store.rows('user')
  for (const id of users.handles()) {
    if (textField(store, 'user', id, 'username').toLowerCase() === lowercase) return id
    if (emailOf(store, id)?.toLowerCase() === lowercase) return id
  }
  return undefined
}

function person({ caller }: RequestContext): UserCaller {
  if (caller.kind !== 'user') throw unauthorized()
  return caller
}

/** The caller of a session. Throws 401 with an empty body for API keys and anonymous callers. */
export function session(context: RequestContext): UserCaller & { authTime: number } {
  const caller = person(context)
  if (caller.authTime === null) throw unauthorized()
  return { ...caller, authTime: caller.authTime }
}

/** Whether a user signs in with two-factor authentication. */
export const hasTwoFactor = (store: Store, user: number): boolean =>
  store.platform.has('two-factor.verify') && store.vault.authenticators.get(user)?.isOn === true

/** The claim is absent without two-factor authentication; true: the code is still missing (docs/platform/authentication.md). */
const secondFactor = (store: Store, user: number, isDue: boolean) =>
  hasTwoFactor(store, user) ? { twoFactorRequired: isDue } : {}

/** The token of a new session; `hasGivenCode`: the second factor has been verified. */
export function openSession({ cloud, store }: RequestContext, user: number, hasGivenCode = false): string {
  const now = cloud.realNow()
  return issueToken(store, { user, authTime: now, now, ...secondFactor(store, user, !hasGivenCode) })
}

/** A new token for the session of the caller. */
export function renewSession(context: RequestContext, caller: UserCaller, authTime: number): string {
  const { actualUser, user } = caller
  return issueToken(context.store, {
    user,
    authTime,
    now: context.cloud.realNow(),
    ...(actualUser === undefined ? secondFactor(context.store, user, false) : { actualUser }),
  })
}

export const sessionHandlers: ServiceHandlers<'session'> = {
  async 'session.logIn'(context) {
    const { cloud, store } = context
    const body = await bodyOf(context)
    const username = textOf(body, 'username')
    const password = textOf(body, 'password')
    if (username === undefined || password === undefined) throw new HttpError(400)
    const who = username.trim().toLowerCase()
    const wait = cloud.logIns.take(who, cloud.realNow())
    if (wait !== undefined) throw new HttpError(429, 'Too Many Requests', { 'Retry-After': String(wait) })
    const user = userNamed(store, who)
    if (user === undefined || store.vault.passwords.get(user) !== password) throw unauthorized()
    cloud.logIns.forget(who)
    return text(openSession(context, user))
  },

  async 'session.logInAs'(context) {
    const { store } = context
    const { user: actualUser, staff, authTime } = session(context)
    if (staff !== 'balena_admin') throw unauthorized()
    const username = textOf(await bodyOf(context), 'username')
    if (username === undefined) throw new HttpError(400)
    const user = userNamed(store, username)
    if (user === undefined) throw new HttpError(404, `No user named ${username}`)
    return text(issueToken(store, { user, authTime, now: context.cloud.realNow(), actualUser }))
  },

  'session.whoAmI'({ store, caller }) {
    type Actor = JsonOf<'session.whoAmI', 200>
    switch (caller.kind) {
      case 'anonymous':
        throw unauthorized()
      case 'user':
        return json<Actor>({
          id: Number(store.rows('user').reader('actor')(caller.user)),
          actorType: 'user',
          actorTypeId: caller.user,
          username: textField(store, 'user', caller.user, 'username'),
          email: emailOf(store, caller.user),
        })
      case 'device':
        // The key of a deleted device is nobody's.
        if (store.world.indexOfId(caller.device) < 0) throw unauthorized()
        return json<Actor>({
          id: deviceActorId(caller.device),
          actorType: 'device',
          actorTypeId: caller.device,
          uuid: textField(store, 'device', store.world.indexOfId(caller.device), 'uuid'),
        })
      case 'application':
        return json<Actor>({
          id: Number(store.rows('application').reader('actor')(caller.application)),
          actorType: 'application',
          actorTypeId: caller.application,
          slug: textField(store, 'application', caller.application, 'slug'),
        })
    }
  },

  'session.whoAmIUser'(context) {
    const { user } = person(context)
    return json<JsonOf<'session.whoAmIUser', 200>>({
      id: user,
      username: textField(context.store, 'user', user, 'username'),
      email: emailOf(context.store, user),
    })
  },

  async 'session.refresh'(context) {
    const caller = session(context)
    return text(renewSession(context, caller, caller.authTime))
  },

  async 'session.confirmPassword'(context) {
    const caller = session(context)
    const password = textOf(await bodyOf(context), 'password')
    if (password === undefined) throw new HttpError(400)
    if (context.store.vault.passwords.get(caller.user) !== password) throw unauthorized()
    return text(renewSession(context, caller, context.cloud.realNow()))
  },
}
