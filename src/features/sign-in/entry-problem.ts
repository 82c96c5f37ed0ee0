import { isApiError } from '@/api/errors.ts'
import { errorText } from '@/messages/common.ts'

/**
 * Why a form before the session failed: what the platform says, and where it limits also from when it works again (spec
 * 1 §8). `now` in milliseconds since 1970.
 */
export function entryProblem(error: unknown, now: number): string {
  if (!isApiError(error)) return errorText.tryLater
  switch (error.kind) {
    case 'rate-limited':
      return limitText(error.message, error.retryAfterMs, now)
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

function limitText(message: string, retryAfterMs: number | null, now: number): string {
  if (retryAfterMs === null) return message === 'Too Many Requests' ? errorText.tryShortly : message
  const at = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(now + retryAfterMs)
  return /^Too Many Requests$|^$/.test(message) ? errorText.availableAt(at) : errorText.untilThen(message, at)
}
