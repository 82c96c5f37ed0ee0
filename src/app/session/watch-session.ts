import type { Api } from '@/api/api.ts'
import { sessionState } from '@/api/session-state.ts'

const CHECK_EVERY_MS = 1000
const REFRESH_EVERY_MS = 60 * 60_000

/** Why a session ended: the token ran out, the platform refused it, or it vanished (another tab signed out). */
export type SessionEnd = 'expired' | 'invalid' | 'gone'

/**
 * Looks every second whether the session is still there, and renews its token at start and every hour.
 * Returns a way to stop. A renewal that fails is left to the requests that follow: they know what it means.
 */
export function watchSession({ token, session }: Api, onEnd: (why: SessionEnd) => void): () => void {
  let wasSignedIn = sessionState(token.get()) === 'signed-in'
  const check = () => {
    const state = sessionState(token.get())
    if (wasSignedIn && state !== 'signed-in') onEnd(state === 'expired' ? 'expired' : 'gone')
    wasSignedIn = state === 'signed-in'
  }
  // What is done here is no news, wherever it led meanwhile.
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
