import { expect, test } from 'vitest'
import { createNumberIndex } from './number-index.ts'
import type { RangeOperator } from './table.ts'

const SIZE = 12_000

/** Pseudorandom numbers with duplicates and nulls. */
const valueAt = (index: number, turn: number) => {
  const random = Math.imul(index * 31 + turn * 7_919 + 1, 2_654_435_761) >>> 0
  return random % 17 === 0 ? null : random % 4_000
}

test.each([3, 400, 2_000, 9_000])(
  'after %i devices changed, the order and ranges equal a full sort and scan',
  (moving) => {
    const values = Array.from({ length: SIZE }, (_, index) => valueAt(index, 0))
    const numbers = createNumberIndex(SIZE)
    for (const [index, value] of values.entries()) numbers.put(index, value)
    const expected = (gone: ReadonlySet<number>) =>
      [...values.keys()]
        .filter((index) => !gone.has(index))
        .sort((a, b) => (values[a] ?? SIZE) - (values[b] ?? SIZE) || a - b)
    const isSame = (gone: ReadonlySet<number>) => expect(Array.from(numbers.sorted())).toEqual(expected(gone))
    const finds = (operator: RangeOperator, isIn: (value: number) => boolean, gone: ReadonlySet<number>) =>
      expect(Array.from(numbers.range(operator, 2_000)).sort((a, b) => a - b)).toEqual(
        [...values.keys()].filter((index) => {
          const value = values[index] ?? null
          return value !== null && !gone.has(index) && isIn(value)
        }),
      )
    const findsAll = (gone: ReadonlySet<number>) => {
      finds('lt', (value) => value < 2_000, gone)
      finds('le', (value) => value <= 2_000, gone)
      finds('gt', (value) => value > 2_000, gone)
      finds('ge', (value) => value >= 2_000, gone)
    }
    // First without an order, then with one, and then with one that is out of date.
    findsAll(new Set())
    expect(numbers.sorted()).toHaveLength(SIZE)
    expect(values).toContain(2_000)
    findsAll(new Set())
    const gone = new Set<number>()
    for (const turn of [1, 2]) {
      for (let step = 0; step < moving; step++) {
        const index = (step * 5 + turn) % SIZE
        values[index] = valueAt(index, turn)
        if (gone.has(index)) continue
        if (step % 50 === 49) gone.add(index)
        numbers.put(index, gone.has(index) ? undefined : values[index])
      }
      findsAll(gone)
      isSame(gone)
    }
  },
)
