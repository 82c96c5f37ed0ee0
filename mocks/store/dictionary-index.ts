import { lruPut } from '../lru-cache.ts'
import type { FieldIndex } from './field-index.ts'
import { inRange } from './field-index.ts'
import type { MarkedRows, RangeOperator, RowGroup, TextSearch, Value } from './table.ts'
import { isAt } from './text-index.ts'

/** What a search found lately is asked for again with the next page, and with each look at what has changed. */
const REMEMBERED_SEARCHES = 30
/** A list of devices takes far more room than a list of values. */
const REMEMBERED_LISTS = 4

/** Of so few different values marks are kept for each that is asked for: a list is quicker made of those. */
const FEW_VALUES = 64

const GONE = -1

/** 1 for each code of whose value something is true; codes that came later are not yet in it. */
interface Search {
  test(value: Value): boolean
  wanted: number[]
}

/** Nulls are larger than everything. */
function compareValues(left: Value, right: Value): number {
  if (left === right) return 0
  if (left === null) return 1
  return right === null || left < right ? -1 : 1
}

/**
 * Values of a field that many devices share: each value has a number, its code, and each index the code of its value. A
 * device that changes costs one write; orders and lists are gathered from the codes when somebody asks for them.
 */
export function createDictionaryIndex(capacity: number): FieldIndex {
  const codes = new Int32Array(capacity).fill(GONE)
  const values: Value[] = []
  const counts: number[] = []
  const codeOf = new Map<Value, number>()
  const lists: (Int32Array | undefined)[] = []
  /** Of the codes that were asked for while many devices had them; changed as those are. */
  const marks: (Uint32Array | undefined)[] = []
  const searches = new Map<string, Search>()
  let order: Int32Array | undefined
  let ranked: number[] = []
  const found = new Map<string, Int32Array>()
  let until = 0

  function codeFor(value: Value): number {
    let code = codeOf.get(value)
    if (code === undefined) {
      code = values.push(value) - 1
      counts.push(0)
      codeOf.set(value, code)
    }
    return code
  }

  function tally(code: number, index: number, by: 1 | -1) {
    if (code === GONE) return
    counts[code] = (counts[code] ?? 0) + by
    lists[code] = undefined
    const mine = marks[code]
    if (mine === undefined) return
    const [word, bit] = [mine[index >>> 5] ?? 0, 1 << (index & 31)]
    mine[index >>> 5] = by > 0 ? word | bit : word & ~bit
  }

  /** The codes in rising order of their values. */
  function inOrder(): readonly number[] {
    if (ranked.length < values.length) {
      const valueOf = (code: number) => values[code] ?? null
      ranked = [...values.keys()].sort((one, other) => compareValues(valueOf(one), valueOf(other)))
    }
    return ranked
  }

  function listOf(code: number): Int32Array {
    const known = lists[code]
    if (known !== undefined) return known
    const found = new Int32Array(counts[code] ?? 0)
    if (values.length <= FEW_VALUES) fromMarks(marksOf(code), found)
    else
      for (let index = 0, count = 0; count < found.length; index++) {
        if (codes[index] === code) found[count++] = index
      }
    lists[code] = found
    return found
  }

  function marksOf(code: number): Uint32Array {
    const known = marks[code]
    if (known !== undefined) return known
    const made = new Uint32Array(Math.ceil(capacity / 32))
    for (let index = 0; index < until; index++) {
      if (codes[index] === code) made[index >>> 5] = (made[index >>> 5] ?? 0) | (1 << (index & 31))
    }
    marks[code] = made
    return made
  }

  function fromMarks(marked: Uint32Array, found: Int32Array) {
    for (let at = 0, count = 0; count < found.length; at++) {
      for (let word = marked[at] ?? 0; word !== 0; word &= word - 1) {
        found[count++] = at * 32 + 31 - Math.clz32(word & -word)
      }
    }
  }

  /** Live indexes in rising order whose code is wanted. */
  function gathered(wanted: readonly number[]): Int32Array {
    let total = 0
    for (let code = 0; code < wanted.length; code++) if (wanted[code] === 1) total += counts[code] ?? 0
    const found = new Int32Array(total)
    for (let index = 0, count = 0; count < total; index++) {
      const code = codes[index] ?? GONE
      if (code !== GONE && wanted[code] === 1) found[count++] = index
    }
    return found
  }

  /** What a test finds, kept under a name until any device changes. */
  function searched(key: string, test: Search['test']): Int32Array {
    const search = lruPut(searches, key, searches.get(key) ?? { test, wanted: [] }, REMEMBERED_SEARCHES)
    const known = found.get(key)
    if (known !== undefined) return lruPut(found, key, known, REMEMBERED_LISTS)
    const { wanted } = search
    for (let code = wanted.length; code < values.length; code++) {
      wanted.push(Number(search.test(values[code] ?? null)))
    }
    return lruPut(found, key, gathered(wanted), REMEMBERED_LISTS)
  }

  return {
    capacity,
    put(index, value) {
      const code = value === undefined ? GONE : codeFor(value)
      const before = codes[index] ?? GONE
      if (code === before) return
      codes[index] = code
      if (found.size > 0) found.clear()
      tally(before, index, -1)
      tally(code, index, 1)
      order = undefined
      until = Math.max(until, index + 1)
    },
    sorted() {
      if (order !== undefined) return order
      const starts = new Int32Array(values.length)
      let length = 0
      for (const code of inOrder()) {
        starts[code] = length
        length += counts[code] ?? 0
      }
      order = new Int32Array(length)
      for (let index = 0; index < until; index++) {
        const code = codes[index] ?? GONE
        if (code === GONE) continue
        const start = starts[code] ?? 0
        order[start] = index
        starts[code] = start + 1
      }
      return order
    },
    find(value) {
      const code = codeOf.get(value)
      return code === undefined ? new Int32Array() : listOf(code)
    },
    marked(value): MarkedRows | undefined {
      const code = codeOf.get(value)
      const length = code === undefined ? 0 : (counts[code] ?? 0)
      return code === undefined || length * 32 < until ? undefined : { marks: marksOf(code), length }
    },
    range(operator: RangeOperator, value: Value) {
      return searched(`${operator} ${typeof value} ${String(value)}`, (one) => inRange(operator, one, value))
    },
    matching({ part, place, lower }: TextSearch) {
      return searched(
        `${place} ${lower} ${part}`,
        (value) => typeof value === 'string' && isAt(place, lower ? value.toLowerCase() : value, part),
      )
    },
    groups() {
      return inOrder().flatMap((code): RowGroup[] =>
        (counts[code] ?? 0) === 0 ? [] : [{ value: values[code] ?? null, handles: listOf(code) }],
      )
    },
  }
}
