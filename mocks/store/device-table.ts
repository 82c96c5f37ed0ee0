import type { ColumnName, DeviceState, World } from '../../simulator/world.ts'
import { deviceActorId, SERVICE_INSTANCE_ID } from './actors.ts'
import type { DeviceStates } from './device-states.ts'
import { createSortIndexes } from './sort-index.ts'
import type { SortedField } from './sort-index.ts'
import type { DeviceOverrides } from './device-overrides.ts'
import type { Reader, Table, Value, Values } from './table.ts'
import { createTextIndex } from './text-index.ts'
import type { TextIndex } from './text-index.ts'

/** Fields of the wire that are columns of the fleet. */
const columns = {
  id: 'id',
  uuid: 'uuid',
  device_name: 'name',
  created_at: 'createdAt',
  is_active: 'isActive',
  overall_status: 'overallStatus',
  overall_progress: 'overallProgress',
  is_online: 'isOnline',
  is_connected_to_vpn: 'cloudlink',
  last_connectivity_event: 'lastConnectivityEvent',
  last_vpn_event: 'lastConnectivityEvent',
  api_heartbeat_state: 'heartbeat',
  changed_api_heartbeat_state_on__date: 'heartbeatChangedAt',
  status: 'status',
  update_status: 'updateStatus',
  last_update_status_event: 'updateStatusAt',
  download_progress: 'downloadProgress',
  os_version: 'osVersion',
  os_variant: 'osVariant',
  supervisor_version: 'supervisorVersion',
  ip_address: 'ipAddress',
  public_address: 'publicAddress',
  mac_address: 'macAddress',
  provisioning_state: 'provisioningState',
  location: 'placeName',
  latitude: 'latitude',
  longitude: 'longitude',
  cpu_usage: 'cpuUsage',
  cpu_temp: 'cpuTemp',
  memory_usage: 'memoryUsage',
  memory_total: 'memoryTotal',
  storage_usage: 'storageUsage',
  storage_total: 'storageTotal',
  is_undervolted: 'isUndervolted',
  cpu_id: 'cpuId',
  belongs_to__application: 'fleetId',
  is_of__device_type: 'deviceTypeId',
  is_running__release: 'runningReleaseId',
  should_be_running__release: 'targetReleaseId',
  is_pinned_on__release: 'pinnedReleaseId',
} as const satisfies Record<string, ColumnName>

const isColumn = (field: string): field is keyof typeof columns => field in columns

/** Fields that only the whole state of a device tells. */
const fromState: Readonly<Record<string, (state: DeviceState) => Value>> = {
  storage_block_device: ({ metrics }) => metrics?.storageBlockDevice || null,
  provisioning_progress: ({ provisioningProgress }) => provisioningProgress,
}

/** Fields by which the world itself keeps its devices in order. */
const WORLD_ORDERS: ReadonlySet<string> = new Set(['id', 'uuid', 'device_name'])

const macNumber = (address: string) => Number.parseInt(address.replaceAll(':', ''), 16)

/** The other fields that people sort and filter by. What is unknown before the first contact also follows from that. */
const KEPT: Readonly<Record<string, SortedField>> = {
  created_at: { kind: 'number', columns: ['createdAt'] },
  overall_status: { kind: 'text', columns: ['overallStatus'] },
  update_status: { kind: 'text', columns: ['updateStatus'] },
  last_update_status_event: { kind: 'number', columns: ['updateStatusAt'] },
  provisioning_state: { kind: 'text', columns: ['provisioningState'] },
  is_online: { kind: 'boolean', columns: ['isOnline'] },
  is_connected_to_vpn: { kind: 'boolean', columns: ['cloudlink'] },
  last_connectivity_event: { kind: 'number', columns: ['lastConnectivityEvent'] },
  api_heartbeat_state: { kind: 'text', columns: ['heartbeat'] },
  os_version: { kind: 'text', columns: ['osVersion', 'lastConnectivityEvent'] },
  os_variant: { kind: 'text', columns: ['osVariant', 'lastConnectivityEvent'] },
  supervisor_version: { kind: 'text', columns: ['supervisorVersion', 'lastConnectivityEvent'] },
  ip_address: { kind: 'text', columns: ['ipAddress', 'lastConnectivityEvent'] },
  public_address: { kind: 'text', columns: ['publicAddress', 'lastConnectivityEvent'] },
  mac_address: { kind: 'text', columns: ['macAddress', 'lastConnectivityEvent'], rank: macNumber },
  location: { kind: 'text', columns: ['placeName', 'lastConnectivityEvent'] },
  cpu_id: { kind: 'text', columns: ['cpuId'] },
  cpu_usage: { kind: 'number', columns: ['cpuUsage'], few: true },
  cpu_temp: { kind: 'number', columns: ['cpuTemp'], few: true },
  memory_usage: { kind: 'number', columns: ['memoryUsage'] },
  storage_usage: { kind: 'number', columns: ['storageUsage'] },
  memory_total: { kind: 'number', columns: ['memoryTotal'], few: true },
  storage_total: { kind: 'number', columns: ['storageTotal'], few: true },
  is_undervolted: { kind: 'boolean', columns: ['isUndervolted'] },
  is_of__device_type: { kind: 'number', columns: ['deviceTypeId'], few: true },
  is_running__release: { kind: 'number', columns: ['runningReleaseId'], few: true },
  should_be_running__release: { kind: 'number', columns: ['targetReleaseId'], few: true },
  is_pinned_on__release: { kind: 'number', columns: ['pinnedReleaseId'], few: true },
}

