import type { ServiceHandlers } from './service-types.ts'
import { bodyOf, json, text, textOf } from '../http/request-context.ts'
import type { Call, JsonOf } from '../http/request-context.ts'
import { issueToken } from '../access/tokens.ts'
import type { UserCaller } from '../access/caller.ts'
import { Refusal, unauthorized } from '../odata/http-error.ts'
import { deviceActorId } from '../store/actors.ts'
import type { Store } from '../store/store.ts'

const textField = (store: Store, resource: string, handle: number, field: string): string =>
  String(store.table(resource).reader(field)(handle) ?? '')

/** The e-mail address of a user; null when the profile has none. */
export function emailOf(store: Store, user: number): string | null {
  const profiles = store.rows('user_profile')
  const profile = profiles.find('is_of__user', user)?.[0]
  const email = profile === undefined ? null : profiles.reader('email')(profile)
  return typeof email === 'string' ? email : null
}

/** The user with this name or e-mail address; undefined when there is none. */
export function userNamed(store: Store, name: string): number | undefined {
  const wanted = name.trim().toLowerCase()
  const users = store.rows('user')
  for (const id of users.handles()) {
    if (textField(store, 'user', id, 'username').toLowerCase() === wanted) return id
    if (emailOf(store, id)?.toLowerCase() === wanted) return id
  }
  return undefined
}

function person({ caller }: Call): UserCaller {
  if (caller.kind !== 'user') throw unauthorized()
  return caller
}

/** A caller with a session, as opposed to a key. Throws 401 empty. */
export function session(call: Call): UserCaller & { authTime: number } {
  const caller = person(call)
  if (caller.authTime === null) throw unauthorized()
  return { ...caller, authTime: caller.authTime }
}

/** Whether a person gives a code of their authenticator at every sign-in. */
export const hasTwoFactor = (store: Store, user: number): boolean =>
  store.platform.has('two-factor.verify') && store.vault.authenticators.get(user)?.isOn === true

/** The claim is absent while two-factor is off; true: a code is still due (wire 2.3). */
const secondFactor = (store: Store, user: number, isDue: boolean) =>
  hasTwoFactor(store, user) ? { twoFactorRequired: isDue } : {}

/** A token of somebody who has just shown who they are; `hasGivenCode`: also by a second factor. */
export function openSession({ cloud, store }: Call, user: number, hasGivenCode = false): string {
  const now = cloud.realNow()
  return issueToken(store, { user, authTime: now, now, ...secondFactor(store, user, !hasGivenCode) })
}

/** Another token of the same session. */
export function renewSession(call: Call, caller: UserCaller, authTime: number): string {
  const { actualUser, user } = caller
  return issueToken(call.store, {
    user,
    authTime,
    now: call.cloud.realNow(),
    ...(actualUser === undefined ? secondFactor(call.store, user, false) : { actualUser }),
  })
}

export const sessionHandlers: ServiceHandlers<'session'> = {
  async 'session.logIn'(call) {
    const { cloud, store } = call
    const body = await bodyOf(call)
    const username = textOf(body, 'username')
    const password = textOf(body, 'password')
    if (username === undefined || password === undefined) throw new Refusal(400)
    const who = username.trim().toLowerCase()
    const wait = cloud.logIns.take(who, cloud.realNow())
    if (wait !== undefined) throw new Refusal(429, 'Too Many Requests', { 'Retry-After': String(wait) })
    const user = userNamed(store, who)
    if (user === undefined || store.vault.passwords.get(user) !== password) throw unauthorized()
    cloud.logIns.forget(who)
    return text(openSession(call, user))
  },

  async 'session.logInAs'(call) {
    const { store } = call
    const { user: actualUser, staff, authTime } = session(call)
    if (staff !== 'balena_admin') throw unauthorized()
    const username = textOf(await bodyOf(call), 'username')
    if (username === undefined) throw new Refusal(400)
    const user = userNamed(store, username)
    if (user === undefined) throw new Refusal(404, `No user named ${username}`)
    return text(issueToken(store, { user, authTime, now: call.cloud.realNow(), actualUser }))
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

  'session.whoAmIUser'(call) {
    const { user } = person(call)
    return json<JsonOf<'session.whoAmIUser', 200>>({
      id: user,
      username: textField(call.store, 'user', user, 'username'),
      email: emailOf(call.store, user),
    })
  },

  async 'session.refresh'(call) {
    const caller = session(call)
    return text(renewSession(call, caller, caller.authTime))
  },

  async 'session.confirmPassword'(call) {
    const caller = session(call)
    const password = textOf(await bodyOf(call), 'password')
    if (password === undefined) throw new Refusal(400)
    if (call.store.vault.passwords.get(caller.user) !== password) throw unauthorized()
    return text(renewSession(call, caller, call.cloud.realNow()))
  },
}
