import { api } from '@/api/api.ts'
import { IDS_PER_READ } from '@/api/list-page.ts'
import type { ReadProgress } from '@/domain/operations/batch-task.ts'
import { ROWS_PER_READ } from '@/domain/operations/read-devices.ts'
import type { DeviceColumn } from '@/features/device-list/columns/device-columns.tsx'
import { listFilter, type DeviceListState } from '@/features/device-list/data/device-list-state.ts'
import { listed, readCount, readRows } from '@/features/device-list/data/devices.queries.ts'
import type { ListedDevice } from '@/features/device-list/data/listed-device.ts'

/** All pages of a list. */
export interface Listing {
  fleetId: number
  state: Pick<DeviceListState, 'status' | 'text' | 'sort'>
  columns: readonly DeviceColumn[]
}

/** Reads all matching devices in the order of the table, without duplicates. */
export async function readListed(
  { fleetId, state, columns }: Listing,
  signal: AbortSignal,
  onRead: (done: number, total: number) => void,
): Promise<ListedDevice[]> {
  const filter = await listFilter(fleetId, state, signal)
  const total = await readCount(fleetId, filter, signal)
  const { sort } = state
  // Paging may return a device twice if its position changes during the read.
  const found = new Map<number, ListedDevice>()
  onRead(0, total)
  for (let from = 0; ; from += ROWS_PER_READ) {
    const rows = await readRows(fleetId, { ...filter, sort, columns, from, count: ROWS_PER_READ, signal })
    for (const row of rows) found.set(row.id, row)
    onRead(found.size, Math.max(total, found.size))
    if (rows.length < ROWS_PER_READ) return [...found.values()]
  }
}

/** Reads the given devices with the data of the table. Sorted only within each request. */
export async function readListedChosen(
  { fleetId, state, columns }: Listing,
  ids: readonly number[],
  { signal, onRead }: ReadProgress,
): Promise<ListedDevice[]> {
  const found: ListedDevice[] = []
  for (let from = 0; from < ids.length; from += IDS_PER_READ) {
    const $filter = { id: { $in: ids.slice(from, from + IDS_PER_READ) } }
    const rows: ListedDevice[] = await api().data.query('device', signal, {
      ...listed(fleetId, { status: undefined, query: undefined, sort: state.sort, columns }),
      $filter,
    })
    found.push(...rows)
    onRead(found.length)
  }
  return found
}
