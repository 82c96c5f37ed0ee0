/** Claims of a session token (docs/platform/authentication.md). */
export interface SessionClaims {
  id: number
  /** Milliseconds since 1970 of the last interactive authentication. */
  authTime?: number
  actualUser?: number
  /** Absent: no second factor; true: still pending; false: passed. */
  twoFactorRequired?: boolean
  permissions?: readonly string[]
  /** Seconds since 1970. */
  iat?: number
  /** Seconds since 1970. */
  exp?: number
}

/** A token's payload, read without its key; null when it is not a JWT. */
export function readPayload(token: string): Readonly<Record<string, unknown>> | null {
  const parts = token.split('.')
  const payload = parts[1]
  if (parts.length !== 3 || payload === undefined) return null
  try {
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof claims === 'object' && claims !== null ? { ...claims } : null
  } catch {
    return null
  }
}

/** The claims of a session token; null when it is none. */
export function readClaims(token: string): SessionClaims | null {
  const claims = readPayload(token)
  return isSession(claims) ? claims : null
}

const isSession = (claims: object | null): claims is SessionClaims =>
  claims !== null && 'id' in claims && typeof claims.id === 'number'

/** A machine's clock that is off by less still judges a token well enough. */
const TOLERATED_MS = 5 * 60_000

/** How far this machine's clock is ahead of the platform's, in milliseconds, as far as the last token told. */
let clockAhead = 0

/** By how much, where it is worth a thought. */
export const clockIsAhead = (): number => clockAhead

/** The platform's time, by which tokens run out: a clock that is years off must not end every session at once. */
const platformNow = () => Date.now() - clockAhead

/** A token that has just been issued tells what time it is at the platform. */
function learnClock(issued: string): void {
  const iat = readClaims(issued)?.iat
  if (iat === undefined) return
  const ahead = Date.now() - iat * 1000
  clockAhead = Math.abs(ahead) > TOLERATED_MS ? ahead : 0
}

/** Whether the token has run out, on the platform's clock. */
export function isExpired({ exp }: SessionClaims, now: number = platformNow()): boolean {
  return exp !== undefined && exp * 1000 <= now
}

/** Fully signed in: no second factor asked for, or passed. */
export function isFullySignedIn(claims: SessionClaims): boolean {
  return claims.twoFactorRequired !== true
}

export interface TokenStore {
  get(): string | null
  set(token: string): void
  clear(): void
}

/**
 * Keeps the token in local storage, so that tabs share one session; in memory where storage is refused or full. How far
 * the clock is off is kept beside it, for the next page.
 */
export function createTokenStore(key: string): TokenStore {
  /** What storage would not take; it outranks whatever is still in there. */
  let memory: string | null = null
  const clockKey = `${key}:clock-ahead`
  clockAhead = Number(read(clockKey)) || 0
  return {
    get: () => memory ?? read(key),
    set(token) {
      learnClock(token)
      if (clockAhead === 0) forget(clockKey)
      else write(clockKey, String(clockAhead))
      // What is there already may be what fills it.
      if (!write(key, token)) forget(key)
      memory = read(key) === token || write(key, token) ? null : token
    },
    clear() {
      memory = null
      forget(key)
    },
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Whether it could be kept. */
function write(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text)
    return true
  } catch {
    return false
  }
}

function forget(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Where storage is refused nothing is kept.
  }
}
