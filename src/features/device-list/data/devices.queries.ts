import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { IDS_PER_READ, readPlace } from '@/api/list-page.ts'
import { isMoving, shownStatus } from '@/domain/device/device-status.ts'
import { LOCAL_MODE_VARIABLE } from '@/domain/operations/operation.ts'
import { ROWS_PER_READ } from '@/domain/operations/read-devices.ts'
import { paced } from '@/domain/pace.ts'
import * as poll from '@/domain/polling.ts'
import { withoutSystemTags } from '@/domain/tags/system-tags.ts'
import type { TaggedThing } from '@/domain/tags/tag-writes.ts'
import { noteLooks } from '@/engines/history/note-observations.ts'
import { deviceOrder, extraReads, type DeviceColumn } from '@/features/device-list/columns/device-columns.tsx'
import {
  deviceFilter,
  listFilter,
  type DeviceListState,
  type ListFilter,
  type Narrowing,
} from './device-list-state.ts'
import { usualExpansions, usualFields, type ListedDevice } from './listed-device.ts'

/** What determines the rows of the list, and their order and content. */
export interface ListedRows extends ListFilter, Pick<DeviceListState, 'sort'> {
  columns: readonly DeviceColumn[]
}

export interface RowsRequest extends ListedRows {
  /** From 0. */
  from: number
  count: number
  signal: AbortSignal
}

const localModeExpansion = {
  device_config_variable: { $select: ['value'], $filter: { name: LOCAL_MODE_VARIABLE } },
} as const

/** The query options for the rows of the table. */
export const listed = (fleetId: number, { columns, ...state }: ListedRows) =>
  ({
    $select: [...usualFields, ...extraReads(columns).filter((read) => read !== 'local mode')],
    $expand: {
      ...usualExpansions,
      ...(extraReads(columns).includes('local mode') && localModeExpansion),
    },
    $filter: deviceFilter(fleetId, state),
    $orderby: deviceOrder(state.sort),
  }) as const

/** Reads rows of the list: filtered, sorted, with the data of the visible columns. */
export function readRows(
  fleetId: number,
  { from, count, signal, ...request }: RowsRequest,
): Promise<ListedDevice[]> {
  const { $select, $expand, $filter, $orderby } = listed(fleetId, request)
  return readPlace({ resource: 'device', $filter, $orderby }, { from, count }, signal, (rows) =>
    api().data.query('device', signal, { $select, $expand, ...rows }),
  )
}

/** The query string that selects all pages of the list. */
export const listOptions = (fleetId: number, request: ListedRows): string =>
  api()
    .data.compile({ resource: 'device', options: listed(fleetId, request) })
    .split('?')[1] ?? ''

/** Counts the matching devices. */
export const readCount = (fleetId: number, filter: ListFilter, signal: AbortSignal): Promise<number> =>
  api().data.query('device', signal, { $count: { $filter: deviceFilter(fleetId, filter) } })

/** The same for filters as in the address. */
export const readTotal = async (
  fleetId: number,
  narrowing: Narrowing,
  signal: AbortSignal,
): Promise<number> => readCount(fleetId, await listFilter(fleetId, narrowing, signal), signal)

/** Refresh interval of a page: shorter while the status of a device is changing. */
export function readAgainAfterMs(devices: readonly Parameters<typeof shownStatus>[0][]): number {
  return devices.some((device) => isMoving(shownStatus(device))) ? poll.deviceListMoving : poll.deviceList
}

interface ListedPage {
  devices: ListedDevice[]
  total: number
  filter: ListFilter
}

/** One page of the devices of a fleet, the number of all matches, and the filter of both. */
export const fleetDevicesQuery = (
  fleetId: number,
  { status, text, sort, page, size }: DeviceListState,
  columns: readonly DeviceColumn[],
) =>
  queryOptions({
    // The key contains only what columns need in addition, so that showing other columns does not cause a request.
    queryKey: [
      'device',
      'list',
      {
        fleetId,
        status,
        text,
        sort,
        page,
        size,
        extra: extraReads(columns),
      },
    ],
    ...paced<ListedPage>(
      (list) => readAgainAfterMs(list?.devices ?? []),
      async ({ signal }) => {
        const filter = await listFilter(fleetId, { status, text }, signal)
        const [devices, total] = await Promise.all([
          readRows(fleetId, { ...filter, sort, columns, from: (page - 1) * size, count: size, signal }),
          readCount(fleetId, filter, signal),
        ])
        void noteLooks(devices)
        return { devices, total, filter }
      },
    ),
  })

/** The tags of the devices of a fleet and their values, for suggestions and columns. */
export const fleetTagsQuery = (fleetId: number) =>
  queryOptions({
    queryKey: ['device', 'tags', { fleetId }],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, readonly string[]>> => {
      const rows = await api().data.query('device_tag', signal, {
        $select: ['tag_key', 'value'],
        $filter: {
          $and: [
            { device: { $any: { $alias: 'd', $expr: { d: { belongs_to__application: fleetId } } } } },
            withoutSystemTags,
          ],
        },
        $orderby: { tag_key: 'asc' },
        $top: ROWS_PER_READ,
      })
      const byKey = new Map<string, Set<string>>()
      for (const { tag_key, value } of rows) byKey.set(tag_key, (byKey.get(tag_key) ?? new Set()).add(value))
      return new Map([...byKey].map(([key, values]) => [key, [...values]]))
    },
    staleTime: poll.tagsInUse,
  })

/** Reads the tags of devices, in several requests if there are many. */
export async function readTagged(ids: readonly number[], signal: AbortSignal): Promise<TaggedThing[]> {
  const found: TaggedThing[] = []
  for (let from = 0; from < ids.length; from += IDS_PER_READ) {
    const rows = await api().data.query('device', signal, {
      $select: ['id', 'uuid'],
      $expand: { device_tag: { $select: ['tag_key', 'value'] } },
      $filter: { id: { $in: ids.slice(from, from + IDS_PER_READ) } },
    })
    found.push(...rows.map(({ id, uuid, device_tag: tags }) => ({ id, cliName: uuid, tags })))
  }
  return found
}
