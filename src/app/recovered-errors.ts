import { isApiError } from '@/api/errors.ts'

/**
 * Called by React for an error after which rendering succeeded at the second attempt. A page that the user is leaving may
 * throw a failed read while the next page is ready: React renders the next page, and reports the error (520), by default
 * as uncaught. Nothing is missing on the screen, so the failure of a request is not reported; other errors are bugs.
 */
export function onRecoverableError(error: unknown): void {
  if (error instanceof Error && isApiError(error.cause)) return
  reportError(error)
}
