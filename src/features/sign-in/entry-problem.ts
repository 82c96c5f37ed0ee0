import { limitText } from '@/api/error-message.ts'
import { isApiError } from '@/api/errors.ts'
import { errorText } from '@/messages/common/common.ts'

/**
 * The error message of a form before sign-in: the platform's own message and, for a rate limit, when to try again
 * (docs/platform/errors.md). `now` in milliseconds since 1970.
 */
export function entryProblem(error: unknown, now: number): string {
  if (!isApiError(error)) return errorText.tryLater
  switch (error.kind) {
    case 'rate-limited':
      return limitText(error, now)
    case 'network':
      return errorText.network
    case 'timeout':
      return errorText.timeout
    case 'server':
    case 'unavailable':
      return errorText.tryLater
    default:
      return error.message
  }
}
