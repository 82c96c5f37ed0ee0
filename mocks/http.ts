import type { Answer } from './handlers/call.ts'
import type { Refusal } from './odata/refusal.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const TEXT_TYPE = 'text/plain; charset=utf-8'

/** Programs that ask for no CORS headers and get none (wire 3.4). */
const NOT_A_BROWSER = /^(?:curl|supervisor|resin-supervisor|balena-supervisor)/i

/** What every reply carries, and what browsers of other origins need (wire 3.4). */
function commonHeaders(request: Request): Headers {
  const headers = new Headers({ 'X-Frame-Options': 'DENY', 'X-Content-Type-Options': 'nosniff' })
  if (NOT_A_BROWSER.test(request.headers.get('user-agent') ?? '')) return headers
  headers.set('Access-Control-Allow-Origin', request.headers.get('origin') ?? '*')
  headers.set('Access-Control-Allow-Credentials', 'true')
  headers.set('Access-Control-Expose-Headers', 'Retry-After')
  return headers
}

/** A weak tag of a text: FNV-1a over its characters, and its length. */
function weakTag(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `W/"${text.length.toString(16)}-${(hash >>> 0).toString(16)}"`
}

/** Answers a browser's question whether it may ask (wire 3.4). */
export function preflight(request: Request): Response {
  const headers = commonHeaders(request)
  headers.set('Access-Control-Allow-Methods', 'GET, PUT, POST, PATCH, DELETE, OPTIONS, HEAD')
  headers.set(
    'Access-Control-Allow-Headers',
    'Content-Type, Authorization, Application-Record-Count, MaxDataServiceVersion, X-Requested-With, X-Balena-Client',
  )
  headers.set('Access-Control-Max-Age', '86400')
  return new Response(null, { status: 200, headers })
}

/** A handler's answer with its headers. Reads of data are tagged, so that a second one may be a 304. */
export function respond(request: Request, answer: Answer): Response {
  const headers = commonHeaders(request)
  const { status } = answer
  switch (answer.kind) {
    case 'empty':
      for (const [name, value] of Object.entries(answer.headers ?? {})) headers.set(name, value)
      return new Response(null, { status, headers })
    case 'text':
      headers.set('Content-Type', answer.type ?? TEXT_TYPE)
      return new Response(answer.text, { status, headers })
    case 'redirect':
      headers.set('Location', answer.location)
      headers.set('Cache-Control', 'no-store')
      return new Response(null, { status, headers })
    case 'stream':
      headers.set('Content-Type', answer.type)
      headers.set('Cache-Control', 'no-cache')
      for (const [name, value] of Object.entries(answer.headers ?? {})) headers.set(name, value)
      return new Response(answer.stream, { status, headers })
    case 'json': {
      const text = JSON.stringify(answer.json)
      headers.set('Content-Type', JSON_TYPE)
      for (const [name, value] of Object.entries(answer.headers ?? {})) headers.set(name, value)
      if (request.method === 'GET') {
        const tag = weakTag(text)
        headers.set('Cache-Control', 'no-cache')
        headers.set('ETag', tag)
        if (request.headers.get('if-none-match') === tag) {
          headers.delete('Content-Type')
          return new Response(null, { status: 304, headers })
        }
      }
      return new Response(text, { status, headers })
    }
  }
}

/** The text that the platform sends as plain text, where all its other reasons are JSON (wire 2.5). */
const PLAIN = 'Fresh authentication token required'

/** A refusal as it goes over the wire: a JSON string when it has a reason, else nothing (wire 3.1). */
export function refuse(request: Request, refusal: Refusal): Response {
  const headers = commonHeaders(request)
  const { status, body } = refusal
  for (const [name, value] of Object.entries(refusal.headers)) headers.set(name, value)
  if (body === null || body === undefined) return new Response(null, { status, headers })
  if (body === PLAIN) {
    headers.set('Content-Type', TEXT_TYPE)
    return new Response(PLAIN, { status, headers })
  }
  headers.set('Content-Type', JSON_TYPE)
  return new Response(JSON.stringify(body), { status, headers })
}
