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
  billing: 'Billing',
  credits: 'Credits',
  documentTitle: (part: string, name: string) => `${part} · ${name}`,
  table: 'Organizations',
  columns: { name: 'Name', handle: 'Handle', role: 'Your role', fleets: 'Fleets', state: 'State' },
  active: 'Active',
  frozenState: 'Frozen',
  freePlanFlag: (devices: number) => `Free plan, ${devices} devices`,
  empty: 'The organizations that you belong to appear here',
  emptyDetail: 'An administrator of one can invite you, or you create your own.',
  cards: 'What the organization has',
  countsFailed: 'What the organization has could not be counted',
  frozenTitle: (name: string) => `${name} is frozen`,
  frozen: 'Its fleets and devices cannot be opened.',
  frozenForAdministrator: 'Update the billing details of the organization to go on.',
  frozenForOthers: 'Ask an administrator of the organization to update its billing details.',
}

/** Names and logos of organizations, making and giving them up. */
export const organizationEditText = {
  create: 'Create organization',
  createTitle: 'Create an organization',
  name: 'Name',
  nameMissing: 'An organization needs a name.',
  nameTaken: (name: string) => `You already belong to an organization called ${name}.`,
  nameTooLong: (most: number) => `A name has at most ${most} characters.`,
  nameSame: 'This is its name already',
  logo: 'Logo',
  logoOptional: 'Logo (optional)',
  logoHint: 'A png or jpeg image of at most 1 MB.',
  logoKind: 'A logo is a png or jpeg image.',
  logoSize: (most: string) => `A logo has at most ${most} bytes.`,
  logoChosen: (name: string) => `Chosen: ${name}`,
  logoMissing: 'Choose an image first',
  logoChange: 'Change logo',
  logoChangeTitle: 'Change the logo',
  logoChanged: 'The logo is changed',
  created: (name: string) => `${name} is created`,
  settings: 'Settings',
  danger: 'Danger zone',
  nameHint: 'The handle stays as it is, and with it the slugs of fleets.',
  rename: 'Rename',
  renameTitle: (name: string) => `Rename ${name}`,
  renamed: (name: string) => `Renamed to ${name}`,
  leaveHint: 'You lose what you reach through it. An administrator can invite you again.',
  soleAdministrator: 'You are its only administrator. Make somebody else administrator first, or delete it.',
  notYours: 'You do not belong to it.',
  administratorsUnknown: 'Who administers it is not known yet',
  delete: 'Delete organization',
  deleteHint: 'Its fleets, devices, teams and bills go with it.',
  deleteHintPlain: 'Its fleets and devices go with it.',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteBody: (name: string) =>
    `All fleets, apps and blocks of ${name} are deleted with their devices, releases and variables, and everybody in it loses access. This cannot be undone.`,
  deleted: (name: string) => `${name} is deleted`,
  actionsOf: (name: string) => `Actions for ${name}`,
  handle: 'Handle',
  since: 'Created',
  sinceHint: 'Since when the organization exists.',
}

/** Lists of what one organization, team or member reaches. */
export const scopedListText = {
  title: (of: ClassName, name: string) => `${classText[of].title} of ${name}`,
  empty: (of: ClassName, name: string) => `${classText[of].title} of ${name} appear here`,
  emptyOrganization: (of: ClassName) =>
    `An administrator of the organization can create ${of === 'app' ? 'an' : 'a'} ${classText[of].one}.`,
  emptyPart: (of: ClassName) =>
    `Give access here, or on the page of ${of === 'app' ? 'an' : 'a'} ${classText[of].one}.`,
}
