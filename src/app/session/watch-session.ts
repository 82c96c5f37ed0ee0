import type { Api } from '@/api/api.ts'
import { sessionState } from '@/api/session-state.ts'

const CHECK_EVERY_MS = 1000
const REFRESH_EVERY_MS = 60 * 60_000

/** Why a session ended: the token expired, the platform refused it, or it was removed (sign-out in another tab). */
export type SessionEnd = 'expired' | 'invalid' | 'gone'

/**
 * Checks every second whether the session still exists, and renews its token at start and every hour. Returns a function
 * that stops it. A failed renewal is left to later requests, which report it.
 */
export function watchSession({ token, session }: Api, onEnd: (why: SessionEnd) => void): () => void {
  let wasSignedIn = sessionState(token.get()) === 'signed-in'
  const check = () => {
    const state = sessionState(token.get())
    if (wasSignedIn && state !== 'signed-in') onEnd(state === 'expired' ? 'expired' : 'gone')
    wasSignedIn = state === 'signed-in'
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
