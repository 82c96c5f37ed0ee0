import { afterEach, beforeEach, expect, test } from 'vitest'
import { ApiError, type ApiErrorKind } from '@/api/errors.ts'
import { dismissAllToasts, shownToasts } from '@/ui/feedback/toasts.ts'
import { watchUnhandledErrors } from './unhandled-errors.ts'

let stop: () => void

beforeEach(() => {
  stop = watchUnhandledErrors()
})

afterEach(() => {
  stop()
  dismissAllToasts()
})

/** What a browser says of a promise that nobody looked after. */
const reject = (reason: unknown) =>
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))

const told = () => shownToasts().map(({ tone, title }) => [tone, title])

test('a failure that no screen looks after is a danger toast, once [ERR-031]', () => {
  reject(new ApiError('conflict', '"slug" must be unique.', { status: 409 }))
  reject(new ApiError('conflict', '"slug" must be unique.', { status: 409 }))
  expect(told()).toEqual([['bad', '"slug" must be unique.']])
  window.dispatchEvent(new ErrorEvent('error', { error: new Error('x') }))
  expect(told()).toContainEqual(['bad', 'Something went wrong, please try again later'])
})

test.each<[ApiErrorKind, string]>([
  ['not-found', 'Not found'],
  ['forbidden', 'You do not have permission for this'],
  ['rate-limited', 'Too Many Requests. Try again later'],
  ['update-required', 'A device update is required before this can be done'],
  ['timeout', 'The platform took too long to respond. Retry in a moment.'],
  ['server', 'Something went wrong, please try again later'],
])('a failure of the kind %s has words of its own [ERR-022]', (kind, text) => {
  reject(new ApiError(kind, 'raw text of the server', { status: 500 }))
  expect(told()).toEqual([['bad', text]])
})

test.each([
  new TypeError('Failed to fetch'),
  new TypeError('NetworkError when attempting to fetch resource.'),
  new Error('Network Error'),
  new ApiError('network', 'The platform could not be reached'),
])('no toast tells of a network that failed: %s [ERR-019]', (error) => {
  reject(error)
  expect(told()).toEqual([])
})

test('a part of the dashboard that is gone is no network failure', () => {
  reject(new TypeError('Failed to fetch dynamically imported module: https://here.example/a.js'))
  expect(told()).toEqual([['bad', expect.stringMatching(/refresh/)]])
})

test('what was told already is not told again, and nobody misses what they gave up [ERR-030]', () => {
  const error = new ApiError('unauthorized', '', { status: 401 })
  error.told = true
  reject(error)
  reject(new DOMException('The user left', 'AbortError'))
  expect(told()).toEqual([])
})
