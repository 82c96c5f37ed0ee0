import { lruPut } from '../base/lru-cache.ts'
import type { FieldIndex } from './field-index.ts'
import { inRange } from './field-index.ts'
import type { MarkedRows, RangeOperator, RowGroup, TextSearch, Value } from './table.ts'
import { isAt } from './text-index.ts'

/** Searches are repeated for the next page, and by polling. */
const SEARCH_CACHE_SIZE = 30
/** Lists of devices are much larger than lists of values. */
const LIST_CACHE_SIZE = 4

/** Up to this number of distinct values, lists are built from bitmaps, which is faster than a scan. */
const FEW_VALUES = 64

/** The code of indexes without a device. */
const REMOVED = -1

/** Nulls are largest. */
function compareValues(left: Value, right: Value): number {
  if (left === right) return 0
  if (left === null) return 1
  return right === null || left < right ? -1 : 1
}

/**
 * Index of a field with few distinct values. Each distinct value has a code, and each device the code of its value, so that
 * a change is one write. Orders and lists are built from the codes on demand.
 */
export function createDictionaryIndex(capacity: number): FieldIndex {
  const codes = new Int32Array(capacity).fill(REMOVED)
  const values: Value[] = []
  const counts: number[] = []
  const codeOf = new Map<Value, number>()
  const lists: (Int32Array | undefined)[] = []
  /** Bitmaps of the codes requested so far; updated with each change. */
  const marks: (Uint32Array | undefined)[] = []
  /** By search, 1 for each code whose value matches; codes added later are missing. */
  const searches = new Map<string, number[]>()
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

  function updateCode(code: number, index: number, by: 1 | -1) {
    if (code === REMOVED) return
    counts[code] = (counts[code] ?? 0) + by
    lists[code] = undefined
    const bitmap = marks[code]
    if (bitmap === undefined) return
    const [word, bit] = [bitmap[index >>> 5] ?? 0, 1 << (index & 31)]
    bitmap[index >>> 5] = by > 0 ? word | bit : word & ~bit
  }

  /** The codes in ascending order of their values. */
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
    const bitmap = new Uint32Array(Math.ceil(capacity / 32))
    for (let index = 0; index < until; index++) {
      if (codes[index] === code) bitmap[index >>> 5] = (bitmap[index >>> 5] ?? 0) | (1 << (index & 31))
    }
    marks[code] = bitmap
    return bitmap
  }

  function fromMarks(marked: Uint32Array, found: Int32Array) {
    for (let at = 0, count = 0; count < found.length; at++) {
      for (let word = marked[at] ?? 0; word !== 0; word &= word - 1) {
        found[count++] = at * 32 + 31 - Math.clz32(word & -word)
      }
    }
  }

  /** The indexes whose code matches, in ascending order. */
  function indexesOf(matches: readonly number[]): Int32Array {
    let total = 0
    for (let code = 0; code < matches.length; code++) if (matches[code] === 1) total += counts[code] ?? 0
    const found = new Int32Array(total)
    for (let index = 0, count = 0; count < total; index++) {
      const code = codes[index] ?? REMOVED
      if (code !== REMOVED && matches[code] === 1) found[count++] = index
    }
    return found
  }

  /** The indexes whose value passes a test. The result is cached under `key` until any device changes. */
  function search(key: string, test: (value: Value) => boolean): Int32Array {
    const matches = lruPut(searches, key, searches.get(key) ?? [], SEARCH_CACHE_SIZE)
    const known = found.get(key)
    if (known !== undefined) return lruPut(found, key, known, LIST_CACHE_SIZE)
    for (let code = matches.length; code < values.length; code++) {
      matches.push(Number(test(values[code] ?? null)))
    }
    return lruPut(found, key, indexesOf(matches), LIST_CACHE_SIZE)
  }

  return {
    capacity,
    put(index, value) {
      const code = value === undefined ? REMOVED : codeFor(value)
      const before = codes[index] ?? REMOVED
      if (code === before) return
      codes[index] = code
      if (found.size > 0) found.clear()
      updateCode(before, index, -1)
      updateCode(code, index, 1)
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
        const code = codes[index] ?? REMOVED
        if (code === REMOVED) continue
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
      return search(`${operator} ${typeof value} ${String(value)}`, (one) => inRange(operator, one, value))
    },
    matching({ part, place, lower }: TextSearch) {
      return search(
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
