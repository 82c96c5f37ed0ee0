import type { SessionClaims } from '@/api/token.ts'

/** Sensitive actions want a sign-in that is not older (docs/decisions/product-rules.md, 11). Real time, as tokens have it. */
export const RECENT_FOR_MS = 20 * 60_000

/** Whether the last sign-in is recent enough for sensitive actions, as far as the token tells; the platform decides. */
export function isRecent(claims: SessionClaims | null, now: number): boolean {
  return claims?.authTime === undefined || now - claims.authTime <= RECENT_FOR_MS
}
