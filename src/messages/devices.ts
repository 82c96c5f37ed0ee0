import { formatPercent } from '../lib/format.ts'

/** The words for a device's status. */
export const deviceStatusText = {
  operational: 'Operational',
  updating: 'Updating',
  configuring: 'Configuring',
  'post-provisioning': 'Post-provisioning',
  'reduced-functionality': 'Reduced functionality',
  disconnected: 'Disconnected',
  inactive: 'Inactive',
  frozen: 'Frozen',
}

/** The same where there is little room. */
export const shortStatusText = {
  ...deviceStatusText,
  'post-provisioning': 'Provisioning',
  'reduced-functionality': 'Reduced',
}

/** "Updating 64 %". */
export const statusWithProgress = (status: string, percent: number) => `${status} ${formatPercent(percent)}`

/** Why a device is among those that need attention. */
export const attentionText = {
  title: 'Needs attention',
  frozen: 'Frozen by the plan allowance',
  rejected: 'Rejected its update',
  aborted: 'Aborted its update',
  heartbeatTimeout: 'Heartbeat timed out',
  heartbeatMissing: 'No heartbeat, cloudlink is up',
  cloudlinkDown: 'Cloudlink is down, heartbeat still arrives',
  reduced: 'Works with reduced functionality',
  neverSeen: 'Never connected',
  disconnected: 'Lost contact',
}

export const deviceActionText = {
  offline: 'Device must be online',
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
  location: 'Place',
  created_at: 'Created',
  modified_at: 'Changed',
  update_status: 'OS update',
  last_update_status_event: 'Last OS update',
  provisioning_state: 'Provisioning',
  cpu_usage: 'CPU',
  memory_usage: 'Memory',
  storage_usage: 'Storage',
  cpu_temp: 'Temperature',
  cpu_id: 'CPU id',
  is_undervolted: 'Undervolted',
  is_active: 'Active',
  local_mode: 'Local mode',
  is_web_accessible: 'Public URL',
  is_accessible_by_support_until__date: 'Support access until',
  is_locked_until__date: 'Locked until',
}

const devices = (count: number, shown: string) => `${shown} ${count === 1 ? 'device' : 'devices'}`

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
  statusFilter: 'Status',
  density: 'Row height',
  densities: { comfortable: 'Comfortable', compact: 'Compact' },
  uuidOf: (device: string) => `UUID of ${device}`,
  pageSize: 'Rows per page',
  tableLabel: 'Devices of this fleet',
  emptyDetail: 'A device joins when it starts from an OS image that was made for this fleet.',
  emptyFiltered: 'No device matches these filters',
  emptyPage: 'There are not that many pages',
  toFirstPage: 'Go to the first page',
  loadFailed: 'The devices could not be loaded',
  onlineFor: (span: string) => `Online, ${span}`,
  neverSeen: 'Never',
  connected: 'Connected',
  notConnected: 'Disconnected',
  heartbeat: { online: 'Online', offline: 'Offline', timeout: 'Timeout', unknown: 'Unknown' },
  variant: { prod: 'Production', dev: 'Development' },
  noRelease: 'None',
  releaseChange: (from: string, to: string) => `${from} → ${to}`,
  releaseChangeName: (from: string, to: string) => `Runs ${from}, on its way to ${to}`,
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
  copiedUuids: (count: number, shown: string) => `Copied the UUIDs of ${devices(count, shown)}`,
  copyUuidsFailed: 'The UUIDs could not be copied',
  restart: 'Restart',
}

/** Columns: which, in which order, how wide. */
export const columnsText = {
  title: 'Columns',
  open: 'Columns',
  shown: 'Shown, in this order',
  more: 'More columns',
  moreTags: 'Tags',
  noTags: 'No device of this fleet has a tag.',
  cannotHide: 'The name opens the device, so it stays',
  moveUp: (column: string) => `Move ${column} up`,
  moveDown: (column: string) => `Move ${column} down`,
  isFirst: 'It is the first already',
  isLast: 'It is the last already',
  moved: (column: string, place: string, count: string) => `${column} is now column ${place} of ${count}`,
  hint: 'Drag a column, or use the arrows. In the table, Alt with an arrow key moves the focused header.',
  reset: 'Use the usual columns',
  resize: (column: string) => `Width of ${column}`,
  sortPlace: (place: string) => `, ${place}. in order`,
}

export const viewsText = {
  open: 'Views',
  usual: 'Usual view',
  saved: 'Saved views',
  save: 'Save this view…',
  remove: (name: string) => `Delete view ${name}`,
  title: 'Save this view',
  name: 'Name',
  explain: 'Keeps the filters, the order, the columns and the kind of view in this browser, for every fleet.',
  nameMissing: 'Give the view a name first.',
  replaces: (name: string) => `This takes the place of the view ${name}.`,
  savedToast: (name: string) => `Saved the view ${name}`,
  removedToast: (name: string) => `Deleted the view ${name}`,
}

export const exportText = {
  open: 'Export',
  title: 'Export devices',
  explain: (count: number, shown: string) =>
    `${devices(count, shown)}, with the filters, the order and the columns that the table has now.`,
  format: 'Format',
  formats: { csv: 'CSV', json: 'JSON' },
  start: 'Export',
  running: (done: string, total: string) => `Read ${done} of ${total}`,
  done: (count: number, shown: string, file: string) => `Saved ${devices(count, shown)} to ${file}`,
  failed: 'The devices could not be exported',
  cannotSave: 'This browser cannot save files',
  fileName: (fleet: string, date: string) => `${fleet}-devices-${date}`,
}

export const deviceMapText = {
  presentation: 'Show devices as',
  presentations: { table: 'Table', map: 'Map' },
  label: 'Map of the devices',
  loading: (done: string) => `Placing devices: ${done}`,
  failed: 'The places of the devices could not be read',
  placed: (count: number, shown: string, without: string) =>
    `${devices(count, shown)} on the map, ${without} without a place`,
  none: 'None of these devices has a place',
  noneDetail: 'A place comes from the address of a device, or is given on its location page.',
}
