import { expect, test } from 'vitest'
import { deviceName, deviceNameRank, NAMES } from './device-names.ts'

test('a million devices have different names', () => {
  // Ranks correspond to names one-to-one and are faster to compare.
  const ranks = Float64Array.from({ length: 1_000_000 }, (_, index) => deviceNameRank(42, index)).sort()
  for (let i = 1; i < ranks.length; i++)
    if (ranks[i] === ranks[i - 1]) throw new Error(`Rank ${ranks[i]} comes twice`)
  expect(NAMES).toBeGreaterThan(ranks.length)
})

test('a name is an adjective and a noun, with a number only when all pairs are used', () => {
  for (let index = 0; index < 100_000; index += 97) expect(deviceName(42, index)).toMatch(/^[a-z]+-[a-z]+$/)
  expect(deviceName(42, 500_000)).toMatch(/^[a-z]+-[a-z]+-\d{1,4}$/)
})

test('different seeds produce different names', () => {
  const same = Array.from({ length: 1000 }, (_, i) => i).filter((i) => deviceName(1, i) === deviceName(2, i))
  expect(same.length).toBeLessThan(10)
})

test('ranks have the same order as names', () => {
  const indexes = Array.from({ length: 3000 }, (_, i) => i * 331)
  const byText = indexes.toSorted((a, b) => (deviceName(8, a) < deviceName(8, b) ? -1 : 1))
  const byRank = indexes.toSorted((a, b) => deviceNameRank(8, a) - deviceNameRank(8, b))
  expect(byRank).toEqual(byText)
})
