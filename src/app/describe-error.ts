import { isRouteErrorResponse } from 'react-router'
import { limitText, refusalText } from '@/api/error-message.ts'
import { isApiError, type ApiError, type ApiErrorKind } from '@/api/errors.ts'
import { pageText } from '@/messages/app/pages.ts'
import { errorText } from '@/messages/common/common.ts'
import { isMissingChunk } from './missing-chunk.ts'

export interface ErrorDescription {
  /** One sentence for users. */
  text: string
  /** The response of the platform, if any: "404 Not Found". */
  status?: string
}

/** A complete record, so that a new kind of API error does not compile without a text. */
const words: Record<ApiErrorKind, (error: ApiError) => string> = {
  unauthorized: () => refusalText(),
  'stale-session': () => errorText.staleSession,
  forbidden: () => errorText.forbidden,
  // For an empty list from the platform, the API layer knows what is missing.
  'not-found': ({ status, message }) => (status === null ? message : errorText.notFound),
  ambiguous: ({ message }) => message,
  conflict: ({ message }) => message,
  invalid: ({ message }) => message,
  locked: ({ message }) => message,
  'rate-limited': (error) =>
    error.retryAfterMs === null ? errorText.rateLimited : limitText(error, Date.now()),
  'update-required': () => errorText.updateRequired,
  unavailable: () => errorText.tryLater,
  server: () => errorText.tryLater,
  network: () => errorText.network,
  timeout: () => errorText.timeout,
}

const statusNames: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  423: 'Locked',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** The error text of a failed page. */
export function describeError(error: unknown): ErrorDescription {
  if (isApiError(error)) {
    const { status } = error
    return { text: words[error.kind](error), ...(status !== null && { status: statusText(status) }) }
  }
  if (isRouteErrorResponse(error)) {
    return { text: errorText.tryLater, status: statusText(error.status, error.statusText) }
  }
  if (isMissingChunk(error)) return { text: pageText.newVersion }
  return { text: errorText.tryLater }
}

function statusText(status: number, name = statusNames[status] ?? ''): string {
  return `${status} ${name}`.trim()
}
