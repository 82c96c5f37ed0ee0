import { api, offers } from '@/api/api.ts'
import {
  offeredStatusFilters,
  withStatus,
  type DeviceFilter,
  type StatusFilter,
} from '@/domain/device/device-filters.ts'
import { compileQuery } from '@/domain/device/query/compile-query.ts'
import type { ResolvedQuery } from '@/domain/device/query/device-query.ts'
import { queryOfText } from '@/domain/device/query/filter-of-text.ts'
import { allOfFilters } from '@/domain/platform/odata-filters.ts'
import { offeredSorts, defaultSort, type DeviceSort } from '@/features/device-list/columns/device-columns.tsx'
import { layoutOf, layoutText, type TableLayout } from '@/features/device-list/columns/table-layout.ts'
import { choiceIn, pageIn, sortIn, withParams } from '@/lib/url-state.ts'

export const pageSizes = [50, 100, 500] as const
export type PageSize = (typeof pageSizes)[number]

export const presentations = ['table', 'map'] as const
export type Presentation = (typeof presentations)[number]
/** The map needs the locations of devices. */
export const offeredPresentations = (): Presentation[] =>
  presentations.filter((view) => view !== 'map' || offers('location'))

/** The state of the devices tab, as stored in the address. */
export interface DeviceListState {
  status: StatusFilter | undefined
  /** A query. A text that is not a query is searched for as is. */
  text: string
  sort: readonly DeviceSort[]
  /** From 1. */
  page: number
  size: PageSize
  view: Presentation
  /** Undefined: the layout stored in this browser. */
  layout: TableLayout | undefined
}

export type ChangeDeviceList = (change: Partial<DeviceListState>, options?: { replace: boolean }) => void

/** The filters of the list. */
export type Narrowing = Pick<DeviceListState, 'status' | 'text'>

export function deviceListState(params: URLSearchParams): DeviceListState {
  const status = params.get('status')
  const size = Number(params.get('size'))
  return {
    status: offeredStatusFilters().find((each) => each === status),
    text: (params.get('q') ?? '').trim(),
    sort: sortsIn(params),
    page: pageIn(params),
    size: pageSizes.find((each) => each === size) ?? pageSizes[0],
    view: choiceIn(params, 'view', offeredPresentations(), 'table'),
    layout: layoutOf(params.get('columns')),
  }
}

/** `sort=overall_status:asc,device_name:desc`. Unknown and repeated columns are ignored. */
function sortsIn(params: URLSearchParams): readonly DeviceSort[] {
  const unknown: DeviceSort = { field: 'device_name', direction: 'asc' }
  const sorts: DeviceSort[] = []
  for (const part of (params.get('sort') ?? '').split(',')) {
    const sort = sortIn(new URLSearchParams({ sort: part }), offeredSorts(), unknown)
    if (sort === unknown || sorts.some(({ field }) => field === sort.field)) continue
    sorts.push(sort)
  }
  return sorts.length === 0 ? defaultSort : sorts
}

function sortsText(sorts: readonly DeviceSort[]): string | undefined {
  const text = (of: readonly DeviceSort[]) =>
    of.map(({ field, direction }) => `${field}:${direction}`).join(',')
  return text(sorts) === text(defaultSort) ? undefined : text(sorts)
}

/** The address after a change of the list, without default values. Any change but that of the page resets it to 1. */
export function withDeviceList(params: URLSearchParams, change: Partial<DeviceListState>): URLSearchParams {
  const next: Record<string, string | undefined> = {}
  if ('status' in change) next.status = change.status
  if ('text' in change) next.q = change.text
  if (change.sort) next.sort = sortsText(change.sort)
  if (change.size) next.size = change.size === pageSizes[0] ? undefined : String(change.size)
  if (change.view) next.view = change.view === 'table' ? undefined : change.view
  if ('layout' in change) next.columns = change.layout && layoutText(change.layout)
  if (Object.keys(change).some((key) => key !== 'page' && key !== 'layout')) next.page = undefined
  if (change.page !== undefined) next.page = change.page === 1 ? undefined : String(change.page)
  return withParams(params, next)
}

/** Whether the list has any filter. */
export function isFiltered({ status, text }: Narrowing): boolean {
  return status !== undefined || text !== ''
}

/** The filters of the list as the platform takes them. */
export interface ListFilter {
  status: StatusFilter | undefined
  /** Undefined: all devices. */
  query: ResolvedQuery | undefined
}

const inFleet = (fleetId: number): DeviceFilter => ({ belongs_to__application: fleetId })

/** Reads what the filters need to know about the devices: which versions there are to compare. */
export const listFilter = async (
  fleetId: number,
  { status, text }: Narrowing,
  signal?: AbortSignal,
): Promise<ListFilter> => ({
  status,
  query: await queryOfText(text, { data: api().data, among: inFleet(fleetId), signal }),
})

/** The `$filter` of every request for the listed devices. */
export function deviceFilter(fleetId: number, { status, query }: ListFilter): DeviceFilter {
  const others: DeviceFilter[] = []
  if (status !== undefined) others.push(withStatus(status, api().now()))
  if (query !== undefined) others.push(compileQuery(query, api().now()))
  return allOfFilters(inFleet(fleetId), ...others)
}
