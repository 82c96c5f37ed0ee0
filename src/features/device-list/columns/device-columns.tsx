import type { OrderBy } from 'pinejs-client-core'
import type { ReactNode } from 'react'
import { api, offers } from '@/api/api.ts'
import type { Model } from '@/api/model.ts'
import type { ExtraField, ListedDevice } from '@/features/device-list/data/listed-device.ts'
import type { Direction, Sort } from '@/lib/url-state.ts'
import { devicesText } from '@/messages/device-list/devices.ts'
import { columns, type Column } from './columns.tsx'
import { Nothing } from './device-cells.tsx'

export type FixedColumn = keyof typeof columns
/** Shows one tag of each device, by the name of the tag. */
export type TagColumn = `tag.${string}`
export type DeviceColumn = FixedColumn | TagColumn

/** All fixed columns in their default order, including those that this platform does not offer. */
export const deviceColumns: readonly FixedColumn[] = Object.keys(columns).filter(isFixed)

/** The definition of a column; that of a tag column is created on demand. */
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

/** The content of the cell of a device. */
export function cellOf(device: ListedDevice, name: DeviceColumn): ReactNode {
  const { cell, text } = columnOf(name)
  return cell ? cell(device) : text(device, api().now())
}

function isOffered(name: DeviceColumn): boolean {
  const { offeredWith } = columnOf(name)
  return offeredWith === undefined || offers(offeredWith)
}

/** The fixed columns that this platform offers. */
export const offeredColumns = (): FixedColumn[] => deviceColumns.filter(isOffered)

/** The name of the tag that a column shows; undefined for fixed columns. */
function tagKeyOf(column: DeviceColumn): string | undefined {
  return column.startsWith('tag.') ? column.slice('tag.'.length) : undefined
}

export const tagColumn = (key: string): TagColumn => `tag.${key}`

function isFixed(column: string): column is FixedColumn {
  return Object.hasOwn(columns, column)
}

/** Whether a text names a column, fixed or of a tag. */
export function isColumn(text: string): text is DeviceColumn {
  return isFixed(text) || /^tag\../s.test(text)
}

export function columnLabel(column: DeviceColumn): string {
  return isFixed(column) ? devicesText.column[column] : devicesText.tagColumn(tagKeyOf(column) ?? '')
}

/** The name links to the device, so it cannot be hidden. */
const requiredColumn: DeviceColumn = 'device_name'

export const defaultColumns: readonly DeviceColumn[] = deviceColumns.filter(
  (name) => columnOf(name).isDefault,
)

/** The smaller default layout that a feature flag enables. */
export const reducedColumns: readonly DeviceColumn[] = deviceColumns.filter(
  (name) => columnOf(name).isDefault === 'always',
)

type DeviceOrder = OrderBy<Model['device']['Read']>

/** The platform cannot sort by fields of several related rows. */
export type SortableColumn = {
  [Name in FixedColumn]: (typeof columns)[Name] extends { order: false } ? never : Name
}[FixedColumn]

export function isSortable(name: DeviceColumn): name is SortableColumn {
  return columnOf(name).order !== false
}

const sortableColumns: readonly SortableColumn[] = deviceColumns.filter(isSortable)
/** The columns that this platform can sort by. */
export const offeredSorts = (): SortableColumn[] => sortableColumns.filter(isOffered)
export type DeviceSort = Sort<SortableColumn>
export const defaultSort: readonly DeviceSort[] = [{ field: 'device_name', direction: 'asc' }]

// The types of the query client lack sorting by a relation; its compiler supports it.
const orderBy = (path: string, direction: Direction) => ({ [path]: direction }) as DeviceOrder

/**
 * The order of the request. Ties are broken by id, so that pages neither repeat nor miss a device. The id uses the
 * direction of the last column, so that one index serves both.
 */
export function deviceOrder(sorts: readonly DeviceSort[]): DeviceOrder {
  const last = sorts.at(-1)?.direction ?? 'asc'
  return [
    ...sorts.map(({ field, direction }) => orderBy(columnOf(field).order || field, direction)),
    { id: last },
  ] as DeviceOrder
}

/**
 * The order after a click on a column header: by this column only, reversed if it already is. With Shift
 * (`together`), a click adds the column as the last, then reverses it, then removes it.
 */
export function sortedBy(
  sorts: readonly DeviceSort[],
  field: SortableColumn,
  { together }: { together: boolean },
): readonly DeviceSort[] {
  const current = sorts.find((sort) => sort.field === field)
  const reversed: Direction = current?.direction === 'asc' ? 'desc' : 'asc'
  if (!together) return [{ field, direction: sorts.length > 1 && current ? current.direction : reversed }]
  if (current === undefined) return [...sorts, { field, direction: 'asc' }]
  if (current.direction === 'asc')
    return sorts.map((sort) => (sort === current ? { field, direction: reversed } : sort))
  const others = sorts.filter((sort) => sort !== current)
  return others.length === 0 ? defaultSort : others
}

/** Filters and deduplicates columns, keeping their order, and adds the name if it is missing. */
export function validColumns(chosen: Iterable<string>): DeviceColumn[] {
  const known = [...new Set(chosen)].filter(isColumn).filter(isOffered)
  return known.includes(requiredColumn) ? known : [requiredColumn, ...known]
}

/** Adds a column at its default position, or removes it. */
export function withColumn(
  shown: readonly DeviceColumn[],
  column: DeviceColumn,
  isShown: boolean,
): DeviceColumn[] {
  const others = shown.filter((each) => each !== column)
  if (!isShown) return validColumns(others)
  const position = (each: DeviceColumn) =>
    isFixed(each) ? deviceColumns.indexOf(each) : deviceColumns.length
  const before = others.findLastIndex((each) => position(each) <= position(column))
  return validColumns(others.toSpliced(before + 1, 0, column))
}

/** Moves a column to an index. */
export function movedColumn(
  shown: readonly DeviceColumn[],
  column: DeviceColumn,
  to: number,
): DeviceColumn[] {
  const others = shown.filter((each) => each !== column)
  return others.toSpliced(Math.min(Math.max(0, to), others.length), 0, column)
}

export function canHide(column: DeviceColumn): boolean {
  return column !== requiredColumn
}

/** The data that columns need in addition to the usual fields, in a fixed order. */
export const extraReads = (names: readonly DeviceColumn[]): (ExtraField | 'local mode')[] =>
  deviceColumns.flatMap((name) => (names.includes(name) && columnOf(name).reads) || [])

/** Whether rows that were requested for some columns have the data of others. */
export function canShow(names: readonly DeviceColumn[], readFor: readonly DeviceColumn[]): boolean {
  const known = extraReads(readFor)
  return extraReads(names).every((read) => known.includes(read))
}
