import { formatNumber, plural } from '@/lib/format.ts'
/** Operations on one device or on several. */

/** An operation before, during and after it runs; `succeeded` is the result for one device. */
const words = (ask: string, doing: string, done: string, succeeded = done) => ({
  question: (count: number, shown: string) =>
    plural(count, { one: `${ask} ${shown} device?`, other: `${ask} ${shown} devices?` }),
  title: (count: number, shown: string) =>
    plural(count, { one: `${ask} ${shown} device`, other: `${ask} ${shown} devices` }),
  running: (soFar: string, total: string) => `${doing} ${soFar} of ${total}`,
  done: (count: number, shown: string) =>
    plural(count, { one: `${done} ${shown} device`, other: `${done} ${shown} devices` }),
  succeeded,
})

/** The texts of an operation on several devices. */
export interface BatchWords extends ReturnType<typeof words> {
  /** What will happen. */
  explain: string
  /** The button that starts it. */
  confirm: string
}

/** The button that starts it on one device. */
const confirm = {
  identify: 'Identify',
  restart: 'Restart services',
  reboot: 'Reboot',
  shutdown: 'Shut down',
  purge: 'Purge data',
  rename: 'Rename',
  note: 'Save',
  pin: 'Pin',
  track: 'Track',
  enableUrl: 'Enable',
  disableUrl: 'Disable',
  enableLocalMode: 'Enable',
  disableLocalMode: 'Disable',
  grantSupport: 'Grant access',
  revokeSupport: 'Revoke access',
  move: 'Move',
  deactivate: 'Deactivate',
  delete: 'Delete device',
}

