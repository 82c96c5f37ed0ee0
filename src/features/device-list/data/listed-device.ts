import type { Model } from '@/api/model.ts'

type DeviceRead = Model['device']['Read']
type Release = Pick<Model['release']['Read'], 'id' | 'commit' | 'raw_version'>

/** Fields that are requested for all devices. */
export const usualFields = [
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
  'update_status',
] as const satisfies readonly (keyof DeviceRead)[]

const release = { $select: ['id', 'commit', 'raw_version'] } as const

/** Relations that are requested for all devices. */
export const usualExpansions = {
  is_of__device_type: { $select: ['slug', 'name'] },
  is_running__release: release,
  should_be_running__release: release,
  is_pinned_on__release: { $select: ['id'] },
  device_tag: { $select: ['tag_key', 'value'] },
} as const

type UsualField = (typeof usualFields)[number]

/** A field with one value that is requested only if a column needs it. */
export type ExtraField = {
  [Field in keyof DeviceRead]-?: DeviceRead[Field] extends string | number | boolean | null | undefined
    ? Exclude<Field, UsualField>
    : never
}[keyof DeviceRead]

/** A device as the table shows it; fields of optional columns are present only if requested. */
export type ListedDevice = Pick<DeviceRead, UsualField> &
  Partial<Pick<DeviceRead, ExtraField>> & {
    is_of__device_type: readonly { slug: string; name: string }[]
    is_running__release: readonly Release[]
    should_be_running__release: readonly Release[]
    is_pinned_on__release: readonly { id: number }[]
    device_tag: readonly { tag_key: string; value: string }[]
    device_config_variable?: readonly { value: string }[]
  }
