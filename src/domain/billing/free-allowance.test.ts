import { expect, test } from 'vitest'
import { beyondAllowance, isFlaggedForStaff } from './free-allowance.ts'

const devices = (totalDeviceCount: number) => ({
  totalDeviceCount,
  freeDeviceAllowance: 10,
  hasFrozenFreeDevices: totalDeviceCount > 10,
})

test('the excess counts from the first device above the allowance', () => {
  expect([9, 10, 14].map((count) => beyondAllowance(devices(count)))).toEqual([-1, 0, 4])
})

test('an organization on a free plan is flagged from 4 devices on [PLAN-051]', () => {
  expect([3, 4, 14].map(isFlaggedForStaff)).toEqual([false, true, true])
})
