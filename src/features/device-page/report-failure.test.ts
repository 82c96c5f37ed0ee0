import { expect, test, vi } from 'vitest'
import { ApiError } from '@/api/errors.ts'
import { FAILURE_EVENT, reportFailure } from './report-failure.ts'

function reportsOf(error: unknown) {
  const target = new EventTarget()
  const listener = vi.fn<(detail: unknown) => void>()
  target.addEventListener(FAILURE_EVENT, (event) => listener((event as CustomEvent<unknown>).detail))
  reportFailure(error, target)
  return listener.mock.calls.map(([detail]) => detail)
}

test('a failure of the platform is reported by its kind, without the words that may name somebody', () => {
  expect(reportsOf(new ApiError('server', 'device misty-heron broke', { status: 500 }))).toEqual([
    { kind: 'server', status: 500 },
  ])
  expect(reportsOf(new Error('out of range'))).toEqual([{ kind: 'unexpected', status: null }])
})

test.each(['network', 'not-found', 'forbidden', 'unauthorized'] as const)(
  'what is no fault of the platform is not reported: %s',
  (kind) => {
    expect(reportsOf(new ApiError(kind, 'no'))).toEqual([])
  },
)
