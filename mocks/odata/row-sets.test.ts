import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inAll, intersection, union, without } from './row-sets.ts'

/** Handles as tables have them: small ones, and those that follow from a device and something else. */
const handle = fc.oneof(
  fc.nat(40),
  fc.nat(900),
  fc.nat(40).map((at) => 2 ** 33 + at * 65_536),
)
const list = fc.uniqueArray(handle, { maxLength: 30 })
const long = fc.nat(1_200).map((length) => Array.from({ length }, (_, at) => at * 3))

const inOrder = (handles: Iterable<number>) => [...handles].sort((one, other) => one - other)

test('rows of any list, of all lists and of one without another are what sets of them would hold', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(list, long), { minLength: 1, maxLength: 4 }), (lists) => {
      const [first = [], ...others] = lists
      const isEverywhere = (each: number) => lists.every((those) => those.includes(each))
      expect(inOrder(Array.from(union(lists)))).toEqual(inOrder(new Set(lists.flat())))
      expect(inOrder(Array.from(intersection(lists)))).toEqual(inOrder(first.filter(isEverywhere)))
      expect(lists.flat().filter(inAll(lists))).toEqual(lists.flat().filter(isEverywhere))
      const part = others.flat()
      expect(Array.from(without(first, part))).toEqual(first.filter((each) => !part.includes(each)))
    }),
    { seed: 20_261_120, numRuns: 100 },
  )
})

test('of no lists there is no row', () => {
  expect(union([])).toHaveLength(0)
  expect(intersection([])).toHaveLength(0)
})
