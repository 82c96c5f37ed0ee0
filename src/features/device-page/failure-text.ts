import { errorMessage } from '@/api/error-message.ts'
import { isApiError } from '@/api/errors.ts'
import { errorText } from '@/messages/common/common.ts'

/** The error message of the platform, or ours if it has none. */
export function failureText(error: unknown): string {
  if (isApiError(error, 'forbidden')) return errorText.forbidden
  if (isApiError(error) || error instanceof SyntaxError) return errorMessage(error)
  return error instanceof Error && error.message !== '' ? error.message : errorText.any
}
