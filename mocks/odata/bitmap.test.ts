import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Bitmap, intersection, union, without } from './bitmap.ts'

/** Realistic handles: small ones, and large ones that combine a device with another row. */
const handle = fc.oneof(
  fc.nat(40),
  fc.nat(900),
  fc.nat(40).map((at) => 2 ** 33 + at * 65_536),
)
const list = fc.uniqueArray(handle, { maxLength: 30 })
const long = fc.nat(1_200).map((length) => Array.from({ length }, (_, at) => at * 3))

const inOrder = (handles: Iterable<number>) => [...handles].sort((one, other) => one - other)

const sets = (lists: readonly number[][]) => lists.map((each) => Bitmap.of(each))

test('union, intersection and difference equal those of sets', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(list, long), { minLength: 1, maxLength: 4 }), (lists) => {
      const [first = [], ...others] = lists
      const isEverywhere = (each: number) => lists.every((those) => those.includes(each))
      const any = union(sets(lists))
      const all = intersection(sets(lists))
      expect(inOrder(Array.from(any.list))).toEqual(inOrder(new Set(lists.flat())))
      expect(inOrder(Array.from(all.list))).toEqual(inOrder(first.filter(isEverywhere)))
      expect([any.length, all.length]).toEqual([any.list.length, all.list.length])
      expect(lists.flat().filter(all.test)).toEqual(lists.flat().filter(isEverywhere))
      const part = others.flat()
      const rest = without(Bitmap.of(first), Bitmap.of(part))
      expect(Array.from(rest.list)).toEqual(first.filter((each) => !part.includes(each)))
      expect(rest).toHaveLength(rest.list.length)
    }),
    { seed: 20_261_120, numRuns: 100 },
  )
})

test('bitmaps of many rows are complete, regardless of the order of the rows', () => {
  const falling = Array.from({ length: 2_000 }, (_, at) => 4_095 - 2 * at)
  const rising = Int32Array.from({ length: 4_096 }, (_, at) => at)
  const odd = intersection([Bitmap.of(rising), Bitmap.of(falling)])
  expect(odd).toHaveLength(2_000)
  expect(Array.from(odd.list)).toEqual(falling.toReversed())
  expect(Array.from(Bitmap.of(falling).list)).toEqual(falling)
  const others = without(Bitmap.of(rising), odd)
  expect(others).toHaveLength(2_096)
  expect(union([odd, others])).toHaveLength(4_096)
})

test('does not confuse a handle that is too large for a bitmap with one that has the same lowest bits', () => {
  const low = Bitmap.of([0, 65_547])
  const high = Bitmap.of([2 ** 32 + 65_547])
  expect(intersection([high, low])).toHaveLength(0)
  expect(without(high, low)).toHaveLength(1)
  expect(low.test(2 ** 33)).toBe(false)
})

test('caches the bitmap of a typed array, but not of a list that can change', () => {
  const open = [1, 2, 3]
  expect(Bitmap.of(open).test(4)).toBe(false)
  open.push(4)
  expect(Bitmap.of(open).test(4)).toBe(true)
  const closed = Int32Array.of(1, 2, 3)
  expect(Bitmap.of(closed)).toBe(Bitmap.of(closed))
})

test('the union and the intersection of no sets are empty', () => {
  expect(union([])).toHaveLength(0)
  expect(intersection([])).toHaveLength(0)
})
