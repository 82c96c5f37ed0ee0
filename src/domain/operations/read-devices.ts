import { api } from '@/api/api.ts'
import type { DeviceFilter } from '../device/device-filters.ts'
import { operatedDevice, type OperatedDevice } from './operation.ts'
import type { ReadProgress } from './use-batch.ts'

/** How many ids or rows one read of a selection asks for (docs/platform/data-api.md). */
export const IDS_PER_READ = 200
export const ROWS_PER_READ = 1_000

/** One request for devices, with what its reader needs to know of them. */
type ReadStep<Row> = (
  options: {
    $filter: DeviceFilter
    $orderby: { id: 'asc' } | { device_name: 'asc' }
    $top?: number
  },
  signal: AbortSignal,
) => Promise<Row[]>

/** What operations need to know. */
export const readOperated: ReadStep<OperatedDevice> = (options, signal) =>
  api().data.query('device', signal, { ...operatedDevice, ...options })

/** Reads chosen devices as they are now. Devices that are gone are absent from the answer (DEVLIST-008). */
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

/**
 * Reads every device that matches, in steps by id rather than by `$skip`: a device that comes or goes meanwhile moves no
 * other from one step to the next.
 */
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

/** A condition as the text of an address. */
export function filterText($filter: DeviceFilter): string {
  const address = api().data.compile({ resource: 'device', options: { $filter } })
  return address.slice(address.indexOf('$filter=') + '$filter='.length)
}
