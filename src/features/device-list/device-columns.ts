import { offers } from '@/api/api.ts'
import type { PlatformFeature } from '@/api/platform-features.ts'
import type { OrderBy } from 'pinejs-client-core'
import type { Model } from '@/api/model.ts'
import type { Direction, Sort } from '@/lib/url-state.ts'
import { devicesText } from '@/messages/devices.ts'

/** Columns of the device table, in their usual order. Those that show one field of the wire are called like it. */
export const deviceColumns = [
  'overall_status',
  'device_name',
  'uuid',
  'release',
  'target_release',
  'last_connectivity_event',
  'is_online',
  'is_connected_to_vpn',
  'api_heartbeat_state',
  'os_version',
  'os_variant',
  'supervisor_version',
  'device_type',
  'ip_address',
  'public_address',
  'mac_address',
  'tags',
  'note',
  'location',
  'created_at',
  'modified_at',
  'update_status',
  'last_update_status_event',
  'provisioning_state',
  'cpu_usage',
  'memory_usage',
  'storage_usage',
  'cpu_temp',
  'cpu_id',
  'is_undervolted',
  'is_active',
  'local_mode',
  'is_web_accessible',
  'is_accessible_by_support_until__date',
  'is_locked_until__date',
] as const

export type FixedColumn = (typeof deviceColumns)[number]

/** Columns that a platform can fill only where it offers something. */
const restsOn: Partial<Record<FixedColumn, PlatformFeature>> = {
  is_connected_to_vpn: 'vpn',
  location: 'location',
  is_active: 'deviceActivation',
  is_web_accessible: 'vpn',
  is_accessible_by_support_until__date: 'supportAccess',
}

function isOffered(column: DeviceColumn): boolean {
  const feature = isFixed(column) ? restsOn[column] : undefined
  return feature === undefined || offers(feature)
}

/** Those that this platform can fill. */
export const offeredColumns = (): FixedColumn[] => deviceColumns.filter(isOffered)

/** One tag of each device, by the tag's name. */
export type TagColumn = `tag.${string}`
export type DeviceColumn = FixedColumn | TagColumn

/** The name of the tag that a column shows; undefined for the other columns. */
export function tagKeyOf(column: DeviceColumn): string | undefined {
  return column.startsWith('tag.') ? column.slice('tag.'.length) : undefined
}

export const tagColumn = (key: string): TagColumn => `tag.${key}`

export function isFixed(column: string): column is FixedColumn {
  return deviceColumns.some((each) => each === column)
}

/** A column that there is: a fixed one, or one of a tag. */
export function isColumn(text: string): text is DeviceColumn {
  return isFixed(text) || /^tag\../s.test(text)
}

export function columnLabel(column: DeviceColumn): string {
  return isFixed(column) ? devicesText.column[column] : devicesText.tagColumn(tagKeyOf(column) ?? '')
}

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

/** The usual ones of those with whom a smaller table is tried out. */
export const reducedColumns: readonly DeviceColumn[] = [
  'overall_status',
  'device_name',
  'release',
  'last_connectivity_event',
]

/** Columns that hold numbers stand at the right. */
export const numberColumns: ReadonlySet<DeviceColumn> = new Set([
  'cpu_usage',
  'memory_usage',
  'storage_usage',
  'cpu_temp',
])

type DeviceOrder = OrderBy<Model['device']['Read']>

/** Columns whose order is along a relation. */
const relatedOrder: Partial<Record<FixedColumn, string>> = {
  release: 'is_running__release/raw_version',
  target_release: 'should_be_running__release/raw_version',
  device_type: 'is_of__device_type/name',
}

/** What the platform cannot order by: it knows no order of many rows. */
const unsortable = ['tags', 'local_mode'] as const
export type SortableColumn = Exclude<FixedColumn, (typeof unsortable)[number]>

export function isSortable(column: DeviceColumn): column is SortableColumn {
  return isFixed(column) && !unsortable.some((each) => each === column)
}

const sortableColumns: readonly SortableColumn[] = deviceColumns.filter(isSortable)
/** Those that this platform can order by. */
export const offeredSorts = (): SortableColumn[] => sortableColumns.filter(isOffered)
export type DeviceSort = Sort<SortableColumn>
export const usualSort: readonly DeviceSort[] = [{ field: 'device_name', direction: 'asc' }]

// The query client's types know no order along a relation, its compiler does.
const orderBy = (path: string, direction: Direction) => ({ [path]: direction }) as DeviceOrder

/**
 * The order of the request. The id settles ties, so that no device is on two pages or on none; in the direction of the
 * last column, so that an index over that column serves both.
 */
export function deviceOrder(sorts: readonly DeviceSort[]): DeviceOrder {
  const last = sorts.at(-1)?.direction ?? 'asc'
  return [
    ...sorts.map(({ field, direction }) => orderBy(relatedOrder[field] ?? field, direction)),
    { id: last },
  ] as DeviceOrder
}

/**
 * The order after a press on a column's header: by it alone, turned when it is by it already. Together with others
 * (Shift), a press adds it as the last, turns it, then takes it out.
 */
export function sortedBy(
  sorts: readonly DeviceSort[],
  field: SortableColumn,
  { together }: { together: boolean },
): readonly DeviceSort[] {
  const now = sorts.find((sort) => sort.field === field)
  const turned: Direction = now?.direction === 'asc' ? 'desc' : 'asc'
  if (!together) return [{ field, direction: sorts.length > 1 && now ? now.direction : turned }]
  if (now === undefined) return [...sorts, { field, direction: 'asc' }]
  if (now.direction === 'asc')
    return sorts.map((sort) => (sort === now ? { field, direction: turned } : sort))
  const others = sorts.filter((sort) => sort !== now)
  return others.length === 0 ? usualSort : others
}

/** The columns to show: those that there are here, each once, in the order given, always with the name. */
export function shownColumns(chosen: Iterable<string>): DeviceColumn[] {
  const known = [...new Set(chosen)].filter(isColumn).filter(isOffered)
  return known.includes(alwaysShown) ? known : [alwaysShown, ...known]
}

/** Adds a column where it usually stands, or takes it out. */
export function withColumn(
  shown: readonly DeviceColumn[],
  column: DeviceColumn,
  isShown: boolean,
): DeviceColumn[] {
  const others = shown.filter((each) => each !== column)
  if (!isShown) return shownColumns(others)
  const usualPlace = (each: DeviceColumn) =>
    isFixed(each) ? deviceColumns.indexOf(each) : deviceColumns.length
  const before = others.findLastIndex((each) => usualPlace(each) <= usualPlace(column))
  return shownColumns(others.toSpliced(before + 1, 0, column))
}

/** Moves a column to the place of another. */
export function movedColumn(
  shown: readonly DeviceColumn[],
  column: DeviceColumn,
  to: number,
): DeviceColumn[] {
  const others = shown.filter((each) => each !== column)
  return others.toSpliced(Math.min(Math.max(0, to), others.length), 0, column)
}

export function canHide(column: DeviceColumn): boolean {
  return column !== alwaysShown
}
