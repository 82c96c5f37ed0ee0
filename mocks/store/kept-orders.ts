import { orderOf } from '../../simulator/sorting.ts'
import type { ColumnName, World, WorldMark } from '../../simulator/world.ts'
import type { RangeOperator, Reader, Value } from './table.ts'

/** A field whose order over all devices is kept. */
export interface KeptField {
  kind: 'number' | 'boolean' | 'text'
  /** The columns of the world that its values follow from; the first says which devices changed. */
  columns: readonly [ColumnName, ...ColumnName[]]
  /** A number in the same order as the texts of the field, which is then kept in their place. */
  rank?(text: string): number
}

export interface KeptOrders {
  /** Live indexes in rising order of a field, nulls last, equals by index. Do not keep it over a change. */
  sorted(field: string): Int32Array
  /** Live indexes with this value, in rising order. Do not keep it over a change. */
  find(field: string, value: Value): Int32Array
  /** Live indexes whose value compares so with this one, nulls never. Do not keep it over a change. */
  range(field: string, operator: RangeOperator, value: Value): Int32Array
  /** Live indexes whose text passes a test, nulls never. */
  matching(field: string, test: (text: string) => boolean): Int32Array
  /** Each value that occurs, with the live indexes that have it. */
  groups(field: string): { value: Value; handles: Int32Array }[]
}

interface Order {
  version: number
  mark: WorldMark
  keys: Keys
  order: Int32Array
  /** 1 for each index that stands in the order. */
  member: Uint8Array
}

/** The values of a field by index, as they were when its order was last mended. */
interface Keys {
  /** Remembers a value; says whether it is another than before. */
  set(index: number, value: Value): boolean
  get(index: number): Value
  /** Below 0 when the value stands before that of the index, above 0 when after it. */
  compare(value: Value, index: number): number
  /** The indexes given, in order. */
  sort(indexes: Int32Array): Int32Array
}

/** Above this share of changed devices, sorting all anew costs no more than mending. */
const MEND_BELOW = 0.2
const COMPARE_BELOW = 1000

function numberKeys(size: number, isBoolean: boolean): Keys {
  // Nothing stands after a null, so it is kept as what is larger than everything.
  const keys = new Float64Array(size).fill(Infinity)
  const keyOf = (value: Value) => (value === null ? Infinity : Number(value))
  const at = (index: number) => keys[index] ?? Infinity
  return {
    set(index, value) {
      const key = keyOf(value)
      if (keys[index] === key) return false
      keys[index] = key
      return true
    },
    get: (index) => (at(index) === Infinity ? null : isBoolean ? at(index) === 1 : at(index)),
    compare(value, index) {
      const key = keyOf(value)
      return key < at(index) ? -1 : key > at(index) ? 1 : 0
    },
    sort(indexes) {
      const chosen = new Float64Array(indexes.length)
      for (let i = 0; i < indexes.length; i++) {
        const key = at(indexes[i] ?? 0)
        chosen[i] = key === Infinity ? Number.NaN : key
      }
      return orderOf(chosen).map((place) => indexes[place] ?? 0)
    },
  }
}

function textKeys(size: number): Keys {
  const keys = Array.from<Value>({ length: size }).fill(null)
  const at = (index: number) => keys[index] ?? null
  return {
    set(index, value) {
      if (at(index) === value) return false
      keys[index] = value
      return true
    },
    get: at,
    compare(value, index) {
      const key = at(index)
      if (value === key) return 0
      if (value === null) return 1
      return key === null || value < key ? -1 : 1
    },
    sort(indexes) {
      const texts = new Set<string>()
      for (const index of indexes) {
        const key = at(index)
        if (key !== null) texts.add(String(key))
      }
      const ranks = new Map([...texts].sort().map((text, rank) => [text, rank]))
      const chosen = new Float64Array(indexes.length)
      for (let i = 0; i < indexes.length; i++) {
        const key = at(indexes[i] ?? 0)
        chosen[i] = key === null ? Number.NaN : (ranks.get(String(key)) ?? Number.NaN)
      }
      return orderOf(chosen).map((place) => indexes[place] ?? 0)
    },
  }
}

export interface KeptOrdersOptions {
  world: World
  fields: Readonly<Record<string, KeptField>>
  reader(field: string): Reader
}

/**
 * Orders of the devices by single fields. A hundred thousand devices are sorted once; then only those that changed since
 * are looked at again and put into their new places.
 */
