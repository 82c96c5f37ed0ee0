import { isApiError } from '../api/errors.ts'
import { errorText } from '../messages/common.ts'

/** What went wrong although the platform refused nothing; its message is a sentence for people. */
export class Failure extends Error {}

/** One sentence about what went wrong, fit to be shown. */
export function errorMessage(error: unknown): string {
  if (error instanceof Failure) return error.message
  if (!isApiError(error)) return errorText.tryLater
  if (error.kind === 'network') return errorText.network
  if (error.kind === 'timeout') return errorText.timeout
  if (error.kind === 'stale-session') return errorText.staleSession
  return error.kind === 'unauthorized' ? errorText.forbidden : error.message
}
