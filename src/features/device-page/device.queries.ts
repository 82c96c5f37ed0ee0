import { queryOptions, skipToken } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { deviceKey } from '@/domain/device/device-key.ts'
import { isMoving, shownStatus } from '@/domain/device/device-status.ts'
import { REASON_STALE_MS } from '@/domain/operations/setting.queries.ts'
import { osLine, type OsLine } from '@/domain/os-update/os-line.ts'
import { osVersionNumber } from '@/domain/os-update/os-version-number.ts'
import { configText, platformConfigQuery } from '@/domain/platform/platform-config.queries.ts'
import * as poll from '@/domain/polling.ts'
import { noteObservations } from '@/engines/history/note-observations.ts'
import { currentServices } from './device-services.ts'
import { pollHistoryQuery, seenOfKey } from './history/history.queries.ts'
import { emptyPollHistory, withPoll } from './history/poll-history.ts'
import { emptyMetricHistory, withMetricPoll, type MetricPollHistory } from './metrics/metric-poll-history.ts'
import { serviceRows } from './services/service-rows.ts'

const OS_LINE_STALE_MS = 10 * 60_000

const releaseFields = { $select: ['id', 'commit', 'raw_version'] } as const

/** The main request: the device with all relations that its page shows (docs/platform/data-api.md). */
const readDevice = (uuid: string, signal: AbortSignal) =>
  api().data.get({
    resource: 'device',
    id: { uuid },
    options: {
      $select: [
        'id',
        'uuid',
        'device_name',
        'note',
        'is_active',
        'is_online',
        'is_connected_to_vpn',
        'is_frozen',
        'is_web_accessible',
        'is_undervolted',
        'is_locked_until__date',
        'is_accessible_by_support_until__date',
        'overall_status',
        'overall_progress',
        'provisioning_progress',
        'provisioning_state',
        'api_heartbeat_state',
        'last_connectivity_event',
        'last_vpn_event',
        'update_status',
        'last_update_status_event',
        'os_version',
        'os_variant',
        'supervisor_version',
        'ip_address',
        'public_address',
        'mac_address',
        'memory_usage',
        'memory_total',
        'storage_block_device',
        'storage_usage',
        'storage_total',
        'cpu_usage',
        'cpu_temp',
        'latitude',
        'longitude',
        'custom_latitude',
        'custom_longitude',
        'location',
      ],
      $expand: {
        belongs_to__application: {
          $select: ['id', 'app_name', 'slug', 'is_of__class', 'is_accessible_by_support_until__date'],
          $expand: { organization: { $select: ['id', 'name', 'is_frozen'] } },
        },
        is_of__device_type: { $select: ['slug', 'name'] },
        device_tag: { $select: ['tag_key', 'value'], $orderby: { tag_key: 'asc' } },
        device_config_variable: {
          $select: ['name', 'value'],
          $filter: { name: 'RESIN_SUPERVISOR_LOCAL_MODE' },
        },
        is_running__release: releaseFields,
        is_pinned_on__release: { $select: ['id'] },
        should_be_running__release: releaseFields,
        should_be_managed_by__release: { $select: ['raw_version'] },
        should_be_operated_by__release: { $select: ['raw_version'] },
        image_install: {
          $select: ['id', 'download_progress', 'status', 'install_date'],
          $filter: { status: { $ne: 'deleted' } },
          $expand: {
            installs__image: {
              $select: ['id'],
              $expand: { is_a_build_of__service: { $select: ['id', 'service_name'] } },
            },
            is_provided_by__release: releaseFields,
          },
        },
      },
    },
    passthrough: { signal },
  })

/** The services on the device, according to their installs. */
const servicesOf = (device: Device) =>
  serviceRows(currentServices(device.image_install)).map(({ name, present }) => ({
    name,
    status: present.status,
  }))

export type Device = NonNullable<Awaited<ReturnType<typeof readDevice>>>

/**
 * A device by UUID; null if it does not exist or is not visible to the user. Polled more often while it is changing.
 */
export const deviceQuery = (uuid: string) =>
  queryOptions({
    queryKey: deviceKey(uuid),
    queryFn: async ({ signal, client }) => {
      const device = (await readDevice(uuid, signal)) ?? null
      if (device) {
        void noteObservations([device]).then((grown) =>
          grown.length > 0 ? client.invalidateQueries({ queryKey: seenOfKey(uuid) }) : undefined,
        )
        client.setQueryData(pollHistoryQuery(uuid).queryKey, (before) =>
          withPoll(before ?? emptyPollHistory, device, api().now()),
        )
        client.setQueryData(seenQuery(uuid).queryKey, (before) =>
          withMetricPoll(before ?? emptyMetricHistory, device, Date.now(), servicesOf(device)),
        )
      }
      return device
    },
    refetchInterval: ({ state }) =>
      state.data && isUnderWay(state.data) ? poll.deviceUnderWay : poll.device,
  })

/** History collected by polling; written by `deviceQuery`. */
export const seenQuery = (uuid: string) =>
  queryOptions<MetricPollHistory>({
    queryKey: ['device-seen', { uuid }],
    queryFn: skipToken,
    staleTime: Infinity,
  })

/** Whether the device is expected to change soon without user action. */
export function isUnderWay(
  device: Pick<Device, 'overall_status' | 'is_frozen' | 'update_status'> & {
    image_install: readonly { status: string }[]
  },
): boolean {
  const settled = ['running', 'idle', 'stopped', 'exited', 'restarting', 'dead', 'unknown', 'paused']
  return (
    isMoving(shownStatus(device)) ||
    device.update_status === 'downloading' ||
    device.update_status === 'applying changes' ||
    device.image_install.some(({ status }) => !settled.includes(status.toLowerCase()))
  )
}

/** The release line of the host OS (docs/platform/operating-systems.md); null if it has none. */
export const osLineQuery = (deviceType: string, osVersion: string | null) =>
  queryOptions({
    queryKey: ['os-line', { deviceType, osVersion }],
    staleTime: OS_LINE_STALE_MS,
    queryFn: async ({ signal }): Promise<OsLine | null> => {
      const version = osVersionNumber(osVersion)
      if (version === null) return null
      const hostApps = await api().data.query('application', signal, {
        $select: ['id'],
        $filter: {
          is_host: true,
          is_for__device_type: { $any: { $alias: 'dt', $expr: { dt: { slug: deviceType } } } },
        },
        $expand: {
          application_tag: { $select: ['tag_key', 'value'] },
          owns__release: {
            $select: ['raw_version', 'phase'],
            $filter: { status: 'success', is_final: true, is_invalidated: false, raw_version: version },
          },
        },
      })
      return osLine(version, hostApps)
    },
  })

/** Whether the user may open a shell on the host OS. */
export const hostAccessQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['host-access', { uuid }],
    staleTime: REASON_STALE_MS,
    queryFn: ({ signal }) => api().session.mayAccessHost(uuid, signal),
  })

/** Base domain of public device URLs: `https://<uuid>.<base>`. */
export const deviceUrlsBaseQuery = queryOptions({
  queryKey: ['device-urls-base'],
  staleTime: Infinity,
  queryFn: async ({ client }): Promise<string | null> =>
    configText(await client.ensureQueryData(platformConfigQuery()), 'deviceUrlsBase') || null,
})
