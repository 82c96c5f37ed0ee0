import type { ReactNode } from 'react'
import type { PlatformFeature } from '@/api/platform-features.ts'
import { listedIssues } from '@/domain/device/device-issues.ts'
import { shownStatus } from '@/domain/device/device-status.ts'
import { statusText } from '@/domain/device/status-text.ts'
import { osVersionNumber } from '@/domain/os-update/os-version-number.ts'
import { releaseLabel } from '@/domain/release/release-label.ts'
import { tagValues, withoutOwnTags } from '@/domain/tags/tags.ts'
import type { ExtraField, ListedDevice } from '@/features/device-list/data/listed-device.ts'
import { formatNumber, formatPercent, toInstant } from '@/lib/format.ts'
import { relativeTime } from '@/messages/common/time.ts'
import { devicesText } from '@/messages/device-list/devices.ts'
import { DeviceStatusBadge } from '@/widgets/device/DeviceStatusBadge.tsx'
import {
  Addresses,
  Connected,
  Cut,
  Heartbeat,
  lastSeenCell,
  lastSeenText,
  Time,
  nameCell,
  releaseCell,
  releaseText,
  tagsCell,
  Usage,
  uuidCell,
  YesNo,
} from './device-cells.tsx'

export type ColumnValue = string | number | boolean | null

/** Definition of a device table column. Its label is in the messages, under the same name. */
export interface Column {
  /** Content of the cell; the text by default. Needed if the content changes with time, because text is not updated. */
  cell?: (device: ListedDevice) => ReactNode
  /** The content as text for copying, including what the cell truncates (UUID, notes, addresses, tags). */
  text: (device: ListedDevice, now: number) => string
  /** The exported value. */
  value: (device: ListedDevice, now: number) => ColumnValue
  /** Requested in addition to the usual fields. */
  reads?: ExtraField | 'local mode'
  /** Path to sort by; defaults to the field of the same name, `false` if the platform cannot sort by it. */
  order?: string | false
  /** Feature that the platform needs to provide the values. */
  offeredWith?: PlatformFeature
  /** Visible by default; `always` is also visible in the reduced default layout, which a feature flag enables. */
  isDefault?: 'always' | true
  /** Numbers are right-aligned. */
  isNumber?: true
}

const { unknown } = devicesText

/** Fields of a row with values of the given type. */
type FieldOf<Value> = {
  [Field in keyof ListedDevice]-?: ListedDevice[Field] extends Value | null | undefined ? Field : never
}[keyof ListedDevice]

const plain = (field: FieldOf<string>) => ({
  text: (device: ListedDevice) => device[field] || unknown,
  value: (device: ListedDevice) => device[field] ?? null,
})

const cutText = (field: FieldOf<string>): Column => ({
  cell: (device) => <Cut text={device[field]} />,
  ...plain(field),
})

const addresses = (field: FieldOf<string>): Column => ({
  cell: (device) => <Addresses text={device[field]} />,
  text: (device) => (device[field] ?? '').split(' ').filter(Boolean).join(' ') || unknown,
  value: (device) => device[field] ?? null,
})

const timeColumn = (field: FieldOf<string>): Column => ({
  cell: (device) => <Time at={device[field]} />,
  text(device, now) {
    const at = device[field]
    return at ? relativeTime(toInstant(at), now) : unknown
  },
  value: (device) => device[field] ?? null,
})

function flag(of: (device: ListedDevice) => boolean | undefined): Column {
  return {
    cell: (device) => <YesNo of={of(device)} />,
    text(device) {
      const value = of(device)
      return value === undefined ? unknown : value ? devicesText.yes : devicesText.no
    },
    value: (device) => of(device) ?? null,
  }
}

type Amount = 'memory_usage' | 'memory_total' | 'storage_usage' | 'storage_total'

/** Percentage of memory or storage in use, both in MiB; null if not reported. */
function share(device: ListedDevice, used: Amount, total: Amount): number | null {
  const [part, whole] = [device[used], device[total]]
  return part === null || !whole ? null : (part / whole) * 100
}

function usage(used: Amount, total: Amount): Column {
  return {
    cell: (device) => <Usage used={device[used]} total={device[total]} />,
    text(device) {
      const percent = share(device, used, total)
      return percent === null ? unknown : formatPercent(percent)
    },
    value(device) {
      const percent = share(device, used, total)
      return percent === null ? null : Math.round(percent * 10) / 10
    },
    isNumber: true,
  }
}

const issueKinds = (device: ListedDevice) => listedIssues(device).map(({ kind }) => kind)

