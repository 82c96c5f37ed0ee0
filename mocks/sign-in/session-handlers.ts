import type { ResourceName } from '../../openapi/generated/model.ts'
import { openSession, person, renewSession, session } from '../access/sessions.ts'
import { issueToken } from '../access/tokens.ts'
import { userEmail, userNamed } from '../access/users.ts'
import { HttpError, unauthorized } from '../base/http-error.ts'
import { jsonBody, json, text, bodyField } from '../http/request-context.ts'
import type { JsonOf } from '../http/request-context.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import { deviceActorId } from '../store/actors.ts'
import type { Store } from '../store/store.ts'

const storedText = (store: Store, resource: ResourceName, handle: number, field: string): string =>
  String(store.table(resource).reader(field)(handle) ?? '')

export const sessionHandlers: ServiceHandlers<'session'> = {
  async 'session.logIn'(context) {
    const { cloud, store } = context
    const body = await jsonBody(context)
    const username = bodyField(body, 'username')
    const password = bodyField(body, 'password')
    if (username === undefined || password === undefined) throw new HttpError(400)
    const who = username.trim().toLowerCase()
    const wait = cloud.logIns.take(who, cloud.realNow())
    if (wait !== undefined) throw new HttpError(429, 'Too Many Requests', { 'Retry-After': String(wait) })
    const user = userNamed(store, who)
    if (user === undefined || store.secrets.passwords.get(user) !== password) throw unauthorized()
    cloud.logIns.forget(who)
    return text(openSession(context, user))
  },

  async 'session.logInAs'(context) {
    const { store } = context
    const { user: actualUser, staff, authTime } = session(context)
    if (staff !== 'balena_admin') throw unauthorized()
    const username = bodyField(await jsonBody(context), 'username')
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
          id: store.rows('user').reader('actor')(caller.user),
          actorType: 'user',
          actorTypeId: caller.user,
          username: storedText(store, 'user', caller.user, 'username'),
          email: userEmail(store, caller.user),
        })
      case 'device':
        // The key of a deleted device is nobody's.
        if (store.world.indexOfId(caller.device) < 0) throw unauthorized()
        return json<Actor>({
          id: deviceActorId(caller.device),
          actorType: 'device',
          actorTypeId: caller.device,
          uuid: storedText(store, 'device', store.world.indexOfId(caller.device), 'uuid'),
        })
      case 'application':
        return json<Actor>({
          id: store.rows('application').reader('actor')(caller.application),
          actorType: 'application',
          actorTypeId: caller.application,
          slug: storedText(store, 'application', caller.application, 'slug'),
        })
    }
  },

  'session.whoAmIUser'(context) {
    const { user } = person(context)
    return json<JsonOf<'session.whoAmIUser', 200>>({
      id: user,
      username: storedText(context.store, 'user', user, 'username'),
      email: userEmail(context.store, user),
    })
  },

  async 'session.refresh'(context) {
    const caller = session(context)
    return text(renewSession(context, caller, caller.authTime))
  },

  async 'session.confirmPassword'(context) {
    const caller = session(context)
    const password = bodyField(await jsonBody(context), 'password')
    if (password === undefined) throw new HttpError(400)
    if (context.store.secrets.passwords.get(caller.user) !== password) throw unauthorized()
    return text(renewSession(context, caller, context.cloud.realNow()))
  },
}
