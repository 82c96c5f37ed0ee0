import { queryOptions } from '@tanstack/react-query'
import type { OrderBy } from 'pinejs-client-core'
import { api } from '@/api/api.ts'
import type { Model } from '@/api/model.ts'
import { createStored } from '@/lib/stored.ts'
import type { DeviceFilter } from './device-filters.ts'

/** A device of a list, as far as going there needs. */
export interface NavigationDevice {
  uuid: string
  name: string
}

export type DeviceOrder = OrderBy<Model['device']['Read']>

/** The list of devices that somebody came from: its rows as far as they are known, and how more of them are asked for. */
export interface ListNavigation {
  /** The list's address, with its filter and order. */
  address: string
  filter: DeviceFilter
  order: DeviceOrder
  total: number
  /** Number of the first known device among all, from 0. */
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
  // Filter and order were written by this dashboard, in this tab.
  return { address, filter, order: order as DeviceOrder, total, from, devices: devices as NavigationDevice[] }
}

/** Kept for the tab, so that it outlives a reload and two tabs have lists of their own. */
export const listNavigation = createStored<ListNavigation | null>(
  'device-trail',
  null,
  readTrail,
  () => globalThis.sessionStorage,
)

/** So many devices are asked for beyond an end of what is known. */
export const NAVIGATION_STEP = 50

/** A device's place among the known ones; null when the list did not hold it. */
export function placeOf({ devices }: ListNavigation, uuid: string): number | null {
  const at = devices.findIndex((device) => device.uuid === uuid)
  return at < 0 ? null : at
}

/** Which stretch of the list must be asked for before one can go on from a place; null when none. */
export function missingStretch(trail: ListNavigation, place: number): { skip: number; top: number } | null {
  const end = trail.from + trail.devices.length
  if (place === trail.devices.length - 1 && end < trail.total) return { skip: end, top: NAVIGATION_STEP }
  if (place > 0 || trail.from === 0) return null
  const skip = Math.max(0, trail.from - NAVIGATION_STEP)
  return { skip, top: trail.from - skip }
}

/** The trail with a stretch before or after what is known. A device that has moved within the list keeps its place. */
export function withStretch(
  trail: ListNavigation,
  skip: number,
  found: readonly NavigationDevice[],
): ListNavigation {
  const known = new Set(trail.devices.map(({ uuid }) => uuid))
  const fresh = found.filter(({ uuid }) => !known.has(uuid))
  if (skip < trail.from)
    return { ...trail, from: trail.from - fresh.length, devices: [...fresh, ...trail.devices] }
  // What was promised beyond the end and is not there any more is no longer counted.
  const end = trail.from + trail.devices.length + fresh.length
  const total = found.length < NAVIGATION_STEP ? end : Math.max(trail.total, end)
  return { ...trail, total, devices: [...trail.devices, ...fresh] }
}

/** A stretch of the list, as the platform has it now. */
export const navigationStretchQuery = (
  { filter, order }: Pick<ListNavigation, 'filter' | 'order'>,
  { skip, top }: { skip: number; top: number },
) =>
  queryOptions({
    queryKey: ['device', 'trail', { filter, order, skip, top }],
    queryFn: async ({ signal }): Promise<NavigationDevice[]> => {
      const rows = await api().data.query('device', signal, {
        $select: ['uuid', 'device_name'],
        $filter: filter,
        $orderby: order,
        $skip: skip,
        $top: top,
      })
      return rows.map(({ uuid, device_name: name }) => ({ uuid, name }))
    },
  })
