import { rememberKey } from '../access/authenticate.ts'
import type { Caller } from '../access/caller.ts'
import { HttpError, unauthorized } from '../base/http-error.ts'
import { jsonBody, json, text, bodyField } from '../http/request-context.ts'
import type { Handler, RequestContext, JsonObject } from '../http/request-context.ts'
import type { ResourceRules } from '../http/resource-rules.ts'
import type { ServiceHandlers } from '../http/service-types.ts'
import { deviceActorId } from '../store/actors.ts'
import { notUnique } from '../store/constraints.ts'
import { newSecret } from '../store/secrets.ts'
import type { KeyRole } from '../store/secrets.ts'
import type { Store } from '../store/store.ts'

/** After this time, sensitive actions require the password again (docs/platform/authentication.md). Real milliseconds. */
const FRESH_FOR = 20 * 60 * 1000

/** Throws 401 `Fresh authentication token required` when the last sign-in is too long ago, and for API keys. */
export function requireFresh(caller: Caller, realNow: number): void {
  if (caller.kind !== 'user') throw unauthorized()
  const age = caller.authTime === null ? Infinity : realNow - caller.authTime
  if (age > FRESH_FOR) throw new HttpError(401, 'Fresh authentication token required')
}

function expiryOf(body: JsonObject): number | null {
  const value = body['expiryDate'] ?? null
  if (value === null) return null
  const at = typeof value === 'string' || typeof value === 'number' ? new Date(value).getTime() : Number.NaN
  if (Number.isNaN(at)) throw new HttpError(400, 'Key expiry date should be a valid date')
  return at
}

export interface NewKey {
  actor: number
  role: KeyRole
  name?: string | undefined
  description?: string | undefined
  expiry?: number | null
  secret?: string | undefined
}

/** The longest texts of a key on the open-source backend, which has a rule of its own. */
const OPEN_LENGTHS = { name: 50, description: 150 } as const

function checkTexts({ platform }: Store, values: Readonly<Record<string, unknown>>): void {
  if (platform.name !== 'open') return
  for (const [field, limit] of Object.entries(OPEN_LENGTHS)) {
    const value = values[field]
    if (typeof value === 'string' && value.length > limit)
      throw new HttpError(
        400,
        `It is necessary that each api key that has a ${field}, has a ${field} that has a Length (Type) that is less than or equal to ${limit}.`,
      )
  }
}

/** Creates a key for an actor and returns its secret, which cannot be read again. Throws 409 if another key has it. */
export function makeKey(store: Store, now: number, key: NewKey): string {
  checkTexts(store, { name: key.name, description: key.description })
  const secret = key.secret ?? newSecret(store.secrets)
  // That of a deleted device stays taken.
  if (store.secrets.keys.has(secret)) throw notUnique(['key'])
  const id = store.rows('api_key').insert({
    created_at: now,
    is_of__actor: key.actor,
    name: key.name ?? null,
    description: key.description ?? null,
    expiry_date: key.expiry ?? null,
  })
  store.secrets.keys.set(secret, { key: id, role: key.role })
  store.changed()
  return secret
}

/** The id in an address; the open-source backend takes the number at its start. */
function ownerId({ store, params }: RequestContext, what: 'Application' | 'Device'): number {
  const text = params['id'] ?? ''
  if (store.platform.name !== 'open') return Number(text)
  const id = Number.parseInt(text, 10)
  if (!Number.isNaN(id)) return id
  throw new HttpError(400, `${what} id must be a number`, { 'Content-Type': 'text/html; charset=utf-8' })
}

const texts = (body: JsonObject) => ({
  name: bodyField(body, 'name'),
  description: bodyField(body, 'description'),
})

/** The open-source backend answers in another form. */
const noOwner = ({ platform }: Store, what: 'application' | 'device') =>
  platform.name === 'open'
    ? new HttpError(500, `No ${what} found to associate with the api key`, {
        'Content-Type': 'text/html; charset=utf-8',
      })
    : new HttpError(500, 'No application found to associate with the api key')

function forFleet(context: RequestContext, id: number, body: JsonObject) {
  const { store, access, now } = context
  const applications = store.rows('application')
  if (!Number.isInteger(id) || applications.byId(id) < 0 || !access.applications.has(id))
    throw noOwner(store, 'application')
  if (!access.can('resin.api_key.create', { kind: 'application', id })) throw unauthorized()
  const actor = applications.reader('actor')(id)
  const role = 'provisioning-api-key'
  return json(makeKey(store, now, { actor, role, ...texts(body), expiry: expiryOf(body) }))
}

