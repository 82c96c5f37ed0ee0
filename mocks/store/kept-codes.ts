import type { KeptValues } from './kept-values.ts'
import { inRange } from './kept-values.ts'
import type { RangeOperator, RowGroup, TextSearch, Value } from './table.ts'
import { isAt } from './text-index.ts'

/** What a search found lately is asked for again with the next page, and with each look at what has changed. */
const REMEMBERED_SEARCHES = 30

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
export function createCodes(capacity: number): KeptValues {
  const codes = new Int32Array(capacity).fill(GONE)
  const values: Value[] = []
  const counts: number[] = []
  const codeOf = new Map<Value, number>()
  const lists: (Int32Array | undefined)[] = []
  const searches = new Map<string, Search>()
  let order: Int32Array | undefined
  let ranked: number[] = []
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

  function tally(code: number, by: number) {
    if (code === GONE) return
    counts[code] = (counts[code] ?? 0) + by
    lists[code] = undefined
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
    for (let index = 0, count = 0; count < found.length; index++) {
      if (codes[index] === code) found[count++] = index
    }
    lists[code] = found
    return found
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

  function searchFor({ part, place, lower }: TextSearch): Search {
    const key = `${place} ${lower} ${part}`
    const search: Search = searches.get(key) ?? {
      test: (value) => typeof value === 'string' && isAt(place, lower ? value.toLowerCase() : value, part),
      wanted: [],
    }
    searches.delete(key)
    searches.set(key, search)
    const [oldest] = searches.keys()
    if (searches.size > REMEMBERED_SEARCHES && oldest !== undefined) searches.delete(oldest)
    return search
  }

  return {
    capacity,
    put(index, value) {
      const code = value === undefined ? GONE : codeFor(value)
      const before = codes[index] ?? GONE
      if (code === before) return
      codes[index] = code
      tally(before, -1)
      tally(code, 1)
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
    range(operator: RangeOperator, value: Value) {
      return gathered(values.map((one) => Number(inRange(operator, one, value))))
    },
    matching(sought: TextSearch) {
      const { wanted, test } = searchFor(sought)
      for (let code = wanted.length; code < values.length; code++) {
        wanted.push(Number(test(values[code] ?? null)))
      }
      return gathered(wanted)
    },
    groups() {
      return inOrder().flatMap((code): RowGroup[] =>
        (counts[code] ?? 0) === 0 ? [] : [{ value: values[code] ?? null, handles: listOf(code) }],
      )
    },
  }
}
