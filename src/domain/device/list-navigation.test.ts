import { expect, test } from 'vitest'
import {
  missingStretch,
  positionInList,
  NAVIGATION_STEP,
  withStretch,
  type ListNavigation,
} from './list-navigation.ts'

const device = (nth: number) => ({ uuid: `u${nth}`, name: `d${nth}` })
const trail = (from: number, count: number, total: number): ListNavigation => ({
  address: '/fleets/1/devices?q=gate',
  filter: {},
  order: {},
  total,
  from,
  devices: Array.from({ length: count }, (_, nth) => device(from + nth)),
})

test('finds the index of a device, or null if it is not in the list', () => {
  expect(positionInList(trail(50, 3, 60), 'u51')).toBe(1)
  expect(positionInList(trail(50, 3, 60), 'u1')).toBeNull()
})

test('loads more rows only at an end of the known ones, if the list continues', () => {
  expect(missingStretch(trail(100, 50, 200), 20)).toBeNull()
  expect(missingStretch(trail(100, 50, 200), 49)).toEqual({ skip: 150, top: NAVIGATION_STEP })
  expect(missingStretch(trail(100, 50, 200), 0)).toEqual({ skip: 50, top: 50 })
  expect(missingStretch(trail(20, 50, 200), 0)).toEqual({ skip: 0, top: 20 })
  expect(missingStretch(trail(0, 3, 3), 0)).toBeNull()
  expect(missingStretch(trail(0, 3, 3), 2)).toBeNull()
})

test('adds rows on both sides, without duplicates of devices that have moved', () => {
  const before = withStretch(trail(2, 2, 6), 0, [device(0), device(1)])
  expect(before).toMatchObject({ from: 0, total: 6 })
  expect(before.devices.map(({ uuid }) => uuid)).toEqual(['u0', 'u1', 'u2', 'u3'])
  const after = withStretch(trail(0, 2, 6), 2, [device(1), device(2), device(3)])
  expect(after.devices.map(({ uuid }) => uuid)).toEqual(['u0', 'u1', 'u2', 'u3'])
  expect(after.total).toBe(4)
})
