import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import type { ApplicationScope } from '@/domain/organization/organization-scope.ts'
import { pageIn, sortIn, sortText, withParams, type Sort } from '@/lib/url-state.ts'

export const fleetViews = ['cards', 'table', 'roles'] as const
/** The `roles` view shows the roles of a team or member on the listed applications. */
export type FleetView = (typeof fleetViews)[number]

/** By `trouble`, the fleets of a page are sorted by the devices that are not well, which are counted after the list is read. */
export const fleetSortFields = ['name', 'devices', 'created', 'trouble'] as const
export type FleetSortField = (typeof fleetSortFields)[number]
export const defaultFleetSort: Sort<FleetSortField> = { field: 'name', direction: 'asc' }

/** The state of a list of fleets, apps or blocks, as stored in the address. */
export interface FleetListState {
  fleetClass: FleetClass
  /** Undefined unless chosen: the number of fleets decides. */
  view: FleetView | undefined
  /** Part of the name or slug. */
  text: string
  /** Slug of the default device type. */
  deviceType: string | undefined
  sort: Sort<FleetSortField>
  /** From 1. */
  page: number
}

/** What determines the request: not the view, but the scope of the list. */
export interface FleetListRequest extends Omit<FleetListState, 'view'> {
  scope: ApplicationScope | undefined
}

export function fleetListState(fleetClass: FleetClass, params: URLSearchParams): FleetListState {
  return {
    fleetClass,
    view: fleetViews.find((view) => view === params.get('view')),
    text: (params.get('q') ?? '').trim(),
    deviceType: params.get('type') ?? undefined,
    sort: sortIn(params, fleetSortFields, defaultFleetSort),
    page: pageIn(params),
  }
}

/** The largest number of fleets that is shown as cards by default. */
const MAX_CARDS = 12

/** The view of a list with `total` fleets. */
export function shownFleetView({ view }: Pick<FleetListState, 'view'>, total: number): FleetView {
  return view ?? (total > MAX_CARDS ? 'table' : 'cards')
}

/**
 * The address after a change of the list. Default values are omitted; any change of the filters resets the page to 1.
 */
export function withFleetList(
  params: URLSearchParams,
  change: Partial<Omit<FleetListState, 'fleetClass'>>,
): URLSearchParams {
  const next: Record<string, string | undefined> = {}
  if ('view' in change) next.view = change.view
  if ('text' in change) next.q = change.text
  if ('deviceType' in change) next.type = change.deviceType
  if (change.sort) next.sort = sortText(change.sort, defaultFleetSort)
  if (['text', 'deviceType', 'sort'].some((key) => key in change)) next.page = undefined
  if (change.page !== undefined) next.page = change.page === 1 ? undefined : String(change.page)
  return withParams(params, next)
}

/** Whether the list has any filter. */
export function isFiltered({ text, deviceType }: Pick<FleetListState, 'text' | 'deviceType'>): boolean {
  return text !== '' || deviceType !== undefined
}
