import { isApiError, type ApiError } from '../../api/errors.ts'
import { errorText } from '../../messages/common.ts'

/** What went wrong although the platform refused nothing; its message is a sentence for people. */
export class Failure extends Error {}

/** One sentence about what went wrong, fit to be shown. */
export function errorMessage(error: unknown): string {
  if (error instanceof Failure) return error.message
  // An answer that was cut short.
  if (error instanceof SyntaxError) return errorText.mayBeDone
  if (!isApiError(error)) return errorText.tryLater
  if (error.mayBeDone) return errorText.mayBeDone
  if (error.kind === 'network') return errorText.network
  if (error.kind === 'timeout') return errorText.timeout
  if (error.kind === 'stale-session') return errorText.staleSession
  if (error.kind === 'rate-limited') return limitText(error, Date.now())
  if (error.message === errorText.request && error.kind === 'server') return errorText.server
  if (error.message === errorText.request && error.kind === 'unavailable') return errorText.unavailable
  return error.kind === 'unauthorized' ? errorText.forbidden : error.message
}

/** What a limit says that has no words of its own. */
const bareLimits: ReadonlySet<string> = new Set(['', 'Too Many Requests', errorText.request])

/**
 * A limit in the platform's words, where it has some, and from when the action works again, where that is known. `now` in milliseconds since 1970.
 */
export function limitText(
  { message, retryAfterMs }: Pick<ApiError, 'message' | 'retryAfterMs'>,
  now: number,
): string {
  const isBare = bareLimits.has(message)
  if (retryAfterMs === null) return isBare ? errorText.tryShortly : message
  const at = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(now + retryAfterMs)
  return isBare ? errorText.availableAt(at) : errorText.untilThen(message, at)
}
