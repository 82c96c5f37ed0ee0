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

test('reports the kind of a failure, without texts that may contain names', () => {
  expect(reportsOf(new ApiError('server', 'device misty-heron broke', { status: 500 }))).toEqual([
    { kind: 'server', status: 500 },
  ])
  expect(reportsOf(new Error('out of range'))).toEqual([{ kind: 'unexpected', status: null }])
})

test.each(['network', 'not-found', 'forbidden', 'unauthorized'] as const)(
  'does not report what is not a failure of the platform: %s',
  (kind) => {
    expect(reportsOf(new ApiError(kind, 'no'))).toEqual([])
  },
)
