/** Claims of a session token (docs/platform/authentication.md). */
export interface SessionClaims {
  id: number
  /** Milliseconds since 1970 of the last interactive authentication. */
  authTime?: number
  actualUser?: number
  /** Absent: no second factor; true: pending; false: passed. */
  twoFactorRequired?: boolean
  permissions?: readonly string[]
  /** Seconds since 1970. */
  iat?: number
  /** Seconds since 1970. */
  exp?: number
}

/** Longer than any that a browser could send in a header. */
const LONGEST_PAYLOAD = 100_000

/** The payload of a token, without verification; null when it is not a JWT. */
export function readPayload(token: string): Readonly<Record<string, unknown>> | null {
  const parts = token.split('.')
  const payload = parts[1]
  if (parts.length !== 3 || payload === undefined || payload.length > LONGEST_PAYLOAD) return null
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

/** Smaller clock differences do not matter for tokens. */
const TOLERATED_MS = 5 * 60_000

/** How far this machine's clock is ahead of the platform's, in milliseconds, according to the last token. */
let clockAhead = 0

/** The difference, if it is large enough to matter. */
export const clockIsAhead = (): number => clockAhead

/** The platform's time, by which tokens expire: a clock that is years off must not end every session immediately. */
const platformNow = () => Date.now() - clockAhead

/** A new token tells the current time of the platform. */
function learnClock(issued: string): void {
  const iat = readClaims(issued)?.iat
  if (iat === undefined) return
  const ahead = Date.now() - iat * 1000
  clockAhead = Math.abs(ahead) > TOLERATED_MS ? ahead : 0
}

/** Whether the token has expired, by the platform's clock. */
export function isExpired({ exp }: SessionClaims, now: number = platformNow()): boolean {
  return exp !== undefined && exp * 1000 <= now
}

/** When the token expires, by the clock of this machine; null if it does not. */
export const expiryHere = ({ exp }: SessionClaims): number | null =>
  exp === undefined ? null : exp * 1000 + clockAhead

/** Fully signed in: no second factor required, or passed. */
export function isFullySignedIn(claims: SessionClaims): boolean {
  return claims.twoFactorRequired !== true
}

export interface TokenStore {
  get(): string | null
  set(token: string): void
  clear(): void
}

/**
 * Stores the token in local storage, so that tabs share a session; in memory if storage is refused or full. The clock
 * difference is stored with it, for the next page.
 */
export function createTokenStore(key: string): TokenStore {
  /** A value that storage did not accept; it takes precedence over the stored one. */
  let memory: string | null = null
  const clockKey = `${key}:clock-ahead`
  clockAhead = Number(read(clockKey)) || 0
  return {
    get: () => memory ?? read(key),
    set(token) {
      learnClock(token)
      if (clockAhead === 0) forget(clockKey)
      else write(clockKey, String(clockAhead))
      // The old value may be what fills the storage.
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

/** Whether it could be stored. */
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
    // If storage is refused, nothing is stored.
  }
}
