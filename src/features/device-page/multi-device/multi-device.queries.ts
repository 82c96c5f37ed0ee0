import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import type { DeviceFilter } from '@/domain/device/device-filters.ts'
import * as poll from '@/domain/polling.ts'

const MAX_FOUND = 8

const readRunDevices = (uuids: readonly string[], signal: AbortSignal) =>
  api().data.query('device', signal, {
    $select: ['id', 'uuid', 'device_name', 'is_connected_to_vpn', 'is_frozen'],
    $filter: { uuid: { $in: [...uuids] } },
    $orderby: { device_name: 'asc' },
    $expand: {
      belongs_to__application: { $select: ['id', 'app_name'] },
      device_config_variable: {
        $select: ['name', 'value'],
        $filter: { name: 'RESIN_SUPERVISOR_LOCAL_MODE' },
      },
      image_install: {
        $select: ['id', 'download_progress', 'status', 'install_date'],
        $filter: { status: { $ne: 'deleted' } },
        $expand: {
          installs__image: {
            $select: ['id'],
            $expand: { is_a_build_of__service: { $select: ['id', 'service_name'] } },
          },
          is_provided_by__release: { $select: ['id', 'commit', 'raw_version'] },
        },
      },
    },
  })

export type RunDevice = Awaited<ReturnType<typeof readRunDevices>>[number]

/** The devices of a command, with what determines whether a shell can be opened on them. */
export const runDevicesQuery = (uuids: readonly string[]) =>
  queryOptions({
    queryKey: ['device', 'run', { uuids }],
    queryFn: ({ signal }) => (uuids.length === 0 ? [] : readRunDevices(uuids, signal)),
    refetchInterval: poll.multiDevice,
  })

/** Devices whose name contains the text, or whose UUID starts with it. */
export const foundDevicesQuery = (text: string) =>
  queryOptions({
    queryKey: ['device', 'found', { text }],
    queryFn: ({ signal }) => {
      const part = text.toLowerCase()
      const byName: DeviceFilter = { $contains: [{ $tolower: { $: 'device_name' } }, part] }
      const byUuid: DeviceFilter = { uuid: { $startswith: part } }
      return api().data.query('device', signal, {
        $select: ['id', 'uuid', 'device_name'],
        $filter: /^[0-9a-f]+$/.test(part) ? { $or: [byName, byUuid] } : byName,
        $orderby: { device_name: 'asc' },
        $expand: { belongs_to__application: { $select: ['app_name'] } },
        $top: MAX_FOUND,
      })
    },
  })
