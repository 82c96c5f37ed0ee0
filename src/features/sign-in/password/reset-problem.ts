import { isApiError } from '@/api/errors.ts'
import { resetText as text } from '@/messages/password-reset.ts'
import { entryProblem } from '../entry-problem.ts'

type ResetCode = keyof typeof text.problems

/** Why a new password was not set. */
export interface ResetProblem {
  text: string
  /** `code`: something about the second factor; `link`: another letter is needed. */
  about: 'code' | 'link' | 'form'
}

const isResetCode = (code: string | null): code is ResetCode => code !== null && code in text.problems

/** Tells the error codes of a password reset apart; anything else says what the platform says. */
export function resetProblem(error: unknown, now: number): ResetProblem {
  const code = isApiError(error) ? error.code : null
  if (!isResetCode(code)) return { text: entryProblem(error, now), about: 'form' }
  const isLink = code === 'ResetCodeExpired' || code === 'ResetCodeInvalid'
  return { text: text.problems[code], about: isLink ? 'link' : 'code' }
}