export const operationText = {
  names: {
    identify: 'Identify',
    restart: 'Restart services',
    reboot: 'Reboot',
    shutdown: 'Shut down',
    purge: 'Purge data',
    rename: 'Rename',
    note: 'Update notes',
    pin: 'Pin to a release',
    track: 'Track the fleet’s release',
    enableUrl: 'Enable public URL',
    disableUrl: 'Disable public URL',
    enableLocalMode: 'Enable local mode',
    disableLocalMode: 'Disable local mode',
    grantSupport: 'Grant support access',
    revokeSupport: 'Revoke support access',
    move: 'Move to another fleet',
    deactivate: 'Deactivate',
    delete: 'Delete',
  },
  confirm,
  /** The button that starts it on several devices. */
  confirmMany: { ...confirm, restart: 'Restart', delete: 'Delete devices' },
  /** The question of the dialog for one device. */
  titles: {
    identify: 'Identify the device?',
    restart: 'Restart the services?',
    reboot: 'Reboot the device?',
    shutdown: 'Shut down the device?',
    purge: 'Purge the data?',
    rename: 'Rename device',
    note: 'Update notes',
    pin: 'Pin to a release',
    track: 'Track the fleet’s release?',
    enableUrl: 'Enable the public URL?',
    disableUrl: 'Disable the public URL?',
    enableLocalMode: 'Enable local mode?',
    disableLocalMode: 'Disable local mode?',
    grantSupport: 'Grant support access',
    revokeSupport: 'Revoke support access?',
    move: 'Move to another fleet',
    deactivate: 'Deactivate the device?',
    delete: 'Delete the device?',
  },
  /** What will happen to one device. */
  explain: {
    identify: (name: string) => `${name} blinks its LED for a few seconds.`,
    restart: (name: string) => `All services on ${name} restart. Their data is kept.`,
    reboot: (name: string) =>
      `${name} reboots and is offline for a minute or two. Its services stop meanwhile.`,
    shutdown: (name: string) => `${name} turns off. Its power must be cycled by hand to turn it on again.`,
    purge: (name: string) =>
      `All data in the volumes of ${name} is deleted and its services restart. This cannot be undone.`,
    rename: (name: string) => `${name} gets a new name. Its UUID is kept.`,
    note: (name: string) => `The notes of ${name} are replaced.`,
    pin: (name: string) =>
      `${name} downloads the release you choose and stays on it until you change the pin.`,
    track: (name: string) =>
      `${name} tracks the release of its fleet again, and updates to it when it is online.`,
    enableUrl: (name: string) => `Anyone who has its URL can reach the web server on ${name}.`,
    disableUrl: (name: string) => `The web server on ${name} can no longer be reached by its public URL.`,
    enableLocalMode: (name: string) =>
      `${name} runs services pushed from your computer. It gets no updates and sends no logs meanwhile.`,
    disableLocalMode: (name: string) => `${name} returns to its target release.`,
    grantSupport: (name: string) =>
      `Support can view ${name} and open terminals on it until the time you choose.`,
    revokeSupport: (name: string) => `Support loses access to ${name}.`,
    move: (name: string) =>
      `${name} gets the release and the variables of its new fleet. Its pin is removed; its own variables are kept.`,
    deactivate: (name: string) =>
      `${name} no longer counts towards your plan. It becomes active again when it next connects. A fee may be charged.`,
    delete: (name: string) =>
      `${name} is removed from the platform with its variables, tags and notes. This cannot be undone; to use the device again, provision it again.`,
  },
  /** What will happen to all of several devices. */
  explainMany: {
    identify: 'Each of these devices blinks its LED for a few seconds.',
    restart: 'All services of these devices restart. The devices keep running.',
    reboot: 'These devices reboot and are offline for a minute or two. Their services stop meanwhile.',
    shutdown: 'These devices turn off. Their power must be cycled by hand to turn them on again.',
    purge:
      'All data in the volumes of these devices is deleted and their services restart. This cannot be undone.',
    rename: 'Each of these devices gets a new name.',
    note: 'The notes of these devices are replaced.',
    pin: 'These devices download the release you choose and stay on it until you change the pin.',
    track: 'These devices track the release of their fleet again.',
    enableUrl: 'Anyone who has their URLs can reach the web servers on these devices.',
    disableUrl: 'The web servers on these devices can no longer be reached by their public URLs.',
    enableLocalMode:
      'These devices run services pushed from your computer. They get no updates and send no logs meanwhile.',
    disableLocalMode: 'These devices return to their target releases.',
    grantSupport: 'Support can view these devices and open terminals on them until the time you choose.',
    revokeSupport: 'Support loses access to these devices.',
    move: 'These devices get the release and the variables of their new fleet. Their pins are removed.',
    deactivate:
      'These devices no longer count towards your plan. Each becomes active again when it next connects. A fee may be charged.',
    delete:
      'These devices are removed from the platform with their variables, tags and notes. This cannot be undone.',
  },
  many: {
    identify: words('Identify', 'Identifying', 'Identified'),
    restart: words('Restart', 'Restarting', 'Restarted'),
    reboot: words('Reboot', 'Rebooting', 'Rebooted'),
    shutdown: words('Shut down', 'Shutting down', 'Shut down'),
    purge: words('Purge the data of', 'Purging', 'Purged'),
    rename: words('Rename', 'Renaming', 'Renamed'),
    note: words('Update the notes of', 'Updating', 'Updated the notes of', 'Updated'),
    pin: words('Pin', 'Pinning', 'Pinned'),
    track: words('Unpin', 'Unpinning', 'Unpinned'),
    enableUrl: words('Enable the public URL of', 'Enabling', 'Enabled the public URL of', 'Enabled'),
    disableUrl: words('Disable the public URL of', 'Disabling', 'Disabled the public URL of', 'Disabled'),
    enableLocalMode: words('Enable local mode on', 'Enabling', 'Enabled local mode on', 'Enabled'),
    disableLocalMode: words('Disable local mode on', 'Disabling', 'Disabled local mode on', 'Disabled'),
    grantSupport: words(
      'Grant support access to',
      'Granting access to',
      'Granted support access to',
      'Granted',
    ),
    revokeSupport: words(
      'Revoke support access to',
      'Revoking access to',
      'Revoked support access to',
      'Revoked',
    ),
    move: words('Move', 'Moving', 'Moved'),
    deactivate: words('Deactivate', 'Deactivating', 'Deactivated'),
    delete: words('Delete', 'Deleting', 'Deleted'),
  },
  done: 'Operation completed successfully',
  settingChanged: 'Setting changed successfully',
  failed: (why: string) => `Operation failed with: ${why}`,
  settingFailed: 'The setting was not changed',
  identifySent: (name: string) => `${name} is blinking`,
  identifyFailed: (name: string) => `${name} could not be identified`,
  selectOne: 'Select one item for this action',
}

/** OS and supervisor updates of several devices. */
export const updateBatchText: Record<'updateOs' | 'updateSupervisor', BatchWords> = {
  updateOs: {
    ...words('Update the OS of', 'Starting', 'Started the OS update of', 'Update started'),
    explain:
      'The devices download the version you choose, install it and reboot. Their services stop meanwhile.',
    confirm: 'Start update',
  },
  updateSupervisor: {
    ...words('Update the supervisor of', 'Starting', 'Started the supervisor update of', 'Update started'),
    explain: 'The devices download the supervisor you choose and restart it. Their services keep running.',
    confirm: 'Update supervisor',
  },
}

