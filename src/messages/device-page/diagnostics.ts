import { plural } from '@/lib/format.ts'
/** The diagnostics page of a device. */
export const diagnosticsText = {
  tab: 'Diagnostics',
  documentTitle: (part: string, device: string) => `${part} · ${device}`,
  parts: 'Diagnostics sections',
  mustBeOnline: 'Device must be online and connected through cloudlink',
  running: 'Running on the device…',
  lastRun: 'Last run',
  never: 'Never',
  statuses: {
    configuring: 'Configuring',
    done: 'Done',
    error: 'Failed',
    idle: 'Not run',
    in_progress: 'In progress',
  },
  now: (what: string, device: string, status: string) => `${what}, ${device}: ${status}`,
  download: 'Download',
  cannotSave: 'This browser cannot save files',
  nothingToSave: 'There is nothing to save yet',
}

export const checksText = {
  tab: 'Health checks',
  title: 'Device health checks',
  run: 'Run checks',
  table: 'Health checks of the device',
  name: 'Check',
  outcome: 'Outcome',
  status: 'Status',
  succeeded: 'Success',
  failed: 'Failed',
  version: 'Checks version',
  unknownVersion: 'Unknown',
  summary: (failed: number, all: number) =>
    failed === 0 ? `All ${all} checks passed` : `${failed} of ${all} checks failed`,
  noData: 'No check data yet. Run the checks to see the health of the device.',
  noDataOffline: 'There is no check data, and the device is offline.',
  oldOs: (least: string) =>
    `Health checks need OS version ${least} or newer. On this device they may fail or be incomplete.`,
  queryFailed: (reason: string) => `Failed query check: ${reason}`,
  runFailed: 'The health checks could not be run',
  loading: 'Loading the health checks',
}

export const diagnoseText = {
  tab: 'Device diagnostics',
  title: 'Device diagnostics',
  run: 'Run diagnostics',
  stdout: 'Standard output',
  stderr: 'Standard error',
  empty: 'No output.',
  noData: 'No diagnostics yet. Run them to collect data from the device.',
  noDataOffline: 'This device is offline and has no diagnostics data.',
  queryFailed: (reason: string) => `The diagnostics could not be read: ${reason}`,
  runFailed: 'The diagnostics could not be run',
  loading: 'Loading the diagnostics',
}

export const stateText = {
  tab: 'Supervisor state',
  title: 'Supervisor state',
  compared: 'Differences',
  comparison: 'Device and target',
  comparedIntro: 'The current state of the device compared with its target state.',
  what: 'What',
  onDevice: 'On the device',
  wanted: 'Target',
  verdict: 'Difference',
  kinds: { same: 'Same', changed: 'Differs', added: 'Missing on the device', removed: 'Not in the target' },
  keys: { name: 'Name', release: 'Release', os: 'Operating system', supervisor: 'Supervisor' },
  service: (name: string) => `Image of ${name}`,
  nothing: '–',
  allSame: 'The device matches its target state.',
  differences: (count: number) => plural(count, { one: '1 difference', other: `${count} differences` }),
  current: 'Current state on the device',
  target: 'Target state from the API',
  form: (version: number) => `version ${version}`,
  currentError: (reason: string) => `Supervisor Current State error: ${reason}`,
  targetError: (reason: string) => `supervisor target state error: ${reason}`,
  onlyReports:
    'This platform has no VPN, so the supervisor cannot be queried. The comparison uses its last report.',
  offline: 'The device is offline, so its supervisor cannot be queried. The comparison uses its last report.',
  noTarget: 'The platform has no target state for this device.',
  loading: 'Loading',
}
