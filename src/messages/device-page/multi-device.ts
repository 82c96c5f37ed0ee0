import { plural } from '@/lib/format.ts'
/** Several devices at once: logs side by side, running a command, and moving through a list. */
export const multiDeviceText = {
  logs: 'Logs',
  run: 'Run a command',
  compare: 'Compare',
  compareWith: 'Compare with…',
  compareTwo: 'Select two devices to compare them',
  tooMany: (most: number) => `At most ${most} devices at once`,
  needsDevices: 'No devices selected. Add one to begin.',
  addDevice: 'Add device',
  addTitle: 'Add a device',
  search: 'Name or UUID of a device',
  searchResults: 'Devices found',
  noneFound: 'No devices match',
  searchFailed: 'The search failed',
  remove: (name: string) => `Remove ${name}`,
  unknownDevice: 'Unknown device',
  unknownDetail: 'This device does not exist, or you have no access to it.',
  loadFailed: 'The device could not be loaded',
  frozen: 'This device is frozen. Its logs cannot be read.',
  choosing: 'Loading the selected devices',
  chooseFailed: 'The selected devices could not be loaded',
}

export const multiDeviceLogsText = {
  title: 'Logs side by side',
  count: (shown: string, number: number) => plural(number, { one: '1 device', other: `${shown} devices` }),
  menu: 'Compare logs…',
}

export const runText = {
  title: 'Run a command',
  menu: 'Run a command…',
  target: 'Where',
  host: 'Host OS',
  command: 'Command',
  explain:
    'The command runs once on each device, in its own shell. It is not retried if the connection is lost.',
  run: (shown: string, number: number) =>
    plural(number, { one: 'Run on 1 device', other: `Run on ${shown} devices` }),
  cancel: 'Cancel',
  cancelOne: (name: string) => `Cancel on ${name}`,
  noCommand: 'Enter a command first',
  noneReachable: 'None of these devices can run a command',
  running: (done: string, all: string) => `${done} of ${all} devices finished`,
  finished: (ok: string, all: string) => `Succeeded on ${ok} of ${all} devices`,
  saveText: 'Save as text',
  saveCsv: 'Save as CSV',
  cannotSave: 'This browser cannot save files',
  table: 'Results by device',
  columns: {
    device: 'Device',
    status: 'Status',
    exitCode: 'Exit code',
    duration: 'Duration',
    output: 'Output',
    uuid: 'UUID',
  },
  statuses: {
    ready: 'Ready',
    waiting: 'Waiting',
    connecting: 'Connecting',
    running: 'Running',
    done: 'Done',
    failed: 'Failed',
    skipped: 'Skipped',
    cancelled: 'Cancelled',
  },
  exited: (code: number) => `Exit code ${code}`,
  curlNote: 'A terminal needs a WebSocket. With curl you can only check that the terminal host responds.',
  outputOf: (name: string) => `Output of ${name}`,
  noOutput: 'No output',
  cut: 'The output is truncated here.',
  problems: {
    unauthorized: 'Access to the terminal was denied',
    connection: 'The device could not be reached',
    lost: 'The connection was lost before the command ended',
    ended: 'The shell ended before the command',
    timeout: (minutes: number) => `Timed out after ${minutes} minutes`,
  },
  fileName: (at: string, kind: string) => `command-${at}.${kind}`,
}

export const trailText = {
  region: 'Devices of the list',
  place: (nth: string, total: string) => `${nth} of ${total}`,
  list: 'Back to the list',
  next: (name?: string) => (name === undefined ? 'Next device' : `Next device: ${name}`),
  previous: (name?: string) => (name === undefined ? 'Previous device' : `Previous device: ${name}`),
  isLast: 'This is the last device of the list',
  isFirst: 'This is the first device of the list',
}
