import { expect, test, vi } from 'vitest'
import { createClock } from './clock.ts'

test('a clock with speed 0 moves only when advanced', () => {
  const clock = createClock(1000, 0)
  expect(clock.now()).toBe(1000)
  clock.advanceTo(5000)
  expect(clock.now()).toBe(5000)
  expect(() => clock.advanceTo(4000)).toThrow('cannot go back')
})

test('a jump calls all due wakes in order, each at its time', () => {
  const clock = createClock(0, 0)
  const woken: [string, number][] = []
  clock.wakeAt(300, () => woken.push(['late', clock.now()]))
  clock.wakeAt(100, () => {
    woken.push(['early', clock.now()])
    clock.wakeAt(200, () => woken.push(['between', clock.now()]))
  })
  clock.wakeAt(900, () => woken.push(['too late', clock.now()]))
  clock.advanceTo(500)
  expect(woken).toEqual([
    ['early', 100],
    ['between', 200],
    ['late', 300],
  ])
})

test('does not call a cancelled wake', () => {
  const clock = createClock(0, 0)
  let woken = 0
  const cancel = clock.wakeAt(100, () => woken++)
  cancel()
  clock.advanceTo(200)
  expect(woken).toBe(0)
})

test('calls a wake in the past immediately, but asynchronously', async () => {
  const clock = createClock(1000, 0)
  const woken = new Promise<number>((resolve) => {
    clock.wakeAt(500, () => resolve(clock.now()))
  })
  expect(await woken).toBe(1000)
})

test('notifies listeners of changes of speed and jumps', () => {
  const clock = createClock(0, 0)
  let calls = 0
  const stop = clock.onChange(() => calls++)
  clock.setSpeed(0)
  clock.advanceTo(10)
  stop()
  clock.advanceTo(20)
  expect(calls).toBe(2)
  expect(() => clock.setSpeed(3601)).toThrow('from 0 to 3600')
})

test('a restart can go back in time, and drops pending wakes', () => {
  const clock = createClock(5000, 0)
  let woken = 0
  clock.wakeAt(6000, () => woken++)
  clock.restart(1000)
  clock.advanceTo(9000)
  expect(woken).toBe(0)
})

test('a held clock stops, and then continues as if it had not been stopped', () => {
  let real = 1000
  const realTime = vi.spyOn(performance, 'now').mockImplementation(() => real)
  const clock = createClock(0, 60)
  const release = clock.hold()
  const other = clock.hold()
  real += 500
  expect(clock.now()).toBe(0)
  release()
  release()
  expect(clock.now()).toBe(0)
  other()
  expect(clock.now()).toBe(30_000)
  clock.dispose()
  realTime.mockRestore()
})

test('rejects going back and speeds below 0 or above 3600', () => {
  const clock = createClock(1000, 0)
  expect(() => clock.advanceTo(999)).toThrow('cannot go back')
  for (const speed of [-1, 3601, Number.NaN]) expect(() => clock.setSpeed(speed)).toThrow('from 0 to 3600')
  expect(clock.speed).toBe(0)
})
