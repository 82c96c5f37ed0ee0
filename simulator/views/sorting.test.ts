import fc from 'fast-check'
import { expect, test } from 'vitest'
import { merged, sortedOrder } from './sorting.ts'

const key = fc.oneof(
  fc.integer({ min: -5, max: 5 }),
  fc.integer({ min: 0, max: 2 ** 40 }),
  fc.double({ min: -1, max: 1, noNaN: true }),
  fc.constant(Number.NaN),
)

test('sorts numbers by value, stable, with missing ones last', () => {
  fc.assert(
    fc.property(fc.array(key, { maxLength: 200 }), (values) => {
      const keys = Float64Array.from(values, (it) => (it === 0 ? 0 : it))
      const expected = [...keys.keys()].sort((a, b) => {
        const x = keys[a] ?? 0
        const y = keys[b] ?? 0
        if (Number.isNaN(x) || Number.isNaN(y))
          return Number(Number.isNaN(x)) - Number(Number.isNaN(y)) || a - b
        return x - y || a - b
      })
      expect([...sortedOrder(keys)]).toEqual(expected)
    }),
  )
})

test('merges two sorted lists', () => {
  expect([...merged(Int32Array.of(1, 4, 9), [2, 3, 10], (a, b) => a - b)]).toEqual([1, 2, 3, 4, 9, 10])
})