export function createKeptOrders({ world, fields, reader }: KeptOrdersOptions): KeptOrders {
  const orders = new Map<string, Order>()

  function valuesOf(field: string): Reader {
    const read = reader(field)
    const rank = fields[field]?.rank
    if (rank === undefined) return read
    return (index) => {
      const value = read(index)
      return value === null ? null : rank(String(value))
    }
  }

  function build(field: string, { kind }: KeptField, version: number): Order {
    const { size } = world
    const keys = kind === 'text' ? textKeys(size) : numberKeys(size, kind === 'boolean')
    const member = new Uint8Array(size)
    const live = new Int32Array(size)
    const read = valuesOf(field)
    let count = 0
    for (let index = 0; index < size; index++) {
      if (!world.exists(index)) continue
      member[index] = 1
      live[count++] = index
      keys.set(index, read(index))
    }
    return { version, mark: world.mark(), keys, member, order: keys.sort(live.subarray(0, count)) }
  }

  /** Puts the devices that changed into their new places; false when it is better to begin anew. */
  function mend(field: string, kept: Order, changed: Int32Array): boolean {
    const { keys, member } = kept
    if (world.size > member.length || changed.length > member.length * 4) return false
    const read = valuesOf(field)
    const moved = new Uint8Array(member.length)
    const arriving: number[] = []
    let leaving = 0
    for (const index of changed) {
      if (moved[index] === 1) continue
      const lives = world.exists(index)
      if (!lives && member[index] === 0) continue
      if (lives && !keys.set(index, read(index)) && member[index] === 1) continue
      moved[index] = 1
      leaving += member[index] ?? 0
      member[index] = lives ? 1 : 0
      if (lives) arriving.push(index)
    }
    if (leaving === 0 && arriving.length === 0) return true
    // Half mended keys are of no use to anybody.
    if (arriving.length > kept.order.length * MEND_BELOW) return false
    kept.order = rearranged(kept, moved, leaving, inOrder(keys, Int32Array.from(arriving)))
    return true
  }

  function current(field: string): Order {
    const kept = orders.get(field)
    const about = fields[field]
    if (about === undefined) throw new Error(`No order is kept of ${field}`)
    const version = about.columns.reduce((sum, column) => sum + world.version(column), 0)
    if (kept?.version === version) return kept
    const mark = world.mark()
    const changed = kept && world.changedSince(about.columns[0], kept.mark)
    if (kept && changed && mend(field, kept, changed)) {
      kept.version = version
      kept.mark = mark
      return kept
    }
    const built = build(field, about, version)
    orders.set(field, built)
    return built
  }

  return {
    sorted: (field) => current(field).order,
    find(field, value) {
      const { keys, order } = current(field)
      const from = placeOf(keys, order, value, 0, false)
      const until = placeOf(keys, order, value, from, true)
      return order.subarray(from, until)
    },
    range(field, operator, value) {
      const { keys, order } = current(field)
      if (operator === 'lt' || operator === 'le') {
        return order.subarray(0, placeOf(keys, order, value, 0, operator === 'le'))
      }
      const from = placeOf(keys, order, value, 0, operator === 'gt')
      return order.subarray(from, Math.max(from, placeOf(keys, order, null, 0, false)))
    },
    matching(field, test) {
      const { keys, order } = current(field)
      const found = new Int32Array(order.length)
      let count = 0
      let before: Value = null
      let passes = false
      for (let at = 0; at < order.length; at++) {
        const index = order[at] ?? 0
        const value = keys.get(index)
        if (value === null) break
        // Equal texts stand beside each other: each is looked at once.
        if (value !== before) passes = test(String(value))
        before = value
        if (passes) found[count++] = index
      }
      return found.subarray(0, count)
    },
    groups(field) {
      const { keys, order } = current(field)
      const found: { value: Value; handles: Int32Array }[] = []
      for (let from = 0; from < order.length;) {
        const value = keys.get(order[from] ?? 0)
        const until = placeOf(keys, order, value, from, true)
        found.push({ value, handles: order.subarray(from, until) })
        from = until
      }
      return found
    },
  }
}

/** Few are sorted one against the other; many at once by their keys. */
function inOrder(keys: Keys, indexes: Int32Array): Int32Array {
  if (indexes.length > COMPARE_BELOW) return keys.sort(indexes.sort())
  return indexes.sort((one, other) => keys.compare(keys.get(one), other) || one - other)
}

/** The first place in the order whose value is not before the given one, or, with `after`, behind it. */
function placeOf(keys: Keys, order: Int32Array, value: Value, from: number, after: boolean): number {
  let low = from
  let high = order.length
  while (low < high) {
    const middle = (low + high) >> 1
    const difference = keys.compare(value, order[middle] ?? 0)
    if (difference > 0 || (after && difference === 0)) low = middle + 1
    else high = middle
  }
  return low
}

/** The order without those that moved, and the arriving ones, themselves in order, in their places. */
function rearranged(
  { keys, order }: Order,
  moved: Uint8Array,
  leaving: number,
  arriving: Int32Array,
): Int32Array {
  const stay = new Int32Array(order.length - leaving)
  let count = 0
  for (let at = 0; at < order.length; at++) {
    const index = order[at] ?? 0
    if (moved[index] === 0) stay[count++] = index
  }
  const result = new Int32Array(stay.length + arriving.length)
  let done = 0
  let length = 0
  for (const index of arriving) {
    const value = keys.get(index)
    let low = done
    let high = stay.length
    while (low < high) {
      const middle = (low + high) >> 1
      const other = stay[middle] ?? 0
      const difference = keys.compare(value, other)
      if (difference > 0 || (difference === 0 && index > other)) low = middle + 1
      else high = middle
    }
    result.set(stay.subarray(done, low), length)
    length += low - done
    done = low
    result[length++] = index
  }
  result.set(stay.subarray(done), length)
  return result
}
