import { plural } from '@/lib/format.ts'
import { classText } from './fleets.ts'

type ClassName = keyof typeof classText

/** The settings of a fleet, app or block. */
export const fleetSettingsText = {
  title: 'Settings',
  documentTitle: (name: string) => `Settings · ${name}`,
  loadFailed: 'The settings could not be loaded',
  general: 'General',
  change: 'Change',
  rename: 'Rename',
  none: 'None',
  unchanged: 'No changes yet',
  fillIn: 'All fields must be filled out to proceed',
}

/** Rules for the names of fleets, apps and blocks. */
export const fleetNameText = {
  missing: 'A name is required.',
  tooShort: (least: number) => `A name must have at least ${least} characters.`,
  tooLong: (most: number) => `A name can have at most ${most} characters.`,
  letters: 'A name can contain only letters, digits, hyphens and underscores.',
  start: 'A name must start with a letter or a digit.',
  taken: (name: string, organization: string) =>
    `${organization} already has one called ${name}. Choose another name.`,
}

export const renameFleetText = {
  what: 'Name',
  hint: 'Renaming also changes the slug. Update scripts that use the old slug.',
  title: (of: ClassName) => `Rename this ${classText[of].one}`,
  label: 'New name',
  confirm: 'Rename',
  done: (name: string) => `Renamed to ${name}`,
  legacy: 'Cannot rename classic and legacy applications',
}

export const deviceTypeText = {
  what: 'Default device type',
  hint: 'The default for new devices. Devices of other types with a compatible architecture can join too.',
  title: 'Change the default device type',
  label: 'Default device type',
  confirm: 'Change device type',
  done: (name: string) => `The default device type is now ${name}`,
  sameArchitecture: (architecture: string) =>
    `Only types with the architecture ${architecture} are available.`,
  otherArchitectures:
    'The selected applications have different CPU architectures, so they cannot share a device type.',
  unknownArchitecture: "Could not find the architecture of the application's device type",
  typesFailed: 'The device types could not be loaded',
}

export const fleetTypeText = {
  what: { fleet: 'Fleet type', app: 'App type', block: 'Block type' },
  hint: 'The features and requirements of its devices.',
  title: (of: ClassName) => `Change the ${classText[of].one} type`,
  choices: 'Types',
  confirm: 'Change type',
  done: (name: string) => `The type is now ${name}`,
  current: 'current',
  pills: {
    ok: null,
    noVersionDiscontinued: 'unavailable',
    noVersionUpcoming: 'coming soon',
    needsPlanUpgrade: 'paid only',
    needsMulticontainerSupport: 'unavailable',
  },
  reasons: {
    ok: undefined,
    noVersionDiscontinued: 'Compatible OS version with fleet type not available',
    noVersionUpcoming: 'Compatible OS version with fleet type not available',
    needsPlanUpgrade: 'Only available to paying customers',
    needsMulticontainerSupport: 'Cannot downgrade to non multicontainer',
  },
  typesFailed: 'The types could not be loaded',
}

export const releasePolicyText = {
  panel: 'Release policy',
  what: 'Devices run',
  hint: 'Pinned devices are not affected.',
  latest: (release: string) => `The latest release ${release}`,
  pinnedTo: (release: string) => `Release ${release}`,
  noRelease: 'No release yet',
  track: 'Track latest',
  trackTitle: 'Track the latest release?',
  trackBody: (name: string) => `${name} will run each new final release. Devices that are not pinned update.`,
  tracked: (name: string) => `${name} tracks the latest release`,
  alreadyTracking: 'It already tracks the latest release',
  pin: 'Pin to a release',
  pinTitle: 'Pin to a release',
  pinBody: 'Devices that are not pinned run this release until the policy changes.',
  pinConfirm: 'Pin',
  pinned: (release: string) => `Pinned to release ${release}`,
}

export const supportAccessText = {
  what: 'Support access',
  hint: 'Lets support agents access this fleet and its devices for a limited time.',
  none: 'Not granted',
  until: (time: string) => `Granted until ${time}`,
  expired: (time: string) => `Expired on ${time}`,
  grant: 'Grant access',
  extend: 'Change expiry',
  revoke: 'Revoke',
  title: 'Grant support access',
  body: 'Support agents can access it and its devices until this time.',
  confirm: 'Grant access',
  past: 'Choose a time in the future.',
  granted: (time: string) => `Support access granted until ${time}`,
  revokeTitle: 'Revoke support access?',
  revokeBody: 'Support agents lose access to it and its devices immediately.',
  revokeConfirm: 'Revoke access',
  revoked: 'Support access removed',
}

export const repositoryText = {
  panel: 'Access and publishing',
  what: 'Repository URL',
  hint: 'The source code of its releases.',
  title: 'Repository URL',
  label: 'Repository URL',
  description: 'Leave empty to remove it.',
  confirm: 'Save',
  invalid: 'Enter a full URL that starts with https:// or http://.',
  done: 'Repository URL set',
  removed: 'Repository URL removed',
  public: 'Public',
  publicHint: 'Everyone can view it and its releases. Only members can change it.',
  on: 'Public',
  off: 'Private',
  needsUrl: 'Must first enter repo url',
  publicTitle: 'Make it public?',
  publicBody: (name: string) => `Everyone can view ${name} and its releases.`,
  publicConfirm: 'Make public',
  privateTitle: 'Make it private?',
  privateBody: (name: string) => `Only members can view ${name}.`,
  privateConfirm: 'Make private',
  setPublic: (name: string) => `${name} is public`,
  unsetPublic: (name: string) => `${name} is no longer public`,
}

export const dangerText = {
  panel: 'Danger zone',
  transfer: 'Transfer ownership',
  transferHint: (organization: string) => `It belongs to ${organization}, which is billed for it.`,
  transferAction: 'Transfer',
  transferTitle: 'Transfer ownership',
  transferBody:
    'Its devices, releases and variables are transferred too. Its slug changes, and members and teams of the old organization lose access.',
  transferTo: 'To organization',
  transferConfirm: 'Transfer',
  transferred: (name: string, organization: string) => `${name} now belongs to ${organization}`,
  noTargets: 'No organizations with matching resource name',
  targetsFailed: 'The organizations could not be loaded',
  leave: 'Remove my access',
  leaveHint: 'You lose your direct role. Access through teams or as an administrator is kept.',
  leaveAction: 'Remove my access',
  leaveTitle: 'Remove your own access?',
  leaveBody: (name: string) => `You lose your role on ${name}. Only an administrator can grant it again.`,
  left: (name: string) => `Your access to ${name} was removed`,
  delete: (of: ClassName) => `Delete this ${classText[of].one}`,
  deleteHint: (of: ClassName) =>
    of === 'fleet'
      ? 'Its devices, releases and variables are deleted too. This cannot be undone.'
      : 'Its releases are deleted too. This cannot be undone.',
  deleteAction: (of: ClassName) => `Delete ${classText[of].one}`,
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteBody: (of: ClassName, devices: string) =>
    of === 'fleet'
      ? `The fleet is deleted with ${devices}, all releases and all variables. Running devices keep running, but cannot be reached. This cannot be undone.`
      : `The ${classText[of].one} is deleted with all its releases. This cannot be undone.`,
  devices: (count: number, shown: string) =>
    count === 0 ? 'no devices' : plural(count, { one: '1 device', other: `${shown} devices` }),
  deleted: (name: string) => `${name} deleted`,
}
