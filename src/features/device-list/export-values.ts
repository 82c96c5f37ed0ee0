import { releaseLabel } from '@/domain/release/release-label.ts'
import { shownStatus } from '@/domain/device/device-status.ts'
import { columnLabel, isFixed, tagKeyOf, type DeviceColumn, type FixedColumn } from './device-columns.ts'
import type { ListedDevice } from './devices.queries.ts'

export type ExportValue = string | number | boolean | null

const percent = (used: number | null, total: number | null) =>
  used === null || !total ? null : Math.round((used / total) * 1000) / 10

// A record, so that a column that cannot be exported does not compile.
const values: Record<FixedColumn, (device: ListedDevice, now: number) => ExportValue> = {
  overall_status: (device) => shownStatus(device),
  device_name: ({ device_name }) => device_name,
  uuid: ({ uuid }) => uuid,
  release: ({ is_running__release: [release] }) => (release ? releaseLabel(release) : null),
  target_release: ({ should_be_running__release: [release] }) => (release ? releaseLabel(release) : null),
  // The event of a device that is online is when it came; it is seen as long as it stays.
  last_connectivity_event: ({ is_online, last_connectivity_event }, now) =>
    is_online ? new Date(now).toISOString() : last_connectivity_event,
  is_online: ({ is_online }) => is_online,
  is_connected_to_vpn: ({ is_connected_to_vpn }) => is_connected_to_vpn,
  api_heartbeat_state: ({ api_heartbeat_state }) => api_heartbeat_state,
  os_version: ({ os_version }) => os_version,
  os_variant: ({ os_variant }) => os_variant,
  supervisor_version: ({ supervisor_version }) => supervisor_version,
  device_type: ({ is_of__device_type: [type] }) => type?.slug ?? null,
  ip_address: ({ ip_address }) => ip_address,
  public_address: ({ public_address }) => public_address ?? null,
  mac_address: ({ mac_address }) => mac_address,
  tags: ({ device_tag }) =>
    device_tag
      .map(({ tag_key, value }) => `${tag_key}=${value}`)
      .toSorted()
      .join('; '),
  note: ({ note }) => note ?? null,
  location: ({ location }) => location ?? null,
  created_at: ({ created_at }) => created_at,
  modified_at: ({ modified_at }) => modified_at ?? null,
  update_status: ({ update_status }) => update_status ?? null,
  last_update_status_event: (device) => device.last_update_status_event ?? null,
  provisioning_state: ({ provisioning_state }) => provisioning_state ?? null,
  cpu_usage: ({ cpu_usage }) => cpu_usage,
  memory_usage: ({ memory_usage, memory_total }) => percent(memory_usage, memory_total),
  storage_usage: ({ storage_usage, storage_total }) => percent(storage_usage, storage_total),
  cpu_temp: ({ cpu_temp }) => cpu_temp,
  cpu_id: ({ cpu_id }) => cpu_id ?? null,
  is_undervolted: ({ is_undervolted }) => is_undervolted ?? null,
  is_active: ({ is_active }) => is_active ?? null,
  local_mode: ({ device_config_variable: [mode] = [] }) => mode?.value === '1',
  is_web_accessible: ({ is_web_accessible }) => is_web_accessible ?? null,
  is_accessible_by_support_until__date: (device) => device.is_accessible_by_support_until__date ?? null,
  is_locked_until__date: ({ is_locked_until__date }) => is_locked_until__date ?? null,
}

/** What a column holds of a device at a moment, as a file has it. */
export function exportValue(device: ListedDevice, column: DeviceColumn, now: number): ExportValue {
  if (isFixed(column)) return values[column](device, now)
  return device.device_tag.find(({ tag_key }) => tag_key === tagKeyOf(column))?.value ?? null
}

/** Devices as rows under the table's headers. */
export function exportTable(devices: readonly ListedDevice[], columns: readonly DeviceColumn[], now: number) {
  return {
    headers: columns.map(columnLabel),
    rows: devices.map((device) => columns.map((column) => exportValue(device, column, now))),
  }
}

/** Devices as objects keyed by column: the wire's names, so that a program can go on with them. */
export function exportJson(
  devices: readonly ListedDevice[],
  columns: readonly DeviceColumn[],
  now: number,
): string {
  const objects = devices.map((device) =>
    Object.fromEntries(columns.map((column) => [column, exportValue(device, column, now)])),
  )
  return `${JSON.stringify(objects, null, 2)}\n`
}
