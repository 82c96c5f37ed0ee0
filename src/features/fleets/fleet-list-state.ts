import { numericId, type FleetClass } from '../../domain/fleet-class.ts'
import { choiceIn, pageIn, sortIn, sortText, withParams, type Sort } from '../../lib/url-state.ts'

export const fleetViews = ['cards', 'table'] as const
export type FleetView = (typeof fleetViews)[number]

export const fleetSortFields = ['name', 'devices', 'created'] as const
export type FleetSortField = (typeof fleetSortFields)[number]
export const usualFleetSort: Sort<FleetSortField> = { field: 'name', direction: 'asc' }

export const scopeKinds = ['organization', 'team', 'member'] as const

/** One organization, team or person whose applications alone are listed (spec 2 §2). */
export interface FleetScope {
  kind: (typeof scopeKinds)[number]
  id: number
}

function scopeIn(params: URLSearchParams): FleetScope | undefined {
  for (const kind of scopeKinds) {
    const id = numericId(params.get(kind) ?? undefined)
    if (id !== undefined) return { kind, id }
  }
  return undefined
}

/** What the address says about a list of fleets, apps or blocks. */
export interface FleetListState {
  fleetClass: FleetClass
  view: FleetView
  /** Part of the name or slug. */
  text: string
  /** Slug of the default device type. */
  deviceType: string | undefined
  scope: FleetScope | undefined
  sort: Sort<FleetSortField>
  /** From 1. */
  page: number
}

/** What of it decides the request; the view does not. */
export type FleetListRequest = Omit<FleetListState, 'view'>

export function fleetListState(fleetClass: FleetClass, params: URLSearchParams): FleetListState {
  return {
    fleetClass,
    view: choiceIn(params, 'view', fleetViews, 'cards'),
    text: (params.get('q') ?? '').trim(),
    deviceType: params.get('type') ?? undefined,
    scope: scopeIn(params),
    sort: sortIn(params, fleetSortFields, usualFleetSort),
    page: pageIn(params),
  }
}

/** The address for a change of the list. What is as usual is left out; any change of what is listed goes to page 1. */
export function withFleetList(
  params: URLSearchParams,
  change: Partial<Omit<FleetListState, 'fleetClass'>>,
): URLSearchParams {
  const next: Record<string, string | undefined> = {}
  if ('view' in change) next.view = change.view === 'cards' ? undefined : change.view
  if ('text' in change) next.q = change.text
  if ('deviceType' in change) next.type = change.deviceType
  if ('scope' in change) {
    for (const kind of scopeKinds) {
      next[kind] = change.scope?.kind === kind ? String(change.scope.id) : undefined
    }
  }
  if (change.sort) next.sort = sortText(change.sort, usualFleetSort)
  if (['text', 'deviceType', 'scope', 'sort'].some((key) => key in change)) next.page = undefined
  if (change.page !== undefined) next.page = change.page === 1 ? undefined : String(change.page)
  return withParams(params, next)
}

/** Whether something narrows the list. */
export function isFiltered({
  text,
  deviceType,
  scope,
}: Pick<FleetListState, 'text' | 'deviceType' | 'scope'>): boolean {
  return text !== '' || deviceType !== undefined || scope !== undefined
}
