import { formatNumber, plural } from '@/lib/format.ts'
/** The teams of an organization, and one of them. */
export const teamsText = {
  title: 'Teams',
  failed: 'The teams could not be loaded',
  table: 'Teams of the organization',
  columns: { name: 'Team', members: 'Members', fleets: 'Access to', created: 'Created', actions: 'Actions' },
  empty: 'The teams of this organization appear here',
  emptyDetail: 'A team grants its members roles on fleets.',
  create: 'Create team',
  members: (count: number) => plural(count, { one: '1 member', other: `${formatNumber(count)} members` }),
  membersNoun: (count: number) => plural(count, { one: 'member', other: 'members' }),
  fleetsNoun: (count: number) =>
    plural(count, { one: 'fleet, app or block', other: 'fleets, apps and blocks' }),
}

export const teamNameText = {
  createTitle: 'Create a team',
  renameTitle: (name: string) => `Rename ${name}`,
  label: 'Team name',
  create: 'Create team',
  rename: 'Rename',
  renameOf: (name: string) => `Rename ${name}`,
  missing: 'A team needs a name.',
  taken: (name: string) => `This organization already has a team called ${name}.`,
  tooLong: (most: number) => `A name can have at most ${most} characters.`,
  same: 'This is already its name',
  created: (name: string) => `Team ${name} created`,
  renamed: (name: string) => `Renamed to ${name}`,
}

export const deleteTeamText = {
  action: 'Delete team',
  actionOf: (name: string) => `Delete ${name}`,
  title: (name: string) => `Delete the team ${name}?`,
  body: (count: string, number: number) =>
    plural(number, {
      one: 'Its 1 member loses the access granted by the team. No members or fleets are deleted.',
      other: `Its ${count} members lose the access granted by the team. No members or fleets are deleted.`,
    }),
  done: (name: string) => `Team ${name} deleted`,
}

export const teamPageText = {
  failed: 'The team could not be loaded',
  about: 'About',
  created: 'Created',
  memberCount: 'Members',
  members: 'Members',
  noMembers: 'Members of this team appear here',
  noneOf: (what: string) => `${what} of this team appear here`,
  manage: 'Manage',
  manageNamed: (what: string) => `Manage: ${what}`,
  rename: 'Rename',
}

export const teamMembersText = {
  title: (name: string) => `Members of ${name}`,
  table: 'Members of this team',
  columns: { name: 'Name', seat: 'Seat', joined: 'Joined', actions: 'Actions' },
  empty: (name: string) => `Members of ${name} appear here`,
  add: 'Add members',
  addTitle: (name: string) => `Add members to ${name}`,
  choices: 'Members of the organization',
  confirm: 'Add members',
  none: 'All members of the organization are already in this team.',
  added: (names: string, team: string, number: number) =>
    plural(number, { one: `${names} is added to ${team}`, other: `${names} are added to ${team}` }),
  select: (name: string) => `Select ${name}`,
  remove: 'Remove members',
  removeOf: (name: string) => `Remove ${name} from the team`,
  removeTitle: (count: number) =>
    plural(count, {
      one: 'Remove 1 member from this team?',
      other: `Remove ${formatNumber(count)} members from this team?`,
    }),
  removeBody: (team: string) => `They lose the access granted by ${team}. Direct roles are kept.`,
  removed: (count: number) =>
    plural(count, {
      one: '1 member removed from the team',
      other: `${formatNumber(count)} members removed from the team`,
    }),
  leave: 'Leave team',
  leaveTitle: (team: string) => `Leave ${team}?`,
  leaveBody: (team: string) => `You lose the access granted by ${team}. Direct roles are kept.`,
  left: (team: string) => `You have left ${team}`,
}
