import { expect, test } from 'vitest'
import { aDevice, aWorld, HOURS, NOON } from '../testing/a-world.ts'

test('the periods of a device contain the OS version before and after an update', () => {
  const world = aDevice('steady')
  const { osVersion } = world.device(0)
  world.startSystemUpdate(0, { part: 'os', version: '6.1.0', variant: 'prod', bytes: 90_000_000 })
  world.advanceTo(NOON + HOURS)
  expect(world.device(0).osVersion).toMatch(/6\.1\.0/)
  const periods = world.periods(0)
  expect(periods[0]?.osVersion).toBe(osVersion)
  expect(periods.at(-1)?.osVersion).toBe(world.device(0).osVersion)
  expect(new Set(periods.map((period) => period.osVersion)).size).toBe(2)
  // Contiguous; the last period has not ended.
  expect(periods.map(({ to }) => to)).toEqual([...periods.slice(1).map(({ from }) => from), null])
  const starts = periods.map(({ from }) => from)
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
})

test('watchers are notified when a device is pinned or moved; moving a missing device throws', () => {
  const world = aWorld({ batch: { count: 2 } })
  let notifications = 0
  const unsubscribe = world.watch(0, () => notifications++)
  world.setPin(0, 2)
  expect(notifications).toBe(1)
  world.setPin(1, 2)
  expect(notifications).toBe(1)
  unsubscribe()
  world.setPin(0, null)
  expect(notifications).toBe(1)
  expect(() => world.moveDevice(2, 1)).toThrow('There is no device at index 2')
})
