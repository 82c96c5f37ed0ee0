import type { ColumnName, World } from '../../simulator/world.ts'
import { deviceActorId, SERVICE_INSTANCE_ID } from './actors.ts'
import type { DeviceOverrides } from './device-overrides.ts'
import type { DeviceStates } from './device-states.ts'
import type { SortedField } from './sort-index.ts'
import type { Reader, Value } from './table.ts'

/** What the fields of devices are read from. */
export interface DeviceSources {
  world: World
  states: DeviceStates
  /** What the cloud alone knows: notes, public URLs, support access, custom places. */
  known: DeviceOverrides
  /** Indexes of the devices that billing has frozen; undefined when none is. */
  frozen(): ReadonlySet<number> | undefined
  now(): number
}

/** A field of a device on the wire. Those that are not in the table are what somebody wrote into them. */
export interface DeviceField {
  /** The column of the fleet that it is. */
  column?: ColumnName
  /** Unknown until the device has connected once; `report`: or until a machine outside of this world has told it. */
  since?: 'contact' | 'report'
  /** What the wire has in the place of a value of the column. */
  as?(value: Value): Value
  /** Read in another way than from its column alone. */
  read?(sources: DeviceSources): Reader
  /** Devices are kept in order by it. `few`: only so many different numbers that many devices share each. */
  index?: SortedField['kind'] | 'few'
  /** The world itself keeps devices in order by it. */
  isWorldOrder?: true
  /** A number in the same order as its texts. */
  rank?(text: string): number
  /** The field of which it is a part. */
  whole?: string
  /** Devices are counted by it without looking at any. */
  isCounted?: true
  /** At least all devices that have a value of it, when these are few: they are looked at one by one. */
  holders?(sources: DeviceSources): Iterable<number>
  write?(world: World, index: number, value: Value): void
}

/** Where the supervisor's own API listens on every device. */
const SUPERVISOR_PORT = 48_484

const QUARTER_HOUR = 900_000

/** A service keeps its update lock until it lets go; the platform is told for the present quarter of an hour and the next. */
const heldUntil = (now: number) => (Math.floor(now / QUARTER_HOUR) + 2) * QUARTER_HOUR

const asText = (value: Value): string | null => (value === null ? null : String(value))
const orNull = (value: Value): Value => value || null

/** A version as devices tell it: the name of the system goes before a number; null for none. */
export function systemText(version: string): string | null {
  if (version === '') return null
  return /^\d/.test(version) ? `balenaOS ${version}` : version
}

/** Whether a device has been in touch at all; that somebody wrote in its place is no sign of it. */
export function hasConnected(world: World): (index: number) => boolean {
  const changedAt = world.column('lastConnectivityEvent')
  const heartbeat = world.column('heartbeat')
  return (index) => heartbeat(index) !== 'unknown' || (changedAt(index) !== null && !world.isOutside(index))
}

