/** Who has access to a fleet, app or block: people, teams and invitations. */
export const memberText = {
  title: 'Members',
  documentTitle: (name: string) => `Members · ${name}`,
  loadFailed: 'The members could not be loaded',
  unauthorized: 'Unauthorized to view/edit',
  unauthorizedDetail: 'Who has access is shown to those who have a role here.',
  table: 'Members with a role of their own',
  columns: { name: 'Name', role: 'Role', actions: 'Actions' },
  you: 'you',
  add: 'Add member',
  empty: 'People with a role of their own here appear in this list',
  emptyDetail:
    'Administrators of the organization and members of its teams have access without standing here.',
  changeRole: (name: string) => `Change the role of ${name}`,
  changeRoleShort: 'Change role',
  remove: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeBody: (name: string, fleet: string) =>
    `${name} loses the role held directly on ${fleet}. Access through a team or as an administrator stays.`,
  removeConfirm: 'Remove member',
  removed: (name: string) => `${name} is removed`,
  invitations: 'Invitations',
  invitationsTable: 'Invitations that nobody has accepted yet',
  invitationColumns: { email: 'E-mail', role: 'Role', message: 'Message', actions: 'Actions' },
  noInvitations: 'Invitations that wait for an answer appear here',
  revoke: (email: string) => `Revoke the invitation of ${email}`,
  revokeShort: 'Revoke',
  revokeTitle: 'Revoke this invitation?',
  revokeBody: (email: string) => `The link that was sent to ${email} stops working.`,
  revokeConfirm: 'Revoke invitation',
  revoked: (email: string) => `The invitation of ${email} is revoked`,
}

export const addMemberText = {
  title: 'Add a member',
  how: 'Who',
  hows: { member: 'Of the organization', invitation: 'By e-mail' },
  member: 'Member of the organization',
  choose: 'Choose somebody',
  nobody: 'Everybody of the organization has a role here already. Invite somebody by e-mail.',
  email: 'E-mail address',
  invalidEmail: 'Enter a valid e-mail address.',
  alreadyMember: (name: string) => `${name} is a member already.`,
  alreadyInvited: (email: string) => `${email} is invited already.`,
  message: 'Message (optional)',
  role: 'Role',
  confirm: { member: 'Add member', invitation: 'Send invitation' },
  added: (name: string) => `${name} is added`,
  invited: (email: string) => `${email} is invited`,
  noTarget: 'No target received: choose who shall have access',
  membersFailed: 'The members of the organization could not be loaded',
}

export const teamAccessText = {
  title: 'Teams',
  documentTitle: (name: string) => `Teams · ${name}`,
  loadFailed: 'The teams could not be loaded',
  table: 'Teams with access',
  columns: { name: 'Team', members: 'Members', role: 'Role', actions: 'Actions' },
  add: 'Add team',
  assign: 'Assign teams',
  empty: 'Teams with access appear here',
  emptyDetail: 'Everybody in a team has the role that the team has here.',
  addTitle: 'Give teams access',
  teams: 'Teams',
  noTeams: 'Every team of the organization has access already.',
  noTeamsYet: 'The organization has no team yet.',
  role: 'Role',
  confirm: 'Give access',
  added: (names: string) => `${names} has access now`,
  noTarget: 'No target received: choose at least one team',
  membersNoun: (count: number) => (count === 1 ? 'member' : 'members'),
  changeRole: (name: string) => `Change the role of ${name}`,
  remove: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove the access of ${name}?`,
  removeBody: (name: string, fleet: string) =>
    `The members of ${name} lose what the team gives them on ${fleet}. Access of their own stays.`,
  removeConfirm: 'Remove access',
  removed: (name: string) => `The access of ${name} is removed`,
  teamsFailed: 'The teams of the organization could not be loaded',
}

export const roleText = {
  title: (name: string) => `Role of ${name}`,
  label: 'Role',
  confirm: 'Change role',
  changed: (name: string, role: string) => `${name} is ${role} now`,
  details: {
    developer: 'Pushes releases, changes variables and everything about devices.',
    'safe-developer': 'Pushes releases and changes variables, but does not delete or move devices.',
    operator: 'Works on devices: terminal, device variables, adding and deleting.',
    'safe-operator': 'Works on devices, but does not delete or configure them.',
    observer: 'Sees everything and changes nothing.',
  },
  paidOnly: 'Needs a paid plan',
}

export const accessDialogText = {
  open: 'Who has access',
  title: (name: string) => `Who has access to ${name}`,
  intro: 'Everybody with access, by their highest role, and where each role comes from.',
  list: 'People with access',
  sources: {
    organization: 'administrator of the organization',
    fleet: (role: string) => `${role}, directly`,
    team: (team: string, role: string) => `${role}, through the team ${team}`,
  },
  failed: 'Who has access could not be loaded',
  none: 'Nobody but you can be seen here.',
}

/** Taking up an invitation by its link. */
export const invitationText = {
  title: 'Invitation',
  /** Key of the catalogue: an invitation that is invalid or expired (spec 1 §8). */
  invalid: 'The invitation is invalid or has expired',
  invalidDetail: 'It may have been used or withdrawn. Ask whoever sent it for a new one.',
  accepted: (name: string) => `You have access to ${name} now`,
  failed: 'The invitation could not be accepted',
}
