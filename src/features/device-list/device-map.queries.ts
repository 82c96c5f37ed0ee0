import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import type { Model } from '@/api/model.ts'
import { shownPlace } from '@/domain/device/device-place.ts'
import { shownStatus } from '@/domain/device/device-status.ts'
import { statusesByWorth } from '@/domain/device/status-worth.ts'
import { deviceFilter, type Narrowing } from './device-list-state.ts'
import * as poll from '@/domain/polling.ts'

/** A place is a small row, so that steps may be longer than those of the table. */
const ROWS_PER_READ = 5_000
/** The first ones are on the map at once. */
const FIRST_ROWS = 1_000

const fields = [
  'id',
  'uuid',
  'device_name',
  'overall_status',
  'is_frozen',
  'latitude',
  'longitude',
  'custom_latitude',
  'custom_longitude',
] as const satisfies readonly (keyof Model['device']['Read'])[]

/** A device on the map, in the order of `statusesByWorth` by its state. */
export interface PlacedDevice {
  id: string
  deviceId: number
  name: string
  state: number
  latitude: number
  longitude: number
}

export interface PlacedDevices {
  placed: readonly PlacedDevice[]
  /** How many have been read in all, with a place or without. */
  read: number
}

const stateOf = new Map(statusesByWorth.map((status, at) => [status, at]))

function placedDevice(device: Pick<Model['device']['Read'], (typeof fields)[number]>): PlacedDevice[] {
  const place = shownPlace(device)
  if (place === null) return []
  const { id, uuid, device_name: name } = device
  return [{ id: uuid, deviceId: id, name, state: stateOf.get(shownStatus(device)) ?? 0, ...place }]
}

/** Where every device is that matches, in steps by id; `onRead` tells what has been read meanwhile. */
export const placedDevicesQuery = (
  fleetId: number,
  { status, text }: Narrowing,
  onRead: (read: PlacedDevices) => void,
) =>
  queryOptions({
    queryKey: ['device', 'places', { fleetId, status, text }],
    queryFn: async ({ signal }): Promise<PlacedDevices> => {
      const placed: PlacedDevice[] = []
      let [after, read, told] = [0, 0, 0]
      for (let most = FIRST_ROWS; ; most = ROWS_PER_READ) {
        const rows = await api().data.query('device', signal, {
          $select: [...fields],
          $filter: { $and: [deviceFilter(fleetId, { status, text }), { id: { $gt: after } }] },
          $orderby: { id: 'asc' },
          $top: most,
        })
        for (const row of rows) placed.push(...placedDevice(row))
        after = rows.at(-1)?.id ?? after
        read += rows.length
        if (rows.length < most) return { placed, read }
        // The map joins markers anew for what it is told: as often as there are twice as many.
        if (read < 2 * told) continue
        told = read
        onRead({ placed: [...placed], read })
      }
    },
    // Comparing tens of thousands of rows with the ones before takes longer than to draw them anew.
    structuralSharing: false,
    staleTime: poll.deviceMap,
    refetchInterval: poll.deviceMap,
  })
