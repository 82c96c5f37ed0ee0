import type { FleetClass } from '../../domain/fleet/fleet-class.ts'
import type { ApplicationScope } from '../../domain/organization/organization-scope.ts'
import { pageIn, sortIn, sortText, withParams, type Sort } from '../../lib/url-state.ts'

export const fleetViews = ['cards', 'table', 'roles'] as const
/** The roles are those of one team or member on what is listed. */
export type FleetView = (typeof fleetViews)[number]

export const fleetSortFields = ['name', 'devices', 'created'] as const
export type FleetSortField = (typeof fleetSortFields)[number]
export const usualFleetSort: Sort<FleetSortField> = { field: 'name', direction: 'asc' }

/** What the address says about a list of fleets, apps or blocks. */
export interface FleetListState {
  fleetClass: FleetClass
  /** Undefined while nobody has chosen: how many there are decides. */
  view: FleetView | undefined
  /** Part of the name or slug. */
  text: string
  /** Slug of the default device type. */
  deviceType: string | undefined
  sort: Sort<FleetSortField>
  /** From 1. */
  page: number
}

/** What decides the request: the view does not, the place of the list does. */
export interface FleetListRequest extends Omit<FleetListState, 'view'> {
  scope: ApplicationScope | undefined
}

export function fleetListState(fleetClass: FleetClass, params: URLSearchParams): FleetListState {
  return {
    fleetClass,
    view: fleetViews.find((view) => view === params.get('view')),
    text: (params.get('q') ?? '').trim(),
    deviceType: params.get('type') ?? undefined,
    sort: sortIn(params, fleetSortFields, usualFleetSort),
    page: pageIn(params),
  }
}

/** Up to so many are looked at as cards; more are a table. */
const MOST_CARDS = 12

/** How a list of so many is shown. */
export function shownFleetView({ view }: Pick<FleetListState, 'view'>, total: number): FleetView {
  return view ?? (total > MOST_CARDS ? 'table' : 'cards')
}

/** The address for a change of the list. What is as usual is left out; any change of what is listed goes to page 1. */
export function withFleetList(
  params: URLSearchParams,
  change: Partial<Omit<FleetListState, 'fleetClass'>>,
): URLSearchParams {
  const next: Record<string, string | undefined> = {}
  if ('view' in change) next.view = change.view
  if ('text' in change) next.q = change.text
  if ('deviceType' in change) next.type = change.deviceType
  if (change.sort) next.sort = sortText(change.sort, usualFleetSort)
  if (['text', 'deviceType', 'sort'].some((key) => key in change)) next.page = undefined
  if (change.page !== undefined) next.page = change.page === 1 ? undefined : String(change.page)
  return withParams(params, next)
}

/** Whether something narrows the list. */
export function isFiltered({ text, deviceType }: Pick<FleetListState, 'text' | 'deviceType'>): boolean {
  return text !== '' || deviceType !== undefined
}
