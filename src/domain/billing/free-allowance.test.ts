import { expect, test } from 'vitest'
import { connectApi } from '@/api/api.ts'
import { beyondAllowance, isFlaggedForStaff, readFreeAllowance } from './free-allowance.ts'

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

test('what counts against the allowance are the active devices of the organization, not all that it knows', async () => {
  const asked: string[] = []
  connectApi({
    apiUrl: 'https://api.example',
    terminalUrl: 'wss://terminal.example',
    tokenKey: 'test',
    fetch: async (input) => {
      const filter = new URL(new Request(input).url).searchParams.get('$filter') ?? ''
      asked.push(filter)
      // 123 devices, of which 12 are active and one is frozen.
      return Response.json({
        d: filter.includes('is_active eq true') ? 12 : filter.includes('is_frozen eq true') ? 1 : 123,
      })
    },
  })
  expect(await readFreeAllowance(7, new AbortController().signal)).toEqual({
    totalDeviceCount: 12,
    freeDeviceAllowance: 10,
    hasFrozenFreeDevices: true,
  })
  for (const filter of asked) expect(filter).toContain('organization eq 7')
  expect(asked).toHaveLength(2)
})
