import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import type { Model } from '@/api/model.ts'
import { isMoving, shownStatus } from '@/domain/device-status.ts'
import { operatedDevice, type OperatedDevice } from '@/domain/operations/operation.ts'
import type { ReadProgress } from '@/domain/operations/use-batch.ts'
import type { TaggedThing } from '@/domain/tag-writes.ts'
import { deviceOrder, type DeviceColumn } from './device-columns.ts'
import { deviceFilter, type DeviceListState, type Narrowing } from './device-list-state.ts'
import { extraFieldsOf, usualFields, type ExtraField, type UsualField } from './device-fields.ts'

/** Spec 2 §7: the device list every 60 s … */
const SETTLED_EVERY_MS = 60_000
/** … and often only while something on the page is moving. */
const MOVING_EVERY_MS = 5_000
/** Tags in use change seldom, and serve suggestions only. */
const TAGS_EVERY_MS = 60_000

/** How many ids or rows one read of a selection asks for (wire 4.5 for ids). */
const IDS_PER_READ = 200
export const ROWS_PER_READ = 1_000

type DeviceRead = Model['device']['Read']
type Release = Pick<Model['release']['Read'], 'id' | 'commit' | 'raw_version'>

/** A device as the table shows it; what only some columns need is there when they are shown. */
export type ListedDevice = Pick<DeviceRead, UsualField> &
  Partial<Pick<DeviceRead, ExtraField>> & {
    is_of__device_type: readonly { slug: string; name: string }[]
    is_running__release: readonly Release[]
    should_be_running__release: readonly Release[]
    is_pinned_on__release: readonly { id: number }[]
    device_tag: readonly { tag_key: string; value: string }[]
    device_config_variable?: readonly { value: string }[]
  }

const release = { $select: ['id', 'commit', 'raw_version'] } as const

export interface RowsWanted extends Pick<DeviceListState, 'status' | 'text' | 'sort'> {
  columns: readonly DeviceColumn[]
  /** From 0. */
  from: number
  count: number
  signal: AbortSignal
}

/** Rows of the list as they stand on the screen: filtered, sorted, with what their columns show. */
export async function readRows(
  fleetId: number,
  { columns, from, count, signal, ...state }: RowsWanted,
): Promise<ListedDevice[]> {
  const extra = extraFieldsOf(columns)
  const rows = await api().data.get({
    resource: 'device',
    options: {
      $select: [...usualFields, ...extra],
      $expand: {
        is_of__device_type: { $select: ['slug', 'name'] },
        is_running__release: release,
        should_be_running__release: release,
        is_pinned_on__release: { $select: ['id'] },
        device_tag: { $select: ['tag_key', 'value'] },
        ...(columns.includes('local_mode') && {
          device_config_variable: { $select: ['value'], $filter: { name: 'RESIN_SUPERVISOR_LOCAL_MODE' } },
        }),
      },
      $filter: deviceFilter(fleetId, state),
      $orderby: deviceOrder(state.sort),
      $top: count,
      $skip: from,
    },
    passthrough: { signal },
  })
  return rows
}

/** How many devices match. */
export const readTotal = (fleetId: number, state: Narrowing, signal: AbortSignal): Promise<number> =>
  api().data.get({
    resource: 'device',
    options: { $count: { $filter: deviceFilter(fleetId, state) } },
    passthrough: { signal },
  })

/** How long a page of devices holds: shorter while one of them is moving. */
export function readAgainAfterMs(devices: readonly Parameters<typeof shownStatus>[0][]): number {
  return devices.some((device) => isMoving(shownStatus(device))) ? MOVING_EVERY_MS : SETTLED_EVERY_MS
}

