import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConfigProblem, PAGE_ADDRESS } from '@/config.ts'
import { startText } from '@/messages/app/start.ts'
import { DEVELOPMENT_LIMIT_MS, startUp, type StartState } from './start-up.ts'
import type { Started, StartOptions } from './start.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Start-ups that the test completes, with the current state. */
function watchStartUp(limitMs?: number) {
  const attempts: { options: Required<StartOptions>; outcome: PromiseWithResolvers<Started> }[] = []
  let state: StartState | undefined
  startUp(
    (options) => {
      const outcome = Promise.withResolvers<Started>()
      attempts.push({ options, outcome })
      return outcome.promise
    },
    (shown) => {
      state = shown
    },
    limitMs,
  )
  return {
    attempts,
    get state() {
      return state
    },
    last: () => {
      const attempt = attempts.at(-1)
      if (attempt === undefined) throw new Error('Nothing was started')
      return attempt
    },
  }
}

function anApplication() {
  const ready = Promise.withResolvers<void>()
  const stop = vi.fn()
  return {
    ready,
    stop,
    started: { content: 'the application', ready: ready.promise, stop } satisfies Started,
  }
}

test('a start ends when the first page is ready, and leaves no timer', async () => {
  const watched = watchStartUp()
  const { started, ready } = anApplication()
  watched.last().outcome.resolve(started)
  await pass(0)
  expect(watched.state).toMatchObject({ kind: 'starting', content: 'the application', isSlow: false })
  ready.resolve()
  await pass(0)
  expect(watched.state).toEqual({ kind: 'started', content: 'the application' })
  expect(vi.getTimerCount()).toBe(0)
})

test('a start is slow after 3 s, and may read the status page once connected [SHELL-033]', async () => {
  const watched = watchStartUp()
  await pass(2_999)
  expect(watched.state).toMatchObject({ kind: 'starting', isSlow: false, isConnected: false })
  await pass(1)
  expect(watched.state).toMatchObject({ kind: 'starting', isSlow: true, isConnected: false })
  watched.last().options.onConnected()
  expect(watched.state).toMatchObject({ isSlow: true, isConnected: true })
})

test('a start that takes over 59 s fails, and its late result is discarded [SHELL-032]', async () => {
  const watched = watchStartUp()
  const { options, outcome } = watched.last()
  await pass(58_999)
  expect(watched.state).toMatchObject({ kind: 'starting' })
  await pass(1)
  expect(watched.state).toMatchObject({ kind: 'failed', error: new Error(startText.tooLong) })
  expect(options.signal.aborted).toBe(true)
  const { started, stop } = anApplication()
  outcome.resolve(started)
  await pass(0)
  expect(stop).toHaveBeenCalledOnce()
  expect(watched.state).toMatchObject({ kind: 'failed' })
})

test('the limit includes the first page [SHELL-032]', async () => {
  const watched = watchStartUp()
  const { started, stop } = anApplication()
  watched.last().outcome.resolve(started)
  await pass(59_000)
  expect(watched.state).toMatchObject({ kind: 'failed' })
  expect(stop).toHaveBeenCalledOnce()
})

test('in development, a server that is still compiling is not taken for dead', async () => {
  const watched = watchStartUp(DEVELOPMENT_LIMIT_MS)
  await pass(300_000)
  expect(watched.state).toMatchObject({ kind: 'starting', isSlow: true })
  expect(watched.attempts).toHaveLength(1)
})

test('a failed start is retried after 10 s, and the error stays until the application is ready [SHELL-034]', async () => {
  const watched = watchStartUp()
  watched.last().outcome.reject(new Error('no network'))
  await pass(0)
  expect(watched.state).toMatchObject({ kind: 'failed', isRetrying: false, retriesAt: Date.now() + 10_000 })
  await pass(9_999)
  expect(watched.attempts).toHaveLength(1)
  await pass(1)
  expect(watched.attempts).toHaveLength(2)
  expect(watched.state).toMatchObject({ kind: 'failed', isRetrying: true })
  const { started } = anApplication()
  watched.last().outcome.resolve(started)
  await pass(0)
  expect(watched.state).toMatchObject({ kind: 'starting', content: 'the application' })
})

test('a retry can be started at once, and only once [SHELL-034]', async () => {
  const watched = watchStartUp()
  watched.last().outcome.reject(new Error('no network'))
  await pass(4_000)
  if (watched.state?.kind !== 'failed') throw new Error('It did not fail')
  watched.state.tryNow()
  await pass(6_000)
  expect(watched.attempts).toHaveLength(2)
  watched.last().outcome.reject(new Error('still none'))
  await pass(0)
  expect(watched.state).toMatchObject({ kind: 'failed', error: new Error('still none'), isRetrying: false })
})

test('an invalid page URL is not retried automatically', async () => {
  const watched = watchStartUp()
  watched.last().outcome.reject(new ConfigProblem(PAGE_ADDRESS, 'devices', 'must be a number'))
  await pass(60_000)
  expect(watched.state).toMatchObject({ kind: 'failed', retriesAt: null })
  expect(watched.attempts).toHaveLength(1)
})
