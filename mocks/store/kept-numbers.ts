import { orderOf } from '../../simulator/sorting.ts'
import type { KeptValues } from './kept-values.ts'
import type { RowGroup, Value } from './table.ts'

/** Above this share of changed devices, sorting all anew costs no more than mending. */
const MEND_BELOW = 0.2
const COMPARE_BELOW = 1000

/** Nothing stands after a null, so it is kept as what is larger than everything. */
const NULL = Infinity

const keyOf = (value: Value) => (value === null ? NULL : Number(value))

/**
 * Numbers of which hardly two are equal. Their order is made when somebody first asks for it; later those that changed
 * are taken out and put into their new places.
 */
export function createNumbers(capacity: number): KeptValues {
  const keys = new Float64Array(capacity).fill(NULL)
  const lives = new Uint8Array(capacity)
  const hasMoved = new Uint8Array(capacity)
  let moved: number[] = []
  let order: Int32Array | undefined
  let until = 0

  const keyAt = (index: number) => keys[index] ?? NULL
  const compare = (one: number, other: number) => {
    const [left, right] = [keyAt(one), keyAt(other)]
    return left === right ? one - other : left < right ? -1 : 1
  }

  /** Indexes that are in rising order, in the order of their keys. */
  function sortedByKey(indexes: Int32Array): Int32Array {
    const chosen = new Float64Array(indexes.length)
    for (let at = 0; at < indexes.length; at++) {
      const key = keyAt(indexes[at] ?? 0)
      chosen[at] = key === NULL ? Number.NaN : key
    }
    return orderOf(chosen).map((place) => indexes[place] ?? 0)
  }

  function sortedAnew(): Int32Array {
    const live = new Int32Array(until)
    let count = 0
    for (let index = 0; index < until; index++) if (lives[index] === 1) live[count++] = index
    return sortedByKey(live.subarray(0, count))
  }

  /** The same for many that moved: one walk over all, beside those that arrive. */
  function merged(kept: Int32Array, arriving: Int32Array): Int32Array {
    const result = new Int32Array(kept.length + arriving.length)
    let length = 0
    let next = 0
    let nextIndex = arriving[0] ?? 0
    let nextKey = keyAt(nextIndex)
    for (let at = 0; at < kept.length; at++) {
      const index = kept[at] ?? 0
      if (hasMoved[index] === 1) continue
      const key = keyAt(index)
      while (next < arriving.length && (nextKey < key || (nextKey === key && nextIndex < index))) {
        result[length++] = nextIndex
        nextIndex = arriving[++next] ?? 0
        nextKey = keyAt(nextIndex)
      }
      result[length++] = index
    }
    result.set(arriving.subarray(next), length)
    return result.subarray(0, length + arriving.length - next)
  }

  /** The order without those that moved, and those of them that live in their new places. */
  function mended(kept: Int32Array): Int32Array {
    const arriving = Int32Array.from(moved.filter((index) => lives[index] === 1)).sort()
    if (arriving.length > COMPARE_BELOW) return merged(kept, sortedByKey(arriving))
    const sorted = arriving.sort(compare)
    const stay = new Int32Array(kept.length)
    let staying = 0
    for (let at = 0; at < kept.length; at++) {
      const index = kept[at] ?? 0
      if (hasMoved[index] === 0) stay[staying++] = index
    }
    const result = new Int32Array(staying + sorted.length)
    let done = 0
    let length = 0
    for (const index of sorted) {
      const low = placeOf(stay, done, staying, (other) => compare(other, index) < 0)
      result.set(stay.subarray(done, low), length)
      length += low - done
      done = low
      result[length++] = index
    }
    result.set(stay.subarray(done, staying), length)
    return result
  }

  function sorted(): Int32Array {
    if (order === undefined || moved.length > order.length * MEND_BELOW) order = sortedAnew()
    else if (moved.length > 0) order = mended(order)
    for (const index of moved) hasMoved[index] = 0
    moved = []
    return order
  }

  /** The stretch of the order from the first key that is not below one to the first that is above another. */
  function stretch(from: number, to: number): Int32Array {
    const all = sorted()
    const low = placeOf(all, 0, all.length, (index) => keyAt(index) < from)
    return all.subarray(
      low,
      placeOf(all, low, all.length, (index) => keyAt(index) <= to),
    )
  }

  return {
    capacity,
    put(index, value) {
      const live = value === undefined ? 0 : 1
      const key = value === undefined ? NULL : keyOf(value)
      if (lives[index] === live && keys[index] === key) return
      lives[index] = live
      keys[index] = key
      until = Math.max(until, index + 1)
      if (order === undefined || hasMoved[index] === 1) return
      hasMoved[index] = 1
      moved.push(index)
    },
    sorted,
    find: (value) => stretch(keyOf(value), keyOf(value)),
    marked: () => undefined,
    range(operator, value) {
      const key = keyOf(value)
      const all = sorted()
      const known = placeOf(all, 0, all.length, (index) => keyAt(index) < NULL)
      const isBefore = operator === 'lt' || operator === 'ge' ? beforeKey(key) : upToKey(key)
      const border = placeOf(all, 0, known, isBefore)
      return operator === 'lt' || operator === 'le' ? all.subarray(0, border) : all.subarray(border, known)
    },
    matching: () => undefined,
    groups() {
      const found: RowGroup[] = []
      const all = sorted()
      for (let from = 0; from < all.length;) {
        const key = keyAt(all[from] ?? 0)
        const handles = stretch(key, key)
        found.push({ value: key === NULL ? null : key, handles })
        from += handles.length
      }
      return found
    },
  }

  function beforeKey(key: number) {
    return (index: number) => keyAt(index) < key
  }
  function upToKey(key: number) {
    return (index: number) => keyAt(index) <= key
  }
}

/** The first place in a stretch of a list at which something is no longer true. */
function placeOf(
  list: Int32Array,
  from: number,
  until: number,
  isBefore: (index: number) => boolean,
): number {
  let low = from
  let high = until
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(list[middle] ?? 0)) low = middle + 1
    else high = middle
  }
  return low
}
