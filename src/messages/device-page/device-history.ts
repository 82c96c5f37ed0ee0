import { formatNumber } from '@/lib/format.ts'

/** The history page of a device: events, and metrics over time. */
export const historyText = {
  tab: 'History',
  title: 'History',
  documentTitle: (device: string) => `History · ${device}`,
}

export const timelineText = {
  panel: 'Timeline',
  list: 'Events of the device, newest first',
  intro: 'Newest first. Each event names its source.',
  day: (day: string, zone: string) => `${day} (${zone})`,
  kind: 'Kind',
  kinds: { all: 'All', connection: 'Connection', update: 'Updates', action: 'Actions', device: 'Device' },
  sources: {
    record: 'device record',
    history: 'platform history',
    seen: 'observed by this page',
    client: 'done here',
    world: 'simulated world',
  },
  sourceTitles: {
    record: 'The platform stores only the time of the last change.',
    history: 'The platform stores a history of this device.',
    seen: 'Observed while this page was open. It may have happened a few seconds earlier.',
    client: 'Done from this browser since the page was loaded.',
    world: 'From the simulated world. A live platform does not record it.',
  },
  older: 'Show older',
  empty: 'No events yet. Events are recorded here while this page is open.',
  noMatch: 'No events of this kind.',
  historyFailed: 'The history could not be loaded',
  worldFailed: 'The history of the simulated world could not be loaded',
  onlyReports: 'The device reports, but cannot be reached: this platform has no VPN.',
  neverReported: 'The device has not reported yet.',
  offline: 'The device is offline. Earlier events are shown.',
}

export const deviceEventText = {
  created: 'Device registered',
  connected: 'VPN connected',
  disconnected: 'VPN disconnected',
  reports: 'Started reporting',
  silent: 'Stopped reporting',
  heartbeat: (state: string) => `Heartbeat: ${state}`,
  status: (status: string) => `Status: ${status}`,
  updateStatus: (status: string) => `Update status: ${status}`,
  runs: (release: string) => `Running ${release}`,
  runsNothing: 'Running no release',
  targets: (release: string) => `Target release: ${release}`,
  pinned: (release: string) => `Pinned to ${release}`,
  unpinned: 'Pin removed',
  os: (version: string) => `Running ${version}`,
  supervisor: (version: string) => `Running supervisor ${version}`,
  supervisorTarget: (version: string) => `Target supervisor: ${version}`,
  system: (text: string) => `Device message: ${text}`,
  renamed: (name: string) => `Renamed to ${name}`,
  activated: 'Activated',
  deactivated: 'Deactivated',
  moved: 'Moved to another fleet',
}

/** Actions requested from this browser. */
export const doneHereText = {
  blink: 'Identify requested',
  restart: 'Restart of services requested',
  reboot: 'Reboot requested',
  forced: (what: string) => `${what}, overriding update locks`,
  shutdown: 'Shutdown requested',
  purge: 'Data purge requested',
  update: 'Update check requested',
  service: {
    start: 'Service start requested',
    stop: 'Service stop requested',
    restart: 'Service restart requested',
  },
  checks: 'Health checks started',
  diagnose: 'Diagnostics started',
  osUpdate: (version: string) => `OS update to ${version} requested`,
  supervisorUpdate: 'Supervisor update requested',
  fields: {
    device_name: 'Name changed',
    note: 'Notes changed',
    is_pinned_on__release: 'Pin changed',
    is_web_accessible: 'Public URL changed',
    is_accessible_by_support_until__date: 'Support access changed',
    belongs_to__application: 'Move to another fleet requested',
    custom_latitude: 'Location changed',
    is_active: 'Device deactivated',
    is_locked_until__date: 'Update lock changed',
  },
  tag: (key: string) => `Tag ${key} changed`,
  variable: (name: string) => `Variable ${name} changed`,
  config: (name: string) => `Configuration variable ${name} changed`,
}

export const metricHistoryText = {
  panel: 'Metrics over time',
  range: 'Range',
  ranges: { hour: 'Last hour', day: 'Last day', week: 'Last week' },
  source: {
    seen: 'Recorded by this browser, one point per minute while Flotilla shows the device. The platform stores only the latest values.',
    world: 'Simulated. A live platform stores only the latest values.',
  },
  worldFailed:
    'The history of the simulated world could not be loaded. Values recorded by this browser are shown.',
  notKept:
    'This browser does not store data for this site. Values are recorded only until you leave the page.',
  few: 'Not enough data for a chart yet. One point is recorded each minute.',
  chart: (name: string, low: string, high: string, last: string) =>
    `${name}: from ${low} to ${high}, last ${last}`,
  pick: (name: string) => `${name}: point in time`,
  at: (time: string, figure: string) => `${time}: ${figure}`,
  table: 'Show as a table',
  notDrawn: 'This browser cannot draw the chart. The table has its values.',
  view: 'Charts',
  views: { each: 'Separate', together: 'Together' },
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  resetZoom: 'Reset zoom',
  allShown: 'The whole range is shown.',
  zoomed: (from: string, to: string) => `Zoomed to ${from} – ${to}`,
  keys: 'Arrow keys read out values. Plus and minus zoom, Shift with an arrow key moves, 0 resets the zoom. Drag to zoom.',
  together: 'Metrics together, in percent of their maximum',
  lines: 'Lines',
  newest: (shown: number, all: number) =>
    `The newest ${formatNumber(shown)} of ${formatNumber(all)} values. Zoom in for others.`,
  tableName: (name: string) => `${name} over time`,
  time: 'Time',
  state: 'State',
  states: { ok: 'Normal', warn: 'High', bad: 'Very high' },
  loading: 'Loading the metrics',
}

const connectionWords = { vpn: 'VPN connected', heartbeat: 'heartbeat only', offline: 'offline' } as const

/** Status and connection over time. */
export const stateBandText = {
  title: 'Status and connection',
  bands: { status: 'Status', vpn: 'VPN' },
  sources: { status: 'Recorded by this browser', vpn: 'Recorded by the platform' },
  /** A status, with the connection if it is not the VPN. */
  status: (status: string, connection: keyof typeof connectionWords) =>
    connection === 'vpn' ? status : `${status}, ${connectionWords[connection]}`,
  connected: 'Connected',
  notConnected: 'Not connected',
  unknown: 'unknown',
  notKnown: 'Unknown',
  share: (label: string, percent: string) => `${label} ${percent}`,
  described: (band: string, shares: string) => `${band}: ${shares}`,
  span: (label: string, from: string, to: string) => `${label}, ${from} – ${to}`,
  table: 'Status and connection over time',
  columns: { from: 'From', to: 'Until', state: 'State', source: 'Source' },
}

/** Clearing the history recorded by this browser. */
export const clearHistoryText = {
  button: 'Clear history',
  title: 'Clear the history of this browser?',
  detail:
    'The history that this browser recorded for all devices of this account is removed. Data on the platform is kept.',
  done: 'History cleared',
}
