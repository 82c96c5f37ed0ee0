/** Kinds of errors that screens need to distinguish. */
export type ApiErrorKind =
  | 'unauthorized'
  | 'stale-session'
  | 'forbidden'
  | 'not-found'
  | 'ambiguous'
  | 'conflict'
  | 'invalid'
  | 'locked'
  | 'rate-limited'
  | 'update-required'
  | 'unavailable'
  | 'server'
  | 'network'
  | 'timeout'

/** The error of the API layer. Screens check `kind`, never a status or text. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  /** The HTTP status; null when there was no response. */
  readonly status: number | null
  /** Milliseconds to wait, if the server said so (429, 503). */
  readonly retryAfterMs: number | null
  /** The `errorCode` of the platform, where one status has several meanings, as for password resets. */
  readonly code: string | null
  /** Set by code that has already shown the error, so that it is not shown again. */
  wasShown = false
  /** A write that cannot safely be repeated and got no response: it may have been done. */
  isOutcomeUnknown = false

  constructor(
    kind: ApiErrorKind,
    message: string,
    options: { status?: number; retryAfterMs?: number | null; code?: string | null; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = kind
    this.status = options.status ?? null
    this.retryAfterMs = options.retryAfterMs ?? null
    this.code = options.code ?? null
  }
}

const MESSAGE_LIMIT = 500

/**
 * Whether the same read may succeed in a moment: the platform failed, its response was cut off, or it throttles (the request
 * layer then sends no read too early). Not for a refusal, nor for a timeout, after which the user has waited long enough.
 */
export const mayRecover = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.kind === 'server' || error.kind === 'unavailable' || error.kind === 'rate-limited'
    : error instanceof SyntaxError || error instanceof TypeError

/** How the platform reports that the last sign-in is too long ago (docs/platform/authentication.md). */
const STALE_SESSION = 'Fresh authentication token required'

/** Error text for display: HTML bodies are reduced to the text after `error:`, cut at 500 characters. */
export function readableMessage(text: string): string {
  const looksLikeHtml = /<\s*(!doctype|html|body|head|pre|p|div|h1)\b/i.test(text)
  const plain = looksLikeHtml
    ? text
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
    : text.trim()
  const after = looksLikeHtml ? /error:\s*(.+)$/i.exec(plain)?.[1] : undefined
  return (after ?? plain).slice(0, MESSAGE_LIMIT)
}

/** The first text among `error.text`, `message`, `error` and the body itself (docs/platform/http.md). */
function messageIn(body: unknown): string | undefined {
  if (typeof body === 'string') return body === '' ? undefined : body
  if (typeof body !== 'object' || body === null) return undefined
  const { error, message, Error: supervisorError } = body as Record<string, unknown>
  if (typeof error === 'object' && error !== null && 'text' in error && typeof error.text === 'string') {
    return error.text
  }
  return [message, error, supervisorError].find((text) => typeof text === 'string' && text !== '') as
    | string
    | undefined
}

function kindOf(status: number, body: unknown): ApiErrorKind {
  if (status === 400 && typeof body === 'object' && body !== null && 'error' in body) {
    if (body.error === 'updateRequired') return 'update-required'
  }
  switch (status) {
    case 401:
      return body === STALE_SESSION ? 'stale-session' : 'unauthorized'
    case 403:
      return 'forbidden'
    case 404:
      return 'not-found'
    case 409:
      return 'conflict'
    case 423:
      return 'locked'
    case 429:
      return 'rate-limited'
    case 502:
    case 503:
    case 504:
      return 'unavailable'
    default:
      return status >= 500 ? 'server' : 'invalid'
  }
}

/** Seconds or an HTTP date, as milliseconds from now; null when absent or unreadable. */
export function retryAfterMs(headers: Headers, now: number = Date.now()): number | null {
  const value = headers.get('Retry-After')
  if (value === null) return null
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

const textAt = (body: unknown, key: string): string | undefined => {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, key) : undefined
  return typeof value === 'string' ? value : undefined
}

/** How long to wait before a password reset, by the `nextValidRequestDate` in the body. */
function nextRequestAfterMs(body: unknown, now: number = Date.now()): number | null {
  const inner: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'error') : undefined
  const date = Date.parse(textAt(body, 'nextValidRequestDate') ?? textAt(inner, 'nextValidRequestDate') ?? '')
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

const fallbackMessage = 'There was an error with your request'

/** Creates an error from a response of status 400 or more. Consumes its body. */
export async function errorFromResponse(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  let body: unknown = text
  if (response.headers.get('Content-Type')?.includes('application/json')) {
    try {
      body = JSON.parse(text)
    } catch {
      body = text
    }
  }
  const message = messageIn(body)
  return new ApiError(
    kindOf(response.status, body),
    message === undefined ? fallbackMessage : readableMessage(message),
    {
      status: response.status,
      retryAfterMs: retryAfterMs(response.headers) ?? nextRequestAfterMs(body),
      code: textAt(body, 'errorCode') ?? null,
    },
  )
}

export function isApiError(error: unknown, kind?: ApiErrorKind): error is ApiError {
  return error instanceof ApiError && (kind === undefined || error.kind === kind)
}
