import type { Model } from '@/api/model.ts'
import type { DeviceColumn } from './device-columns.ts'

type DeviceRead = Model['device']['Read']

/** What every page of devices is read with. */
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
] as const satisfies readonly (keyof DeviceRead)[]

const release = { $select: ['id', 'commit', 'raw_version'] } as const

/** What every page of devices is read with beside their own fields. */
export const usualExpansions = {
  is_of__device_type: { $select: ['slug', 'name'] },
  is_running__release: release,
  should_be_running__release: release,
  is_pinned_on__release: { $select: ['id'] },
  device_tag: { $select: ['tag_key', 'value'] },
} as const

/** What is read for columns that few people show. Each is called like its column. */
const extraFields = [
  'public_address',
  'note',
  'location',
  'modified_at',
  'update_status',
  'last_update_status_event',
  'provisioning_state',
  'cpu_id',
  'is_undervolted',
  'is_active',
  'is_web_accessible',
  'is_accessible_by_support_until__date',
  'is_locked_until__date',
] as const satisfies readonly (keyof DeviceRead)[]

export type UsualField = (typeof usualFields)[number]
export type ExtraField = (typeof extraFields)[number]

/** The fields that columns need beside the usual ones, in a fixed order. */
export function extraFieldsOf(columns: readonly DeviceColumn[]): ExtraField[] {
  return extraFields.filter((field) => columns.includes(field))
}

/** Whether rows that were read for some columns can show others. */
export function canShow(columns: readonly DeviceColumn[], readFor: readonly DeviceColumn[]): boolean {
  const known: readonly string[] = extraFieldsOf(readFor)
  const hasLocalMode = readFor.includes('local_mode') || !columns.includes('local_mode')
  return hasLocalMode && extraFieldsOf(columns).every((field) => known.includes(field))
}
