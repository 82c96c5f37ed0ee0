import { sortedOrder } from '../../simulator/views/sorting.ts'
import type { FieldIndex } from './field-index.ts'
import type { RangeOperator, RowGroup, Value } from './table.ts'

/** Above this share of changed devices, a full sort is as fast as merging. */
const MERGE_BELOW = 0.2

/** Stored as infinity, because nulls are sorted last. */
const NULL = Infinity

/** Indexes in ascending order of their keys, with a copy of the keys for sequential access. */
interface Order {
  indexes: Int32Array
  keys: Float64Array
}

const COMPARISONS: Readonly<Record<RangeOperator, (key: number, value: number) => boolean>> = {
  gt: (key, value) => key > value,
  ge: (key, value) => key >= value,
  lt: (key, value) => key < value,
  le: (key, value) => key <= value,
}

const keyOf = (value: Value) => (value === null ? NULL : Number(value))

/**
 * Index of numbers with few duplicates. The order is built on demand; later, changed devices are removed and merged in at
 * their new positions.
 */
export function createNumberIndex(capacity: number): FieldIndex {
  const keys = new Float64Array(capacity).fill(NULL)
  const exists = new Uint8Array(capacity)
  const hasMoved = new Uint8Array(capacity)
  let moved: number[] = []
  let order: Order | undefined
  let until = 0

  const keyAt = (index: number) => keys[index] ?? NULL

  /** Sorts ascending indexes by their keys. */
  function sortedByKey(indexes: Int32Array): Int32Array {
    const sortKeys = new Float64Array(indexes.length)
    for (let at = 0; at < indexes.length; at++) {
      const key = keyAt(indexes[at] ?? 0)
      sortKeys[at] = key === NULL ? Number.NaN : key
    }
    return sortedOrder(sortKeys).map((at) => indexes[at] ?? 0)
  }

  function fullSort(): Order {
    const existing = new Int32Array(until)
    let count = 0
    for (let index = 0; index < until; index++) if (exists[index] === 1) existing[count++] = index
    const indexes = sortedByKey(existing.subarray(0, count))
    return { indexes, keys: Float64Array.from(indexes, keyAt) }
  }

  /** Merges the unchanged devices of an order with the sorted changed ones. */
  function merge({ indexes: order, keys: orderKeys }: Order): Order {
    const changed = sortedByKey(Int32Array.from(moved.filter((index) => exists[index] === 1)).sort())
    const size = order.length
    const indexes = new Int32Array(size + changed.length)
    const keys = new Float64Array(indexes.length)
    let length = 0
    let at = 0
    // The additional last round copies the rest of the order.
    for (let next = 0; next <= changed.length; next++) {
      const isLast = next === changed.length
      const inserted = changed[next] ?? 0
      const insertedKey = keyAt(inserted)
      for (; at < size; at++) {
        const index = order[at] ?? 0
        if (hasMoved[index] === 1) continue
        const key = orderKeys[at] ?? NULL
        if (!isLast && (insertedKey < key || (insertedKey === key && inserted < index))) break
        indexes[length] = index
        keys[length++] = key
      }
      if (isLast) break
      indexes[length] = inserted
      keys[length++] = insertedKey
    }
    return { indexes: indexes.subarray(0, length), keys: keys.subarray(0, length) }
  }

  function sorted(): Int32Array {
    if (order === undefined || moved.length > order.indexes.length * MERGE_BELOW) order = fullSort()
    else if (moved.length > 0) order = merge(order)
    for (const index of moved) hasMoved[index] = 0
    moved = []
    return order.indexes
  }

  /** The part of the order with this key. */
  function withKey(key: number): Int32Array {
    const all = sorted()
    const low = partitionPoint(all, 0, all.length, beforeKey(key))
    return all.subarray(low, partitionPoint(all, low, all.length, upToKey(key)))
  }

  /** Finds a range without an order, which is faster than updating an order that may not be needed. */
  function scan(operator: RangeOperator, value: number): Int32Array {
    const found = new Int32Array(until)
    const isIn = COMPARISONS[operator]
    let length = 0
    for (let index = 0; index < until; index++) {
      const key = keys[index] ?? NULL
      if (key < NULL && isIn(key, value) && exists[index] === 1) found[length++] = index
    }
    return found.subarray(0, length)
  }

  return {
    capacity,
    put(index, value) {
      const existence = value === undefined ? 0 : 1
      const key = value === undefined ? NULL : keyOf(value)
      if (exists[index] === existence && keys[index] === key) return
      exists[index] = existence
      keys[index] = key
      until = Math.max(until, index + 1)
      if (order === undefined || hasMoved[index] === 1) return
      hasMoved[index] = 1
      moved.push(index)
    },
    sorted,
    find: (value) => withKey(keyOf(value)),
    marked: () => undefined,
    range(operator, value) {
      const key = keyOf(value)
      if (order === undefined || moved.length > 0) return scan(operator, key)
      const all = sorted()
      const end = partitionPoint(all, 0, all.length, beforeKey(NULL))
      const isBefore = operator === 'lt' || operator === 'ge' ? beforeKey(key) : upToKey(key)
      const border = partitionPoint(all, 0, end, isBefore)
      return operator === 'lt' || operator === 'le' ? all.subarray(0, border) : all.subarray(border, end)
    },
    matching: () => undefined,
    groups() {
      const found: RowGroup[] = []
      const all = sorted()
      for (let from = 0; from < all.length;) {
        const key = keyAt(all[from] ?? 0)
        const handles = withKey(key)
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

/** The first position between `from` and `until` for which `isBefore` is false, by binary search. */
function partitionPoint(
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
