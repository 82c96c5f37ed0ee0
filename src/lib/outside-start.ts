/** Why the user was sent to another party's sign-in page. */
export type OutsidePurpose = 'sign-in' | 'link' | 'verify'

interface OutsideStart {
  provider: string
  purpose: OutsidePurpose
  /** Who was signed in in this tab; null if nobody. */
  user: number | null
  at: number
}

const KEY = 'flotilla:outside-start'
const VALID_MS = 60 * 60_000

const isStart = (value: unknown): value is OutsideStart =>
  typeof value === 'object' &&
  value !== null &&
  'provider' in value &&
  'user' in value &&
  'at' in value &&
  typeof value.at === 'number'

/** Notes in this tab that its user starts a sign-in with another party, so that the answer is expected. */
export function noteOutsideStart(
  provider: string,
  purpose: OutsidePurpose,
  user: number | null,
  now = Date.now(),
): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ provider, purpose, user, at: now } satisfies OutsideStart))
  } catch {
    // Without session storage the callback asks.
  }
}

/**
 * Whether an answer of another party was asked for in this tab, by the user who is signed in now. Each start is for one
 * answer: without it, the answer may be that of somebody else, whose link was opened here.
 */
export function takeOutsideStart(provider: string, user: number | null, now = Date.now()): boolean {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    sessionStorage.removeItem(KEY)
    if (!isStart(kept)) return false
    return kept.provider === provider && kept.user === user && Math.abs(now - kept.at) < VALID_MS
  } catch {
    return false
  }
}
