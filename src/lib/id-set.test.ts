import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packIds, unpackIds } from './id-set.ts'

test('a set of ids is restored unchanged', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 40 })), (ids) => {
      expect(unpackIds(packIds(ids))).toEqual(ids.toSorted((a, b) => a - b))
    }),
  )
})

test('100,000 ids of a large platform take 2.33 bytes each', () => {
  const ids = Array.from({ length: 100_000 }, (_, at) => 9_000_000 + at * 90)
  expect(packIds(ids).length).toBeLessThan(140_000)
})

test.each(['no base64!', 'gA==', 'AA==', '/////////////w=='])('%s is not a set of ids', (text) => {
  expect(unpackIds(text)).toBeUndefined()
})
