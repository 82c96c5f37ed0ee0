import { isApiError } from '@/api/errors.ts'
import { errorText } from '@/messages/common.ts'
import { signInText } from '@/messages/sign-in.ts'

/**
 * Why nobody was signed in, and what to do. A limit with a known end names the time of day (spec 1 §8). `now` in
 * milliseconds since 1970.
 */
export function signInProblem(error: unknown, now: number): string {
  if (!isApiError(error)) return errorText.tryLater
  switch (error.kind) {
    case 'unauthorized':
      return signInText.wrongCredentials
    case 'rate-limited':
      return error.retryAfterMs === null
        ? errorText.tryShortly
        : errorText.availableAt(timeOfDay(now + error.retryAfterMs))
    case 'network':
      return errorText.network
    case 'timeout':
      return errorText.timeout
    case 'invalid':
      return error.message
    default:
      return errorText.tryLater
  }
}

function timeOfDay(at: number): string {
  return new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(at)
}
