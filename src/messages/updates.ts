/** Why a version cannot be gone to; the words of the platform's own clients (docs/platform/operating-systems.md). */
export const updateRefusalText = {
  invalidCurrent: 'Invalid current balenaOS version',
  invalidTarget: 'Invalid target balenaOS version',
  otherVariant: 'Updates cannot be performed between development and production balenaOS variants',
  downgrade: 'OS downgrades are not allowed',
  same: 'Current OS version matches Target OS version',
  source: (version: string) => `Current OS version must be >= ${version}`,
  target: (version: string) => `Target OS version must be >= ${version}`,
}

export const systemText = {
  panel: 'System',
  osRuns: (version: string) => `Runs ${version}.`,
  supervisorRuns: (version: string) => `Runs supervisor ${version}.`,
}

export const osUpdateText = {
  action: 'Update OS',
  title: 'Update the operating system',
  titleOf: (device: string) => `Update the operating system of ${device}`,
  blurb: 'Replaces the host operating system. The device reboots once; its services and their data stay.',
  intro: (count: number, name: string) =>
    count === 1
      ? `${name} downloads the new version, installs it beside the old one and reboots. Its services stop while it reboots.`
      : `${count} devices download the new version, install it beside the old one and reboot. Their services stop meanwhile.`,
  loading: 'Loading the versions',
  retrieveFailed: 'Unable to retrieve OS versions',
  versions: 'Versions of the operating system',
  noVersions: 'There is no newer version for this device type.',
  recommended: 'recommended',
  esr: 'extended support',
  knownIssues: 'known issues',
  knownIssueTitle: (issues: string) => `Known issues: ${issues}`,
  takeover: 'takeover',
  showEsr: 'Show extended-support versions',
  esrNote: 'Extended support has fewer, longer-lived versions. A device cannot come back from it.',
  takeoverWarning:
    'This update is a takeover: it repartitions the disk and erases all data on it. There is no rollback.',
  takeoverWarningMany: (count: number, shown: string) =>
    count === 1
      ? 'For 1 device this update is a takeover: it repartitions the disk and erases all data on it. There is no rollback.'
      : `For ${shown} devices this update is a takeover: it repartitions their disks and erases all data on them. There is no rollback.`,
  takeoverAgreed: 'Erase all data on the disk and go on',
  takeoverFirst: 'Confirm first that all data may be erased',
  classesTitle: 'What happens to each',
  classes: {
    offline: 'Device must be online',
    'not-supported': 'Update not supported for this device type and version',
    'up-to-date': 'Up to date',
    'not-available': 'This version is not available for its device type',
    updatable: 'Will be updated',
    'updatable-to-esr': 'Will be updated, and switches to extended support',
    'downgrade-to-esr': 'A downgrade cannot switch to extended support',
    'switch-to-non-esr': 'A device on extended support cannot switch to another kind of version',
  },
  start: 'Start update',
  chooseFirst: 'Choose a version first',
  noneUpdatable: 'No device can be updated to this version',
  alreadyRunning: 'already running this version',
  mustBeOnline: 'Device must be online',
  notSupported: 'Update not supported for this device type and version',
  unknownVersion: 'unknown',
  versionNotSupported: (version: string, deviceType: string) =>
    `OS version ${version} is not supported for device type ${deviceType}`,
  cannotStart: 'Cannot start the update process',
  started: (name: string, version: string) => `${name} is updating to ${version}`,
}

/** When the two kinds of update would meet. */
export const updateRaceText = {
  supervisorRuns: (version: string) =>
    `A supervisor update to ${version} is under way. The new operating system brings a supervisor of its own, and the two would overwrite each other.`,
  osRuns:
    'An update of the operating system is under way. It brings a supervisor of its own, and the two would overwrite each other.',
  osUnderWay: 'An update of the operating system is under way',
  supervisorUnderWay: 'A supervisor update is under way',
  include: 'Update devices too on which the other update is under way; the two would overwrite each other',
  wait: 'Wait until the other update is done, or choose to go on anyway',
  anyway: 'Go on anyway',
}

export const supervisorUpdateText = {
  action: 'Update supervisor',
  title: 'Update the supervisor',
  blurb: 'Replaces the program on the device that runs its services. The services go on running.',
  intro: (count: number, name: string) =>
    count === 1
      ? `${name} downloads the new supervisor and restarts it. Its services go on running.`
      : `${count} devices download the new supervisor and restart it. Their services go on running.`,
  versions: 'Versions of the supervisor',
  noVersions: 'There is no newer supervisor for this architecture.',
  loadFailed: 'The supervisor versions could not be loaded',
  alreadyRunning: 'already running this version',
  upToDate: 'Up to date',
  runsNewer: 'Runs a newer supervisor already',
  notAvailable: 'This version is not available for its architecture',
  alreadyOnItsWay: 'Is on its way to this version already',
  newest: 'newest',
  esr: 'Cannot update ESR supervisor',
  unknownVersion: 'The device has not reported its supervisor yet',
  start: 'Update supervisor',
  started: (name: string, version: string) => `${name} will run supervisor ${version}`,
}

export const updateProgressText = {
  region: 'Update of the system',
  os: (version: string | null) =>
    version === null ? 'Updating the operating system' : `Updating the operating system to ${version}`,
  osFailed: 'The update of the operating system failed',
  progress: 'Update of the operating system',
  supervisor: (version: string) => `Updating the supervisor to ${version}`,
  supervisorProgress: 'Update of the supervisor',
  supervisorWaits: (version: string) =>
    `The supervisor ${version} is installed when the device is back online.`,
  offline: 'The device is offline. The update goes on when it is back.',
  said: (text: string) => `The device says: ${text}`,
  steps: {
    preparing: 'Preparing',
    downloading: 'Downloading the new version',
    installing: 'Installing it beside the old one',
    rebooting: 'Rebooting into the new version',
    working: 'Working on it',
  },
  causes: {
    storage:
      'The storage of the device could not be written. The card or disk is probably failing: replace it before you try again.',
    full: 'The storage of the device is full. Free some space, then try again.',
    health:
      'The new version did not start in good health, so the device went back to the old one. A weak power supply is a common reason.',
    network: 'The download broke off. Check the connection of the device, then try again.',
    unknown: 'The device gave a reason of its own.',
  },
}
