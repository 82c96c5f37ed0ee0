/** Claims of a session token (wire 2.3). */
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

/** Whether the token has run out on this machine's own clock (wire 2.3). */
export function isExpired({ exp }: SessionClaims, now: number = Date.now()): boolean {
  return exp !== undefined && exp * 1000 <= now
}

/** Fully signed in: no second factor asked for, or passed (spec 1 §4). */
export function isFullySignedIn(claims: SessionClaims): boolean {
  return claims.twoFactorRequired !== true
}

export interface TokenStore {
  get(): string | null
  set(token: string): void
  clear(): void
}

/** Keeps the token in local storage, so that tabs share one session; in memory where storage is refused. */
export function createTokenStore(key: string): TokenStore {
  let memory: string | null = null
  return {
    get() {
      try {
        return localStorage.getItem(key)
      } catch {
        return memory
      }
    },
    set(token) {
      memory = token
      try {
        localStorage.setItem(key, token)
      } catch {
        // Private windows may refuse storage: the session then lives as long as the page.
      }
    },
    clear() {
      memory = null
      try {
        localStorage.removeItem(key)
      } catch {
        // As above.
      }
    },
  }
}
