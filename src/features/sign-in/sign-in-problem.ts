import { isApiError } from '@/api/errors.ts'
import { signInText } from '@/messages/sign-in/sign-in.ts'
import { entryProblem } from './entry-problem.ts'

/** Why the sign-in failed, and what to do. `now` in milliseconds since 1970. */
export function signInProblem(error: unknown, now: number): string {
  return isApiError(error, 'unauthorized') ? signInText.wrongCredentials : entryProblem(error, now)
}
