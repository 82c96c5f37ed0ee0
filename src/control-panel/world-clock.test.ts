import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WorldState } from '@/simulation/control-contract.ts'
import { faultText, isRoute } from './fault-list.ts'
import { parseInteger } from './parse-integer.ts'
import { followWorld } from './world-clock.ts'

const aState = (change: Partial<WorldState> = {}): WorldState => ({
  scenario: 'first-look',
  platform: 'hosted',
  title: 'First look',
  description: '',
  seed: 42,
  devices: 132,
  now: '2026-11-20T14:00:00.000Z',
  speed: 60,
  scenarios: [],
  ...change,
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { visibilityState: 'visible' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('between responses, the clock continues at the world’s speed', async () => {
  let real = 1000
  const clock = await followWorld({ state: async () => aState(), onState: () => () => {} }, () => real)
  real += 2000
  expect(new Date(clock.now()).toISOString()).toBe('2026-11-20T14:02:00.000Z')
})

test('changes by others are adopted and announced', async () => {
  let emit = (_state: WorldState) => {}
  const clock = await followWorld(
    {
      state: async () => aState(),
      onState(listener) {
        emit = listener
        return () => {}
      },
    },
    () => 0,
  )
  const listener = vi.fn()
  clock.subscribe(listener)
  emit(aState({ speed: 0, now: '2026-11-21T00:00:00.000Z' }))
  expect(listener).toHaveBeenCalledTimes(1)
  expect(clock.state().speed).toBe(0)
  expect(new Date(clock.now()).toISOString()).toBe('2026-11-21T00:00:00.000Z')
})

test('drift is corrected by polling', async () => {
  const state = vi.fn(async () => aState({ now: '2026-11-20T15:00:00.000Z', speed: 0 }))
  const clock = await followWorld({ state, onState: () => () => {} }, () => 0)
  clock.learn(aState({ speed: 0 }))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(new Date(clock.now()).toISOString()).toBe('2026-11-20T15:00:00.000Z')
})

test('faults are shown in one line', () => {
  expect(faultText({ route: 'GET /v7/*', kind: 'status', status: 500, rate: 0.2, times: 3 })).toBe(
    'status 500 · 20 % of requests · 3 more',
  )
  expect(faultText({ route: '* /*', kind: 'latency', ms: 1500 })).toBe('1500 ms latency')
  expect(faultText({ route: '* /*', kind: 'network' })).toBe('no response')
})

test.each([
  ['GET /v7/*', true],
  ['* /*', true],
  ['/v7/*', false],
  ['get /v7', false],
  ['GET v7', false],
])('%s as a route: %s', (text, valid) => {
  expect(isRoute(text)).toBe(valid)
})

test('numbers may be grouped, empty or invalid', () => {
  expect(parseInteger('100,000')).toBe(100_000)
  expect(parseInteger(' ')).toBeUndefined()
  expect(parseInteger('-1')).toBeNull()
  expect(parseInteger('1.5')).toBeNull()
})

test('a response followed by its event is one change, and an expected state is none', async () => {
  let tell = (_state: WorldState) => {}
  let real = 0
  const state = vi.fn(async () => aState({ speed: 0, now: '2026-11-20T15:00:00.000Z' }))
  const clock = await followWorld(
    {
      state,
      onState(listener) {
        tell = listener
        return () => {}
      },
    },
    () => real,
  )
  const listener = vi.fn()
  clock.subscribe(listener)
  const later = aState({ speed: 0, now: '2026-11-20T16:00:00.000Z' })
  clock.learn(later)
  tell(later)
  expect(listener).toHaveBeenCalledTimes(1)
  state.mockResolvedValue(later)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(listener).toHaveBeenCalledTimes(1)
  // A fault changes no state, but is announced.
  real += 5_000
  tell(later)
  expect(listener).toHaveBeenCalledTimes(2)
})
