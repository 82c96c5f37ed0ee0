import type { Api } from '@/api/api.ts'
import { sessionState } from '@/api/session-state.ts'
import { expiryHere, readClaims, type SessionClaims } from '@/api/token.ts'

const CHECK_EVERY_MS = 1000
const REFRESH_EVERY_MS = 60 * 60_000
/** Enough to finish what is being typed, and to sign in again. */
const WARN_BEFORE_MS = 10 * 60_000

/** Why a session ended: the token expired, the platform refused it, or it was removed (sign-out in another tab). */
export type SessionEnd = 'expired' | 'invalid' | 'gone'

/**
 * Checks every second whether the session still exists, and renews its token at start and every hour. Returns a function
 * that stops it. A failed renewal is left to later requests, which report it; ten minutes before the end it is tried once
 * more, or halfway if the session is that short, and if it fails again, `onEnding` is called with the time of the end; `onEndMoved`
 * when the session has another end than that.
 */
export function watchSession(
  { token, session }: Api,
  onEnd: (why: SessionEnd) => void,
  onEnding: (endsAt: number) => void,
  onEndMoved: () => void,
): () => void {
  const claimsNow = () => readClaims(token.get() ?? '')
  /** The end that the session was to be renewed before, as in the token. */
  let known: number | undefined
  let isWarned = false
  const foresee = () => {
    const claims = claimsNow()
    if (claims === null || (claims.exp !== undefined && claims.exp === known)) return
    if (isWarned) onEndMoved()
    isWarned = false
    known = undefined
    const end = expiryHere(claims)
    if (end === null || end - Date.now() > warnBeforeMs(claims)) return
    known = claims.exp
    const tell = () => {
      if (claimsNow()?.exp !== claims.exp) return
      isWarned = true
      onEnding(end)
    }
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

/** A session that is renewed when half of it is over does not need another renewal at once, however short it is. */
const warnBeforeMs = ({ iat = -Infinity, exp = Infinity }: SessionClaims) =>
  Math.min(WARN_BEFORE_MS, ((exp - iat) * 1000) / 2)
