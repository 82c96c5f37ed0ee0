import { shownStatus, isMoving } from '@/domain/device/device-status.ts'
import { statusLabel } from '@/domain/device/status-breakdown.ts'
import { osVersionNumber } from '@/domain/os-update/os-version-number.ts'
import { releaseLabel } from '@/domain/release/release-label.ts'
import { tagValues } from '@/domain/tags/tags.ts'
import { lineText, tsvText } from '@/lib/csv.ts'
import { formatNumber, formatPercent, formatSpan, toInstant } from '@/lib/format.ts'
import { devicesText, statusWithProgress } from '@/messages/devices.ts'
import { relativeTime } from '@/messages/time.ts'
import { columnLabel, isFixed, tagKeyOf, type DeviceColumn, type FixedColumn } from './device-columns.ts'
import type { ListedDevice } from './devices.queries.ts'

const { unknown } = devicesText

const yesNo = (value: boolean | undefined) =>
  value === undefined ? unknown : value ? devicesText.yes : devicesText.no

const moment = (at: string | null | undefined, now: number) =>
  at ? relativeTime(toInstant(at), now) : unknown

const addresses = (text: string | null | undefined) =>
  (text ?? '').split(' ').filter(Boolean).join(' ') || unknown

const usage = (used: number | null, total: number | null) =>
  used === null || total === null || total === 0 ? unknown : formatPercent((used / total) * 100)

function status(device: ListedDevice): string {
  const shown = shownStatus(device)
  const { overall_progress: progress } = device
  return isMoving(shown) && progress !== null
    ? statusWithProgress(statusLabel[shown], progress)
    : statusLabel[shown]
}

function release(device: ListedDevice): string {
  const running = device.is_running__release[0]
  const target = device.should_be_running__release[0]
  const runs = running ? releaseLabel(running) : devicesText.noRelease
  const moves = target !== undefined && target.id !== running?.id
  const pinned = device.is_pinned_on__release.length > 0 ? ` ${devicesText.pinned}` : ''
  return `${moves ? devicesText.releaseChange(runs, releaseLabel(target)) : runs}${pinned}`
}

function lastSeen({ last_connectivity_event: at, is_online }: ListedDevice, now: number): string {
  if (at === null) return devicesText.neverSeen
  return is_online ? devicesText.onlineFor(formatSpan(now - toInstant(at))) : relativeTime(toInstant(at), now)
}

// A record, so that a column that cannot be copied does not compile.
const texts: Record<FixedColumn, (device: ListedDevice, now: number) => string> = {
  overall_status: status,
  device_name: ({ device_name }) => device_name,
  uuid: ({ uuid }) => uuid,
  release,
  target_release: ({ should_be_running__release: [target] }) =>
    target ? releaseLabel(target) : devicesText.noRelease,
  last_connectivity_event: lastSeen,
  is_online: ({ is_online }) => yesNo(is_online),
  is_connected_to_vpn: ({ is_connected_to_vpn: up }) =>
    up ? devicesText.connected : devicesText.notConnected,
  api_heartbeat_state: ({ api_heartbeat_state: state }) => devicesText.heartbeat[state],
  os_version: ({ os_version }) => osVersionNumber(os_version) ?? unknown,
  os_variant: ({ os_variant }) => (os_variant === null ? unknown : devicesText.variant[os_variant]),
  supervisor_version: ({ supervisor_version }) => supervisor_version ?? unknown,
  device_type: ({ is_of__device_type: [type] }) => type?.name ?? unknown,
  ip_address: ({ ip_address }) => addresses(ip_address),
  public_address: ({ public_address }) => addresses(public_address),
  mac_address: ({ mac_address }) => addresses(mac_address),
  tags: ({ device_tag }) =>
    tagValues(device_tag)
      .map(({ key, value }) => (value === '' ? key : `${key}: ${value}`))
      .join(', ') || unknown,
  note: ({ note }) => note || unknown,
  location: ({ location }) => location || unknown,
  created_at: ({ created_at }, now) => moment(created_at, now),
  modified_at: ({ modified_at }, now) => moment(modified_at, now),
  update_status: ({ update_status }) => update_status ?? unknown,
  last_update_status_event: ({ last_update_status_event: at }, now) => moment(at, now),
  provisioning_state: ({ provisioning_state }) => provisioning_state || unknown,
  cpu_usage: ({ cpu_usage }) => (cpu_usage === null ? unknown : formatPercent(cpu_usage)),
  memory_usage: ({ memory_usage, memory_total }) => usage(memory_usage, memory_total),
  storage_usage: ({ storage_usage, storage_total }) => usage(storage_usage, storage_total),
  cpu_temp: ({ cpu_temp }) => (cpu_temp === null ? unknown : devicesText.temperature(formatNumber(cpu_temp))),
  cpu_id: ({ cpu_id }) => cpu_id ?? unknown,
  is_undervolted: ({ is_undervolted }) => yesNo(is_undervolted),
  is_active: ({ is_active }) => yesNo(is_active),
  local_mode: ({ device_config_variable: [mode] = [] }) => yesNo(mode?.value === '1'),
  is_web_accessible: ({ is_web_accessible }) => yesNo(is_web_accessible),
  is_accessible_by_support_until__date: (device, now) =>
    moment(device.is_accessible_by_support_until__date, now),
  is_locked_until__date: ({ is_locked_until__date: at }, now) => moment(at, now),
}

/** What a cell shows, as text: the same words, and the whole of what the table cuts (UUID, notes, addresses, tags). */
export function cellText(device: ListedDevice, column: DeviceColumn, now: number): string {
  const text = isFixed(column)
    ? texts[column](device, now)
    : (device.device_tag.find(({ tag_key }) => tag_key === tagKeyOf(column))?.value ?? unknown)
  return lineText(text)
}

/** Rows under their headers, to be pasted into a sheet. */
export const rowsText = (
  devices: readonly ListedDevice[],
  columns: readonly DeviceColumn[],
  now: number,
): string =>
  tsvText(
    columns.map(columnLabel),
    devices.map((device) => columns.map((column) => cellText(device, column, now))),
  )
