import { expect, test } from 'vitest'
import { beyondAllowance, isFlaggedForStaff } from './free-allowance.ts'

const devices = (totalDeviceCount: number) => ({
  totalDeviceCount,
  freeDeviceAllowance: 10,
  hasFrozenFreeDevices: totalDeviceCount > 10,
})

test('what is beyond the allowance counts from the first device above it', () => {
  expect([9, 10, 14].map((count) => beyondAllowance(devices(count)))).toEqual([-1, 0, 4])
})

test('4 or more devices on a free plan are flagged [PLAN-051]', () => {
  expect([3, 4, 14].map(isFlaggedForStaff)).toEqual([false, true, true])
})
