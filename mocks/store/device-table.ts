import { deviceFields, deviceReader, shareFields, sortedFields, textFields } from './device-fields.ts'
import type { DeviceSources } from './device-fields.ts'
import { inRange } from './field-index.ts'
import { createSortIndexes } from './sort-index.ts'
import type { Reader, Table, Value, Values } from './table.ts'
import { createTextIndex } from './text-index.ts'
import type { TextIndex } from './text-index.ts'

const NONE: readonly number[] = []

const TYPES = { number: 'number', boolean: 'boolean', text: 'string' } as const

/** Whether a value has the type of a field. */
function fits(field: string, value: Value): boolean {
  const definition = sortedFields[field]
  return value === null || (definition !== undefined && typeof value === TYPES[definition.kind])
}

export interface DeviceTableOptions extends DeviceSources {
  /** Ids of the fleets registered in the world. */
  fleets(): ReadonlySet<number>
}

/** `device`: columns of the simulated world under the field names of the API. Handles are indexes of the world. */
export function createDeviceTable(options: DeviceTableOptions): Table {
  const { world, known, fleets, frozen, now } = options
  const knows = (fleet: number) => fleets().has(fleet)
  const columnCaches = new Map<string, { version: number; values: (string | undefined)[] }>()
  const nameIndexes = new Map<string, { version: number; index: TextIndex | undefined }>()
  const members = new Map<number, { version: number; indexes: Int32Array }>()
  const orders = createSortIndexes({ world, fields: sortedFields, reader })
  const texts = createSortIndexes({ world, fields: textFields, reader })
  const shares = createSortIndexes({ world, fields: shareFields, reader: shareReader })
  /** The index with the values of a field, and not their ranks. */
  const valueIndex = (field: string) => (field in textFields ? texts : orders)(field)

  function* handles() {
    for (let index = 0; index < world.size; index++) if (world.exists(index)) yield index
  }

  function countFleet(fleet: number, equals: ReadonlyMap<string, Value>): number {
    if (!knows(fleet)) return 0
    const counts: Readonly<Record<string, number>> = world.fleetCounts(fleet)
    const status = equals.get('overall_status')
    const active = equals.get('is_active')
    let total = 0
    for (const [name, count] of Object.entries(counts)) {
      if (status !== undefined && name !== status) continue
      if (active !== undefined && (name !== 'inactive') !== active) continue
      total += count
    }
    return total
  }

  /** Caches texts that the world computes on each read, because a search reads all of them. */
  function cached(column: 'name' | 'uuid'): Reader {
    const version = world.version(column)
    let cache = columnCaches.get(column)
    if (cache?.version !== version) {
      cache = { version, values: Array.from<string | undefined>({ length: world.size }) }
      columnCaches.set(column, cache)
    }
    const { values } = cache
    const read = world.column(column)
    return (index) => (values[index] ??= read(index))
  }

  /** The search index of all names, optionally in lower case. */
  function nameIndex(lower: boolean): TextIndex | undefined {
    const version = world.version('name')
    const key = lower ? 'lower' : 'plain'
    const known = nameIndexes.get(key)
    if (known?.version === version) return known.index
    const read = cached('name')
    const textOf = (index: number) => String(read(index))
    const index = createTextIndex(handles(), lower ? (it) => textOf(it).toLowerCase() : textOf)
    nameIndexes.set(key, { version, index })
    return index
  }

  /** The devices of a fleet. The list never changes; after changes of the fleet, a new list is returned. */
  function membersOf(fleet: number): Int32Array {
    const version = world.version('fleetId')
    const known = members.get(fleet)
    if (known?.version === version) return known.indexes
    const indexes = Int32Array.from(world.devicesOfFleet(fleet))
    members.set(fleet, { version, indexes })
    return indexes
  }

  function reader(field: string): Reader {
    if (field === 'device_name') return cached('name')
    return field === 'uuid' ? cached('uuid') : deviceReader(field, options)
  }

  /** Percent, rounded down; infinite if the whole is 0. */
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
      return fits(field, value) ? valueIndex(field).find(value) : NONE
    },
    marked: (field, value) =>
      sortedFields[field] !== undefined && fits(field, value) ? valueIndex(field).marked(value) : undefined,
    sorted(field) {
      const { isWorldOrder = false, column } = deviceFields[field] ?? {}
      if (isWorldOrder && column !== undefined) return world.sortedBy(column)
      return field in sortedFields ? orders(field).sorted() : undefined
    },
    groups: (field) => (sortedFields[field]?.few === true ? orders(field).groups() : undefined),
    search(field, query) {
      const { part, place, lower } = query
      if (field === 'uuid' && place === 'startswith') return world.indexesOfUuidPrefix(part)
      if (field === 'device_name') return nameIndex(lower)?.search(part, place)
      return sortedFields[field]?.kind === 'text' ? valueIndex(field).matching(query) : undefined
    },
    range(field, operator, value) {
      const holders = deviceFields[field]?.holders?.(options)
      if (holders !== undefined) {
        const read = reader(field)
        return [...holders].filter((index) => world.exists(index) && inRange(operator, read(index), value))
      }
      const definition = sortedFields[field]
      if (definition === undefined || definition.rank !== undefined) return undefined
      if (typeof value !== TYPES[definition.kind]) return undefined
      return Number.isNaN(value) ? undefined : orders(field).range(operator, value)
    },
    share: (part, whole, percent) =>
      shareFields[part]?.whole === whole ? shares(part).range('ge', percent) : undefined,
    count(equals) {
      for (const field of equals.keys()) {
        if (deviceFields[field]?.isCounted !== true) return undefined
      }
      if (equals.has('is_frozen')) {
        if (frozen() !== undefined) return undefined
        if (equals.get('is_frozen') === true) return 0
      }
      const fleet = equals.get('belongs_to__application')
      if (fleet !== undefined) return typeof fleet === 'number' ? countFleet(fleet, equals) : 0
      let total = 0
      for (const id of fleets()) total += countFleet(id, equals)
      return total
    },
    insert() {
      throw new Error('Devices are added by registration')
    },
    update(index, changes) {
      const rest: Values = {}
      for (const [field, value] of Object.entries(changes)) {
        const { write } = deviceFields[field] ?? {}
        if (write === undefined) rest[field] = value
        else write(world, index, value)
      }
      known.write(index, { ...rest, modified_at: now() })
    },
    remove(index) {
      known.remove(index)
      world.removeDevice(index)
    },
  }
}
