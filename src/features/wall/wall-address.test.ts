import { expect, test } from 'vitest'
import { wallAddress } from './wall-address.ts'

test.each([
  ['?wall', undefined, 20_000],
  ['?wall=', undefined, 20_000],
  ['?wall=12,7,12&every=60', [12, 7], 60_000],
  ['?wall=nonsense,-3,0,1e9,99999999999999999999&every=1', undefined, 20_000],
  ['?wall=8,nonsense', [8], 20_000],
])('%s', (search, fleets, everyMs) => {
  expect(wallAddress(new URLSearchParams(search))).toEqual({ fleets, everyMs })
})
