/** Texts of what has happened to a device, and of its metrics over time. */
export const historyText = {
  tab: 'History',
  title: 'History',
  documentTitle: (device: string) => `History · ${device}`,
}

export const timelineText = {
  panel: 'Timeline',
  list: 'What happened to the device, newest first',
  intro: 'Newest first. Each line says where it is known from.',
  kind: 'Kind',
  kinds: { all: 'All', connection: 'Connection', update: 'Updates', action: 'Actions', device: 'Device' },
  sources: {
    record: 'device record',
    history: 'platform history',
    seen: 'seen by this page',
    client: 'done here',
    world: 'simulated world',
  },
  sourceTitles: {
    record: 'The platform keeps the moment of the last change only.',
    history: 'The platform keeps a history of this device.',
    seen: 'This page noticed it while it was open. It may have happened up to a few seconds earlier.',
    client: 'Done from this browser since the page was loaded.',
    world: 'The simulated world knows it. A real platform would not tell.',
  },
  older: 'Show older',
  empty: 'Nothing is known yet. What happens while this page is open is noted here.',
  noMatch: 'Nothing of this kind is known.',
  historyFailed: 'The platform’s history could not be read',
  worldFailed: 'The simulated world could not be asked',
  offline: 'The device is offline. This is what was known of it before.',
}

export const happeningText = {
  created: 'The device began its history',
  connected: 'The cloudlink came up',
  disconnected: 'The cloudlink was lost',
  heartbeat: (state: string) => `The heartbeat became ${state}`,
  status: (status: string) => `The status became ${status}`,
  updateStatus: (status: string) => `The update status became: ${status}`,
  runs: (release: string) => `It runs ${release}`,
  runsNothing: 'It runs no release',
  targets: (release: string) => `It is to run ${release}`,
  pinned: (release: string) => `It was pinned to ${release}`,
  unpinned: 'The pin was removed',
  os: (version: string) => `It runs ${version}`,
  supervisor: (version: string) => `It runs supervisor ${version}`,
  supervisorTarget: (version: string) => `It is to run supervisor ${version}`,
  system: (text: string) => `The device said: ${text}`,
  renamed: (name: string) => `It was renamed to ${name}`,
  activated: 'It was activated',
  deactivated: 'It was deactivated',
  moved: 'It came to another fleet',
}

/** What this client asked for, by what it sent. */
export const doneHereText = {
  blink: 'Identify was asked for',
  restart: 'A restart of the services was asked for',
  reboot: 'A reboot was asked for',
  forced: (what: string) => `${what}, whatever is locked`,
  shutdown: 'A shutdown was asked for',
  purge: 'A purge of the data was asked for',
  update: 'A check for updates was asked for',
  service: {
    start: 'A start of a service was asked for',
    stop: 'A stop of a service was asked for',
    restart: 'A restart of a service was asked for',
  },
  checks: 'Health checks were started',
  diagnose: 'Diagnostics were started',
  osUpdate: (version: string) => `An update of the operating system to ${version} was asked for`,
  supervisorUpdate: 'A supervisor update was asked for',
  fields: {
    device_name: 'The name was changed',
    note: 'The notes were changed',
    is_pinned_on__release: 'The pin was changed',
    is_web_accessible: 'The public URL was changed',
    is_accessible_by_support_until__date: 'Support access was changed',
    belongs_to__application: 'A move to another fleet was asked for',
    custom_latitude: 'The location was changed',
    is_active: 'The device was deactivated',
    is_locked_until__date: 'The update lock was changed',
  },
  tag: (key: string) => `The tag ${key} was changed`,
  variable: (name: string) => `The variable ${name} was changed`,
  config: (name: string) => `The configuration ${name} was changed`,
}

export const metricHistoryText = {
  panel: 'Metrics over time',
  range: 'Range',
  ranges: { hour: 'Last hour', day: 'Last day' },
  source: {
    seen: 'As this page has seen them since it was opened.',
    world: 'As the simulated world knows them; a real platform keeps the latest figures only.',
  },
  worldFailed: 'The simulated world could not be asked; what this page has seen is shown instead.',
  few: 'Not enough is known yet for a line. The page notes a point each minute.',
  chart: (name: string, low: string, high: string, last: string) =>
    `${name}: from ${low} to ${high}, last ${last}`,
  pick: (name: string) => `${name}: a moment`,
  at: (time: string, figure: string) => `${time}: ${figure}`,
  table: 'Show as a table',
  tableName: (name: string) => `${name} over time`,
  time: 'Time',
  state: 'State',
  states: { ok: 'Well', warn: 'High', bad: 'Very high' },
  loading: 'Loading the metrics',
}