/** The columns in their default order. A column that shows one API field has its name. */
export const columns = {
  overall_status: {
    cell: (device) => DeviceStatusBadge({ device, issues: issueKinds(device) }),
    text: (device) => statusText(device, issueKinds(device)),
    value: (device) => shownStatus(device),
    isDefault: 'always',
  },
  device_name: {
    cell: nameCell,
    text: ({ device_name }) => device_name,
    value: ({ device_name }) => device_name,
    isDefault: 'always',
  },
  uuid: {
    cell: uuidCell,
    text: ({ uuid }) => uuid,
    value: ({ uuid }) => uuid,
    isDefault: true,
  },
  release: {
    cell: releaseCell,
    text: releaseText,
    value: ({ is_running__release: [release] }) => (release ? releaseLabel(release) : null),
    order: 'is_running__release/raw_version',
    isDefault: 'always',
  },
  target_release: {
    text: ({ should_be_running__release: [target] }) =>
      target ? releaseLabel(target) : devicesText.noRelease,
    value: ({ should_be_running__release: [target] }) => (target ? releaseLabel(target) : null),
    order: 'should_be_running__release/raw_version',
  },
  last_connectivity_event: {
    cell: lastSeenCell,
    text: lastSeenText,
    // The last event of an online device is when it connected, but it is still seen now.
    value: ({ is_online, last_connectivity_event: at }, now) =>
      is_online ? new Date(now).toISOString() : at,
    isDefault: 'always',
  },
  is_online: flag(({ is_online }) => is_online),
  is_connected_to_vpn: {
    cell: ({ is_connected_to_vpn }) => <Connected up={is_connected_to_vpn} />,
    text: ({ is_connected_to_vpn: up }) => (up ? devicesText.connected : devicesText.notConnected),
    value: ({ is_connected_to_vpn }) => is_connected_to_vpn,
    offeredWith: 'vpn',
  },
  api_heartbeat_state: {
    cell: ({ api_heartbeat_state }) => <Heartbeat state={api_heartbeat_state} />,
    text: ({ api_heartbeat_state: state }) => devicesText.heartbeat[state],
    value: ({ api_heartbeat_state }) => api_heartbeat_state,
  },
  os_version: {
    text: ({ os_version }) => osVersionNumber(os_version) ?? unknown,
    value: ({ os_version }) => os_version,
    isDefault: true,
  },
  os_variant: {
    text: ({ os_variant }) => (os_variant === null ? unknown : devicesText.variant[os_variant]),
    value: ({ os_variant }) => os_variant,
  },
  supervisor_version: { ...plain('supervisor_version'), isDefault: true },
  device_type: {
    text: ({ is_of__device_type: [type] }) => type?.name || unknown,
    value: ({ is_of__device_type: [type] }) => type?.slug || null,
    order: 'is_of__device_type/name',
  },
  ip_address: addresses('ip_address'),
  public_address: { ...addresses('public_address'), reads: 'public_address' },
  mac_address: addresses('mac_address'),
  tags: {
    cell: tagsCell,
    text: ({ device_tag }) =>
      tagValues(device_tag)
        .map(({ key, value }) => (value === '' ? key : `${key}: ${value}`))
        .join(', ') || unknown,
    value: ({ device_tag }) =>
      withoutOwnTags(device_tag)
        .map(({ tag_key, value }) => `${tag_key}=${value}`)
        .toSorted()
        .join('; '),
    order: false,
    isDefault: true,
  },
  note: { ...cutText('note'), reads: 'note' },
  location: { ...cutText('location'), reads: 'location', offeredWith: 'location' },
  created_at: timeColumn('created_at'),
  modified_at: { ...timeColumn('modified_at'), reads: 'modified_at' },
  update_status: plain('update_status'),
  last_update_status_event: { ...timeColumn('last_update_status_event'), reads: 'last_update_status_event' },
  provisioning_state: { ...plain('provisioning_state'), reads: 'provisioning_state' },
  cpu_usage: {
    text: ({ cpu_usage }) => (cpu_usage === null ? unknown : formatPercent(cpu_usage)),
    value: ({ cpu_usage }) => cpu_usage,
    isNumber: true,
  },
  memory_usage: usage('memory_usage', 'memory_total'),
  storage_usage: usage('storage_usage', 'storage_total'),
  cpu_temp: {
    text: ({ cpu_temp }) => (cpu_temp === null ? unknown : devicesText.temperature(formatNumber(cpu_temp))),
    value: ({ cpu_temp }) => cpu_temp,
    isNumber: true,
  },
  cpu_id: {
    cell: ({ cpu_id }) => <span className="mono">{cpu_id ?? unknown}</span>,
    ...plain('cpu_id'),
    reads: 'cpu_id',
  },
  is_undervolted: { ...flag(({ is_undervolted }) => is_undervolted), reads: 'is_undervolted' },
  is_active: { ...flag(({ is_active }) => is_active), reads: 'is_active', offeredWith: 'deviceActivation' },
  local_mode: {
    ...flag(({ device_config_variable: [mode] = [] }) => mode?.value === '1'),
    reads: 'local mode',
    order: false,
  },
  is_web_accessible: {
    ...flag(({ is_web_accessible }) => is_web_accessible),
    reads: 'is_web_accessible',
    offeredWith: 'vpn',
  },
  is_accessible_by_support_until__date: {
    ...timeColumn('is_accessible_by_support_until__date'),
    reads: 'is_accessible_by_support_until__date',
    offeredWith: 'supportAccess',
  },
  is_locked_until__date: { ...timeColumn('is_locked_until__date'), reads: 'is_locked_until__date' },
} satisfies Record<string, Column>