/** One page of a fleet's devices, and how many match in all. */
export const fleetDevicesQuery = (
  fleetId: number,
  { status, text, sort, page, size }: DeviceListState,
  columns: readonly DeviceColumn[],
) =>
  queryOptions({
    // Columns that show what is read anyway ask for nothing.
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
        extra: extraFieldsOf(columns),
        local: columns.includes('local_mode'),
      },
    ],
    queryFn: async ({ signal }) => {
      const [devices, total] = await Promise.all([
        readRows(fleetId, { status, text, sort, columns, from: (page - 1) * size, count: size, signal }),
        readTotal(fleetId, { status, text }, signal),
      ])
      return { devices, total }
    },
    refetchInterval: ({ state: { data } }) => readAgainAfterMs(data?.devices ?? []),
  })

/** The tags in use among a fleet's devices, by name, for suggestions and columns (wire-calls 4, "device tags of a fleet"). */
export const fleetTagsQuery = (fleetId: number) =>
  queryOptions({
    queryKey: ['device', 'tags', { fleetId }],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, readonly string[]>> => {
      const rows = await api().data.get({
        resource: 'device_tag',
        options: {
          $select: ['tag_key', 'value'],
          $filter: { device: { $any: { $alias: 'd', $expr: { d: { belongs_to__application: fleetId } } } } },
          $orderby: { tag_key: 'asc' },
          $top: ROWS_PER_READ,
        },
        passthrough: { signal },
      })
      const byKey = new Map<string, Set<string>>()
      for (const { tag_key, value } of rows) byKey.set(tag_key, (byKey.get(tag_key) ?? new Set()).add(value))
      return new Map([...byKey].map(([key, values]) => [key, [...values]]))
    },
    staleTime: TAGS_EVERY_MS,
  })

/** Reads chosen devices as they are now. Devices that are gone are absent from the answer (DEVLIST-008). */
export async function readChosen(
  ids: readonly number[],
  { signal, onRead }: ReadProgress,
): Promise<OperatedDevice[]> {
  const found: OperatedDevice[] = []
  for (let from = 0; from < ids.length; from += IDS_PER_READ) {
    const rows = await api().data.get({
      resource: 'device',
      options: {
        ...operatedDevice,
        $filter: { id: { $in: ids.slice(from, from + IDS_PER_READ) } },
        $orderby: { device_name: 'asc' },
      },
      passthrough: { signal },
    })
    found.push(...(rows as OperatedDevice[]))
    onRead(found.length)
  }
  return found
}

/**
 * Reads every device that matches, in steps by id rather than by `$skip`: a device that comes or goes meanwhile moves no
 * other from one step to the next.
 */
export async function readMatching(
  fleetId: number,
  state: Narrowing,
  { signal, onRead }: ReadProgress,
): Promise<OperatedDevice[]> {
  const found: OperatedDevice[] = []
  for (;;) {
    const after = found.at(-1)?.id ?? 0
    const rows = await api().data.get({
      resource: 'device',
      options: {
        ...operatedDevice,
        $filter: { $and: [deviceFilter(fleetId, state), { id: { $gt: after } }] },
        $orderby: { id: 'asc' },
        $top: ROWS_PER_READ,
      },
      passthrough: { signal },
    })
    found.push(...(rows as OperatedDevice[]))
    onRead(found.length)
    if (rows.length < ROWS_PER_READ) return found
  }
}

/** The tags of chosen devices. */
export async function readTagged(ids: readonly number[], signal: AbortSignal): Promise<TaggedThing[]> {
  const found: TaggedThing[] = []
  for (let from = 0; from < ids.length; from += IDS_PER_READ) {
    const rows = await api().data.get({
      resource: 'device',
      options: {
        $select: ['id', 'uuid'],
        $expand: { device_tag: { $select: ['tag_key', 'value'] } },
        $filter: { id: { $in: ids.slice(from, from + IDS_PER_READ) } },
      },
      passthrough: { signal },
    })
    found.push(...rows.map(({ id, uuid, device_tag: tags }) => ({ id, cliName: uuid, tags })))
  }
  return found
}
