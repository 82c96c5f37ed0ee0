import { formatNumber, plural } from '@/lib/format.ts'

/** A number of things, as part of a list of them. */
const counted = (count: number, one: string, many: string) =>
  `${formatNumber(count)} ${plural(count, { one, other: many })}`

/** Changes to many devices from a CSV file. */
export const bulkText = {
  title: 'Bulk changes from CSV',
  undoTitle: 'Undo bulk changes',
  explain:
    'One row per device. Identify devices by a uuid column, or by a device column with unique names, and add a column for each field to change. You can also use an export of the device list. Nothing is changed until you confirm.',
  columns: [
    ['uuid', 'UUID of the device'],
    ['device', 'Name of the device, if unique; used when there is no uuid column'],
    ['name', 'New name'],
    ['note', 'Notes'],
    ['tag:KEY', 'Value of the tag KEY'],
    ['var:NAME', 'Device variable for all services'],
    ['var:SERVICE/NAME', 'Device variable for one service'],
  ] as const,
  columnsTitle: 'Columns of the file',
  blank: (remove: string) => `A blank cell changes nothing. ${remove} deletes a note, tag or variable.`,
  file: 'CSV file',
  text: 'Or paste rows',
  template: 'Save template',
  templateName: 'bulk-changes-template.csv',
  check: 'Check',
  nothingGiven: 'Choose a file or paste rows first',
  comparing: (done: number, total: number) =>
    `Compared ${formatNumber(done)} of ${formatNumber(total)} devices`,
  unreadable: 'The devices could not be read',
  preview: 'Changes',
  problems: 'Rows with problems',
  summary: (changes: number, devices: number) =>
    `${counted(changes, 'change', 'changes')} on ${counted(devices, 'device', 'devices')}`,
  unchanged: (count: number) =>
    plural(count, {
      one: '1 cell is already up to date',
      other: `${formatNumber(count)} cells are already up to date`,
    }),
  problemCount: (count: number) =>
    plural(count, {
      one: '1 problem: this cell is skipped',
      other: `${formatNumber(count)} problems: these cells are skipped`,
    }),
  ignored: (names: string) => `Ignored columns, which cannot be changed: ${names}`,
  noChanges: 'Nothing to change',
  apply: (count: number) =>
    plural(count, { one: 'Apply 1 change', other: `Apply ${formatNumber(count)} changes` }),
  back: 'Back',
  pause: 'Pause',
  resume: 'Continue',
  stop: 'Stop',
  paused: 'Paused',
  running: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)} changes`,
  finished: (done: number) =>
    plural(done, { one: '1 change made', other: `${formatNumber(done)} changes made` }),
  failed: (count: number) => `${formatNumber(count)} failed`,
  unsure: (count: number) => `${formatNumber(count)} without a response`,
  left: (count: number) => `${formatNumber(count)} not started`,
  unsureNote: 'Retrying first checks whether these changes were made.',
  again: 'Retry the rest',
  undo: 'Undo…',
  saveRest: 'Save the rest as CSV',
  restName: 'bulk-changes-rest.csv',
  table: {
    line: 'Line',
    device: 'Device',
    field: 'Field',
    before: 'Now',
    after: 'New',
    outcome: 'Result',
    problem: 'Problem',
    column: 'Column',
  },
  outcomes: { done: 'Done', failed: 'Failed', unsure: 'Unknown', waiting: 'Not started' },
  none: '–',
  deleted: 'deleted',
  hidden: '••••••',
  showValues: 'Show variable values',
  field: {
    name: 'Name',
    note: 'Notes',
    tag: (key: string) => `Tag ${key}`,
    variable: (name: string, service: string | null) =>
      service === null ? `Variable ${name}` : `Variable ${name} of ${service}`,
  },
  cannotSave: 'This browser cannot save files',
}

/** Why a file, a row or a cell cannot be used. */
export const bulkProblemText = {
  tooLarge: (size: string) => `The file is larger than ${size}.`,
  notText: 'This is not a CSV file in UTF-8 or UTF-16. In a spreadsheet program, save it as “CSV UTF-8”.',
  openQuote: (line: number) => `Line ${line}: a quotation mark is not closed.`,
  afterQuote: (line: number) => `Line ${line}: unexpected text after a closing quotation mark.`,
  empty: 'The file has no rows below its header.',
  tooManyRows: (limit: number) => `The file has more than ${formatNumber(limit)} rows.`,
  tooManyColumns: (limit: number) => `The file has more than ${formatNumber(limit)} columns.`,
  noDevice: 'The header needs a uuid or device column.',
  nothingToChange: 'None of the columns can be changed.',
  unknownColumn: (name: string) => `Unknown column “${name}”. Use names such as name, tag:KEY or var:NAME.`,
  twice: (name: string) => `Duplicate column “${name}”.`,
  tooManyCells: (line: number) => `Line ${line} has more cells than the header.`,
  noDeviceInRow: 'The row has no device.',
  unknownDevice: (name: string) => `No device ${name} in this fleet.`,
  rounded: (name: string) =>
    `A spreadsheet rounded the identifier to ${name}. Format the column as text before you open the file.`,
  spoilt: (value: string) => `${value} is an error of a spreadsheet, which took the value for a formula.`,
  cut: 'A spreadsheet cut the value at 32,767 characters.',
  ambiguous: (name: string, count: number) => `${formatNumber(count)} devices are called ${name}: use uuid.`,
  duplicate: (line: number) => `Line ${formatNumber(line)} already has this device.`,
  nameStays: 'A name cannot be deleted.',
  noteTooLong: 'Notes can have at most 1,000,000 characters.',
  tagTooLong: 'A tag value can have at most 10,000 characters.',
  tooLong: 'A value can have at most 100,000 characters.',
  unknownService: (service: string) => `This device has no service ${service}.`,
  changedSince: 'This has been changed since.',
  foundNothing: 'Not there any more: the device or the value was deleted, moved or changed in the meantime.',
}
