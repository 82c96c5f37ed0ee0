import { orderOf } from '../../simulator/views/sorting.ts'
import type { FieldIndex } from './field-index.ts'
import type { RangeOperator, RowGroup, Value } from './table.ts'

/** Above this share of changed devices, sorting all anew costs no more than mending. */
const MEND_BELOW = 0.2

/** Nothing stands after a null, so it is kept as what is larger than everything. */
const NULL = Infinity

/** Indexes in rising order of their keys, and those keys beside them: a walk looks at one after the other. */
interface Order {
  indexes: Int32Array
  keys: Float64Array
}

const COMPARED: Readonly<Record<RangeOperator, (key: number, value: number) => boolean>> = {
  gt: (key, value) => key > value,
  ge: (key, value) => key >= value,
  lt: (key, value) => key < value,
  le: (key, value) => key <= value,
}

const keyOf = (value: Value) => (value === null ? NULL : Number(value))

/**
 * Numbers of which hardly two are equal. Their order is made when somebody first asks for it; later those that changed
 * are taken out and put into their new places.
 */
export function createNumberIndex(capacity: number): FieldIndex {
  const keys = new Float64Array(capacity).fill(NULL)
  const lives = new Uint8Array(capacity)
  const hasMoved = new Uint8Array(capacity)
  let moved: number[] = []
  let order: Order | undefined
  let until = 0

  const keyAt = (index: number) => keys[index] ?? NULL

  /** Indexes that are in rising order, in the order of their keys. */
  function sortedByKey(indexes: Int32Array): Int32Array {
    const chosen = new Float64Array(indexes.length)
    for (let at = 0; at < indexes.length; at++) {
      const key = keyAt(indexes[at] ?? 0)
      chosen[at] = key === NULL ? Number.NaN : key
    }
    return orderOf(chosen).map((place) => indexes[place] ?? 0)
  }

  function sortedAnew(): Order {
    const live = new Int32Array(until)
    let count = 0
    for (let index = 0; index < until; index++) if (lives[index] === 1) live[count++] = index
    const indexes = sortedByKey(live.subarray(0, count))
    return { indexes, keys: Float64Array.from(indexes, keyAt) }
  }

  /** The order without those that moved, and those of them that live in their new places: one walk over all. */
  function mended({ indexes: order, keys: orderKeys }: Order): Order {
    const arriving = sortedByKey(Int32Array.from(moved.filter((index) => lives[index] === 1)).sort())
    const size = order.length
    const indexes = new Int32Array(size + arriving.length)
    const ranks = new Float64Array(indexes.length)
    let length = 0
    let at = 0
    // Once more after the last, for those of the order that come after it.
    for (let next = 0; next <= arriving.length; next++) {
      const isLast = next === arriving.length
      const arrived = arriving[next] ?? 0
      const rank = keyAt(arrived)
      for (; at < size; at++) {
        const index = order[at] ?? 0
        if (hasMoved[index] === 1) continue
        const key = orderKeys[at] ?? NULL
        if (!isLast && (rank < key || (rank === key && arrived < index))) break
        indexes[length] = index
        ranks[length++] = key
      }
      if (isLast) break
      indexes[length] = arrived
      ranks[length++] = rank
    }
    return { indexes: indexes.subarray(0, length), keys: ranks.subarray(0, length) }
  }

  function sorted(): Int32Array {
    if (order === undefined || moved.length > order.indexes.length * MEND_BELOW) order = sortedAnew()
    else if (moved.length > 0) order = mended(order)
    for (const index of moved) hasMoved[index] = 0
    moved = []
    return order.indexes
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

  /** As `range` tells it, without an order: quicker than to mend one that nothing else may ask for. */
  function scanned(operator: RangeOperator, value: number): Int32Array {
    const found = new Int32Array(until)
    const isIn = COMPARED[operator]
    let length = 0
    for (let index = 0; index < until; index++) {
      const key = keys[index] ?? NULL
      if (key < NULL && isIn(key, value) && lives[index] === 1) found[length++] = index
    }
    return found.subarray(0, length)
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
      if (order === undefined || moved.length > 0) return scanned(operator, key)
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
