import { expect, test } from 'vitest'
import { createManualClock } from './manual-clock.ts'

test('moves only when advanced', () => {
  const clock = createManualClock(100)
  const seen: number[] = []
  clock.wakeAt(150, () => seen.push(clock.now()))
  expect(clock.now()).toBe(100)
  clock.advanceTo(200)
  expect(seen).toEqual([150])
  expect(clock.now()).toBe(200)
})

test('an overdue wake-up runs soon, but not synchronously', async () => {
  const clock = createManualClock(100)
  let woken = 0
  clock.wakeAt(100, () => woken++)
  expect(woken).toBe(0)
  await Promise.resolve()
  expect(woken).toBe(1)
})

test('a jump runs all wake-ups in order, including those that they schedule', () => {
  const clock = createManualClock(0)
  const seen: string[] = []
  clock.wakeAt(200, () => seen.push(`b ${clock.now()}`))
  clock.wakeAt(100, () => {
    seen.push(`a ${clock.now()}`)
    clock.wakeAt(150, () => seen.push(`c ${clock.now()}`))
  })
  clock.advanceTo(1000)
  expect(seen).toEqual(['a 100', 'c 150', 'b 200'])
})

test('cannot go back', () => {
  const clock = createManualClock(1000)
  expect(() => clock.advanceTo(999)).toThrow('cannot go back')
})

test('notifies listeners of changes of speed and jumps until they unsubscribe', () => {
  const clock = createManualClock(0)
  let notifications = 0
  const stop = clock.onChange(() => notifications++)
  clock.setSpeed(60)
  clock.advanceTo(500)
  expect(notifications).toBe(2)
  stop()
  clock.setSpeed(1)
  expect(notifications).toBe(2)
})

test('does not run a cancelled wake-up', () => {
  const clock = createManualClock(0)
  let woken = 0
  clock.wakeAt(100, () => woken++)()
  clock.advanceTo(200)
  expect(woken).toBe(0)
})
