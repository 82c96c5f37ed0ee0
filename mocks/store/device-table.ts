import { deviceFields, deviceReader, shareFields, sortedFields, textFields } from './device-fields.ts'
import type { DeviceSources } from './device-fields.ts'
import { inRange } from './field-index.ts'
import { createSortIndexes } from './sort-index.ts'
import type { Reader, Table, Value, Values } from './table.ts'
import { createTextIndex } from './text-index.ts'
import type { TextIndex } from './text-index.ts'

const NONE: readonly number[] = []

const TYPES = { number: 'number', boolean: 'boolean', text: 'string' } as const

/** Whether a value is of the kind that a field has. */
function fits(field: string, value: Value): boolean {
  const kept = sortedFields[field]
  return value === null || (kept !== undefined && typeof value === TYPES[kept.kind])
}

export interface DeviceTableOptions extends DeviceSources {
  /** Ids of the fleets that the world knows. */
  fleets(): ReadonlySet<number>
}

/** The devices: columns of the simulator's world under the names of the wire. Handles are the world's indexes. */
export function createDeviceTable(options: DeviceTableOptions): Table {
  const { world, states, known, fleets, frozen, now } = options
  const knows = (fleet: number) => fleets().has(fleet)
  const remembrances = new Map<string, { version: number; values: (string | undefined)[] }>()
  const nameIndexes = new Map<string, { version: number; index: TextIndex | undefined }>()
  const members = new Map<number, { version: number; indexes: Int32Array }>()
  const orders = createSortIndexes({ world, fields: sortedFields, reader })
  const texts = createSortIndexes({ world, fields: textFields, reader })
  const shares = createSortIndexes({ world, fields: shareFields, reader: shareReader })
  /** The values of a field as it tells them. */
  const keptOf = (field: string) => (field in textFields ? texts : orders)(field)

  function* handles() {
    for (let index = 0; index < world.size; index++) if (world.exists(index)) yield index
  }

  function countFleet(fleet: number, where: ReadonlyMap<string, Value>): number {
    if (!knows(fleet)) return 0
    const counts: Readonly<Record<string, number>> = world.fleetCounts(fleet)
    const status = where.get('overall_status')
    const active = where.get('is_active')
    let total = 0
    for (const [name, count] of Object.entries(counts)) {
      if (status !== undefined && name !== status) continue
      if (active !== undefined && (name !== 'inactive') !== active) continue
      total += count
    }
    return total
  }

  /** Texts that the world computes anew at each look; a search looks at all of them. */
  function remembered(column: 'name' | 'uuid'): Reader {
    const version = world.version(column)
    let kept = remembrances.get(column)
    if (kept?.version !== version) {
      kept = { version, values: Array.from<string | undefined>({ length: world.size }) }
      remembrances.set(column, kept)
    }
    const { values } = kept
    const read = world.column(column)
    return (index) => (values[index] ??= read(index))
  }

  /** All names joined, as they are or in lower case. */
  function nameIndex(lower: boolean): TextIndex | undefined {
    const version = world.version('name')
    const key = lower ? 'lower' : 'plain'
    const kept = nameIndexes.get(key)
    if (kept?.version === version) return kept.index
    const read = remembered('name')
    const textOf = (index: number) => String(read(index))
    const index = createTextIndex(handles(), lower ? (it) => textOf(it).toLowerCase() : textOf)
    nameIndexes.set(key, { version, index })
    return index
  }

  /** The devices of a fleet, in a list that never changes: another one takes its place. */
  function membersOf(fleet: number): Int32Array {
    const version = world.version('fleetId')
    const known = members.get(fleet)
    if (known?.version === version) return known.indexes
    const indexes = Int32Array.from(world.devicesOfFleet(fleet))
    members.set(fleet, { version, indexes })
    return indexes
  }

  function reader(field: string): Reader {
    if (field === 'device_name') return remembered('name')
    return field === 'uuid' ? remembered('uuid') : deviceReader(field, options)
  }

  /** Whole percent. Of nothing every part is more than any percent. */
  function shareReader(field: string): Reader {
    const part = reader(field)
    const whole = reader(shareFields[field]?.whole ?? '')
    return (index) => {
      const [used, all] = [part(index), whole(index)]
      if (typeof used !== 'number' || typeof all !== 'number') return null
      return all > 0 ? Math.floor((used * 100) / all) : Infinity
    }
  }

  return {
    resource: 'device',
    get size() {
      return world.size
    },
    handles,
    byId: (id) => world.indexOfId(id),
    reader,
    find(field, value) {
      if (field === 'belongs_to__application') {
        return typeof value === 'number' && knows(value) ? membersOf(value) : NONE
      }
      if (field === 'uuid') {
        const index = typeof value === 'string' ? world.indexOfUuid(value) : -1
        return index < 0 ? NONE : [index]
      }
      if (field === 'is_frozen') {
        const indexes = frozen()
        if (value === false) return indexes === undefined ? world.sortedBy('id') : undefined
        return indexes === undefined || value !== true ? NONE : [...indexes]
      }
      if (sortedFields[field] === undefined) return undefined
      return fits(field, value) ? keptOf(field).find(value) : NONE
    },
    marked: (field, value) =>
      sortedFields[field] !== undefined && fits(field, value) ? keptOf(field).marked(value) : undefined,
    sorted(field) {
      const { isWorldOrder = false, column } = deviceFields[field] ?? {}
      if (isWorldOrder && column !== undefined) return world.sortedBy(column)
      return field in sortedFields ? orders(field).sorted() : undefined
    },
    groups: (field) => (sortedFields[field]?.few === true ? orders(field).groups() : undefined),
    search(field, sought) {
      const { part, place, lower } = sought
      if (field === 'uuid' && place === 'startswith') return world.indexesOfUuidPrefix(part)
      if (field === 'device_name') return nameIndex(lower)?.search(part, place)
      return sortedFields[field]?.kind === 'text' ? keptOf(field).matching(sought) : undefined
    },
    range(field, operator, value) {
      const holders = deviceFields[field]?.holders?.(options)
      if (holders !== undefined) {
        const read = reader(field)
        return [...holders].filter((index) => world.exists(index) && inRange(operator, read(index), value))
      }
      const kept = sortedFields[field]
      if (kept === undefined || kept.rank !== undefined || typeof value !== TYPES[kept.kind]) return undefined
      return Number.isNaN(value) ? undefined : orders(field).range(operator, value)
    },
    share: (part, whole, percent) =>
      shareFields[part]?.whole === whole ? shares(part).range('ge', percent) : undefined,
    count(where) {
      for (const field of where.keys()) {
        if (deviceFields[field]?.isCounted !== true) return undefined
      }
      if (where.has('is_frozen')) {
        if (frozen() !== undefined) return undefined
        if (where.get('is_frozen') === true) return 0
      }
      const fleet = where.get('belongs_to__application')
      if (fleet !== undefined) return typeof fleet === 'number' ? countFleet(fleet, where) : 0
      let total = 0
      for (const id of fleets()) total += countFleet(id, where)
      return total
    },
    insert() {
      throw new Error('A device joins through registration, not through its table')
    },
    update(index, changes) {
      const rest: Values = {}
      for (const [field, value] of Object.entries(changes)) {
        const { write } = deviceFields[field] ?? {}
        if (write === undefined) rest[field] = value
        else write(world, index, value)
      }
      known.write(index, { ...rest, modified_at: now() })
      states.forget()
    },
    remove(index) {
      known.remove(index)
      world.removeDevice(index)
      states.forget()
    },
  }
}
