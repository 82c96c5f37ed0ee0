import type { Api } from '@/api/api.ts'
import { sessionState } from '@/api/session-state.ts'
import { expiryHere, readClaims } from '@/api/token.ts'

const CHECK_EVERY_MS = 1000
const REFRESH_EVERY_MS = 60 * 60_000
/** Enough to finish what is being typed, and to sign in again. */
const WARN_BEFORE_MS = 10 * 60_000

/** Why a session ended: the token expired, the platform refused it, or it was removed (sign-out in another tab). */
export type SessionEnd = 'expired' | 'invalid' | 'gone'

/**
 * Checks every second whether the session still exists, and renews its token at start and every hour. Returns a function
 * that stops it. A failed renewal is left to later requests, which report it; ten minutes before the end it is tried once
 * more, and if it fails again, `onEnding` is called with the time of the end.
 */
export function watchSession(
  { token, session }: Api,
  onEnd: (why: SessionEnd) => void,
  onEnding: (endsAt: number) => void,
): () => void {
  const expiryNow = () => {
    const claims = readClaims(token.get() ?? '')
    return claims && expiryHere(claims)
  }
  /** The end that the user has been warned of. */
  let known: number | null = null
  const foresee = () => {
    const end = expiryNow()
    if (end === null || end === known || end - Date.now() > WARN_BEFORE_MS) return
    known = end
    const tell = () => expiryNow() === end && onEnding(end)
    session.refresh().then(tell, tell)
  }
  let wasSignedIn = sessionState(token.get()) === 'signed-in'
  const check = () => {
    const state = sessionState(token.get())
    if (wasSignedIn && state !== 'signed-in') onEnd(state === 'expired' ? 'expired' : 'gone')
    wasSignedIn = state === 'signed-in'
    if (wasSignedIn) foresee()
  }
  // Changes made by this tab are not reported.
  session.onSignOut(() => (wasSignedIn = false))
  const refresh = () => {
    if (sessionState(token.get()) === 'signed-in') session.refresh().catch(() => {})
  }
  refresh()
  const checking = setInterval(check, CHECK_EVERY_MS)
  const refreshing = setInterval(refresh, REFRESH_EVERY_MS)
  return () => {
    clearInterval(checking)
    clearInterval(refreshing)
  }
}
