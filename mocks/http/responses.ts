import type { HttpError } from '../base/http-error.ts'
import type { HandlerResult } from './request-context.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const TEXT_TYPE = 'text/plain; charset=utf-8'

/** Clients that need no headers for browsers, and get none (docs/platform/http.md). */
const NOT_A_BROWSER = /^(?:curl|supervisor|resin-supervisor|balena-supervisor)/i

/**
 * Headers of a mock cloud's response about its configuration, on each kind of platform, by which a dashboard can tell it from a real
 * platform.
 */
export const MOCK_HEADERS = {
  'X-Flotilla': 'mock',
  'Access-Control-Expose-Headers': 'Retry-After, X-Flotilla',
}

/** Names always have the same case, because objects are faster to merge than `Headers`. */
type HeaderMap = Readonly<Record<string, string>>

/** The security and CORS headers for browsers (docs/platform/http.md). */
function commonHeaders({ headers }: Request): HeaderMap {
  if (NOT_A_BROWSER.test(headers.get('user-agent') ?? '')) return {}
  return {
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    'Access-Control-Allow-Origin': headers.get('origin') ?? '*',
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': 'Retry-After',
  }
}

/** A weak ETag of a text: FNV-1a of its characters, and its length. */
function weakTag(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `W/"${text.length.toString(16)}-${(hash >>> 0).toString(16)}"`
}

/** Whether the client has a response with this tag. A client that sends `no-cache` wants it again. */
function isFresh({ headers }: Request, tag: string): boolean {
  const known = headers.get('if-none-match')
  if (known === null || /(?:^|,)\s*no-cache\s*(?:,|$)/.test(headers.get('cache-control') ?? '')) return false
  const strong = (text: string) => text.trim().replace(/^W\//, '')
  return known.split(',').some((one) => one.trim() === '*' || strong(one) === strong(tag))
}

/** The text bodies of responses created here, because streams are slow to read and to clone. */
const texts = new WeakMap<Response, string>()

/** The body of a response that was created from a text; undefined for others. Does not consume the response. */
export const sentText = (response: Response): string | undefined => texts.get(response)

function textResponse(text: string, status: number, headers: HeaderMap): Response {
  const response = new Response(text, { status, headers })
  texts.set(response, text)
  return response
}

/** Answers CORS preflight requests (docs/platform/http.md). */
export function preflight(request: Request): Response {
  const headers = {
    ...commonHeaders(request),
    'Access-Control-Allow-Methods': 'GET, PUT, POST, PATCH, DELETE, OPTIONS, HEAD',
    'Access-Control-Allow-Headers':
      'Content-Type, Authorization, Application-Record-Count, MaxDataServiceVersion, X-Requested-With, X-Balena-Client',
    'Access-Control-Max-Age': '86400',
  }
  return new Response(null, { status: 200, headers })
}

/** Adds headers to a handler's response. Data reads get an ETag, so that a repeated read can return 304. */
export function respond(request: Request, result: HandlerResult): Response {
  const common = commonHeaders(request)
  const { status } = result
  switch (result.kind) {
    case 'later':
      // Stands for what is awaited.
      return new Response(null, { status, headers: common })
    case 'empty':
      return new Response(null, { status, headers: { ...common, ...result.headers } })
    case 'text': {
      const headers = { ...common, 'Content-Type': result.type ?? TEXT_TYPE }
      return textResponse(result.text, status, headers)
    }
    case 'redirect': {
      const headers = { ...common, Location: result.location, 'Cache-Control': 'no-store' }
      return new Response(null, { status, headers })
    }
    case 'stream': {
      const own = { 'Content-Type': result.type, 'Cache-Control': 'no-cache', ...result.headers }
      return new Response(result.stream, { status, headers: { ...common, ...own } })
    }
    case 'json': {
      const text = JSON.stringify(result.json)
      const headers = { ...common, 'Content-Type': JSON_TYPE, ...result.headers }
      if (request.method !== 'GET') return textResponse(text, status, headers)
      const tag = weakTag(text)
      const tagged = { ...headers, 'Cache-Control': 'no-cache', ETag: tag }
      if (!isFresh(request, tag)) return textResponse(text, status, tagged)
      const { 'Content-Type': _type, ...untyped } = tagged
      return new Response(null, { status: 304, headers: untyped })
    }
  }
}

/** The only error that is sent as plain text instead of JSON (docs/platform/authentication.md). */
const PLAIN = 'Fresh authentication token required'

/** An error response: a JSON string if there is a message, else empty (docs/platform/http.md). */
const explanations = new WeakMap<Response, string>()

/** Why a response of the cloud is an error without a body, for the developer of a client; undefined for others. */
export const refusalExplanation = (response: Response): string | undefined => explanations.get(response)

function usualExplanation({ headers, url }: Request, status: number): string {
  if (status !== 401) return 'The cloud does not say more about this error.'
  if (!headers.has('authorization') && !new URL(url).searchParams.has('apikey'))
    return 'The request has no credential: it needs the header "authorization: Bearer TOKEN".'
  return 'The credential is wrong, expired or of another world, or what the request names does not exist for this caller.'
}

export function errorResponse(request: Request, error: HttpError): Response {
  const response = responseOf(request, error)
  if (error.body === null)
    explanations.set(response, error.explanation ?? usualExplanation(request, error.status))
  return response
}

function responseOf(request: Request, error: HttpError): Response {
  const { status, body } = error
  const headers = { ...commonHeaders(request), ...error.headers }
  if (body === null || body === undefined) return new Response(null, { status, headers })
  if (error.headers['Content-Type'] !== undefined) return new Response(String(body), { status, headers })
  const isPlain = body === PLAIN
  return new Response(isPlain ? PLAIN : JSON.stringify(body), {
    status,
    headers: { ...headers, 'Content-Type': isPlain ? TEXT_TYPE : JSON_TYPE },
  })
}
