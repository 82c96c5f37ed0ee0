import type { World } from '../../simulator/world/world.ts'
import type { RowInput } from './stored-row.ts'
import type { RowClass, Table } from './table.ts'

/** A tag of all devices of a range. */
export interface TagPattern {
  key: string
  /** `{n}` is replaced by a number from 1 to `cycle`, counted through the range. */
  value: string
  cycle?: number
  /** Only every n-th device of the range has it. */
  every?: number
  /** Instead of `value`: how many devices have each value. The others do not have the tag. */
  values?: Readonly<Record<string, number>>
}

/** Devices that were created together, and their tags. */
export interface TaggedRange {
  firstIndex: number
  count: number
  tags: readonly TagPattern[]
}

/** Devices of a range, by offset, that have the same value of a tag. */
interface ValueRun {
  value: string
  from: number
  to: number
}

interface TagRow {
  id: number
  tag_key: string
  value: string
  /** Absent for tags of a pattern, which are as old as their device. */
  createdAt?: number
  /** Absent until a user changes the tag. */
  modifiedAt?: number
}

export interface DeviceTagSnapshot {
  ranges: TaggedRange[]
  own: Map<number, TagRow[]>
  nextId: number
}

export interface DeviceTagTable extends Table {
  /** Ranges must be added in ascending order and must not overlap. */
  addRange(range: TaggedRange): void
  snapshot(): DeviceTagSnapshot
  restore(snapshot: DeviceTagSnapshot): void
}

/** Tags of patterns have even ids, tags added by users odd ones. */
const PATTERN_IDS_PER_DEVICE = 64

const NONE: readonly number[] = []

const LIKE_FIELDS: ReadonlySet<string> = new Set(['tag_key', 'value'])

/**
 * `device_tag`: the tags of a device are derived from the patterns of its range. Once a user changes one, all tags of the
 * device are stored. Handles are ids.
 */
