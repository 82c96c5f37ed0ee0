import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import type { Model } from '@/api/model.ts'
import { deviceFilter, type Narrowing } from './device-list-state.ts'

/** As often as the list. */
const EVERY_MS = 60_000
/** A place is a small row, so that steps may be longer than those of the table. */
const ROWS_PER_READ = 5_000

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

/** A device as far as the map knows it. */
export type PlacedDevice = Pick<Model['device']['Read'], (typeof fields)[number]>

/** Where every device is that matches, in steps by id; `onRead` tells how many have been read. */
export const placedDevicesQuery = (
  fleetId: number,
  { status, text }: Narrowing,
  onRead: (count: number) => void,
) =>
  queryOptions({
    queryKey: ['device', 'places', { fleetId, status, text }],
    queryFn: async ({ signal }): Promise<PlacedDevice[]> => {
      const found: PlacedDevice[] = []
      for (;;) {
        const after = found.at(-1)?.id ?? 0
        const rows = await api().data.get({
          resource: 'device',
          options: {
            $select: [...fields],
            $filter: { $and: [deviceFilter(fleetId, { status, text }), { id: { $gt: after } }] },
            $orderby: { id: 'asc' },
            $top: ROWS_PER_READ,
          },
          passthrough: { signal },
        })
        for (const row of rows) found.push(row)
        onRead(found.length)
        if (rows.length < ROWS_PER_READ) return found
      }
    },
    // Comparing tens of thousands of rows with the ones before takes longer than to draw them anew.
    structuralSharing: false,
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
  })
