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

/** Dispatches the browser's event for an unhandled rejection. */
const reject = (reason: unknown) =>
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }))

const toasts = () => shownToasts().map(({ tone, title }) => [tone, title])

test('an unhandled error is shown as an error toast, once [ERR-031]', () => {
  reject(new ApiError('conflict', '"slug" must be unique.', { status: 409 }))
  reject(new ApiError('conflict', '"slug" must be unique.', { status: 409 }))
  expect(toasts()).toEqual([['bad', '"slug" must be unique.']])
  window.dispatchEvent(new ErrorEvent('error', { error: new Error('x') }))
  expect(toasts()).toContainEqual(['bad', 'Something went wrong, please try again later'])
})

test.each<[ApiErrorKind, string]>([
  ['not-found', 'Not found'],
  ['forbidden', 'You do not have permission for this'],
  ['rate-limited', 'Too Many Requests. Try again later'],
  ['update-required', 'A device update is required before this can be done'],
  ['timeout', 'The platform took too long to respond. Retry in a moment.'],
  ['server', 'Something went wrong, please try again later'],
])('an error of kind %s has its own text [ERR-022]', (kind, text) => {
  reject(new ApiError(kind, 'raw text of the server', { status: 500 }))
  expect(toasts()).toEqual([['bad', text]])
})

test.each([
  new TypeError('Failed to fetch'),
  new TypeError('NetworkError when attempting to fetch resource.'),
  new Error('Network Error'),
  new ApiError('network', 'The platform could not be reached'),
])('shows no toast for a network failure: %s [ERR-019]', (error) => {
  reject(error)
  expect(toasts()).toEqual([])
})

test('a missing chunk is not a network failure', () => {
  reject(new TypeError('Failed to fetch dynamically imported module: https://here.example/a.js'))
  expect(toasts()).toEqual([['bad', expect.stringMatching(/refresh/)]])
})

test('shows no toast for an error that was already shown, or for an aborted request [ERR-030]', () => {
  const error = new ApiError('unauthorized', '', { status: 401 })
  error.wasShown = true
  reject(error)
  reject(new DOMException('The user left', 'AbortError'))
  expect(toasts()).toEqual([])
})