function forDevice(context: RequestContext, id: number, body: JsonObject) {
  const { store, access, caller, now } = context
  if (!Number.isInteger(id) || store.world.indexOfId(id) < 0) throw noOwner(store, 'device')
  const isItself = caller.kind === 'device' && caller.device === id
  const provisions =
    caller.kind === 'application' &&
    store.world.column('fleetId')(store.world.indexOfId(id)) === caller.application
  if (!isItself && !provisions && !access.can('resin.api_key.create', { kind: 'device', id })) {
    throw unauthorized()
  }
  const secret = bodyField(body, 'apiKey')
  const actor = deviceActorId(id)
  const role = 'device-api-key'
  return json(makeKey(store, now, { actor, role, ...texts(body), expiry: expiryOf(body), secret }))
}

/** The roles that keys of each kind of owner can have. */
const ACTOR_ROLES: Readonly<Record<string, string>> = {
  application: 'provisioning-api-key',
  device: 'device-api-key',
  user: 'named-user-api-key',
}

/** Throws 400 or 404 unless exactly one role is asked for that a key of this owner can have. */
function checkRoles(store: Store, actorType: string, roles: readonly unknown[]): void {
  if (roles.length > 1) throw new HttpError(400, 'API Keys currently only support a single role')
  const [role] = roles
  if (store.platform.name === 'open' && role !== ACTOR_ROLES[actorType])
    throw new HttpError(404, `Role '${String(role)}' not found`)
}

async function forActor(context: RequestContext, expiryRequired: boolean) {
  const body = await jsonBody(context)
  const { actorType, actorTypeId, roles } = body
  const isActor = typeof actorType === 'string' && Object.hasOwn(ACTOR_ROLES, actorType)
  if (!isActor || typeof actorTypeId !== 'number' || !Array.isArray(roles) || roles.length === 0)
    throw new HttpError(400)
  if (expiryRequired && !('expiryDate' in body)) {
    throw new HttpError(400, 'Key expiry date should be a valid date')
  }
  checkRoles(context.store, actorType, roles)
  switch (actorType) {
    case 'application':
      return forFleet(context, actorTypeId, body)
    case 'device':
      return forDevice(context, actorTypeId, body)
    case 'user':
      return forUser(context, body, actorTypeId)
    default:
      throw new HttpError(400)
  }
}

function forUser(context: RequestContext, body: JsonObject, user?: number) {
  const { caller } = context
  if (caller.kind !== 'user') throw unauthorized()
  if (user !== undefined && user !== caller.user) throw unauthorized()
  const named = texts(body)
  if (named.name === undefined || named.name === '') throw new HttpError(400)
  const expiry = expiryOf(body)
  requireFresh(caller, context.cloud.realNow())
  if ((context.store.rows('saml_account').find('belongs_to__user', caller.user)?.length ?? 0) > 0) {
    throw new HttpError(400, 'Users of single sign-on cannot have API keys')
  }
  const actor = context.store.rows('user').reader('actor')(caller.user)
  return json(makeKey(context.store, context.now, { actor, role: 'named-user-api-key', ...named, expiry }))
}

/** The public SSH keys of a user, one per line. */
const publicKeysOf: Handler<'keys.ofUser'> = ({ store, caller, params }) => {
  const isSession = caller.kind === 'user' && caller.authTime !== null
  if (caller.kind === 'anonymous' || isSession) throw new HttpError(401, { error: 'API key required' })
  const user = Array.from(store.rows('user').find('username', params.username ?? '') ?? [])[0]
  if (user === undefined) return text('')
  const keys = store.rows('user_public_key')
  const found = Array.from(keys.find('user', user) ?? [])
  return text(found.map((key) => keys.row(key).public_key).join('\n'))
}

export const apiKeyRules: ResourceRules<'api_key'> = {
  update({ store }, _key, changes) {
    checkTexts(store, changes)
    return changes
  },
  removing: ({ store, now }, key) => rememberKey(store, key, now),
}

const signedIn = ({ caller }: RequestContext) => {
  if (caller.kind === 'anonymous') throw unauthorized()
}

export const keyHandlers: ServiceHandlers<'keys'> = {
  async 'keys.createForUser'(context) {
    signedIn(context)
    return forUser(context, await jsonBody(context))
  },
  'keys.createV1'(context) {
    signedIn(context)
    return forActor(context, false)
  },
  'keys.create'(context) {
    signedIn(context)
    return forActor(context, true)
  },
  async 'keys.createProvisioning'(context) {
    signedIn(context)
    return forFleet(context, ownerId(context, 'Application'), await jsonBody(context))
  },
  async 'keys.createForDevice'(context) {
    signedIn(context)
    return forDevice(context, ownerId(context, 'Device'), await jsonBody(context))
  },

  'keys.ofUser': publicKeysOf,
}
