import { expect, test } from 'vitest'
import { aDevice, aWorld, HOURS, NOON } from '../testing/a-world.ts'

test('the periods of a device say which system it ran before and after an update of it', () => {
  const world = aDevice('steady')
  const { osVersion } = world.device(0)
  world.startSystemUpdate(0, { part: 'os', version: '6.1.0', variant: 'prod', bytes: 90_000_000 })
  world.advanceTo(NOON + HOURS)
  expect(world.device(0).osVersion).toMatch(/6\.1\.0/)
  const periods = world.periods(0)
  expect(periods[0]?.osVersion).toBe(osVersion)
  expect(periods.at(-1)?.osVersion).toBe(world.device(0).osVersion)
  expect(new Set(periods.map((period) => period.osVersion)).size).toBe(2)
  // Each begins when the one before ends; the last has not ended.
  expect(periods.map(({ to }) => to)).toEqual([...periods.slice(1).map(({ from }) => from), null])
  const starts = periods.map(({ from }) => from)
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
})

test('whoever watches a device is told when it is pinned or moved, and nobody moves one that does not exist', () => {
  const world = aWorld({ batch: { count: 2 } })
  let told = 0
  const leave = world.watch(0, () => told++)
  world.setPin(0, 2)
  expect(told).toBe(1)
  world.setPin(1, 2)
  expect(told).toBe(1)
  leave()
  world.setPin(0, null)
  expect(told).toBe(1)
  expect(() => world.moveDevice(2, 1)).toThrow('There is no device at index 2')
})
