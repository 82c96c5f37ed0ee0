import { isApiError } from '../api/errors.ts'
import { errorText } from '../messages/common.ts'

/** One sentence about what went wrong, fit to be shown. */
export function errorMessage(error: unknown): string {
  if (!isApiError(error)) return errorText.tryLater
  if (error.kind === 'network') return errorText.network
  if (error.kind === 'timeout') return errorText.timeout
  return error.kind === 'unauthorized' ? errorText.forbidden : error.message
}
