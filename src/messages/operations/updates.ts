import { formatNumber, plural } from '@/lib/format.ts'
/** Why an update to a version is refused, in the wording of the platform's clients (docs/platform/operating-systems.md). */
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
  blurb: 'Replaces the host operating system. The device reboots once; its services and their data are kept.',
  intro: (count: number, name: string) =>
    plural(count, {
      one: `${name} downloads the new version, installs it and reboots. Its services stop while it reboots.`,
      other: `${formatNumber(count)} devices download the new version, install it and reboot. Their services stop meanwhile.`,
    }),
  loading: 'Loading the versions',
  retrieveFailed: 'Unable to retrieve OS versions',
  versions: 'OS versions',
  noVersions: 'There is no newer version for this device type.',
  recommended: 'recommended',
  esr: 'extended support',
  knownIssues: 'known issues',
  knownIssueTitle: (issues: string) => `Known issues: ${issues}`,
  takeover: 'takeover',
  showEsr: 'Show extended-support versions',
  esrNote: 'Extended support has fewer, longer-lived versions. Devices cannot switch back.',
  takeoverWarning:
    'This update is a takeover: it repartitions the disk and erases all data on it. There is no rollback.',
  takeoverWarningMany: (count: number, shown: string) =>
    plural(count, {
      one: 'For 1 device this update is a takeover: it repartitions the disk and erases all data on it. There is no rollback.',
      other: `For ${shown} devices this update is a takeover: it repartitions their disks and erases all data on them. There is no rollback.`,
    }),
  takeoverAgreed: 'Erase all data on the disk and continue',
  takeoverFirst: 'Confirm first that all data may be erased',
  classesTitle: 'Result per device',
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

/** Conflicts between OS updates and supervisor updates. */
export const updateRaceText = {
  supervisorRuns: (version: string) =>
    `A supervisor update to ${version} is in progress. An OS update includes its own supervisor, so the two would conflict.`,
  osRuns: 'An OS update is in progress. It includes its own supervisor, so the two would conflict.',
  osUnderWay: 'An OS update is in progress',
  supervisorUnderWay: 'A supervisor update is in progress',
  include: 'Include devices with another update in progress; the two may conflict',
  wait: 'Wait for the other update, or choose to continue anyway',
  anyway: 'Continue anyway',
}

export const supervisorUpdateText = {
  action: 'Update supervisor',
  title: 'Update the supervisor',
  blurb: 'Replaces the supervisor, which runs the services. The services keep running.',
  intro: (count: number, name: string) =>
    plural(count, {
      one: `${name} downloads the new supervisor and restarts it. Its services keep running.`,
      other: `${formatNumber(count)} devices download the new supervisor and restart it. Their services keep running.`,
    }),
  versions: 'Supervisor versions',
  noVersions: 'There is no newer supervisor for this architecture.',
  loadFailed: 'The supervisor versions could not be loaded',
  alreadyRunning: 'already running this version',
  upToDate: 'Up to date',
  runsNewer: 'Already runs a newer supervisor',
  notAvailable: 'This version is not available for its architecture',
  alreadyOnItsWay: 'Already updating to this version',
  newest: 'newest',
  esr: 'Cannot update ESR supervisor',
  unknownVersion: 'The device has not reported its supervisor yet',
  start: 'Update supervisor',
  started: (name: string, version: string) => `${name} will run supervisor ${version}`,
}

export const updateProgressText = {
  region: 'System update',
  os: (version: string | null) => (version === null ? 'Updating the OS' : `Updating the OS to ${version}`),
  osFailed: 'The OS update failed',
  progress: 'OS update',
  supervisor: (version: string) => `Updating the supervisor to ${version}`,
  supervisorProgress: 'Supervisor update',
  supervisorWaits: (version: string) => `Supervisor ${version} will be installed when the device is online.`,
  offline: 'The device is offline. The update continues when it reconnects.',
  said: (text: string) => `Device message: ${text}`,
  steps: {
    preparing: 'Preparing',
    downloading: 'Downloading the new version',
    installing: 'Installing the new version',
    rebooting: 'Rebooting into the new version',
    working: 'In progress',
  },
  causes: {
    storage: 'The storage of the device could not be written. Replace the card or disk, then try again.',
    full: 'The storage of the device is full. Free some space, then try again.',
    health:
      'The new version failed its health checks and was rolled back. Check the power supply, then try again.',
    network: 'The download was interrupted. Check the connection of the device, then try again.',
    unknown: 'See the device message.',
  },
}
