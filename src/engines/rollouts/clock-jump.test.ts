import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pauseUnlessClockJumps } from './clock-jump.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const startWait = (now: () => number, signal = new AbortController().signal) => {
  const onEnd = vi.fn()
  void pauseUnlessClockJumps(5_000, now, signal).then(onEnd)
  return onEnd
}

test('waits for the full time while the clock runs, also at twenty times the speed', async () => {
  const over = startWait(() => performance.now() * 20)
  await vi.advanceTimersByTimeAsync(4_900)
  expect(over).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(over).toHaveBeenCalledTimes(1)
})

test('ends the wait within half a second when the clock is moved forward', async () => {
  let at = 0
  const over = startWait(() => at)
  await vi.advanceTimersByTimeAsync(1_000)
  at += 10 * 60_000
  await vi.advanceTimersByTimeAsync(500)
  expect(over).toHaveBeenCalledTimes(1)
})

test('ends the wait when the signal aborts', async () => {
  const stop = new AbortController()
  const over = startWait(() => 0, stop.signal)
  stop.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect(over).toHaveBeenCalledTimes(1)
})
