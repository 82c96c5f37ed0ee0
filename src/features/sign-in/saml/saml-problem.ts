import { isApiError } from '@/api/errors.ts'
import { samlText as text } from '@/messages/sign-in/single-sign-on.ts'

/** Why a sign-in by an identity provider failed. */
const samlProblems = [
  'unknown_identifier',
  'login_failed',
  'account_mismatch',
  'login_required',
  'failed',
] as const
export type SamlProblem = (typeof samlProblems)[number]

/** The error of the last attempt from the address; null if there is none. Unknown values count as `failed`. */
export function samlProblemIn(parameter: string | null): SamlProblem | null {
  if (parameter === null) return null
  return samlProblems.find((problem) => problem === parameter) ?? 'failed'
}

/** The message for a problem. */
export function samlProblemText(problem: SamlProblem, identifier: string): string {
  return problem === 'unknown_identifier' ? text.problems[problem](identifier) : text.problems[problem]
}

/**
 * Why the platform did not complete the sign-in. An unknown code is a failed login. Other refusals concern the
 * accounts: the identity belongs to another user than the signed-in one, or the user must sign in first.
 */
export function finalizeProblem(error: unknown, isSignedIn: boolean): SamlProblem {
  if (isApiError(error, 'unauthorized')) return 'login_failed'
  if (isApiError(error, 'conflict')) return 'account_mismatch'
  if (!isApiError(error, 'invalid')) return 'failed'
  return isSignedIn ? 'account_mismatch' : 'login_required'
}

/** Why an account cannot be linked with an identity; null if it can. */
export type MergeObstacle = 'code' | 'email' | 'login_required' | 'email_mismatch'

export interface MergeQuestion {
  code: string | null
  shouldMergeWith: string | null
  /** The email address of the signed-in user; null if nobody is signed in. */
  own: string | null
}

export function mergeObstacle({ code, shouldMergeWith, own }: MergeQuestion): MergeObstacle | null {
  if (!code) return 'code'
  if (!shouldMergeWith) return 'email'
  if (own === null) return 'login_required'
  return own.toLowerCase() === shouldMergeWith.toLowerCase() ? null : 'email_mismatch'
}

/** The consents required to link accounts. */
export interface MergeConsent {
  terms: boolean
  keys: boolean
}

/** Why the accounts cannot be linked yet; undefined if both consents are given. */
export function consentMissing({ terms, keys }: MergeConsent): string | undefined {
  if (!terms) return text.termsMissing
  return keys ? undefined : text.keysMissing
}
