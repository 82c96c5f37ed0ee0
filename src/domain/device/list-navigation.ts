import { queryOptions } from '@tanstack/react-query'
import type { OrderBy } from 'pinejs-client-core'
import { api } from '@/api/api.ts'
import { readPlace } from '@/api/list-page.ts'
import type { Model } from '@/api/model.ts'
import { createStored } from '@/lib/stored.ts'
import type { DeviceFilter } from './device-filters.ts'

/** A device of a list, as needed for navigation. */
export interface NavigationDevice {
  uuid: string
  name: string
}

export type DeviceOrder = OrderBy<Model['device']['Read']>

/** The list that the user came from: its known rows, and how to load more. */
export interface ListNavigation {
  /** The URL of the list, with filter and order. */
  address: string
  filter: DeviceFilter
  order: DeviceOrder
  total: number
  /** Index of the first known row in the list, from 0. */
  from: number
  devices: readonly NavigationDevice[]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function readTrail(stored: unknown): ListNavigation | null | undefined {
  if (!isRecord(stored)) return undefined
  const { address, filter, order, total, from, devices } = stored
  if (typeof address !== 'string' || !isRecord(filter) || !isRecord(order)) return undefined
  if (typeof total !== 'number' || typeof from !== 'number' || !Array.isArray(devices)) return undefined
  // Filter and order were written by this dashboard in this tab, so they are trusted.
  return { address, filter, order: order as DeviceOrder, total, from, devices: devices as NavigationDevice[] }
}

/** Stored per tab, so that it survives a reload and each tab has its own list. */
export const listNavigation = createStored<ListNavigation | null>(
  'device-trail',
  null,
  readTrail,
  () => globalThis.sessionStorage,
)

/** How many rows are loaded beyond the known ones. */
export const NAVIGATION_STEP = 50

/** Index of a device among the known rows; null if it is not in the list. */
export function positionInList({ devices }: ListNavigation, uuid: string): number | null {
  const at = devices.findIndex((device) => device.uuid === uuid)
  return at < 0 ? null : at
}

/** The range of rows to load before navigation can continue; null if none. */
export function missingStretch(trail: ListNavigation, place: number): { skip: number; top: number } | null {
  const end = trail.from + trail.devices.length
  if (place === trail.devices.length - 1 && end < trail.total) return { skip: end, top: NAVIGATION_STEP }
  if (place > 0 || trail.from === 0) return null
  const skip = Math.max(0, trail.from - NAVIGATION_STEP)
  return { skip, top: trail.from - skip }
}

/** Adds rows before or after the known ones. A device that has moved in the list keeps its position. */
export function withStretch(
  trail: ListNavigation,
  skip: number,
  found: readonly NavigationDevice[],
): ListNavigation {
  const known = new Set(trail.devices.map(({ uuid }) => uuid))
  const fresh = found.filter(({ uuid }) => !known.has(uuid))
  if (skip < trail.from)
    return { ...trail, from: trail.from - fresh.length, devices: [...fresh, ...trail.devices] }
  // Rows that no longer exist at the end are not counted.
  const end = trail.from + trail.devices.length + fresh.length
  const total = found.length < NAVIGATION_STEP ? end : Math.max(trail.total, end)
  return { ...trail, total, devices: [...trail.devices, ...fresh] }
}

/** A range of rows from the platform. */
export const navigationStretchQuery = (
  { filter, order }: Pick<ListNavigation, 'filter' | 'order'>,
  { skip, top }: { skip: number; top: number },
) =>
  queryOptions({
    queryKey: ['device', 'trail', { filter, order, skip, top }],
    queryFn: async ({ signal }): Promise<NavigationDevice[]> => {
      const list = { resource: 'device', $filter: filter, $orderby: order } as const
      const rows = await readPlace(list, { from: skip, count: top }, signal, (options) =>
        api().data.query('device', signal, { $select: ['id', 'uuid', 'device_name'], ...options }),
      )
      return rows.map(({ uuid, device_name: name }) => ({ uuid, name }))
    },
  })
