import type { SessionClaims } from '@/api/token.ts'

export type TwoFactorState = 'disabled' | 'pending' | 'passed'

/**
 * The state of two-factor authentication according to the token: without the claim it is disabled
 * (docs/platform/authentication.md).
 */
export function twoFactorState(claims: SessionClaims | null): TwoFactorState {
  if (claims?.twoFactorRequired === undefined) return 'disabled'
  return claims.twoFactorRequired ? 'pending' : 'passed'
}

/** On the preferences page, two-factor authentication counts as on even while its code is pending. */
export const isTwoFactorOn = (claims: SessionClaims | null): boolean => twoFactorState(claims) !== 'disabled'