/** What an order by numbers in the place of texts cannot answer. */
const TEXTS: Readonly<Record<string, SortedField>> = {
  mac_address: { kind: 'text', columns: ['macAddress', 'lastConnectivityEvent'] },
}

/** How much of one figure another is, by the field of the part. */
const SHARES: Readonly<Record<string, SortedField & { whole: string }>> = {
  memory_usage: { whole: 'memory_total', kind: 'number', columns: ['memoryUsage', 'memoryTotal'], few: true },
  storage_usage: {
    whole: 'storage_total',
    kind: 'number',
    columns: ['storageUsage', 'storageTotal'],
    few: true,
  },
}

/** Fields by which devices are counted without looking at any. */
const COUNTED: ReadonlySet<string> = new Set([
  'belongs_to__application',
  'overall_status',
  'is_active',
  'is_frozen',
])

/** Unknown until the device has connected once. */
const REPORTED: ReadonlySet<string> = new Set([
  'os_variant',
  'supervisor_version',
  'mac_address',
  'ip_address',
  'public_address',
])

/** Where the supervisor's own API listens on every device. */
const SUPERVISOR_PORT = 48_484

const QUARTER_HOUR = 900_000

/** A service keeps its update lock until it lets go; the platform is told for the present quarter of an hour and the next. */
const heldUntil = (now: number) => (Math.floor(now / QUARTER_HOUR) + 2) * QUARTER_HOUR

const NONE: readonly number[] = []

const TYPES = { number: 'number', boolean: 'boolean', text: 'string' } as const

/** Whether a value is of the kind that a field has. */
function fits(field: string, value: Value): boolean {
  const kept = KEPT[field]
  return value === null || (kept !== undefined && typeof value === TYPES[kept.kind])
}

const asText = (value: Value): string | null => (value === null ? null : String(value))

/** A version as devices tell it: the name of the system goes before a number; null for none. */
export function systemText(version: string): string | null {
  if (version === '') return null
  return /^\d/.test(version) ? `balenaOS ${version}` : version
}

export interface DeviceTableOptions {
  world: World
  states: DeviceStates
  /** What the cloud alone knows: notes, public URLs, support access, custom places. */
  known: DeviceOverrides
  /** Ids of the fleets that the world knows. */
  fleets(): ReadonlySet<number>
  /** Indexes of the devices that billing has frozen; undefined when none is. */
  frozen(): ReadonlySet<number> | undefined
  now(): number
}

