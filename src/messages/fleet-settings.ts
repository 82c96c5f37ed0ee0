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
  notKnown: 'Not known',
  changed: 'Setting changed successfully',
  unchanged: 'Nothing has changed yet',
  fillIn: 'All fields must be filled out to proceed',
}

/** Rules for the names of fleets, apps and blocks. */
export const fleetNameText = {
  missing: 'A name is required.',
  tooShort: (least: number) => `A name has at least ${least} characters.`,
  tooLong: (most: number) => `A name has at most ${most} characters.`,
  letters: 'A name has only letters, digits, hyphens and underscores.',
  start: 'A name starts with a letter or a digit.',
  taken: (name: string, organization: string) =>
    `${organization} already has one called ${name}. Choose another name.`,
}

export const renameFleetText = {
  what: 'Name',
  hint: 'The slug is made from it: command lines and scripts that use the old slug must follow.',
  title: (of: ClassName) => `Rename this ${classText[of].one}`,
  label: 'New name',
  confirm: 'Rename',
  done: (name: string) => `Renamed to ${name}`,
  legacy: 'Cannot rename classic and legacy applications',
  same: 'This is its name already',
}

export const deviceTypeText = {
  what: 'Default device type',
  hint: 'What a new device is taken for. Devices of other types with the same architecture may join too.',
  title: 'Change the default device type',
  label: 'Default device type',
  confirm: 'Change device type',
  done: (name: string) => `The default device type is now ${name}`,
  sameArchitecture: (architecture: string) => `Only types of the architecture ${architecture} are offered.`,
  otherArchitectures:
    'The chosen applications differ in their CPU architecture, so they cannot have one device type.',
  unknownArchitecture: "Could not find the architecture of the application's device type",
  only: 'There is no other type of this architecture',
  typesFailed: 'The device types could not be loaded',
}

export const fleetTypeText = {
  what: (of: ClassName) => `${classText[of].one.charAt(0).toUpperCase()}${classText[of].one.slice(1)} type`,
  hint: 'What its devices can do, and what they need.',
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
  hint: 'Devices that are pinned themselves are not touched.',
  latest: 'The latest release',
  pinnedTo: (release: string) => `Release ${release}`,
  noRelease: 'No release yet',
  track: 'Track latest',
  trackTitle: 'Track the latest release?',
  trackBody: (name: string) =>
    `${name} follows each new final release from now on. Devices that are not pinned start to update.`,
  tracked: (name: string) => `${name} tracks the latest release`,
  alreadyTracking: 'It tracks the latest release already',
  pin: 'Pin to a release',
  pinTitle: 'Pin to a release',
  pinBody: 'Devices that are not pinned themselves stay on this release until the policy changes.',
  release: 'Release',
  pinConfirm: 'Pin',
  pinned: (release: string) => `Pinned to release ${release}`,
  noReleases: 'There is no successful release to pin to',
  invalidated: (label: string) => `${label} (invalidated)`,
  target: (label: string) => `${label} (current target)`,
  releasesFailed: 'The releases could not be loaded',
}

export const supportAccessText = {
  what: 'Support access',
  hint: 'Lets the support staff of the platform see this and its devices for a while.',
  none: 'Not granted',
  until: (moment: string) => `Granted until ${moment}`,
  expired: (moment: string) => `Expired on ${moment}`,
  grant: 'Grant access',
  extend: 'Change end',
  revoke: 'Revoke',
  title: 'Grant support access',
  body: 'Support staff can see and work on this and its devices until then.',
  label: 'Until (your time)',
  confirm: 'Grant access',
  past: 'Choose a moment in the future.',
  granted: (moment: string) => `Support access granted until ${moment}`,
  revokeTitle: 'Revoke support access?',
  revokeBody: 'Support staff lose sight of this and its devices at once.',
  revokeConfirm: 'Revoke access',
  revoked: 'Support access removed',
}

export const repositoryText = {
  panel: 'Access and publishing',
  what: 'Repository URL',
  hint: 'Where the source of its releases is kept.',
  title: 'Repository URL',
  label: 'Repository URL',
  description: 'Leave it empty to have none.',
  confirm: 'Save',
  invalid: 'Enter a full address that begins with https:// or http://.',
  done: 'The repository URL is set',
  removed: 'The repository URL is removed',
  public: 'Public',
  publicHint: 'Everybody can see it and what it is made of; nobody else can change it.',
  on: 'Public',
  off: 'Private',
  needsUrl: 'Must first enter repo url',
  publicTitle: 'Make it public?',
  publicBody: (name: string) => `Everybody will see ${name}, its releases and what they are made of.`,
  publicConfirm: 'Make public',
  privateTitle: 'Make it private?',
  privateBody: (name: string) => `Only members will see ${name} from now on.`,
  privateConfirm: 'Make private',
  setPublic: (name: string) => `${name} is public`,
  unsetPublic: (name: string) => `${name} is no longer public`,
}

export const dangerText = {
  panel: 'Danger zone',
  transfer: 'Transfer ownership',
  transferHint: (organization: string) => `It belongs to ${organization}, which also pays for it.`,
  transferAction: 'Transfer',
  transferTitle: 'Transfer ownership',
  transferBody:
    'It moves with its devices, releases and variables. Its slug changes, and members and teams of the old organization lose their access.',
  transferTo: 'To organization',
  transferConfirm: 'Transfer',
  transferred: (name: string, organization: string) => `${name} now belongs to ${organization}`,
  noTargets: 'No organizations with matching resource name',
  targetsFailed: 'The organizations could not be loaded',
  leave: 'Remove my access',
  leaveHint:
    'You give up the role that you hold yourself. What you hold through a team or as an administrator stays.',
  leaveAction: 'Remove my access',
  leaveTitle: 'Remove your own access?',
  leaveBody: (name: string) => `You lose your role on ${name}. Only an administrator can give it back.`,
  left: (name: string) => `Your access to ${name} is removed`,
  delete: (of: ClassName) => `Delete this ${classText[of].one}`,
  deleteHint: (of: ClassName) =>
    of === 'fleet'
      ? 'Its devices, releases and variables go with it. This cannot be undone.'
      : 'Its releases go with it. This cannot be undone.',
  deleteAction: (of: ClassName) => `Delete ${classText[of].one}`,
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteBody: (of: ClassName, devices: string) =>
    of === 'fleet'
      ? `The fleet goes with ${devices}, all releases and all variables. Devices that still run keep running, but nobody can reach them. This cannot be undone.`
      : `The ${classText[of].one} goes with all its releases. This cannot be undone.`,
  devices: (count: number, shown: string) =>
    count === 0 ? 'no device' : count === 1 ? '1 device' : `${shown} devices`,
  deleted: (name: string) => `${name} is deleted`,
}
