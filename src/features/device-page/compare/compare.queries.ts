import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import * as poll from '@/domain/polling.ts'

const variable = { $select: ['name', 'value'] } as const
const release = { $select: ['id', 'commit', 'raw_version'] } as const

/** Anything else in the address is not requested. */
const isUuid = (text: string) => /^[0-9a-f]{7,64}$/.test(text)

const readCompared = (uuid: string, signal: AbortSignal) =>
  api().data.get({
    resource: 'device',
    id: { uuid },
    options: {
      $select: [
        'id',
        'uuid',
        'device_name',
        'note',
        'is_frozen',
        'is_online',
        'is_connected_to_vpn',
        'is_web_accessible',
        'overall_status',
        'overall_progress',
        'api_heartbeat_state',
        'update_status',
        'os_version',
        'os_variant',
        'supervisor_version',
        'ip_address',
        'public_address',
        'mac_address',
      ],
      $expand: {
        belongs_to__application: {
          $select: ['id', 'app_name'],
          $expand: {
            organization: { $select: ['id', 'is_frozen'] },
            application_environment_variable: variable,
            application_config_variable: variable,
            service: {
              $select: ['id', 'service_name'],
              $expand: { service_environment_variable: variable },
            },
          },
        },
        is_of__device_type: { $select: ['slug', 'name'] },
        device_tag: { $select: ['tag_key', 'value'], $orderby: { tag_key: 'asc' } },
        device_environment_variable: variable,
        device_config_variable: variable,
        service_install: {
          $select: ['id'],
          $expand: {
            installs__service: { $select: ['id', 'service_name'] },
            device_service_environment_variable: variable,
          },
        },
        is_running__release: release,
        is_pinned_on__release: { $select: ['id'] },
        should_be_running__release: release,
        image_install: {
          $select: ['id', 'download_progress', 'status', 'install_date'],
          $filter: { status: { $ne: 'deleted' } },
          $expand: {
            installs__image: {
              $select: ['id', 'is_stored_at__image_location'],
              $expand: { is_a_build_of__service: { $select: ['id', 'service_name'] } },
            },
            is_provided_by__release: release,
          },
        },
      },
    },
    passthrough: { signal },
  })

export type ComparedDevice = NonNullable<Awaited<ReturnType<typeof readCompared>>>

/** A device with all compared data; null if it does not exist or is not visible to the user. */
export const comparedDeviceQuery = (uuid: string) =>
  queryOptions({
    queryKey: ['device', 'compared', { uuid }],
    queryFn: async ({ signal }) => (isUuid(uuid) ? ((await readCompared(uuid, signal)) ?? null) : null),
    refetchInterval: poll.compare,
  })
