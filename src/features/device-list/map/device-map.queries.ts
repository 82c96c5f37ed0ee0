import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import type { Model } from '@/api/model.ts'
import { shownPlace } from '@/domain/device/device-place.ts'
import { shownStatus } from '@/domain/device/device-status.ts'
import { statusesByWorth } from '@/domain/device/status-worth.ts'
import * as poll from '@/domain/polling.ts'
import { deviceFilter, listFilter, type Narrowing } from '@/features/device-list/data/device-list-state.ts'

/** Locations are small rows, so requests may be larger than those of the table. */
const ROWS_PER_READ = 5_000
/** Small, so that the map shows something early. */
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

/** A device on the map; `state` is the index of its status in `statusesByWorth`. */
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
  /** Number of devices read so far, with or without a location. */
  read: number
}

const stateOf = new Map(statusesByWorth.map((status, at) => [status, at]))

function placedDevice(device: Pick<Model['device']['Read'], (typeof fields)[number]>): PlacedDevice[] {
  const place = shownPlace(device)
  if (place === null) return []
  const { id, uuid, device_name: name } = device
  return [{ id: uuid, deviceId: id, name, state: stateOf.get(shownStatus(device)) ?? 0, ...place }]
}

/** Reads the locations of all matching devices in pages by id; `onRead` reports the intermediate results. */
export const placedDevicesQuery = (
  fleetId: number,
  { status, text }: Narrowing,
  onRead: (read: PlacedDevices) => void,
) =>
  queryOptions({
    queryKey: ['device', 'places', { fleetId, status, text }],
    queryFn: async ({ signal }): Promise<PlacedDevices> => {
      const filter = deviceFilter(fleetId, await listFilter(fleetId, { status, text }, signal))
      const placed: PlacedDevice[] = []
      let [after, read, reported] = [0, 0, 0]
      for (let pageSize = FIRST_ROWS; ; pageSize = ROWS_PER_READ) {
        const rows = await api().data.query('device', signal, {
          $select: [...fields],
          $filter: { $and: [filter, { id: { $gt: after } }] },
          $orderby: { id: 'asc' },
          $top: pageSize,
        })
        for (const row of rows) placed.push(...placedDevice(row))
        after = rows.at(-1)?.id ?? after
        read += rows.length
        if (rows.length < pageSize) return { placed, read }
        // The map clusters its markers on each report, so report only when the number has doubled.
        if (read < 2 * reported) continue
        reported = read
        onRead({ placed: [...placed], read })
      }
    },
    // Comparing tens of thousands of rows takes longer than drawing them again.
    structuralSharing: false,
    staleTime: poll.deviceMap,
    refetchInterval: poll.deviceMap,
  })
