import { formatList, formatNumber, plural } from '@/lib/format.ts'

/** Why a name or a value is invalid. */
export const variableProblemText = {
  nameMissing: 'A name is required.',
  environmentName:
    'Environment variables should start with a letter and only contain letters, digits and underscores.',
  configurationName:
    'Configuration variables should start with a letter and only contain letters, digits, underscores or a colon.',
  reserved: 'This environment variable is reserved and cannot be used.',
  onConfigurationPage: 'Configuration variables are managed through the Configuration page.',
  namespace: (namespaces: readonly string[]) =>
    `Configuration variables must begin with ${namespaces.join(' or ')}.`,
  taken: (name: string, service: string) => `${name} already exists for ${service}.`,
  takenConfiguration: (name: string) => `${name} already exists.`,
  valueTooLong: 'A value can have at most 100,000 characters.',
  valueLineBreak:
    'A value cannot contain line breaks. Encode a certificate or key in base64, or mount it as a file.',
  fieldsMissing: 'All fields must be filled out to proceed',
  lineBreak: 'Values of configuration variables cannot contain line breaks.',
  notAChoice: (choices: readonly string[]) => `Choose one of ${choices.join(', ')}.`,
  notANumber: 'The value must be a whole number.',
  lessThan: (least: number) => `The minimum is ${least}.`,
  moreThan: (most: number) => `The maximum is ${most}.`,
  longerThan: (most: number) => `The value can have at most ${most} characters.`,
  notAPicture: 'The value must be a PNG image.',
  pattern: 'The platform does not accept a value of this format.',
}

export const variablesText = {
  title: 'Variables',
  documentTitle: (name: string) => `Variables · ${name}`,
  loadFailed: 'The variables could not be loaded',
  table: {
    fleet: 'Variables of this fleet',
    device: 'Variables of this device',
  },
  columns: {
    name: 'Name',
    service: 'Service',
    value: 'Value',
    fleetValue: 'Fleet value',
    overrides: 'Overrides',
    actions: 'Actions',
  },
  search: 'Find a variable',
  searchLabel: 'Find a variable by name or value',
  service: 'Service',
  anyService: 'Any service',
  allServices: 'All services',
  unknownService: 'Deleted service',
  add: 'Add variable',
  importFile: 'Import .env',
  exportFile: 'Export .env',
  empty: {
    fleet: 'Variables of this fleet appear here',
    device: 'Variables of this device and its fleet appear here',
  },
  emptyDetail: {
    fleet: 'Services read them from their environment, on all devices of the fleet.',
    device: 'Services read them from their environment. Device values override fleet values.',
  },
  emptyFiltered: 'No variables match this filter',
  clearFilter: 'Show all variables',
  edit: (name: string) => `Edit ${name}`,
  override: (name: string) => `Override ${name}`,
  overrideShort: 'Override',
  remove: (name: string) => `Delete ${name}`,
  removeOverride: (name: string) => `Remove override of ${name}`,
  undo: (name: string) => `Undo change of ${name}`,
  forService: (service: string) => `Only for the service ${service}`,
  fromFleet: 'From the fleet',
  covered: "Overridden by this device's value for all services",
  emptyValue: 'empty',
  states: { added: 'Added', updated: 'Updated', deleted: 'Deleted' },
  failed: (reason: string) => `Not applied: ${reason}`,
}

export const variableFormText = {
  addTitle: 'Add a variable',
  editTitle: (name: string) => `Edit ${name}`,
  overrideTitle: (name: string) => `Override ${name} on this device`,
  name: 'Name',
  value: 'Value',
  service: 'Service',
  noServices: 'This fleet has no services yet. The variable applies to all services.',
  fleetValue: (value: string) => `The fleet's value is ${value}`,
  stageNew: 'Add variable',
  stage: 'Stage change',
  note: 'Changes are staged until you apply them.',
}

/** At the end of a list: “A, B, C and 5 more”. */
const namesLeft = (count: number) => `${formatNumber(count)} more`

