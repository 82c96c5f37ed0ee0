import { formatPercent, plural } from '@/lib/format.ts'
import { statusWithinText } from './statuses.ts'

/** "Updating 64 %". */
export const statusWithProgress = (status: string, percent: number) => `${status} ${formatPercent(percent)}`

/** "Storage full, operational". */
export const statusWithIssue = (issue: string, status: keyof typeof statusWithinText) =>
  `${issue}, ${statusWithinText[status]}`

export const attentionText = { title: 'Needs attention' }

/** Issues of a device, short. The figure includes its unit. */
export const issueText = {
  frozen: () => 'Frozen: plan limit exceeded',
  'never-online': () => 'Never connected',
  offline: () => 'Offline',
  'cloudlink-down': () => 'VPN disconnected, heartbeat online',
  'heartbeat-missing': () => 'No heartbeat, VPN connected',
  reduced: () => 'Reduced functionality',
  'crash-loop': () => 'A service keeps restarting',
  'service-down': () => 'A service is not running',
  'os-update-failed': () => 'OS update failed',
  'update-rejected': () => 'Update rejected',
  'update-aborted': () => 'Update aborted',
  'update-locked': () => 'Waiting for an update lock',
  'storage-full': (figure: string) => `Storage ${figure} full`,
  'memory-full': (figure: string) => `Memory ${figure} full`,
  hot: (figure: string) => `Temperature ${figure}`,
  undervolted: () => 'Undervolted: weak power supply',
}

/** Kinds of issues, for any number of devices. */
export const issueKindText = {
  frozen: 'Frozen',
  'never-online': 'Never connected',
  offline: 'Offline',
  'cloudlink-down': 'VPN disconnected',
  'heartbeat-missing': 'No heartbeat',
  reduced: 'Reduced functionality',
  'crash-loop': 'Service keeps restarting',
  'service-down': 'Service not running',
  'os-update-failed': 'OS update failed',
  'update-rejected': 'Update rejected',
  'update-aborted': 'Update aborted',
  'update-locked': 'Waiting for an update lock',
  'storage-full': 'Storage full',
  'memory-full': 'Memory full',
  hot: 'High temperature',
  undervolted: 'Undervolted',
}

export const deviceActionText = {
  frozen: 'Device is frozen',
}

/** Headers of the device table. */
const column = {
  overall_status: 'Status',
  device_name: 'Name',
  uuid: 'UUID',
  release: 'Release',
  target_release: 'Target release',
  last_connectivity_event: 'Last seen',
  is_online: 'Online',
  is_connected_to_vpn: 'Cloudlink',
  api_heartbeat_state: 'Heartbeat',
  os_version: 'Host OS',
  os_variant: 'OS variant',
  supervisor_version: 'Supervisor',
  device_type: 'Type',
  ip_address: 'IP address',
  public_address: 'Public address',
  mac_address: 'MAC address',
  tags: 'Tags',
  note: 'Notes',
  location: 'Location',
  created_at: 'Created',
  modified_at: 'Changed',
  update_status: 'OS update',
  last_update_status_event: 'Last OS update',
  provisioning_state: 'Provisioning',
  cpu_usage: 'CPU',
  memory_usage: 'Memory',
  storage_usage: 'Storage',
  cpu_temp: 'Temperature',
  cpu_id: 'CPU ID',
  is_undervolted: 'Undervolted',
  is_active: 'Active',
  local_mode: 'Local mode',
  is_web_accessible: 'Public URL',
  is_accessible_by_support_until__date: 'Support access until',
  is_locked_until__date: 'Locked until',
}

export const devicesText = {
  title: 'Devices',
  documentTitle: (fleet: string) => `Devices · ${fleet}`,
  column,
  tagColumn: (key: string) => `Tag ${key}`,
  yes: 'Yes',
  no: 'No',
  filterByStatus: 'Filter by status',
  search: 'Name, UUID or tag',
  searchLabel: 'Search devices by name, UUID or tag value',
  clearFilters: 'Clear filters',
  density: 'Row height',
  densities: { comfortable: 'Comfortable', compact: 'Compact' },
  uuidOf: (device: string) => `UUID of ${device}`,
  pageSize: 'Rows per page',
  tableLabel: 'Devices of this fleet',
  emptyDetail: 'Add a device, or start one from an OS image of this fleet.',
  emptyFiltered: 'No devices match these filters',
  emptyPage: 'This page of the list does not exist',
  toFirstPage: 'Go to the first page',
  loadFailed: 'The devices could not be loaded',
  onlineFor: (span: string) => `Online, ${span}`,
  neverSeen: 'Never',
  connected: 'Connected',
  notConnected: 'Disconnected',
  external: 'External',
  externalTitle: 'Not simulated: a real device, or another client that uses its key',
  heartbeat: { online: 'Online', offline: 'Offline', timeout: 'Timeout', unknown: 'Unknown' },
  variant: { prod: 'Production', dev: 'Development' },
  noRelease: 'None',
  releaseChange: (from: string, to: string) => `${from} → ${to}`,
  releaseChangeName: (from: string, to: string) => `Runs ${from}, updating to ${to}`,
  pinned: 'pinned',
  pinnedTitle: 'This device is pinned to its target release',
  tagsOf: (device: string) => `Tags of ${device}`,
  usage: (used: string, total: string) => `${used} of ${total}`,
  temperature: (celsius: string) => `${celsius} °C`,
  unknown: '–',
  selectDevice: (name: string) => `Select ${name}`,
  selected: (count: string) => `${count} selected`,
  selectAllMatching: (count: string) => `Select all ${count}`,
  clearSelection: 'Clear selection',
  selectionActions: 'Actions on the selected devices',
  copyUuids: 'Copy UUIDs',
  copyingUuids: (done: string, total: string) => `Reading ${done} of ${total}`,
  copiedUuids: (count: number, shown: string) =>
    plural(count, {
      one: `Copied the UUIDs of ${shown} device`,
      other: `Copied the UUIDs of ${shown} devices`,
    }),
  copyUuidsFailed: 'The UUIDs could not be copied',
  restart: 'Restart',
}

/** Texts of the field of cells that shows all devices. */
export const matrixText = {
  rows: 'Rows',
  rowsOf: { status: 'By status', release: 'By release', os: 'By host OS', location: 'By location' },
  rowsOfTag: (key: string) => `By tag: ${key}`,
  noRow: { release: 'No release', os: 'Not reported', location: 'Unknown location', tag: 'Without this tag' },
  sortAnew: 'Sort again',
  sortAnewHint:
    'Devices keep their places while this page is open, so that changes are seen. This sorts them by status again.',
  emptyRow: 'No value',
  otherRows: 'Others',
  by: (fleet: string, rows: string) => `Devices of ${fleet}: ${rows}`,
  group: (status: string, count: string, number: number) =>
    plural(number, { one: `${status}: ${count} device`, other: `${status}: ${count} devices` }),
  markedGroup: (status: string, count: string, number: number) =>
    plural(number, {
      one: `${status}: ${count} device needs attention`,
      other: `${status}: ${count} devices need attention`,
    }),
  device: (name: string, status: string, needsAttention: boolean) =>
    needsAttention ? `${name}: ${status}, needs attention` : `${name}: ${status}`,
  perCell: (count: string) => `a cell is ${count} devices`,
  perCellHint: 'Each status that has a device has at least one cell',
}
