/** The members of an organization, and one of them. */
export const membersText = {
  title: 'Members',
  failed: 'The members could not be loaded',
  table: 'Members of the organization',
  columns: { name: 'Name', role: 'Role', seat: 'Seat', tags: 'Tags', joined: 'Joined', actions: 'Actions' },
  empty: 'The members of this organization appear here',
  you: 'you',
  select: (name: string) => `Select ${name}`,
  selected: (count: number) => (count === 1 ? '1 member selected' : `${count} members selected`),
  selectedActions: 'Actions on the selected members',
  selectOne: 'Select one item for this action',
  clear: 'Clear selection',
  tagsOf: (name: string) => `Tags of ${name}`,
  roles: { administrator: 'Administrator', member: 'Member' },
  noInvitations: 'This platform does not offer invitations: an organization has one member, its owner.',
  noInvitationsSeen: 'Invitations are shown to administrators.',
}

export const memberRoleText = {
  open: 'Change role',
  title: (count: number) =>
    count === 1 ? 'Change the role of 1 member' : `Change the role of ${count} members`,
  of: (name: string) => `Change the role of ${name}`,
  label: 'Role in the organization',
  confirm: 'Change role',
  details: {
    administrator: 'Manages the organization, its people and its bills, and administers every fleet.',
    member: 'Belongs to the organization and reaches what is given to them.',
  },
  /** Told at the choice of administrator. */
  cost: (price: string) => `A seat of an administrator costs ${price} per month beyond those of the plan.`,
  unchanged: 'They have this role already',
  loading: 'The roles are being loaded',
  noAdministrator: 'Nobody would administer the organization. Choose somebody else to stay administrator.',
  progress: (done: string, all: string) => `${done} of ${all} changed`,
  changed: (count: number, role: string) =>
    count === 1 ? `1 member is ${role} now` : `${count} members are ${role} now`,
  someFailed: (failed: string) => `Not changed: ${failed}. The others are.`,
}

export const removeOrganizationMemberText = {
  action: (name: string) => `Remove ${name} from the organization`,
  title: (name: string, organization: string) => `Remove ${name} from ${organization}?`,
  body: (name: string, organization: string) =>
    `${name} leaves every team of ${organization} and loses the roles held on its fleets.`,
  confirm: 'Remove member',
  done: (name: string) => `${name} is removed from the organization`,
  leave: 'Leave organization',
  leaveTitle: (organization: string) => `Leave ${organization}?`,
  leaveBody: (organization: string) =>
    `You leave every team of ${organization} and lose what you reach through it. An administrator can invite you again.`,
  left: (organization: string) => `You have left ${organization}`,
  checking: 'The devices of this member are being checked',
  checkFailed: 'The devices of this member could not be checked',
  /** Key of the catalogue: errors.device_update_required. */
  updateRequired: 'A device update is required before this can be done',
  updateDetail: (name: string, version: string) =>
    `These devices still sign in with the key of ${name}. Update their supervisor to ${version} or newer first:`,
  device: (uuid: string, version: string) => `${uuid} (supervisor ${version})`,
  unknownVersion: 'not known',
}

export const inviteText = {
  open: 'Invite member',
  title: (organization: string) => `Invite somebody to ${organization}`,
  how: 'Who',
  hows: { email: 'By e-mail', username: 'By user name' },
  email: 'E-mail address',
  username: 'Somebody you know from another organization',
  choose: 'Choose somebody',
  nobody: 'Nobody of your other organizations is missing here. Invite by e-mail.',
  peopleFailed: 'The people you know could not be loaded',
  message: 'Message (optional)',
  confirm: 'Send invitation',
  done: (who: string) => `${who} is invited`,
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
  noneOf: (what: string) => `${what} that this member reaches appear here`,
  manage: 'Manage',
  manageNamed: (what: string) => `Manage ${what.toLowerCase()}`,
  everything: (what: string) => `Administers all ${what.toLowerCase()} of the organization.`,
  directly: 'directly',
  through: (team: string) => `through ${team}`,
  listFailed: 'What this member reaches could not be loaded',
}

export const loginAsText = {
  action: 'Login as user',
  title: (name: string) => `Login as ${name}?`,
  body: (name: string) =>
    `You see and do everything as ${name} until you sign out. What you do is recorded under both names.`,
  confirm: 'Login as user',
}

export const memberTeamsText = {
  title: (name: string) => `Teams of ${name}`,
  table: 'Teams of this member',
  columns: { name: 'Team', members: 'Members' },
  empty: (name: string) => `Teams of ${name} appear here`,
  emptyDetail: 'A team gives everybody in it the same role on the same fleets.',
  add: 'Add to teams',
  addTitle: (name: string) => `Add ${name} to teams`,
  choices: 'Teams',
  confirm: 'Add to teams',
  none: 'There is no other team to add this member to.',
  added: (name: string, teams: string) => `${name} is added to ${teams}`,
  select: (name: string) => `Select ${name}`,
  remove: 'Remove from teams',
  removeTitle: (name: string) => `Remove ${name} from these teams?`,
  removeBody: (name: string) => `${name} loses what these teams give. Access of their own stays.`,
  removed: (name: string, count: number) =>
    count === 1 ? `${name} is removed from 1 team` : `${name} is removed from ${count} teams`,
  leave: 'Leave teams',
}
