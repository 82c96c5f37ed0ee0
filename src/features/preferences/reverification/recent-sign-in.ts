import type { SessionClaims } from '@/api/token.ts'

/**
 * Sensitive actions require a sign-in within this time (docs/decisions/product-rules.md, 11). Real time, as in
 * tokens.
 */
const RECENT_FOR_MS = 20 * 60_000

/**
 * Whether the last sign-in is recent enough for sensitive actions. Unknown counts as recent, since the platform
 * enforces it.
 */
export function isRecent(claims: SessionClaims | null, now: number): boolean {
  return claims?.authTime === undefined || now - claims.authTime <= RECENT_FOR_MS
}
