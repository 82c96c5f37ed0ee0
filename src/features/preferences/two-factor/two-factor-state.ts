import type { SessionClaims } from '@/api/token.ts'

export type TwoFactorState = 'disabled' | 'pending' | 'passed'

/** What the token tells of the second factor: without the claim there is none (docs/platform/authentication.md). */
export function twoFactorState(claims: SessionClaims | null): TwoFactorState {
  if (claims?.twoFactorRequired === undefined) return 'disabled'
  return claims.twoFactorRequired ? 'pending' : 'passed'
}

/** On the preferences page a second factor that is still owed counts too. */
export const isTwoFactorOn = (claims: SessionClaims | null): boolean => twoFactorState(claims) !== 'disabled'
