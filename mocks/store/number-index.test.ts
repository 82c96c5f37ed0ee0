import { expect, test } from 'vitest'
import { createNumberIndex } from './number-index.ts'

const SIZE = 12_000

/** Numbers that look drawn, many of them equal, some unknown. */
const valueAt = (index: number, turn: number) => {
  const drawn = Math.imul(index * 31 + turn * 7_919 + 1, 2_654_435_761) >>> 0
  return drawn % 17 === 0 ? null : drawn % 4_000
}

test.each([3, 400, 2_000, 9_000])(
  'an order in which %i devices moved is what sorting all would give',
  (moving) => {
    const values = Array.from({ length: SIZE }, (_, index) => valueAt(index, 0))
    const numbers = createNumberIndex(SIZE)
    for (const [index, value] of values.entries()) numbers.put(index, value)
    const expected = (gone: ReadonlySet<number>) =>
      [...values.keys()]
        .filter((index) => !gone.has(index))
        .sort((a, b) => (values[a] ?? SIZE) - (values[b] ?? SIZE) || a - b)
    const isSame = (gone: ReadonlySet<number>) => expect(Array.from(numbers.sorted())).toEqual(expected(gone))
    expect(numbers.sorted()).toHaveLength(SIZE)
    const gone = new Set<number>()
    for (const turn of [1, 2]) {
      for (let step = 0; step < moving; step++) {
        const index = (step * 5 + turn) % SIZE
        values[index] = valueAt(index, turn)
        if (gone.has(index)) continue
        if (step % 50 === 49) gone.add(index)
        numbers.put(index, gone.has(index) ? undefined : values[index])
      }
      isSame(gone)
    }
  },
)
