import { unauthorized } from '../base/http-error.ts'
import { deviceOfActor } from '../store/actors.ts'
import type { KeySecret } from '../store/secrets.ts'
import type { Store } from '../store/store.ts'
import type { Caller, UserCaller } from './caller.ts'
import { looksLikeToken, verifyToken } from './tokens.ts'
import type { TokenClaims } from './tokens.ts'

/** The credential of a request: the bearer token, else the `apikey` in the query; undefined when there is none. */
export function requestCredential(request: Request, url: URL): string | undefined {
  const header = request.headers.get('authorization')
  if (header !== null) return header.replace(/^bearer\s+/i, '').trim()
  return url.searchParams.get('apikey') ?? undefined
}

const firstOf = (found: ArrayLike<number> | undefined): number | undefined => found?.[0]

/** Permissions of a key are cached for this long, so a deleted key remains valid for that time. */
const DELETED_KEY_LIFETIME = 5000

/** Records the deletion of a key, which remains valid for a few seconds. */
export function rememberKey(store: Store, key: number, now: number): void {
  const actor = store.rows('api_key').reader('is_of__actor')(key)
  for (const known of store.secrets.keys.values()) {
    if (known.key === key) known.remembered = { actor, until: now + DELETED_KEY_LIFETIME }
  }
}

/** The actor of a key; undefined when there is none. */
function actorOfKey(store: Store, { key, remembered }: KeySecret, now: number): number | undefined {
  const keys = store.rows('api_key')
  if (keys.byId(key) < 0) {
    return remembered !== undefined && now < remembered.until ? remembered.actor : undefined
  }
  const { expiry_date: expiry, is_of__actor: actor } = keys.row(key)
  return typeof expiry === 'number' && expiry <= now ? undefined : actor
}

/** The caller with an API key; undefined for an unknown, revoked or expired one. */
export function callerOfKey(store: Store, secret: string, now: number): Caller | undefined {
  const known = store.secrets.keys.get(secret)
  if (known === undefined) return undefined
  const actor = actorOfKey(store, known, now)
  if (actor === undefined) return undefined
  const device = deviceOfActor(actor)
  if (device !== undefined) return { kind: 'device', device }
  const user = firstOf(store.rows('user').find('actor', actor))
  if (user !== undefined) return { kind: 'user', user, authTime: null, ...staffOf(store, user) }
  const application = firstOf(store.rows('application').find('actor', actor))
  return application === undefined ? undefined : { kind: 'application', application }
}

function staffOf(store: Store, user: number): Pick<UserCaller, 'staff'> {
  const staff = store.secrets.staff.get(user)
  return staff === undefined ? {} : { staff }
}

/** The caller with the claims of a valid token. */
export function callerOfClaims(store: Store, claims: TokenClaims): UserCaller {
  return {
    kind: 'user',
    user: claims.id,
    authTime: claims.authTime,
    ...staffOf(store, claims.id),
    ...(claims.actualUser === undefined ? {} : { actualUser: claims.actualUser }),
    ...(claims.twoFactorRequired === true ? { pending: true } : {}),
  }
}

/**
 * The caller with a credential. Without one, the anonymous caller; a malformed, expired or revoked one throws an empty
 * 401 (docs/platform/authentication.md). `now` is the cloud's time, `realNow` that of clients.
 */
export function authenticate(
  store: Store,
  credential: string | undefined,
  now: number,
  realNow: number,
): Caller {
  if (credential === undefined) return { kind: 'anonymous' }
  if (looksLikeToken(credential)) {
    const claims = verifyToken(store, credential, realNow)
    if (claims === undefined) throw unauthorized()
    return callerOfClaims(store, claims)
  }
  const caller = callerOfKey(store, credential, now)
  if (caller === undefined) throw unauthorized()
  return caller
}
