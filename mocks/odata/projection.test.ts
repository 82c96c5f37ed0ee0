import { expect, test } from 'vitest'
import { isoText } from './projection.ts'

test('formats dates like toISOString', () => {
  const dates = [0, 1, 999, 86_399_999, 86_400_000, -1, 1_795_000_000_123, 253_402_300_799_999]
  let at = 12_345
  for (let n = 0; n < 2_000; n++) {
    at = (at * 48_271) % 2_147_483_647
    dates.push(at * 1_000 + (at % 1_000))
  }
  expect(dates.map(isoText)).toEqual(dates.map((ms) => new Date(ms).toISOString()))
})

test('rejects an invalid date', () => {
  expect(() => isoText(Number.NaN)).toThrow(RangeError)
})
