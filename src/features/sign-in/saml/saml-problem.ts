import { isApiError } from '@/api/errors.ts'
import { samlText as text } from '@/messages/single-sign-on.ts'

/** Why a sign-in by an identity provider failed. */
export const samlProblems = [
  'unknown_identifier',
  'login_failed',
  'account_mismatch',
  'login_required',
  'failed',
] as const
export type SamlProblem = (typeof samlProblems)[number]

/** What an address says about the last attempt; null when it says nothing. Unknown words are a failure without a name. */
export function samlProblemIn(parameter: string | null): SamlProblem | null {
  if (parameter === null) return null
  return samlProblems.find((problem) => problem === parameter) ?? 'failed'
}

/** What a problem is called on the page. */
export function samlProblemText(problem: SamlProblem, identifier: string): string {
  return problem === 'unknown_identifier' ? text.problems[problem](identifier) : text.problems[problem]
}

/**
 * Why the platform did not complete the sign-in. A code that it does not know is a failed one; what else it refuses is
 * about the accounts: whoever is signed in is not the one whose identity this is, whoever is not must sign in first.
 */
export function finalizeProblem(error: unknown, isSignedIn: boolean): SamlProblem {
  if (isApiError(error, 'unauthorized')) return 'login_failed'
  if (!isApiError(error, 'invalid')) return 'failed'
  return isSignedIn ? 'account_mismatch' : 'login_required'
}

/** Why an account is not linked with what an identity provider says; null when it may be. */
export type MergeObstacle = 'code' | 'email' | 'login_required' | 'email_mismatch'

export interface MergeQuestion {
  code: string | null
  shouldMergeWith: string | null
  /** The address of who is signed in; null when nobody is. */
  own: string | null
}

export function mergeObstacle({ code, shouldMergeWith, own }: MergeQuestion): MergeObstacle | null {
  if (!code) return 'code'
  if (!shouldMergeWith) return 'email'
  if (own === null) return 'login_required'
  return own.toLowerCase() === shouldMergeWith.toLowerCase() ? null : 'email_mismatch'
}

/** What must be agreed to before accounts are linked. */
export interface MergeConsent {
  terms: boolean
  keys: boolean
}

/** Why the accounts cannot be linked yet; undefined when both are agreed to. */
export function consentMissing({ terms, keys }: MergeConsent): string | undefined {
  if (!terms) return text.termsMissing
  return keys ? undefined : text.keysMissing
}
