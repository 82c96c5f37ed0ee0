import { expect, test } from 'vitest'
import { contractDeviceTypes } from './contract-device-types.ts'

test('finds the required device types of a contract, also in alternatives', () => {
  const contract = {
    type: 'sw.container',
    requires: [
      { type: 'hw.device-type', slug: 'raspberrypi4-64' },
      { type: 'sw.supervisor', version: '>=16' },
      {
        or: [
          { type: 'hw.device-type', slug: 'intel-nuc' },
          { type: 'hw.device-type', slug: 'raspberrypi4-64' },
        ],
      },
    ],
  }
  expect(contractDeviceTypes(contract)).toEqual(['raspberrypi4-64', 'intel-nuc'])
})

test.each([null, undefined, 'text', {}, { requires: 'all' }, { requires: [null, 3] }])(
  'the contract %j requires none',
  (contract) => {
    expect(contractDeviceTypes(contract)).toEqual([])
  },
)
