import { api } from '@/api/api.ts'
import { IDS_PER_READ } from '@/api/list-page.ts'
import type { DeviceFilter } from '@/domain/device/device-filters.ts'
import type { ReadProgress } from './batch-task.ts'
import { operatedDevice, type OperatedDevice } from './operation.ts'

/** Maximum number of rows per read (docs/platform/data-api.md). */
export const ROWS_PER_READ = 1_000

/** A request for devices, with the fields its reader needs. */
type ReadStep<Row> = (
  options: {
    $filter: DeviceFilter
    $orderby: { id: 'asc' } | { device_name: 'asc' }
    $top?: number
  },
  signal: AbortSignal,
) => Promise<Row[]>

/** The fields that operations need. */
export const readOperated: ReadStep<OperatedDevice> = (options, signal) =>
  api().data.query('device', signal, { ...operatedDevice, ...options })

/** Reads the current data of selected devices. Deleted devices are absent (DEVLIST-008). */
export async function readChosen<Row>(
  step: ReadStep<Row>,
  ids: readonly number[],
  { signal, onRead }: ReadProgress,
): Promise<Row[]> {
  const found: Row[] = []
  for (let from = 0; from < ids.length; from += IDS_PER_READ) {
    const $filter = { id: { $in: ids.slice(from, from + IDS_PER_READ) } }
    found.push(...(await step({ $filter, $orderby: { device_name: 'asc' } }, signal)))
    onRead(found.length)
  }
  return found
}

/** Reads all matching devices in pages by id, so that devices added or removed meanwhile do not shift the pages. */
export async function readMatching<Row extends { id: number }>(
  step: ReadStep<Row>,
  filter: DeviceFilter,
  { signal, onRead }: ReadProgress,
): Promise<Row[]> {
  const found: Row[] = []
  for (;;) {
    const $filter = { $and: [filter, { id: { $gt: found.at(-1)?.id ?? 0 } }] }
    const rows = await step({ $filter, $orderby: { id: 'asc' }, $top: ROWS_PER_READ }, signal)
    found.push(...rows)
    onRead(found.length)
    if (rows.length < ROWS_PER_READ) return found
  }
}

/** A condition as the text of a filter. */
export function filterText($filter: DeviceFilter): string {
  const address = api().data.compile({ resource: 'device', options: { $filter } })
  return address.slice(address.indexOf('$filter=') + '$filter='.length)
}