/** Every field of a device that follows from the world or from a rule. */
export const deviceFields: Readonly<Record<string, DeviceField>> = {
  id: { column: 'id', isWorldOrder: true },
  uuid: {
    column: 'uuid',
    isWorldOrder: true,
    write: (world, index, value) => world.setUuid(index, String(value)),
  },
  device_name: {
    column: 'name',
    isWorldOrder: true,
    write: (world, index, value) => world.rename(index, String(value)),
  },
  actor: { read: () => (index) => deviceActorId(index + 1) },
  created_at: { column: 'createdAt', index: 'number' },
  modified_at: {
    read({ world, known }) {
      const read = world.column('modifiedAt')
      return (index) => Math.max(read(index), Number(known.read(index, 'modified_at') ?? 0))
    },
  },
  is_active: {
    column: 'isActive',
    isCounted: true,
    write: (world, index, value) => world.setActive(index, value === true),
  },
  is_frozen: {
    isCounted: true,
    read({ frozen }) {
      const indexes = frozen()
      return indexes === undefined ? () => false : (index) => indexes.has(index)
    },
  },
  overall_status: { column: 'overallStatus', index: 'text', isCounted: true },
  overall_progress: { column: 'overallProgress' },
  is_online: { column: 'isOnline', index: 'boolean' },
  is_connected_to_vpn: { column: 'cloudlink', index: 'boolean' },
  is_managed_by__service_instance: {
    column: 'cloudlink',
    as: (isConnected) => (isConnected === true ? SERVICE_INSTANCE_ID : null),
  },
  last_connectivity_event: { column: 'lastConnectivityEvent', index: 'number' },
  last_vpn_event: {
    read({ world }) {
      const changedAt = world.column('lastConnectivityEvent')
      const online = world.column('isOnline')
      const cloudlink = world.column('cloudlink')
      // Who was written to be online has not come over the VPN.
      return (index) => (online(index) && !cloudlink(index) ? null : changedAt(index))
    },
  },
  api_heartbeat_state: { column: 'heartbeat', index: 'text' },
  changed_api_heartbeat_state_on__date: { column: 'heartbeatChangedAt' },
  status: { column: 'status', since: 'report', as: orNull },
  update_status: { column: 'updateStatus', index: 'text' },
  last_update_status_event: { column: 'updateStatusAt', index: 'number' },
  download_progress: { column: 'downloadProgress' },
  provisioning_state: {
    column: 'provisioningState',
    since: 'report',
    index: 'text',
    read({ world }) {
      const state = world.column('provisioningState')
      const isMet = hasConnected(world)
      return (index) => (state(index) === '' && !isMet(index) ? null : state(index))
    },
  },
  provisioning_progress: {
    read:
      ({ states }) =>
      (index) =>
        states.of(index).provisioningProgress,
  },
  os_version: {
    column: 'osVersion',
    since: 'report',
    as: (version) => systemText(String(version)),
    index: 'text',
  },
  os_variant: {
    column: 'osVariant',
    since: 'report',
    index: 'text',
    // A machine that has not told its system has not told its variant.
    read({ world }) {
      const [variant, os] = [world.column('osVariant'), world.column('osVersion')]
      return (index) => (os(index) === '' ? null : variant(index))
    },
  },
  supervisor_version: { column: 'supervisorVersion', since: 'report', as: orNull, index: 'text' },
  api_port: {
    read({ world, known }) {
      const isMet = hasConnected(world)
      return (index) => known.read(index, 'api_port') ?? (isMet(index) ? SUPERVISOR_PORT : null)
    },
  },
  ip_address: { column: 'ipAddress', since: 'report', as: orNull, index: 'text' },
  public_address: { column: 'publicAddress', since: 'report', as: orNull, index: 'text' },
  mac_address: {
    column: 'macAddress',
    since: 'report',
    as: orNull,
    index: 'text',
    rank: (address) => Number.parseInt(address.replaceAll(':', ''), 16),
  },
  location: { column: 'placeName', since: 'contact', index: 'text' },
  latitude: { column: 'latitude', since: 'contact', as: asText },
  longitude: { column: 'longitude', since: 'contact', as: asText },
  cpu_id: { column: 'cpuId', as: orNull, index: 'text' },
  cpu_usage: { column: 'cpuUsage', index: 'few' },
  cpu_temp: { column: 'cpuTemp', index: 'few' },
  memory_usage: { column: 'memoryUsage', index: 'number', whole: 'memory_total' },
  memory_total: { column: 'memoryTotal', index: 'few' },
  storage_usage: { column: 'storageUsage', index: 'number', whole: 'storage_total' },
  storage_total: { column: 'storageTotal', index: 'few' },
  storage_block_device: {
    read:
      ({ states }) =>
      (index) =>
        states.of(index).metrics?.storageBlockDevice || null,
  },
  is_undervolted: { column: 'isUndervolted', index: 'boolean' },
  is_web_accessible: {
    read:
      ({ known }) =>
      (index) =>
        known.read(index, 'is_web_accessible') === true,
  },
  is_locked_until__date: {
    read({ world, known, now }) {
      const holder = world.column('lockedBy')
      return (index) => {
        const set = known.read(index, 'is_locked_until__date')
        return holder(index) === null ? set : Math.max(Number(set ?? 0), heldUntil(now()))
      }
    },
    holders: ({ world, known }) =>
      new Set([...world.lockedDevices(), ...known.having('is_locked_until__date')]),
  },
  belongs_to__application: {
    column: 'fleetId',
    isCounted: true,
    write: (world, index, value) => world.moveDevice(index, Number(value)),
  },
  is_of__device_type: { column: 'deviceTypeId', index: 'few' },
  is_running__release: { column: 'runningReleaseId', index: 'few' },
  should_be_running__release: { column: 'targetReleaseId', index: 'few' },
  is_pinned_on__release: {
    column: 'pinnedReleaseId',
    index: 'few',
    write: (world, index, value) => world.setPin(index, typeof value === 'number' ? value : null),
  },
}

/** Reads a field of any device, as far as the platform knows it. */
export function deviceReader(field: string, sources: DeviceSources): Reader {
  const { world, known } = sources
  const about = deviceFields[field]
  if (about === undefined) return (index) => known.read(index, field)
  const { column, since, as, read: own } = about
  const plain = own?.(sources) ?? (column === undefined ? undefined : world.column(column))
  if (plain === undefined) throw new Error(`Nothing says how to read ${field}`)
  const value: Reader = as === undefined ? plain : (index) => as(plain(index))
  if (since === undefined) return value
  const isMet = hasConnected(world)
  const hasTold = since === 'report' ? (index: number) => world.isOutside(index) : () => false
  return (index) => (isMet(index) || hasTold(index) ? value(index) : null)
}

/** The orders of devices that are kept: what is unknown before the first contact also follows from that. */
function orderOf({ column, since, index, rank }: DeviceField): SortedField | undefined {
  if (index === undefined || column === undefined) return undefined
  return {
    kind: index === 'few' ? 'number' : index,
    columns: since === undefined ? [column] : [column, 'lastConnectivityEvent'],
    ...(index === 'few' && { few: true }),
    ...(rank !== undefined && { rank }),
  }
}

const chosen = <Result>(choose: (field: DeviceField, name: string) => Result | undefined) =>
  Object.fromEntries(
    Object.entries(deviceFields).flatMap(([name, field]) => {
      const found = choose(field, name)
      return found === undefined ? [] : [[name, found] as const]
    }),
  )

/** The fields by which devices are kept in order. */
export const sortedFields = chosen(orderOf)

/** What an order by numbers in the place of texts cannot answer. */
export const textFields = chosen((field) => {
  if (field.rank === undefined) return undefined
  const { rank: _rank, ...plain } = field
  return orderOf(plain)
})

/** How much of one figure another is, by the field of the part. */
export const shareFields = chosen(({ column, whole = '' }): (SortedField & { whole: string }) | undefined => {
  const of = deviceFields[whole]?.column
  return column === undefined || of === undefined
    ? undefined
    : { whole, kind: 'number', columns: [column, of], few: true }
})
