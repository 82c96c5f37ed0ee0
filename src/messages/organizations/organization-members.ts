import { formatNumber, plural } from '@/lib/format.ts'
/** The members of an organization, and one of them. */
export const membersText = {
  title: 'Members',
  failed: 'The members could not be loaded',
  table: 'Members of the organization',
  columns: { name: 'Name', role: 'Role', seat: 'Seat', tags: 'Tags', joined: 'Joined', actions: 'Actions' },
  unauthorized: 'Unauthorized to view/edit',
  unauthorizedDetail: 'Only members of this organization can see who belongs to it.',
  you: 'you',
  select: (name: string) => `Select ${name}`,
  selected: (count: number) =>
    plural(count, { one: '1 member selected', other: `${formatNumber(count)} members selected` }),
  selectedActions: 'Actions on the selected members',
  selectOne: 'Select one item for this action',
  clear: 'Clear selection',
  tagsOf: (name: string) => `Tags of ${name}`,
  roles: { administrator: 'Administrator', member: 'Member' },
  noInvitations: 'This platform does not support invitations. Its administrator adds members.',
  noInvitationsSeen: 'Only administrators can see invitations.',
}

export const memberRoleText = {
  open: 'Change role',
  title: (count: number) =>
    plural(count, { one: 'Change role of 1 member', other: `Change role of ${formatNumber(count)} members` }),
  of: (name: string) => `Change role of ${name}`,
  label: 'Role in the organization',
  confirm: 'Change role',
  details: {
    administrator: 'Manages the organization, its members, billing and all fleets.',
    member: 'Has access to the fleets that they are granted access to.',
  },
  /** Shown when the role administrator is chosen. */
  cost: (price: string) => `Each administrator beyond the plan costs ${price} per month.`,
  unchanged: 'They already have this role',
  loading: 'Loading roles',
  noAdministrator: 'The organization needs at least one administrator.',
  progress: (done: string, all: string) => `${done} of ${all} changed`,
  changed: (count: number, name: string, role: string) =>
    plural(count, {
      one: `Role of ${name} changed to ${role}`,
      other: `Role of ${formatNumber(count)} members changed to ${role}`,
    }),
  someFailed: (failed: string) => `Could not change ${failed}. The others were changed.`,
}

export const removeOrganizationMemberText = {
  action: (name: string) => `Remove ${name} from the organization`,
  title: (name: string, organization: string) => `Remove ${name} from ${organization}?`,
  body: (name: string, organization: string) =>
    `${name} is removed from all teams of ${organization} and loses all roles on its fleets.`,
  confirm: 'Remove member',
  done: (name: string) => `${name} removed from the organization`,
  leave: 'Leave organization',
  leaveTitle: (organization: string) => `Leave ${organization}?`,
  leaveBody: (organization: string) =>
    `You leave all teams of ${organization} and lose access to its fleets. An administrator can invite you again.`,
  left: (organization: string) => `You have left ${organization}`,
  checking: 'Checking the devices of this member',
  checkFailed: 'The devices of this member could not be checked',
  /** Key of the catalogue: errors.device_update_required. */
  updateRequired: 'A device update is required before this can be done',
  updateDetail: (name: string, version: string) =>
    `These devices still use the API key of ${name}. Update their supervisor to ${version} or newer first:`,
  device: (uuid: string, version: string) => `${uuid} (supervisor ${version})`,
  unknownVersion: 'unknown',
}

export const inviteText = {
  open: 'Invite member',
  title: (organization: string) => `Invite member to ${organization}`,
  how: 'Who',
  hows: { email: 'By email', username: 'By username' },
  email: 'Email address',
  username: 'Member of your other organizations',
  choose: 'Choose a person',
  nobody: 'All members of your other organizations are already here. Invite by email.',
  peopleFailed: 'The members of your other organizations could not be loaded',
  message: 'Message (optional)',
  confirm: 'Send invitation',
  done: (who: string) => `${who} invited`,
}

export const memberPageText = {
  failed: 'The member could not be loaded',
  about: 'About',
  role: 'Company role',
  seat: 'Effective seat role',
  joined: 'Joined',
  tags: 'Tags',
  noTags: 'None',
  teams: 'Teams',
  noTeams: 'Teams of this member appear here',
  noneOf: (what: string) => `${what} of this member appear here`,
  manage: 'Manage',
  manageNamed: (what: string) => `Manage: ${what}`,
  everything: (what: string) => `Administers all ${what} of the organization.`,
  directly: 'directly',
  through: (team: string) => `through ${team}`,
  listFailed: 'The access of this member could not be loaded',
}

export const loginAsText = {
  action: 'Login as user',
  title: (name: string) => `Login as ${name}?`,
  body: (name: string) =>
    `You act as ${name} until you sign out. Your actions are recorded under both names.`,
  confirm: 'Login as user',
}

export const memberTeamsText = {
  title: (name: string) => `Teams of ${name}`,
  table: 'Teams of this member',
  columns: { name: 'Team', members: 'Members' },
  empty: (name: string) => `Teams of ${name} appear here`,
  emptyDetail: 'A team grants its members roles on fleets.',
  add: 'Add to teams',
  addTitle: (name: string) => `Add ${name} to teams`,
  choices: 'Teams',
  confirm: 'Add to teams',
  none: 'There is no other team to add this member to.',
  added: (name: string, teams: string) => `${name} added to ${teams}`,
  select: (name: string) => `Select ${name}`,
  remove: 'Remove from teams',
  removeTitle: (name: string) => `Remove ${name} from these teams?`,
  removeBody: (name: string) => `${name} loses the access granted by these teams. Direct roles are kept.`,
  removed: (name: string, count: number) =>
    plural(count, {
      one: `${name} removed from 1 team`,
      other: `${name} removed from ${formatNumber(count)} teams`,
    }),
  leave: 'Leave teams',
}