export const stagedText = {
  bar: 'Staged changes',
  waiting: (count: number) =>
    plural(count, {
      one: '1 change not applied yet',
      other: `${formatNumber(count)} changes not applied yet`,
    }),
  reboots: (count: number) =>
    plural(count, {
      one: '1 of them reboots devices',
      other: `${formatNumber(count)} of them reboot devices`,
    }),
  applying: (done: number, count: number) => `Applying ${formatNumber(done)} of ${formatNumber(count)}`,
  commands: 'Commands',
  commandsTitle: 'Your changes as commands',
  revertAll: 'Revert all',
  revertTitle: 'Revert all changes?',
  revertBody: (count: number) =>
    plural(count, {
      one: '1 change will be discarded.',
      other: `${formatNumber(count)} changes will be discarded.`,
    }),
  applyAll: 'Apply all',
  rebootTitle: 'Apply and reboot devices?',
  rebootBody: {
    fleet:
      'These settings require a reboot. All devices of this fleet that do not override them will reboot.',
    device: 'These settings require a reboot. This device will reboot.',
  },
  rebootConfirm: 'Apply and reboot',
  /** A few names; with more of them, the first ones. */
  names: (names: readonly string[]) =>
    names.length > 4 ? formatList([...names.slice(0, 3), namesLeft(names.length - 3)]) : formatList(names),
  applied: (count: number) =>
    plural(count, { one: '1 change applied', other: `${formatNumber(count)} changes applied` }),
  someFailed: (reason: string) => `Some changes failed to apply: ${reason}`,
  leaveTitle: 'Changes not saved',
  leave: 'Changes not saved, click OK to proceed.',
  leaveDetail: 'They stay staged in this tab until you apply or revert them.',
  stay: 'Stay',
  ok: 'OK',
}

export const overridesText = {
  title: (name: string) => `Devices that override ${name}`,
  open: (name: string, count: number) =>
    plural(count, {
      one: `1 device overrides ${name}`,
      other: `${formatNumber(count)} devices override ${name}`,
    }),
  prefix: 'Overridden by',
  count: (count: number) => plural(count, { one: '1 device', other: `${formatNumber(count)} devices` }),
  none: 'none',
  device: 'Device',
  service: 'Service',
  value: 'Value',
  table: 'Overrides',
  detail: "Device values override the fleet value. Change or remove them on the device's page.",
}

export const envFileText = {
  importTitle: 'Import variables from a .env file',
  importFor: 'For',
  choose: 'File',
  text: 'Lines',
  textNote: 'NAME=value, one per line. Choose a file or paste its lines.',
  preview: 'What will change',
  line: 'Line',
  outcome: 'Result',
  outcomes: { added: 'Will be added', updated: 'Will be updated', unchanged: 'Unchanged' },
  problems: {
    'no-equals': 'This line has no equals sign.',
    'unclosed-quote': 'A quote on this line is not closed.',
    'after-quote': 'Unexpected text after the closing quote.',
  },
  repeated: (line: number) => `Line ${line} already has this name.`,
  unreadable: 'This file could not be read. Choose a text file in UTF-8 or UTF-16.',
  tooLarge: 'This file is larger than 1 MB.',
  nothing: 'There is nothing to import.',
  stage: (count: number) =>
    plural(count, { one: 'Add 1 change', other: `Add ${formatNumber(count)} changes` }),
  skipped: (count: number) =>
    plural(count, { one: '1 line skipped', other: `${formatNumber(count)} lines skipped` }),
  exportTitle: 'Export variables as a .env file',
  exportFor: 'Of',
  withFleet: 'Include fleet values that this device does not override',
  exportNote: 'Staged changes are not included.',
  content: 'Content',
  exportNothing: 'There are no variables to export.',
  save: 'Save file',
  cannotSave: 'This browser cannot save files',
}

export const configText = {
  title: 'Configuration',
  documentTitle: (name: string) => `Configuration · ${name}`,
  loadFailed: 'The configuration could not be loaded',
  known: { fleet: 'Fleet configuration', device: 'Device configuration' },
  custom: 'Custom configuration',
  search: 'Find a setting',
  searchLabel: 'Find a setting by name, description or value',
  show: 'Show',
  shows: { all: 'All settings', set: 'Set here' },
  columns: { name: 'Setting', value: 'Value', source: 'From', overrides: 'Overrides', actions: 'Actions' },
  sources: { here: 'Set here', fleet: 'Fleet', default: 'Default', none: 'Not set' },
  reboots: 'Reboots the device',
  willReboot: {
    fleet: 'Changing it reboots the devices of this fleet.',
    device: 'Changing it reboots this device.',
  },
  customNote: 'Configuration variables without a description. Names begin with RESIN_ or BALENA_.',
  customEmpty: 'Custom settings appear here',
  emptyFiltered: 'No settings match this filter',
  clearFilter: 'Show all settings',
  add: 'Add custom setting',
  addTitle: 'Add a custom setting',
  edit: (name: string) => `Edit ${name}`,
  reset: (name: string) => `Reset ${name}`,
  remove: (name: string) => `Delete ${name}`,
  undo: (name: string) => `Undo change of ${name}`,
  switchName: (name: string) => `Turn ${name} on or off`,
  on: 'On',
  off: 'Off',
  picture: 'PNG file',
  pictureSet: (size: string) => `PNG image, ${size}`,
  defaultValue: (value: string) => `Default: ${value}`,
  range: (least: number | undefined, most: number | undefined) =>
    [least === undefined ? '' : `at least ${least}`, most === undefined ? '' : `at most ${most}`]
      .filter((part) => part !== '')
      .join(', '),
  examples: (examples: readonly string[]) => `For example ${examples.join(' or ')}`,
}
