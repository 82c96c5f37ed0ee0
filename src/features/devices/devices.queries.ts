import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { isMoving, shownStatus } from '@/domain/device-status.ts'
import { deviceOrder } from './device-columns.ts'
import { deviceFilter, type DeviceListState } from './device-list-state.ts'

/** Spec 2 §7: the device list every 60 s … */
const SETTLED_EVERY_MS = 60_000
/** … and often only while something on the page is moving. */
const MOVING_EVERY_MS = 5_000

/** How many ids or rows one read of a selection asks for (wire 4.5 for ids). */
const IDS_PER_READ = 200
const ROWS_PER_READ = 1_000

const release = { $select: ['id', 'commit', 'raw_version'] } as const

async function readDevices(fleetId: number, state: DeviceListState, signal: AbortSignal) {
  const from = (state.page - 1) * state.size
  const $filter = deviceFilter(fleetId, state)
  const readRows = () =>
    api().data.get({
      resource: 'device',
      options: {
        $select: [
          'id',
          'uuid',
          'device_name',
          'overall_status',
          'overall_progress',
          'is_frozen',
          'is_online',
          'is_connected_to_vpn',
          'api_heartbeat_state',
          'last_connectivity_event',
          'os_version',
          'os_variant',
          'supervisor_version',
          'ip_address',
          'mac_address',
          'created_at',
          'cpu_usage',
          'cpu_temp',
          'memory_usage',
          'memory_total',
          'storage_usage',
          'storage_total',
        ],
        $expand: {
          is_of__device_type: { $select: ['slug', 'name'] },
          is_running__release: release,
          should_be_running__release: release,
          is_pinned_on__release: { $select: ['id'] },
          device_tag: { $select: ['tag_key', 'value'] },
        },
        $filter,
        $orderby: deviceOrder(state.sort),
        $top: state.size,
        $skip: from,
      },
      passthrough: { signal },
    })
  const readTotal = () =>
    api().data.get({ resource: 'device', options: { $count: { $filter } }, passthrough: { signal } })
  const [devices, total] = await Promise.all([readRows(), readTotal()])
  return { devices, total }
}

/** How long a page of devices holds: shorter while one of them is moving. */
export function readAgainAfterMs(devices: readonly Parameters<typeof shownStatus>[0][]): number {
  return devices.some((device) => isMoving(shownStatus(device))) ? MOVING_EVERY_MS : SETTLED_EVERY_MS
}

/** One page of a fleet's devices, and how many match in all. */
export const fleetDevicesQuery = (fleetId: number, { status, text, sort, page, size }: DeviceListState) => {
  const state = { status, text, sort, page, size }
  return queryOptions({
    queryKey: ['device', 'list', { fleetId, ...state }],
    queryFn: ({ signal }) => readDevices(fleetId, state, signal),
    refetchInterval: ({ state: { data } }) => readAgainAfterMs(data?.devices ?? []),
  })
}

export type ListedDevice = Awaited<ReturnType<typeof readDevices>>['devices'][number]

/** What actions need to know of a device. */
export interface ChosenDevice {
  id: number
  uuid: string
  device_name: string
  is_connected_to_vpn: boolean
  is_frozen: boolean
}

export interface ReadProgress {
  signal: AbortSignal
  onRead: (count: number) => void
}

const chosenFields = ['id', 'uuid', 'device_name', 'is_connected_to_vpn', 'is_frozen'] as const

/** Reads chosen devices as they are now. Devices that are gone are absent from the answer (DEVLIST-008). */
export async function readChosen(
  ids: readonly number[],
  { signal, onRead }: ReadProgress,
): Promise<ChosenDevice[]> {
  const found: ChosenDevice[] = []
  for (let from = 0; from < ids.length; from += IDS_PER_READ) {
    const rows = await api().data.get({
      resource: 'device',
      options: {
        $select: [...chosenFields],
        $filter: { id: { $in: ids.slice(from, from + IDS_PER_READ) } },
        $orderby: { device_name: 'asc' },
      },
      passthrough: { signal },
    })
    found.push(...rows)
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
  state: Pick<DeviceListState, 'status' | 'text'>,
  { signal, onRead }: ReadProgress,
): Promise<ChosenDevice[]> {
  const found: ChosenDevice[] = []
  for (;;) {
    const after = found.at(-1)?.id ?? 0
    const rows = await api().data.get({
      resource: 'device',
      options: {
        $select: [...chosenFields],
        $filter: { $and: [deviceFilter(fleetId, state), { id: { $gt: after } }] },
        $orderby: { id: 'asc' },
        $top: ROWS_PER_READ,
      },
      passthrough: { signal },
    })
    found.push(...rows)
    onRead(found.length)
    if (rows.length < ROWS_PER_READ) return found
  }
}
