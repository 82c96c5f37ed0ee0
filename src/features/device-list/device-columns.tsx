import type { ReactNode } from 'react'
import { api, offers } from '@/api/api.ts'
import type { OrderBy } from 'pinejs-client-core'
import type { Model } from '@/api/model.ts'
import type { Direction, Sort } from '@/lib/url-state.ts'
import { devicesText } from '@/messages/devices.ts'
import { columns, type Column } from './columns.tsx'
import { Nothing } from './device-cells.tsx'
import type { ExtraField, ListedDevice } from './listed-device.ts'

export type FixedColumn = keyof typeof columns
/** One tag of each device, by the tag's name. */
export type TagColumn = `tag.${string}`
export type DeviceColumn = FixedColumn | TagColumn

/** The columns that every platform's devices have, in their usual order. */
export const deviceColumns: readonly FixedColumn[] = Object.keys(columns).filter(isFixed)

/** The column of a name; that of a tag is made from it. */
export function columnOf(name: DeviceColumn): Column {
  if (isFixed(name)) return columns[name]
  const valueOf = ({ device_tag }: ListedDevice) =>
    device_tag.find(({ tag_key }) => tag_key === tagKeyOf(name))?.value
  return {
    cell: (device) => valueOf(device) ?? <Nothing />,
    text: (device) => valueOf(device) ?? devicesText.unknown,
    value: (device) => valueOf(device) ?? null,
    order: false,
  }
}

/** What a column shows of a device. */
export function cellOf(device: ListedDevice, name: DeviceColumn): ReactNode {
  const { cell, text } = columnOf(name)
  return cell ? cell(device) : text(device, api().now())
}

function isOffered(name: DeviceColumn): boolean {
  const { offeredWith } = columnOf(name)
  return offeredWith === undefined || offers(offeredWith)
}

/** Those that this platform can fill. */
export const offeredColumns = (): FixedColumn[] => deviceColumns.filter(isOffered)

/** The name of the tag that a column shows; undefined for the other columns. */
export function tagKeyOf(column: DeviceColumn): string | undefined {
  return column.startsWith('tag.') ? column.slice('tag.'.length) : undefined
}

export const tagColumn = (key: string): TagColumn => `tag.${key}`

export function isFixed(column: string): column is FixedColumn {
  return Object.hasOwn(columns, column)
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

export const usualColumns: readonly DeviceColumn[] = deviceColumns.filter((name) => columnOf(name).usual)

/** The usual ones of those with whom a smaller table is tried out. */
export const reducedColumns: readonly DeviceColumn[] = deviceColumns.filter(
  (name) => columnOf(name).usual === 'always',
)

type DeviceOrder = OrderBy<Model['device']['Read']>

/** The platform knows no order of many rows. */
export type SortableColumn = {
  [Name in FixedColumn]: (typeof columns)[Name] extends { order: false } ? never : Name
}[FixedColumn]

export function isSortable(name: DeviceColumn): name is SortableColumn {
  return columnOf(name).order !== false
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
    ...sorts.map(({ field, direction }) => orderBy(columnOf(field).order || field, direction)),
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

/** What columns are read with beside the usual fields, in a fixed order. */
export const extraReads = (names: readonly DeviceColumn[]): (ExtraField | 'local mode')[] =>
  deviceColumns.flatMap((name) => (names.includes(name) && columnOf(name).reads) || [])

/** Whether rows that were read for some columns can show others. */
export function canShow(names: readonly DeviceColumn[], readFor: readonly DeviceColumn[]): boolean {
  const known = extraReads(readFor)
  return extraReads(names).every((read) => known.includes(read))
}
