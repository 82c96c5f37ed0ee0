import { classText } from '@/messages/fleets/fleets.ts'

type ClassName = keyof typeof classText

/** The list of organizations, and the layout of one organization. */
export const organizationText = {
  title: 'Organizations',
  loadFailed: 'The organizations could not be loaded',
  notFound: 'Resource not found',
  tabs: 'Organization sections',
  summary: 'Summary',
  members: 'Members',
  teams: 'Teams',
  billing: 'Billing',
  credits: 'Credits',
  documentTitle: (part: string, name: string) => `${part} · ${name}`,
  table: 'Organizations',
  columns: { name: 'Name', handle: 'Handle', role: 'Your role', fleets: 'Fleets', state: 'State' },
  active: 'Active',
  frozenState: 'Frozen',
  freePlanFlag: (devices: number) => `Free plan, ${devices} devices`,
  empty: 'The organizations that you belong to appear here',
  emptyDetail: 'Create an organization, or ask an administrator to invite you to one.',
  cards: 'Overview',
  noAccess: 'No access',
  countsFailed: 'The counts could not be loaded',
  frozenTitle: (name: string) => `${name} is frozen`,
  frozen: 'Its fleets and devices cannot be opened.',
  frozenForAdministrator: 'Update the billing details of the organization to continue.',
  frozenForOthers: 'Ask an administrator of the organization to update its billing details.',
}

/** Fleets, apps and blocks of one organization, team or member. */
export const scopedListText = {
  title: (of: ClassName, name: string) => `${classText[of].title} of ${name}`,
  empty: (of: ClassName, name: string) => `${classText[of].title} of ${name} appear here`,
  emptyOrganization: (of: ClassName) =>
    `An administrator of the organization can create ${of === 'app' ? 'an' : 'a'} ${classText[of].one}.`,
  emptyPart: (of: ClassName) =>
    `Grant access here, or on the page of ${of === 'app' ? 'an' : 'a'} ${classText[of].one}.`,
}
