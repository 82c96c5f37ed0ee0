import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aCountingCloud } from './testing/counting-cloud.ts'
import { keepWorld } from './world-keeper.ts'
import type { WorldStore } from './world-keeper.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function kept({
  save = async () => {},
  isRestored = false,
}: { save?: WorldStore['save']; isRestored?: boolean } = {}) {
  const cloud = aCountingCloud({ scenario: 'first-look' })
  const store = {
    load: async () => null,
    save: vi.fn(save),
    saveMoment: vi.fn(async () => {}),
    clear: async () => {},
  }
  const onFailure = vi.fn()
  const describe = () => ({ build: 'one', configured: {}, chosen: {} })
  return { cloud, store, onFailure, keeper: keepWorld({ cloud, store, isRestored, describe, onFailure }) }
}

test('a new world is written once its page has started, and soon after each burst of changes', async () => {
  const { store, keeper } = kept()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(store.save).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_500)
  expect(store.save).toHaveBeenCalledTimes(1)
  for (let change = 0; change < 20; change++) keeper.changed()
  await vi.advanceTimersByTimeAsync(100)
  expect(store.save).toHaveBeenCalledTimes(2)
  keeper.stop()
})

test('a change of a new world is written at once', async () => {
  const { store, keeper } = kept()
  keeper.changed()
  await vi.advanceTimersByTimeAsync(100)
  expect(store.save).toHaveBeenCalledTimes(1)
  keeper.stop()
})

test('a world that takes long to write is written rarely, but the first change after a rest at once', async () => {
  const { store, keeper } = kept({
    isRestored: true,
    save: () => new Promise((written) => setTimeout(written, 500)),
  })
  keeper.changed()
  await vi.advanceTimersByTimeAsync(600)
  expect(store.save).toHaveBeenCalledTimes(1)
  keeper.changed()
  await vi.advanceTimersByTimeAsync(1_000)
  keeper.changed()
  expect(store.save).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(store.save).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(10_000)
  keeper.changed()
  await vi.advanceTimersByTimeAsync(100)
  expect(store.save).toHaveBeenCalledTimes(3)
  keeper.stop()
})

test('while time runs its moment is written each second and the world now and then', async () => {
  const { store, keeper } = kept({ isRestored: true })
  await vi.advanceTimersByTimeAsync(29_500)
  expect(store.save).not.toHaveBeenCalled()
  expect(store.saveMoment).toHaveBeenCalledTimes(29)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(store.save).toHaveBeenCalledTimes(1)
  keeper.stop()
})

test('while the clock is paused nothing is written', async () => {
  const { cloud, store, keeper } = kept({ isRestored: true })
  cloud.clock.setSpeed(0)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(store.save).not.toHaveBeenCalled()
  expect(store.saveMoment).not.toHaveBeenCalled()
  keeper.stop()
})

test('a change during a long writing is written by the next one', async () => {
  const written = Promise.withResolvers<void>()
  const { store, keeper } = kept({ save: () => written.promise })
  keeper.changed()
  await vi.advanceTimersByTimeAsync(100)
  keeper.changed()
  await vi.advanceTimersByTimeAsync(500)
  expect(store.save).toHaveBeenCalledTimes(1)
  written.resolve()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(store.save).toHaveBeenCalledTimes(2)
  keeper.stop()
})

test('a page that goes has the world written when it changed, else only the moment', async () => {
  const { store, keeper } = kept()
  await keeper.keep()
  expect(store.save).toHaveBeenCalledTimes(1)
  await keeper.keep()
  expect(store.save).toHaveBeenCalledTimes(1)
  expect(store.saveMoment).toHaveBeenCalledTimes(1)
  keeper.stop()
})

test('a store that is full is reported once and not tried again', async () => {
  const { store, onFailure, keeper } = kept({ save: async () => Promise.reject(new Error('Quota exceeded')) })
  await vi.advanceTimersByTimeAsync(60_000)
  keeper.changed()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(store.save).toHaveBeenCalledTimes(1)
  expect(onFailure).toHaveBeenCalledOnce()
})
