import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { StaffRole } from '../store/secrets.ts'
import type { Store } from '../store/store.ts'

/** Our choice: the platform allows any lifetime (docs/platform/authentication.md). */
const TOKEN_LIFE = 36 * 60 * 60

/** The claims that clients read from a session token (docs/platform/authentication.md). */
export interface TokenClaims {
  id: number
  jwt_secret: string
  /** Milliseconds since 1970, in real time. */
  authTime: number
  actualUser?: number
  twoFactorRequired?: boolean
  permissions: string[]
  /** Milliseconds since 1970, in simulated time: when it was issued. */
  worldTime: number
  /** Seconds since 1970, in real time. */
  iat: number
  exp: number
}

const staffPermissions: Record<StaffRole, string[]> = {
  balena_admin: ['admin.home', 'support.home'],
  support_agent: ['support.home'],
}

const encoder = new TextEncoder()

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

function fromBase64Url(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return undefined
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

const HEADER = toBase64Url(encoder.encode(JSON.stringify({ alg: 'HS256', typ: 'JWT' })))

// Not WebCrypto: `crypto.subtle` is missing on pages loaded over plain HTTP from another machine.
const sign = (store: Store, signed: string): Uint8Array =>
  hmac(sha256, store.secrets.signingKey, encoder.encode(signed))

/** Compares in constant time. */
function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (const [at, byte] of one.entries()) difference |= byte ^ (other[at] ?? 0)
  return difference === 0
}

function isClaims(value: unknown): value is TokenClaims {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'number' &&
    'exp' in value &&
    typeof value.exp === 'number' &&
    'jwt_secret' in value &&
    typeof value.jwt_secret === 'string'
  )
}

/** Whether a credential looks like a session token: three base64url parts (docs/platform/authentication.md). */
export const looksLikeToken = (credential: string): boolean =>
  /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/.test(credential)

export interface TokenRequest {
  user: number
  /** Real milliseconds. */
  authTime: number
  /** Real milliseconds. */
  now: number
  actualUser?: number
  twoFactorRequired?: boolean
}

/** A JWT of the cloud (HS256). */
export function signClaims(store: Store, claims: object): string {
  const signed = `${HEADER}.${toBase64Url(encoder.encode(JSON.stringify(claims)))}`
  return `${signed}.${toBase64Url(sign(store, signed))}`
}

const CACHE_SIZE = 100

/**
 * The payload of a JWT issued by this cloud; undefined for any other text. Results are cached with their signing key,
 * because every request has a token and verifying a signature is slower than many reads.
 */
export function readClaims(store: Store, token: string): unknown {
  const { readTokens, secrets } = store
  const known = readTokens.get(token)
  if (known?.key === secrets.signingKey) return known.claims
  const claims = verifiedClaims(store, token)
  if (claims === undefined) return undefined
  if (readTokens.size >= CACHE_SIZE) readTokens.clear()
  readTokens.set(token, { key: secrets.signingKey, claims })
  return claims
}

function verifiedClaims(store: Store, token: string): unknown {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const signatureBytes = fromBase64Url(signature)
  const payloadBytes = fromBase64Url(payload)
  if (signatureBytes === undefined || payloadBytes === undefined) return undefined
  if (!areEqual(signatureBytes, sign(store, `${header}.${payload}`))) return undefined
  return JSON.parse(new TextDecoder().decode(payloadBytes))
}

/** Issues an HS256 token. `iat` and `exp` are real time, because clients compare them with their own clock. */
export function issueToken(store: Store, request: TokenRequest): string {
  const { secrets } = store
  const { user, authTime, now, actualUser, twoFactorRequired } = request
  const staff = secrets.staff.get(user)
  const iat = Math.floor(now / 1000)
  const claims: TokenClaims = {
    id: user,
    jwt_secret: secrets.jwtSecrets.get(user) ?? '',
    authTime,
    ...(actualUser === undefined ? {} : { actualUser }),
    ...(twoFactorRequired === undefined ? {} : { twoFactorRequired }),
    permissions: staff === undefined ? [] : staffPermissions[staff],
    worldTime: store.world.now(),
    iat,
    exp: iat + TOKEN_LIFE,
  }
  return signClaims(store, claims)
}

/**
 * The claims of a valid token; undefined if it is not ours, has expired, or its session has ended. `now` is real time; the
 * simulated clock counts only in worlds in which sessions follow it.
 */
export function verifyToken(store: Store, token: string, now: number): TokenClaims | undefined {
  const claims = readClaims(store, token)
  if (!isClaims(claims) || claims.exp * 1000 <= now) return undefined
  if (store.secrets.sessionsExpire && store.world.now() - claims.worldTime >= TOKEN_LIFE * 1000)
    return undefined
  return store.secrets.jwtSecrets.get(claims.id) === claims.jwt_secret ? claims : undefined
}
