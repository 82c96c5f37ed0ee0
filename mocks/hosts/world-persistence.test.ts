import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aCountingCloud } from './testing/counting-cloud.ts'
import { persistWorld } from './world-persistence.ts'
import type { PersistedProgress, WorldStore } from './world-persistence.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function persisted({
  save = async () => {},
  isLarge = false,
  isNew = false,
}: { save?: WorldStore['save']; isLarge?: boolean; isNew?: boolean } = {}) {
  const counting = aCountingCloud({ scenario: 'first-look' })
  const cloud = { ...counting, recordedActions: () => ({ ...counting.recordedActions(), isLarge }) }
  const store = {
    load: async () => null,
    save: vi.fn(save),
    saveProgress: vi.fn(async (_progress: PersistedProgress) => {}),
    clear: async () => {},
  }
  const onFailure = vi.fn()
  const describe = () => ({ build: 'one', configured: {}, chosen: {} })
  const persistence = persistWorld({ cloud, store, restored: isNew ? undefined : null, describe, onFailure })
  const count = () => cloud.handle(new Request('https://api.flotilla.test/count', { method: 'POST' }))
  const snapshots = () => store.save.mock.calls.filter(([world]) => world.snapshot !== undefined)
  return { cloud, store, onFailure, persistence, count, snapshots }
}

test('a new world is stored immediately, and a snapshot is taken after its page has started', async () => {
  const { store, persistence, snapshots } = persisted({ isNew: true })
  await vi.advanceTimersByTimeAsync(0)
  expect(store.save).toHaveBeenCalledTimes(1)
  expect(store.save.mock.lastCall?.[1].record).toMatchObject({ scenario: 'first-look', actions: [] })
  await vi.advanceTimersByTimeAsync(1_500)
  expect(snapshots()).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(snapshots()).toHaveLength(1)
  persistence.stop()
})

test('a change is written before its response, and reads do not wait', async () => {
  const written = Promise.withResolvers<void>()
  const { store, persistence, count } = persisted()
  await persistence.settled(true)
  expect(store.saveProgress).not.toHaveBeenCalled()
  store.saveProgress.mockImplementation(() => written.promise)
  await count()
  let isSettled = false
  const settling = persistence.settled(false).then(() => (isSettled = true))
  await vi.advanceTimersByTimeAsync(50)
  expect(isSettled).toBe(false)
  expect(store.saveProgress.mock.lastCall?.[0].record.actions).toMatchObject([{ path: '/count' }])
  written.resolve()
  await settling
  persistence.stop()
})

test('a snapshot is taken soon after a burst of changes, and later actions are written separately', async () => {
  const { store, persistence, count, snapshots } = persisted()
  for (let change = 0; change < 20; change++) {
    await count()
    await persistence.settled(false)
  }
  expect(store.saveProgress.mock.lastCall?.[0].record.actions).toHaveLength(20)
  await vi.advanceTimersByTimeAsync(500)
  expect(snapshots()).toHaveLength(1)
  expect(store.save.mock.lastCall?.[1].record.actions).toEqual([])
  await count()
  await persistence.settled(false)
  expect(store.saveProgress.mock.lastCall?.[0].record.actions).toHaveLength(1)
  persistence.stop()
})

test('a reset discards all data of the previous world', async () => {
  const { cloud, store, persistence, count } = persisted()
  await count()
  await persistence.settled(false)
  const body = JSON.stringify({ scenario: 'release-day' })
  await cloud.handle(new Request('https://world.invalid/__flotilla/reset', { method: 'POST', body }))
  await persistence.settled(false)
  const [world, progress] = store.save.mock.lastCall ?? []
  expect(world?.snapshot).toBeUndefined()
  expect(progress?.record).toMatchObject({ scenario: 'release-day', actions: [] })
  persistence.stop()
})

test('slow snapshots are rare, except that the first change after a pause takes one immediately', async () => {
  const { persistence, snapshots } = persisted({
    save: () => new Promise((written) => void setTimeout(written, 500)),
  })
  persistence.changed()
  await vi.advanceTimersByTimeAsync(900)
  expect(snapshots()).toHaveLength(1)
  persistence.changed()
  await vi.advanceTimersByTimeAsync(1_000)
  persistence.changed()
  expect(snapshots()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(snapshots()).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(10_000)
  persistence.changed()
  await vi.advanceTimersByTimeAsync(400)
  expect(snapshots()).toHaveLength(3)
  persistence.stop()
})

test('of a very large world, only the choice and actions are stored, and a snapshot after an hour of simulated time', async () => {
  const { cloud, store, persistence, count, snapshots } = persisted({ isLarge: true, isNew: true })
  await vi.advanceTimersByTimeAsync(0)
  await count()
  await persistence.settled(false)
  expect(store.saveProgress.mock.lastCall?.[0].record.actions).toHaveLength(1)
  await persistence.keep()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(snapshots()).toHaveLength(0)
  cloud.clock.advanceTo(3_600_000)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(snapshots()).toHaveLength(1)
  persistence.stop()
})

test('while the clock runs, the time is written every second and a snapshot occasionally', async () => {
  const { store, persistence, snapshots } = persisted()
  await vi.advanceTimersByTimeAsync(29_500)
  expect(store.save).not.toHaveBeenCalled()
  expect(store.saveProgress).toHaveBeenCalledTimes(29)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(snapshots()).toHaveLength(1)
  persistence.stop()
})

test('nothing is written while the clock is paused', async () => {
  const { cloud, store, persistence } = persisted()
  cloud.clock.setSpeed(0)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(store.save).not.toHaveBeenCalled()
  expect(store.saveProgress).not.toHaveBeenCalled()
  persistence.stop()
})

test('a change during a slow write is part of the next one', async () => {
  const written = Promise.withResolvers<void>()
  const { persistence, snapshots } = persisted({ save: () => written.promise })
  persistence.changed()
  await vi.advanceTimersByTimeAsync(400)
  persistence.changed()
  await vi.advanceTimersByTimeAsync(500)
  expect(snapshots()).toHaveLength(1)
  written.resolve()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(snapshots()).toHaveLength(2)
  persistence.stop()
})

test('closing a page takes a snapshot if the world has changed, and otherwise writes only the time', async () => {
  const { store, persistence, snapshots } = persisted()
  persistence.changed()
  await persistence.keep()
  expect(snapshots()).toHaveLength(1)
  await persistence.keep()
  expect(snapshots()).toHaveLength(1)
  expect(store.saveProgress).toHaveBeenCalledTimes(1)
  persistence.stop()
})

test('when snapshots are too large for the store, actions are still written, and the failure is reported once', async () => {
  const { store, onFailure, persistence, count, snapshots } = persisted({
    save: async ({ snapshot }) => {
      if (snapshot !== undefined) throw new Error('Quota exceeded')
    },
    isNew: true,
  })
  await count()
  await persistence.settled(false)
  await vi.advanceTimersByTimeAsync(60_000)
  await count()
  await persistence.settled(false)
  expect(store.saveProgress.mock.lastCall?.[0].record.actions).toHaveLength(2)
  expect(snapshots()).toHaveLength(1)
  expect(onFailure).toHaveBeenCalledOnce()
  persistence.stop()
})

test('a store that rejects all writes is reported once and not retried', async () => {
  const { store, onFailure, persistence } = persisted({
    save: async () => Promise.reject(new Error('No storage')),
    isNew: true,
  })
  await vi.advanceTimersByTimeAsync(60_000)
  persistence.changed()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(store.save).toHaveBeenCalledTimes(1)
  expect(onFailure).toHaveBeenCalledOnce()
})
