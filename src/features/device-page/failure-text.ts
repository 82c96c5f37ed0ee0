import { isApiError } from '@/api/errors.ts'
import { errorText } from '@/messages/common.ts'

/** What a failure says where it happened: the platform's own words, or ours where it had none. */
export function failureText(error: unknown): string {
  if (error instanceof SyntaxError || (isApiError(error) && error.mayBeDone)) return errorText.mayBeDone
  if (isApiError(error, 'network')) return errorText.network
  if (isApiError(error, 'timeout')) return errorText.timeout
  if (isApiError(error, 'unauthorized') || isApiError(error, 'forbidden')) return errorText.forbidden
  return error instanceof Error && error.message !== '' ? error.message : errorText.any
}