/** Why an operation is disabled. */
export const operationReason = {
  mustBeOnline: 'Device must be online',
  /** On a platform without VPN, devices report but cannot be reached. */
  onlyReports: 'Device reports, but cannot be reached: this platform has no VPN',
  mustBeOffline: 'Device must be offline',
  frozen: 'Device is frozen',
  notProvisioned: 'Action not supported until fully provisioned',
  notInLocalMode: 'Not available in local mode',
  noFleet: 'The device does not belong to a fleet',
  alreadyInactive: 'Device is already inactive',
  upgradePlan: 'Upgrade plan to enable deactivation',
  noBlink: (count: number) =>
    plural(count, {
      one: '1 device does not support blinking',
      other: `${formatNumber(count)} devices do not support blinking`,
    }),
  noWebUrl: 'This fleet type does not support public URLs',
  following: 'The device already tracks its fleet',
  urlOn: 'The public URL is already on',
  urlOff: 'The public URL is already off',
  localModeOn: 'Local mode is already on',
  localModeOff: 'Local mode is already off',
  noSupportAccess: 'Support has no access',
}

/** Why a device does not support local mode, in the wording of the platform's clients (docs/platform/device-protocol.md). */
export const localModeReason = {
  notProvisioned: 'Device is not yet fully provisioned',
  oldSystem: 'Device OS version does not support local mode',
  oldSupervisor: 'Device supervisor version does not support local mode',
  notDevelopment: 'Local mode is only supported on development OS versions',
}

/** An action blocked by an update lock, and forcing it. */
export const lockText = {
  title: 'Action blocked by update lock',
  explain: (name: string) =>
    `The action did not run on ${name} because an update lock is set. Forcing it may interrupt the work of the service.`,
  explainMany: (locked: string, total: string) =>
    `The action did not run on ${locked} of ${total} devices because an update lock is set. Forcing it may interrupt the work of their services.`,
  force: { reboot: 'Force reboot', shutdown: 'Force shutdown' },
  forceMany: (locked: string) => `Force on ${locked}`,
  locked: 'Action blocked by update lock. Try again when the lock is released.',
}

/** Progress and results of an operation on several devices. */
export const batchText = {
  slow: (count: string, minutes: string) =>
    `The platform accepts up to ${count} requests per minute, so this takes about ${minutes}. Keep this page open.`,
  stop: 'Stop',
  stopped: 'Stopped. The remaining devices were not changed.',
  reading: 'Loading the selected devices',
  readFailed: 'The selected devices could not be loaded',
  someFailed: (failed: string, first: string) =>
    `The operation failed for ${failed} of the selected items with: ${first}`,
  allFailed: (first: string) => `Operation failed with: ${first}`,
  skipped: (count: number, shown: string, why: string) =>
    plural(count, { one: `${shown} device skipped: ${why}`, other: `${shown} devices skipped: ${why}` }),
  noneOnline: 'None of the selected devices is online',
  noneLeft: 'The operation is not possible on any of the selected devices',
  results: 'Results by device',
  outcomes: { done: 'Done', failed: 'Failed', locked: 'Blocked by update lock', skipped: 'Skipped' },
  saveResults: 'Save the results',
  saveAs: { csv: 'Save as CSV', json: 'Save as JSON' },
  resultColumns: { name: 'Name', uuid: 'UUID', outcome: 'Outcome', reason: 'Reason' },
  fileName: (what: string) => `${what}-results`,
  cannotSave: 'This browser cannot save files',
  readingSome: (read: string, total: string) => `Read ${read} of ${total} devices`,
  retryFailed: (count: string) => `Retry ${count} failed`,
}

export const releasePickerText = {
  label: 'Release',
  search: 'Version or tag',
  searchLabel: 'Search releases by version or tag',
  none: 'This fleet has no releases to choose from',
  noMatch: 'No release matches',
  failed: 'The releases could not be loaded',
  invalidated: 'This release has been invalidated',
  draft: 'draft',
  chooseFirst: 'Choose a release first',
  alreadyPinned: 'The device is already pinned to this release',
}

export const moveText = {
  label: 'Fleet',
  search: 'Fleet or organization',
  searchLabel: 'Search fleets',
  noneCompatible: 'No applications with compatible architecture',
  noneCompatibleDetail: 'None of your other fleets has an architecture compatible with the selected devices.',
  nothingInCommon: 'No CPU architecture is compatible with all of the selected device types',
  unknownArchitecture: 'Could not find the architecture of the application’s device type',
  noMatch: 'No fleet matches',
  failed: 'The fleets could not be loaded',
  insufficient: 'Insufficient permission on this fleet',
  chooseFirst: 'Choose a fleet first',
  persistentStorage: (version: string) =>
    `Devices with an OS below ${version} lose the data in their persistent storage when they move.`,
}
