import { asSentence, formatTime } from '@/lib/format.ts'
import { errorText } from '@/messages/common/common.ts'
import { offers } from './api.ts'
import { isApiError, type ApiError } from './errors.ts'

/** An error that was not reported by the platform. Its message is shown to users. */
export class Failure extends Error {}

/** A refusal; on a platform without roles it may also be a failure (docs/platform/hosted-and-open.md). */
export const refusalText = (): string => (offers('roles') ? errorText.forbidden : errorText.forbiddenOrBusy)

/** The error as one sentence for users. */
export function errorMessage(error: unknown): string {
  if (error instanceof Failure) return error.message
  // A response to a read that was cut off, or is no JSON: one to a write is an ApiError.
  if (error instanceof SyntaxError) return errorText.unreadable
  if (!isApiError(error)) return errorText.tryLater
  if (error.isOutcomeUnknown) return errorText.outcomeUnknown
  if (error.kind === 'network') return errorText.network
  if (error.kind === 'timeout') return errorText.timeout
  if (error.kind === 'stale-session') return errorText.staleSession
  if (error.kind === 'rate-limited') return limitText(error, Date.now())
  if (error.message === errorText.request && error.kind === 'server') return errorText.server
  if (error.message === errorText.request && error.kind === 'unavailable') return errorText.unavailable
  return error.kind === 'unauthorized' ? refusalText() : error.message
}

/** Limits without a useful message. */
const bareLimits: ReadonlySet<string> = new Set(['', 'Too Many Requests', errorText.request])

/**
 * The message of a rate limit: the platform's text, if any, and when the action works again, if known. `now` in
 * milliseconds since 1970.
 */
export function limitText(
  { message, retryAfterMs }: Pick<ApiError, 'message' | 'retryAfterMs'>,
  now: number,
): string {
  const isBare = bareLimits.has(message)
  if (retryAfterMs === null) return isBare ? errorText.tryShortly : message
  const at = formatTime(now + retryAfterMs, { zone: 'named' })
  return isBare ? errorText.availableAt(at) : errorText.untilThen(asSentence(message), at)
}