/** The devices: columns of the simulator's world under the names of the wire. Handles are the world's indexes. */
export function createDeviceTable({ world, states, known, fleets, frozen, now }: DeviceTableOptions): Table {
  const knows = (fleet: number) => fleets().has(fleet)
  const remembrances = new Map<string, { version: number; values: (string | undefined)[] }>()
  const nameIndexes = new Map<string, { version: number; index: TextIndex | undefined }>()
  const members = new Map<number, { version: number; indexes: Int32Array }>()
  const orders = createSortIndexes({ world, fields: KEPT, reader })
  const texts = createSortIndexes({ world, fields: TEXTS, reader })
  const shares = createSortIndexes({ world, fields: SHARES, reader: shareReader })
  /** The values of a field as it tells them. */
  const keptOf = (field: string) => (field in TEXTS ? texts : orders)(field)

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

  /** Whether a device has been in touch at all; that somebody wrote in its place is no sign of it. */
  function hasBeenMet(): (index: number) => boolean {
    const changedAt = world.column('lastConnectivityEvent')
    const heartbeat = world.column('heartbeat')
    return (index) => heartbeat(index) !== 'unknown' || (changedAt(index) !== null && !world.isOutside(index))
  }

  function reader(field: string): Reader {
    if (field === 'device_name') return remembered('name')
    if (field === 'uuid') return remembered('uuid')
    if (field === 'actor') return (index) => deviceActorId(index + 1)
    if (field === 'latitude' || field === 'longitude') {
      const read = world.column(field)
      const met = hasBeenMet()
      return (index) => (met(index) ? asText(read(index)) : null)
    }
    if (field === 'location') {
      const read = world.column('placeName')
      const met = hasBeenMet()
      return (index) => (met(index) ? read(index) : null)
    }
    if (field === 'api_port') {
      const met = hasBeenMet()
      return (index) => known.read(index, field) ?? (met(index) ? SUPERVISOR_PORT : null)
    }
    if (field === 'last_vpn_event') {
      const changedAt = world.column('lastConnectivityEvent')
      const online = world.column('isOnline')
      const cloudlink = world.column('cloudlink')
      // Who was written to be online has not come over the VPN.
      return (index) => (online(index) && !cloudlink(index) ? null : changedAt(index))
    }
    if (field === 'status') {
      const read = world.column('status')
      const met = hasBeenMet()
      return (index) => (met(index) || world.isOutside(index) ? read(index) || null : null)
    }
    if (field === 'cpu_id') {
      const read = world.column('cpuId')
      return (index) => read(index) || null
    }
    if (field === 'provisioning_state') {
      const read = world.column('provisioningState')
      const met = hasBeenMet()
      return (index) => read(index) || (met(index) ? '' : null)
    }
    if (field === 'os_version') {
      const read = world.column('osVersion')
      const met = hasBeenMet()
      return (index) => (met(index) || world.isOutside(index) ? systemText(read(index)) : null)
    }
    if (REPORTED.has(field) && isColumn(field)) {
      const read = world.column(columns[field])
      const met = hasBeenMet()
      const os = world.column('osVersion')
      return (index) => {
        if (!met(index) && !world.isOutside(index)) return null
        // A machine that has not told its system has not told its variant.
        return field === 'os_variant' && os(index) === '' ? null : read(index) || null
      }
    }
    if (field === 'modified_at') {
      const read = world.column('modifiedAt')
      return (index) => Math.max(read(index), Number(known.read(index, 'modified_at') ?? 0))
    }
    if (field === 'is_managed_by__service_instance') {
      const read = world.column('cloudlink')
      return (index) => (read(index) ? SERVICE_INSTANCE_ID : null)
    }
    if (field === 'is_locked_until__date') {
      const holder = world.column('lockedBy')
      return (index) => {
        const set = known.read(index, field)
        return holder(index) === null ? set : Math.max(Number(set ?? 0), heldUntil(now()))
      }
    }
    if (field === 'is_web_accessible') return (index) => known.read(index, field) === true
    if (field === 'is_frozen') {
      const indexes = frozen()
      return indexes === undefined ? () => false : (index) => indexes.has(index)
    }
    if (isColumn(field)) return world.column(columns[field])
    const tell = fromState[field]
    if (tell !== undefined) return (index) => tell(states.of(index))
    return (index) => known.read(index, field)
  }

  /** Whole percent. Of nothing every part is more than any percent. */
  function shareReader(field: string): Reader {
    const part = reader(field)
    const whole = reader(SHARES[field]?.whole ?? '')
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
      if (KEPT[field] === undefined) return undefined
      return fits(field, value) ? keptOf(field).find(value) : NONE
    },
    marked: (field, value) =>
      KEPT[field] !== undefined && fits(field, value) ? keptOf(field).marked(value) : undefined,
    sorted(field) {
      if (WORLD_ORDERS.has(field) && isColumn(field)) return world.sortedBy(columns[field])
      return field in KEPT ? orders(field).sorted() : undefined
    },
    groups: (field) => (KEPT[field]?.few === true ? orders(field).groups() : undefined),
    search(field, sought) {
      const { part, place, lower } = sought
      if (field === 'uuid' && place === 'startswith') return world.indexesOfUuidPrefix(part)
      if (field === 'device_name') return nameIndex(lower)?.search(part, place)
      return KEPT[field]?.kind === 'text' ? keptOf(field).matching(sought) : undefined
    },
    range(field, operator, value) {
      const kept = KEPT[field]
      if (kept === undefined || kept.rank !== undefined || typeof value !== TYPES[kept.kind]) return undefined
      return Number.isNaN(value) ? undefined : orders(field).range(operator, value)
    },
    share: (part, whole, percent) =>
      SHARES[part]?.whole === whole ? shares(part).range('ge', percent) : undefined,
    count(where) {
      for (const field of where.keys()) {
        if (!COUNTED.has(field)) return undefined
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
        if (field === 'device_name') world.rename(index, String(value))
        else if (field === 'uuid') world.setUuid(index, String(value))
        else if (field === 'belongs_to__application') world.moveDevice(index, Number(value))
        else if (field === 'is_active') world.setActive(index, value === true)
        else if (field === 'is_pinned_on__release') {
          world.setPin(index, typeof value === 'number' ? value : null)
        } else rest[field] = value
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
