import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aCountingCloud } from './testing/counting-cloud.ts'
import { persistWorld } from './world-persistence.ts'
import type { PersistedSnapshot, WorldStore } from './world-persistence.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function kept({
  save = async () => {},
  isLarge = false,
  isNew = false,
}: { save?: WorldStore['save']; isLarge?: boolean; isNew?: boolean } = {}) {
  const counting = aCountingCloud({ scenario: 'first-look' })
  const cloud = { ...counting, course: () => ({ ...counting.course(), isLarge }) }
  const store = {
    load: async () => null,
    save: vi.fn(save),
    saveMoment: vi.fn(async (_moment: PersistedSnapshot) => {}),
    clear: async () => {},
  }
  const onFailure = vi.fn()
  const describe = () => ({ build: 'one', configured: {}, chosen: {} })
  const keeper = persistWorld({ cloud, store, restored: isNew ? undefined : null, describe, onFailure })
  const count = () => cloud.handle(new Request('https://api.flotilla.test/count', { method: 'POST' }))
  const snapshots = () => store.save.mock.calls.filter(([world]) => world.snapshot !== undefined)
  return { cloud, store, onFailure, keeper, count, snapshots }
}

test('a new world can be opened again at once, and is photographed once its page has started', async () => {
  const { store, keeper, snapshots } = kept({ isNew: true })
  await vi.advanceTimersByTimeAsync(0)
  expect(store.save).toHaveBeenCalledTimes(1)
  expect(store.save.mock.lastCall?.[1].course).toMatchObject({ scenario: 'first-look', actions: [] })
  await vi.advanceTimersByTimeAsync(1_500)
  expect(snapshots()).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(snapshots()).toHaveLength(1)
  keeper.stop()
})

test('a change is written before it is answered, and a question waits for nothing', async () => {
  const written = Promise.withResolvers<void>()
  const { store, keeper, count } = kept()
  await keeper.settled(true)
  expect(store.saveMoment).not.toHaveBeenCalled()
  store.saveMoment.mockImplementation(() => written.promise)
  await count()
  let isSettled = false
  const settling = keeper.settled(false).then(() => (isSettled = true))
  await vi.advanceTimersByTimeAsync(50)
  expect(isSettled).toBe(false)
  expect(store.saveMoment.mock.lastCall?.[0].course.actions).toMatchObject([{ path: '/count' }])
  written.resolve()
  await settling
  keeper.stop()
})

test('a snapshot follows soon after a burst of changes, and what is done later is written beside it', async () => {
  const { store, keeper, count, snapshots } = kept()
  for (let change = 0; change < 20; change++) {
    await count()
    await keeper.settled(false)
  }
  expect(store.saveMoment.mock.lastCall?.[0].course.actions).toHaveLength(20)
  await vi.advanceTimersByTimeAsync(500)
  expect(snapshots()).toHaveLength(1)
  expect(store.save.mock.lastCall?.[1].course.actions).toEqual([])
  await count()
  await keeper.settled(false)
  expect(store.saveMoment.mock.lastCall?.[0].course.actions).toHaveLength(1)
  keeper.stop()
})

test('after a reset nothing of the world before is kept', async () => {
  const { cloud, store, keeper, count } = kept()
  await count()
  await keeper.settled(false)
  const body = JSON.stringify({ scenario: 'release-day' })
  await cloud.handle(new Request('https://world.invalid/__flotilla/reset', { method: 'POST', body }))
  await keeper.settled(false)
  const [world, moment] = store.save.mock.lastCall ?? []
  expect(world?.snapshot).toBeUndefined()
  expect(moment?.course).toMatchObject({ scenario: 'release-day', actions: [] })
  keeper.stop()
})

test('a world that takes long to write is photographed rarely, but after the first change since a rest at once', async () => {
  const { keeper, snapshots } = kept({ save: () => new Promise((written) => void setTimeout(written, 500)) })
  keeper.changed()
  await vi.advanceTimersByTimeAsync(900)
  expect(snapshots()).toHaveLength(1)
  keeper.changed()
  await vi.advanceTimersByTimeAsync(1_000)
  keeper.changed()
  expect(snapshots()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(snapshots()).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(10_000)
  keeper.changed()
  await vi.advanceTimersByTimeAsync(400)
  expect(snapshots()).toHaveLength(3)
  keeper.stop()
})

test('of a very large world the choice and the actions are kept, and a snapshot only after an hour of its time', async () => {
  const { cloud, store, keeper, count, snapshots } = kept({ isLarge: true, isNew: true })
  await vi.advanceTimersByTimeAsync(0)
  await count()
  await keeper.settled(false)
  expect(store.saveMoment.mock.lastCall?.[0].course.actions).toHaveLength(1)
  await keeper.keep()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(snapshots()).toHaveLength(0)
  cloud.clock.advanceTo(3_600_000)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(snapshots()).toHaveLength(1)
  keeper.stop()
})

test('while time runs its moment is written each second and the world now and then', async () => {
  const { store, keeper, snapshots } = kept()
  await vi.advanceTimersByTimeAsync(29_500)
  expect(store.save).not.toHaveBeenCalled()
  expect(store.saveMoment).toHaveBeenCalledTimes(29)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(snapshots()).toHaveLength(1)
  keeper.stop()
})

test('while the clock is paused nothing is written', async () => {
  const { cloud, store, keeper } = kept()
  cloud.clock.setSpeed(0)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(store.save).not.toHaveBeenCalled()
  expect(store.saveMoment).not.toHaveBeenCalled()
  keeper.stop()
})

test('a change during a long writing is in the next one', async () => {
  const written = Promise.withResolvers<void>()
  const { keeper, snapshots } = kept({ save: () => written.promise })
  keeper.changed()
  await vi.advanceTimersByTimeAsync(400)
  keeper.changed()
  await vi.advanceTimersByTimeAsync(500)
  expect(snapshots()).toHaveLength(1)
  written.resolve()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(snapshots()).toHaveLength(2)
  keeper.stop()
})

test('a page that goes has the world photographed when it changed, else only its moment written', async () => {
  const { store, keeper, snapshots } = kept()
  keeper.changed()
  await keeper.keep()
  expect(snapshots()).toHaveLength(1)
  await keeper.keep()
  expect(snapshots()).toHaveLength(1)
  expect(store.saveMoment).toHaveBeenCalledTimes(1)
  keeper.stop()
})

test('where snapshots are too large for the store, what is done is still written, and it is said once', async () => {
  const { store, onFailure, keeper, count, snapshots } = kept({
    save: async ({ snapshot }) => {
      if (snapshot !== undefined) throw new Error('Quota exceeded')
    },
    isNew: true,
  })
  await count()
  await keeper.settled(false)
  await vi.advanceTimersByTimeAsync(60_000)
  await count()
  await keeper.settled(false)
  expect(store.saveMoment.mock.lastCall?.[0].course.actions).toHaveLength(2)
  expect(snapshots()).toHaveLength(1)
  expect(onFailure).toHaveBeenCalledOnce()
  keeper.stop()
})

test('a store that takes nothing is reported once and not tried again', async () => {
  const { store, onFailure, keeper } = kept({
    save: async () => Promise.reject(new Error('No storage')),
    isNew: true,
  })
  await vi.advanceTimersByTimeAsync(60_000)
  keeper.changed()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(store.save).toHaveBeenCalledTimes(1)
  expect(onFailure).toHaveBeenCalledOnce()
})
