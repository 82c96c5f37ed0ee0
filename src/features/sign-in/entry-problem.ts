import { isApiError } from '@/api/errors.ts'
import { limitText } from '@/domain/screen/error-message.ts'
import { errorText } from '@/messages/common.ts'

/**
 * Why a form before the session failed: what the platform says, and where it limits also from when it works again (spec
 * 1 §8). `now` in milliseconds since 1970.
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
