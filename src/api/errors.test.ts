import { expect, test } from 'vitest'
import { ApiError, errorFromResponse, mayRecover, readableMessage, retryAfterMs } from './errors.ts'

const json = (status: number, body: unknown) => Response.json(body, { status })

test('truncates a long error text at 500 characters [ERR-017]', () => {
  expect(readableMessage('x'.repeat(501))).toHaveLength(500)
})

test('reduces an HTML error to the text after "error:" [ERR-018]', () => {
  expect(readableMessage('<html><body><h1>502</h1><p>Proxy Error: tunnel closed</p></body></html>')).toBe(
    'tunnel closed',
  )
})

test('keeps a plain text that contains "error:"', () => {
  expect(readableMessage('Build error: no Dockerfile')).toBe('Build error: no Dockerfile')
})

test.each([
  ['a JSON string', json(409, '"slug" must be unique.'), 'conflict', '"slug" must be unique.'],
  ['error.text', json(429, { error: { text: 'Slow down' } }), 'rate-limited', 'Slow down'],
  ['message', json(503, { message: 'Maintenance' }), 'unavailable', 'Maintenance'],
  ['error', json(400, { error: 'Bad name' }), 'invalid', 'Bad name'],
  [
    "the supervisor's Error",
    json(423, { Data: '', Error: 'Updates are locked' }),
    'locked',
    'Updates are locked',
  ],
  [
    'nothing at all [ERR-023]',
    new Response(null, { status: 500 }),
    'server',
    'There was an error with your request',
  ],
])('takes the message from %s', async (_where, response, kind, message) => {
  expect(await errorFromResponse(response)).toMatchObject({ kind, message })
})

test.each([
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [423, 'locked'],
  [429, 'rate-limited'],
  [502, 'unavailable'],
  [500, 'server'],
  [400, 'invalid'],
])('status %i is of kind %s', async (status, kind) => {
  expect((await errorFromResponse(new Response(null, { status }))).kind).toBe(kind)
})

test('a 400 with error updateRequired has its own kind [ERR-021]', async () => {
  expect((await errorFromResponse(json(400, { error: 'updateRequired' }))).kind).toBe('update-required')
})

test('parses Retry-After as seconds and as a date [ERR-006]', () => {
  expect(retryAfterMs(new Headers({ 'Retry-After': '7' }))).toBe(7000)
  const now = Date.parse('2026-11-20T14:00:00Z')
  expect(retryAfterMs(new Headers({ 'Retry-After': 'Fri, 20 Nov 2026 14:00:30 GMT' }), now)).toBe(30_000)
  expect(retryAfterMs(new Headers())).toBeNull()
})

test.each([
  ['a failure of the platform', new ApiError('server', '', { status: 500 }), true],
  ['a platform that is not available', new ApiError('unavailable', '', { status: 503 }), true],
  ['a truncated response', new SyntaxError('Unexpected end of JSON input'), true],
  ['a refusal', new ApiError('forbidden', '', { status: 403 }), false],
  ['an invalid request', new ApiError('invalid', '', { status: 400 }), false],
  ['throttling, whose wait the request layer keeps', new ApiError('rate-limited', '', { status: 429 }), true],
  ['a timeout', new ApiError('timeout', ''), false],
  ['a mistake of ours', new Error('No route param'), false],
])('after %s, the same read may succeed in a moment: %s', (_what, error, may) => {
  expect(mayRecover(error)).toBe(may)
})
