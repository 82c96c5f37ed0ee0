import { allOf } from '../../domain/all-of.ts'
import {
  statusFilters,
  withStatus,
  type DeviceFilter,
  type StatusFilter,
} from '../../domain/device-filters.ts'
import { pageIn, sortIn, sortText, withParams, type Sort } from '../../lib/url-state.ts'
import { sortableColumns, usualSort, type SortableColumn } from './device-columns.ts'

export const pageSizes = [50, 100, 500] as const
export type PageSize = (typeof pageSizes)[number]

/** What the address says about the devices tab. */
export interface DeviceListState {
  status: StatusFilter | undefined
  /** Part of a name or of a tag's value, or the beginning of a UUID. */
  text: string
  sort: Sort<SortableColumn>
  /** From 1. */
  page: number
  size: PageSize
}

export function deviceListState(params: URLSearchParams): DeviceListState {
  const status = params.get('status')
  const size = Number(params.get('size'))
  return {
    status: statusFilters.find((each) => each === status),
    text: (params.get('q') ?? '').trim(),
    sort: sortIn(params, sortableColumns, usualSort),
    page: pageIn(params),
    size: pageSizes.find((each) => each === size) ?? pageSizes[0],
  }
}

/** The address for a change of the list. What is as usual is left out; any change of what is listed goes to page 1. */
export function withDeviceList(params: URLSearchParams, change: Partial<DeviceListState>): URLSearchParams {
  const next: Record<string, string | undefined> = {}
  if ('status' in change) next.status = change.status
  if ('text' in change) next.q = change.text
  if (change.sort) next.sort = sortText(change.sort, usualSort)
  if (change.size) next.size = change.size === pageSizes[0] ? undefined : String(change.size)
  if (Object.keys(change).some((key) => key !== 'page')) next.page = undefined
  if (change.page !== undefined) next.page = change.page === 1 ? undefined : String(change.page)
  return withParams(params, next)
}

/** Whether something narrows the list. */
export function isFiltered({ status, text }: Pick<DeviceListState, 'status' | 'text'>): boolean {
  return status !== undefined || text !== ''
}

const looksLikeUuid = (text: string) => /^[0-9a-f]{1,62}$/.test(text)

/** Devices whose name or a tag's value contains the text, whatever the case, or whose UUID begins with it. */
function withText(text: string): DeviceFilter {
  const part = text.toLowerCase()
  const anyOf: DeviceFilter[] = [
    { $contains: [{ $tolower: { $: 'device_name' } }, part] },
    {
      device_tag: {
        $any: { $alias: 'dt', $expr: { $contains: [{ $tolower: { $: ['dt', 'value'] } }, part] } },
      },
    },
  ]
  if (looksLikeUuid(part)) anyOf.push({ uuid: { $startswith: part } })
  return { $or: anyOf }
}

/** The condition of every request about the devices that the tab lists. */
export function deviceFilter(
  fleetId: number,
  { status, text }: Pick<DeviceListState, 'status' | 'text'>,
): DeviceFilter {
  const others: DeviceFilter[] = []
  if (status !== undefined) others.push(withStatus(status))
  if (text !== '') others.push(withText(text))
  return allOf({ belongs_to__application: fleetId }, ...others)
}
