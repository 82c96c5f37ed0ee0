import { classText } from './fleets.ts'

type ClassName = keyof typeof classText

/** The list of organizations, and the frame of one. */
export const organizationText = {
  title: 'Organizations',
  loadFailed: 'The organizations could not be loaded',
  notFound: 'Resource not found',
  tabs: 'Parts of the organization',
  summary: 'Summary',
  members: 'Members',
  teams: 'Teams',
  documentTitle: (part: string, name: string) => `${part} · ${name}`,
  table: 'Organizations',
  columns: { name: 'Name', handle: 'Handle', role: 'Your role', fleets: 'Fleets', state: 'State' },
  active: 'Active',
  frozenState: 'Frozen',
  empty: 'The organizations that you belong to appear here',
  emptyDetail: 'An administrator of one can invite you.',
  cards: 'What the organization has',
  countsFailed: 'What the organization has could not be counted',
  frozenTitle: (name: string) => `${name} is frozen`,
  frozen: 'Its fleets and devices cannot be opened.',
  frozenForAdministrator: 'Update the billing details of the organization to go on.',
  frozenForOthers: 'Ask an administrator of the organization to update its billing details.',
  toOrganizations: 'Go to organizations',
}

/** Members and teams of an organization: who they are, and the way to what they reach. */
export const organizationPeopleText = {
  members: 'Members',
  membersFailed: 'The members could not be loaded',
  memberColumns: { name: 'Name', role: 'Role' },
  noMembers: 'The members of this organization appear here',
  teams: 'Teams',
  teamsFailed: 'The teams could not be loaded',
  teamColumns: { name: 'Team', members: 'Members' },
  noTeams: 'The teams of this organization appear here',
  noTeamsDetail: 'A team gives everybody in it the same role on the same fleets.',
}

/** Lists of what one organization, team or member reaches. */
export const scopedListText = {
  title: (of: ClassName, name: string) => `${classText[of].title} of ${name}`,
  empty: (of: ClassName, name: string) => `${classText[of].title} of ${name} appear here`,
  emptyOrganization: (of: ClassName) =>
    `An administrator of the organization can create ${of === 'app' ? 'an' : 'a'} ${classText[of].one}.`,
  emptyPart: (of: ClassName) =>
    `Access is given on the page of ${of === 'app' ? 'an' : 'a'} ${classText[of].one}.`,
}
