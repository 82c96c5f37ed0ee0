import { isExpired, isFullySignedIn, readClaims } from './token.ts'

export type SessionState = 'signed-out' | 'expired' | 'second-factor-pending' | 'signed-in'

/**
 * The session state of a stored token at the platform's time, or at `now`. A token that is not a session token, such as
 * an API key, counts as signed in: only the platform can validate it.
 */
export function sessionState(token: string | null, now?: number): SessionState {
  if (token === null || token === '') return 'signed-out'
  const claims = readClaims(token)
  if (claims === null) return token.includes('.') ? 'signed-out' : 'signed-in'
  if (isExpired(claims, now)) return 'expired'
  return isFullySignedIn(claims) ? 'signed-in' : 'second-factor-pending'
}
