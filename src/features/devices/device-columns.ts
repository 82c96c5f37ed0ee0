import type { OrderBy } from 'pinejs-client-core'
import type { Model } from '@/api/model.ts'
import { createStored, type Stored } from '../../lib/stored.ts'
import type { Direction, Sort } from '../../lib/url-state.ts'
import { devicesText } from '../../messages/devices.ts'

/** Columns of the device table, in their order. Those that show one field of the wire are called like it. */
export const deviceColumns = [
  'overall_status',
  'device_name',
  'uuid',
  'release',
  'last_connectivity_event',
  'is_connected_to_vpn',
  'api_heartbeat_state',
  'os_version',
  'os_variant',
  'supervisor_version',
  'device_type',
  'ip_address',
  'mac_address',
  'tags',
  'created_at',
  'cpu_usage',
  'memory_usage',
  'storage_usage',
  'cpu_temp',
] as const

export type DeviceColumn = (typeof deviceColumns)[number]

export const columnLabel: Record<DeviceColumn, string> = devicesText.column

/** Without it a row could not be opened. */
const alwaysShown: DeviceColumn = 'device_name'

export const usualColumns: readonly DeviceColumn[] = [
  'overall_status',
  'device_name',
  'uuid',
  'release',
  'last_connectivity_event',
  'os_version',
  'supervisor_version',
  'tags',
]

/** Columns that hold numbers stand at the right. */
export const numberColumns: ReadonlySet<DeviceColumn> = new Set([
  'cpu_usage',
  'memory_usage',
  'storage_usage',
  'cpu_temp',
])

type DeviceOrder = OrderBy<Model['device']['Read']>

/** What the platform sorts by for a column; tags have no order. */
const orderPath: Record<Exclude<DeviceColumn, 'tags'>, string> = {
  overall_status: 'overall_status',
  device_name: 'device_name',
  uuid: 'uuid',
  release: 'is_running__release/raw_version',
  last_connectivity_event: 'last_connectivity_event',
  is_connected_to_vpn: 'is_connected_to_vpn',
  api_heartbeat_state: 'api_heartbeat_state',
  os_version: 'os_version',
  os_variant: 'os_variant',
  supervisor_version: 'supervisor_version',
  device_type: 'is_of__device_type/name',
  ip_address: 'ip_address',
  mac_address: 'mac_address',
  created_at: 'created_at',
  cpu_usage: 'cpu_usage',
  memory_usage: 'memory_usage',
  storage_usage: 'storage_usage',
  cpu_temp: 'cpu_temp',
}

export type SortableColumn = keyof typeof orderPath

export function isSortable(column: DeviceColumn): column is SortableColumn {
  return column in orderPath
}

export const sortableColumns: readonly SortableColumn[] = deviceColumns.filter(isSortable)
export const usualSort: Sort<SortableColumn> = { field: 'device_name', direction: 'asc' }

// The query client's types know no order along a relation, its compiler does.
const orderBy = (path: string, direction: Direction) => ({ [path]: direction }) as DeviceOrder

/**
 * The order of the request. The id settles ties, so that no device is on two pages or on none; in the same direction, so
 * that an index over the column serves both.
 */
export function deviceOrder({ field, direction }: Sort<SortableColumn>): DeviceOrder {
  return [orderBy(orderPath[field], direction), { id: direction }]
}

/** The columns to show: known ones, in their order, always with the name. */
export function shownColumns(chosen: Iterable<string>): DeviceColumn[] {
  const wanted = new Set(chosen)
  return deviceColumns.filter((column) => wanted.has(column) || column === alwaysShown)
}

export function withColumn(
  shown: readonly DeviceColumn[],
  column: DeviceColumn,
  isShown: boolean,
): DeviceColumn[] {
  return shownColumns(isShown ? [...shown, column] : shown.filter((each) => each !== column))
}

export function canHide(column: DeviceColumn): boolean {
  return column !== alwaysShown
}

/** The chosen columns, kept in this browser. */
export const storedColumns: Stored<readonly DeviceColumn[]> = createStored<readonly DeviceColumn[]>(
  'device-columns',
  usualColumns,
  (stored) => (Array.isArray(stored) ? shownColumns(stored.map(String)) : undefined),
)
