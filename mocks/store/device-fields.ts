import type { ColumnName, World } from '../../simulator/world/world.ts'
import { deviceActorId, SERVICE_INSTANCE_ID } from './actors.ts'
import type { DeviceOverrides } from './device-overrides.ts'
import type { DeviceStates } from './device-states.ts'
import type { SortedField } from './sort-index.ts'
import type { Reader, Value } from './table.ts'

/** The sources of the fields of devices. */
export interface DeviceSources {
  world: World
  states: DeviceStates
  /** Data that only the platform has: notes, public URLs, support access, custom locations. */
  known: DeviceOverrides
  /** Indexes of the devices frozen by billing; undefined when there are none. */
  frozen(): ReadonlySet<number> | undefined
  now(): number
}

/** A field of devices in the API. Fields without an entry return the value that was written to them. */
export interface DeviceField {
  /** The column of the simulated world. */
  column?: ColumnName
  /** null until the device has connected once; with `report`, external devices only need to have reported. */
  since?: 'contact' | 'report'
  /** Converts a value of the column to a value of the API. */
  as?(value: Value): Value
  /** Replaces reading the column. */
  read?(sources: DeviceSources): Reader
  /** The kind of its sort index. `few`: numbers with few distinct values. */
  index?: SortedField['kind'] | 'few'
  /** The world has the sort index. */
  isWorldOrder?: true
  /** Maps texts to numbers with the same order. */
  rank?(text: string): number
  /** The field that it is a share of. */
  whole?: string
  /** The world counts devices by this field. */
  isCounted?: true
  /** All devices with a value, and possibly others; only for fields that few devices have. They are scanned. */
  holders?(sources: DeviceSources): Iterable<number>
  write?(world: World, index: number, value: Value): void
}

/** The port of the supervisor API on devices. */
const SUPERVISOR_PORT = 48_484

const QUARTER_HOUR = 900_000

/** Services hold update locks without an end; devices report one, up to the end of the next quarter of an hour. */
const lockReportedUntil = (now: number) => (Math.floor(now / QUARTER_HOUR) + 2) * QUARTER_HOUR

const asText = (value: Value): string | null => (value === null ? null : String(value))
const orNull = (value: Value): Value => value || null

/** An OS version as devices report it, with the name of the OS; null if there is none. */
export function systemText(version: string): string | null {
  if (version === '') return null
  return /^\d/.test(version) ? `balenaOS ${version}` : version
}

/** Returns a test whether a device has ever connected. Values written by users do not count. */
function hasConnected(world: World): (index: number) => boolean {
  const changedAt = world.column('lastConnectivityEvent')
  const heartbeat = world.column('heartbeat')
  return (index) => heartbeat(index) !== 'unknown' || (changedAt(index) !== null && !world.isExternal(index))
}

/** The fields of devices that are derived from the world or computed. */
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
      const changedAt = world.column('modifiedAt')
      // Measures are values of the row; their report changes it.
      const measuredAt = world.column('measuredAt')
      return (index) =>
        Math.max(changedAt(index), measuredAt(index) ?? 0, Number(known.read(index, 'modified_at') ?? 0))
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
  last_vpn_event: { column: 'lastVpnEvent' },
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
      const wasConnected = hasConnected(world)
      return (index) => (state(index) === '' && !wasConnected(index) ? null : state(index))
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
    // A simulated device reports both together.
    read({ world }) {
      const [variant, os] = [world.column('osVariant'), world.column('osVersion')]
      return (index) => (os(index) === '' && !world.isExternal(index) ? null : variant(index))
    },
  },
  supervisor_version: { column: 'supervisorVersion', since: 'report', as: orNull, index: 'text' },
  api_port: {
    read({ world, known }) {
      const wasConnected = hasConnected(world)
      return (index) => known.read(index, 'api_port') ?? (wasConnected(index) ? SUPERVISOR_PORT : null)
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
  location: { column: 'placeName', since: 'contact', as: orNull, index: 'text' },
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
        return holder(index) === null ? set : Math.max(Number(set ?? 0), lockReportedUntil(now()))
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
  should_be_managed_by__release: {
    // An OS update makes the supervisor that it brings the target.
    read:
      ({ world, known }) =>
      (index) =>
        world.supervisorTarget(index) ?? known.read(index, 'should_be_managed_by__release'),
  },
  is_pinned_on__release: {
    column: 'pinnedReleaseId',
    index: 'few',
    write: (world, index, value) => world.setPin(index, typeof value === 'number' ? value : null),
  },
}

/** Reads a field of devices; null as long as the platform does not know it. */
export function deviceReader(field: string, sources: DeviceSources): Reader {
  const { world, known } = sources
  const definition = deviceFields[field]
  if (definition === undefined) return (index) => known.read(index, field)
  const { column, since, as, read: own } = definition
  const raw = own?.(sources) ?? (column === undefined ? undefined : world.column(column))
  if (raw === undefined) throw new Error(`No column and no reader of ${field}`)
  const value: Reader = as === undefined ? raw : (index) => as(raw(index))
  if (since === undefined) return value
  const wasConnected = hasConnected(world)
  const hasReported = since === 'report' ? (index: number) => world.isExternal(index) : () => false
  return (index) => (wasConnected(index) || hasReported(index) ? value(index) : null)
}

/** The sort index of a field. Fields that are null before the first contact also depend on that column. */
function orderOf({ column, since, index, rank }: DeviceField): SortedField | undefined {
  if (index === undefined || column === undefined) return undefined
  return {
    kind: index === 'few' ? 'number' : index,
    columns: since === undefined ? [column] : [column, 'lastConnectivityEvent'],
    ...(index === 'few' && { few: true }),
    ...(rank !== undefined && { rank }),
  }
}

const mapFields = <Result>(map: (field: DeviceField) => Result | undefined) =>
  Object.fromEntries(
    Object.entries(deviceFields).flatMap(([name, field]) => {
      const result = map(field)
      return result === undefined ? [] : [[name, result] as const]
    }),
  )

/** The fields with a sort index. */
export const sortedFields = mapFields(orderOf)

/** Fields with a rank also have an index of their texts, for text search. */
export const textFields = mapFields((field) => {
  if (field.rank === undefined) return undefined
  const { rank: _rank, ...plain } = field
  return orderOf(plain)
})

/** Indexes of shares in percent, by the field of the part. */
export const shareFields = mapFields(
  ({ column, whole = '' }): (SortedField & { whole: string }) | undefined => {
    const of = deviceFields[whole]?.column
    return column === undefined || of === undefined
      ? undefined
      : { whole, kind: 'number', columns: [column, of], few: true }
  },
)
