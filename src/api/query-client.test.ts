// @vitest-environment jsdom

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './errors.ts'
import { createQueryClient } from './query-client.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const failing = (retryAfterMs: number | null) =>
  new ApiError('unavailable', '', { status: 503, retryAfterMs })

test.each([
  ['does not say', null, 500],
  ['says 20 s', 20_000, 20_000],
])('a read that fails is repeated when the platform %s', async (_what, told, wait) => {
  const client = createQueryClient()
  let reads = 0
  const answer = client.fetchQuery({
    queryKey: ['a'],
    queryFn: () => (++reads === 1 ? Promise.reject(failing(told)) : Promise.resolve('rows')),
  })
  await vi.advanceTimersByTimeAsync(wait - 1)
  expect(reads).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await answer).toBe('rows')
})

test('a read that fails for ten minutes is not repeated, and keeps what the platform said', async () => {
  const read = vi.fn(() => Promise.reject(failing(600_000)))
  const answer = createQueryClient().fetchQuery({ queryKey: ['a'], queryFn: read })
  await expect(answer).rejects.toMatchObject({ retryAfterMs: 600_000 })
  expect(read).toHaveBeenCalledTimes(1)
})