export function createDeviceTagTable(world: World): DeviceTagTable {
  let ranges: TaggedRange[] = []
  let own = new Map<number, TagRow[]>()
  let ownerOf = new Map<number, number>()
  let nextId = 1
  const texts = new Map<TagPattern, string[]>()
  const runs = new Map<TagPattern, readonly ValueRun[]>()
  /** Valid until a tag changes, or a device is added or removed. */
  let cache: { devices: number; kinds: readonly RowClass[] } | undefined

  function rangeOf(index: number): TaggedRange | undefined {
    let [low, high] = [0, ranges.length - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const range = ranges[middle]
      if (range === undefined) return undefined
      if (index < range.firstIndex) high = middle - 1
      else if (index >= range.firstIndex + range.count) low = middle + 1
      else return range
    }
    return undefined
  }
  /** The value of a pattern for a device at this offset in the range. The texts are created once. */
  function valueOf(pattern: TagPattern, offset: number): string {
    const { value, cycle = 1 } = pattern
    const run = runAt(pattern, offset)
    if (run !== undefined) return run.value
    let values = texts.get(pattern)
    if (values === undefined) {
      values = Array.from({ length: cycle }, (_, n) => value.replace('{n}', String(n + 1)))
      texts.set(pattern, values)
    }
    return values[offset % cycle] ?? value
  }
  function runsOf(pattern: TagPattern): readonly ValueRun[] {
    const known = runs.get(pattern)
    if (known !== undefined) return known
    let from = 0
    const made = Object.entries(pattern.values ?? {}).map(([value, count]) => {
      const run = { value, from, to: from + count }
      from = run.to
      return run
    })
    runs.set(pattern, made)
    return made
  }
  function runAt(pattern: TagPattern, offset: number): ValueRun | undefined {
    if (pattern.values === undefined) return undefined
    return runsOf(pattern).find(({ from, to }) => offset >= from && offset < to)
  }
  const has = (pattern: TagPattern, offset: number) =>
    pattern.values === undefined ? offset % (pattern.every ?? 1) === 0 : runAt(pattern, offset) !== undefined
  const patternId = (index: number, at: number) => 2 * (index * PATTERN_IDS_PER_DEVICE + at + 1)
  function patternRow(range: TaggedRange, index: number, at: number): TagRow | undefined {
    const pattern = range.tags[at]
    const offset = index - range.firstIndex
    if (pattern === undefined || !has(pattern, offset)) return undefined
    return { id: patternId(index, at), tag_key: pattern.key, value: valueOf(pattern, offset) }
  }
  function rowsOf(index: number): TagRow[] {
    const changed = own.get(index)
    if (changed !== undefined) return changed
    const range = rangeOf(index)
    if (range === undefined) return []
    return range.tags.flatMap((_, at) => patternRow(range, index, at) ?? [])
  }
  function idsOf(index: number): number[] {
    const changed = own.get(index)
    if (changed !== undefined) return changed.map(({ id }) => id)
    const range = rangeOf(index)
    const ids: number[] = []
    if (range === undefined) return ids
    const offset = index - range.firstIndex
    for (let at = 0; at < range.tags.length; at++) {
      const pattern = range.tags[at]
      if (pattern !== undefined && has(pattern, offset)) ids.push(patternId(index, at))
    }
    return ids
  }
  const patternIndex = (handle: number) => Math.floor((handle / 2 - 1) / PATTERN_IDS_PER_DEVICE)
  /** The device of a tag; a derived one that was moved is not at the device of its pattern. */
  function indexOf(handle: number): number {
    return ownerOf.get(handle) ?? (handle % 2 === 1 ? -1 : patternIndex(handle))
  }
  function rowOf(handle: number): TagRow | undefined {
    const index = indexOf(handle)
    if (index < 0 || !world.exists(index)) return undefined
    if (own.has(index)) return own.get(index)?.find(({ id }) => id === handle)
    const range = rangeOf(index)
    return range && patternRow(range, index, (handle / 2 - 1) % PATTERN_IDS_PER_DEVICE)
  }
  function createdAt(handle: number): number | null {
    const known = rowOf(handle)?.createdAt
    const index = indexOf(handle)
    if (known !== undefined || index < 0) return known ?? null
    return world.column('createdAt')(index)
  }
  /** The tags of one pattern of a range, grouped by value. */
  function* kindsOf(range: TaggedRange, at: number): Generator<RowClass, void> {
    const pattern = range.tags[at]
    if (pattern === undefined) return
    if (pattern.values !== undefined) {
      yield* kindsOfRuns(range, at, runsOf(pattern))
      return
    }
    const { cycle = 1, every = 1 } = pattern
    for (let turn = 0; turn < Math.min(cycle, range.count); turn++) {
      const eachOwner = (take: (owner: number) => void) => {
        for (let offset = turn; offset < range.count; offset += cycle) {
          const index = range.firstIndex + offset
          if (offset % every === 0 && world.exists(index) && !own.has(index)) take(index)
        }
      }
      const first = firstOwner(range, turn, cycle, every)
      if (first >= 0) yield { handle: patternId(first, at), eachOwner }
    }
  }
  function* kindsOfRuns(range: TaggedRange, at: number, all: readonly ValueRun[]): Generator<RowClass> {
    for (const { from, to } of all) {
      const eachOwner = (take: (owner: number) => void) => {
        for (let offset = from; offset < Math.min(to, range.count); offset++) {
          const index = range.firstIndex + offset
          if (world.exists(index) && !own.has(index)) take(index)
        }
      }
      let first = -1
      eachOwner((index) => {
        if (first < 0) first = index
      })
      if (first >= 0) yield { handle: patternId(first, at), eachOwner }
    }
  }
  function firstOwner(range: TaggedRange, turn: number, cycle: number, every: number): number {
    for (let offset = turn; offset < range.count; offset += cycle) {
      const index = range.firstIndex + offset
      if (offset % every === 0 && world.exists(index) && !own.has(index)) return index
    }
    return -1
  }
  function* allKinds(): Generator<RowClass> {
    for (const range of ranges) {
      for (let at = 0; at < range.tags.length; at++) yield* kindsOf(range, at)
    }
    for (const [index, rows] of own) {
      if (!world.exists(index)) continue
      for (const { id } of rows) {
        yield { handle: id, eachOwner: (take: (owner: number) => void) => take(index) }
      }
    }
  }
  function makeOwn(index: number): TagRow[] {
    cache = undefined
    const rows = rowsOf(index)
    own.set(index, rows)
    return rows
  }

  return {
    resource: 'device_tag',
    get size() {
      return world.size * 2
    },
    *handles() {
      for (let index = 0; index < world.size; index++) {
        if (world.exists(index)) yield* idsOf(index)
      }
    },
    likeFields: LIKE_FIELDS,
    kinds() {
      // Increases only when devices are added or removed.
      const devices = world.version('id')
      if (cache?.devices !== devices) cache = { devices, kinds: [...allKinds()] }
      return cache.kinds
    },
    byId: (id) => (rowOf(id) === undefined ? -1 : id),
    reader(field) {
      if (field === 'id') return (handle) => handle
      if (field === 'device') return (handle) => indexOf(handle) + 1
      if (field === 'tag_key') return (handle) => rowOf(handle)?.tag_key ?? null
      if (field === 'value') return (handle) => rowOf(handle)?.value ?? null
      if (field === 'created_at') return createdAt
      if (field === 'modified_at') return (handle) => rowOf(handle)?.modifiedAt ?? createdAt(handle)
      return () => null
    },
    find(field, value) {
      if (field !== 'device') return undefined
      const index = typeof value === 'number' ? world.indexOfId(value) : -1
      return index < 0 ? NONE : idsOf(index)
    },
    insert(values: RowInput<'device_tag'>) {
      const index = world.indexOfId(Number(values.device))
      const id = nextId
      nextId += 2
      const row: TagRow = { id, tag_key: String(values.tag_key), value: String(values.value) }
      if (typeof values.created_at === 'number') row.createdAt = values.created_at
      makeOwn(index).push(row)
      ownerOf.set(id, index)
      return id
    },
    update(handle, changes: RowInput<'device_tag'>) {
      const from = indexOf(handle)
      const rows = makeOwn(from)
      const row = rows.find(({ id }) => id === handle)
      if (row === undefined) return
      row.tag_key = changes.tag_key ?? row.tag_key
      row.value = changes.value ?? row.value
      if (typeof changes.modified_at === 'number') row.modifiedAt = changes.modified_at
      const to = typeof changes.device === 'number' ? world.indexOfId(changes.device) : from
      if (to === from || to < 0) return
      // It is as old as the device of its pattern.
      row.createdAt ??= world.column('createdAt')(from)
      own.set(
        from,
        rows.filter((each) => each !== row),
      )
      makeOwn(to).push(row)
      ownerOf.set(handle, to)
    },
    remove(handle) {
      const index = indexOf(handle)
      own.set(
        index,
        makeOwn(index).filter(({ id }) => id !== handle),
      )
      ownerOf.delete(handle)
    },
    addRange(range) {
      cache = undefined
      ranges.push(range)
    },
    snapshot: () => structuredClone({ ranges, own, nextId }),
    restore(saved) {
      cache = undefined
      const copy = structuredClone(saved)
      ranges = copy.ranges
      own = copy.own
      nextId = copy.nextId
      ownerOf = new Map()
      for (const [index, rows] of own)
        for (const { id } of rows) if (id % 2 === 1 || patternIndex(id) !== index) ownerOf.set(id, index)
    },
  }
}
