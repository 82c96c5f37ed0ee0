import { isApiError } from '@/api/errors.ts'
import { entryProblem } from '@/features/sign-in/entry-problem.ts'
import { resetText as text } from '@/messages/sign-in/password-reset.ts'

type ResetCode = keyof typeof text.problems

/** Why the new password was not set. */
export interface ResetProblem {
  text: string
  /** `code`: the second factor is missing or wrong; `link`: the link is invalid, a new email is needed. */
  about: 'code' | 'link' | 'form'
}

const isResetCode = (code: string | null): code is ResetCode => code !== null && code in text.problems

/** Maps the error codes of a password reset; other errors show the platform's own message. */
export function resetProblem(error: unknown, now: number): ResetProblem {
  const code = isApiError(error) ? error.code : null
  if (!isResetCode(code)) return { text: entryProblem(error, now), about: 'form' }
  const isLink = code === 'ResetCodeExpired' || code === 'ResetCodeInvalid'
  return { text: text.problems[code], about: isLink ? 'link' : 'code' }
}
