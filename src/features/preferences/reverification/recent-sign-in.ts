import type { SessionClaims } from '@/api/token.ts'

/** Maximum age of a sign-in for sensitive actions, in real time like tokens (docs/decisions/product-rules.md, 11). */
const RECENT_FOR_MS = 20 * 60_000

/** Whether the last sign-in is recent enough for sensitive actions; true if unknown, since the platform checks it. */
export function isRecent(claims: SessionClaims | null, now: number): boolean {
  return claims?.authTime === undefined || now - claims.authTime <= RECENT_FOR_MS
}
