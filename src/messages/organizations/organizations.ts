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

const devicesOf = (count: string, number: number) => `${count} ${number === 1 ? 'device' : 'devices'}`

/** The health and the bill of an organization on its summary. */
export const organizationHealthText = {
  status: 'Devices by status',
  breakdownOf: (name: string) => `Devices of ${name} by status`,
  noDevices: 'No devices yet',
  attention: 'Needs attention',
  attentionFailed: 'The devices that need attention could not be counted',
  devices: devicesOf,
  showDevices: 'Show devices',
  showDevicesOf: (fleet: string, count: string, number: number) =>
    `Show ${devicesOf(count, number)} of ${fleet} that ${number === 1 ? 'needs' : 'need'} attention`,
  allWell: 'No device needs attention',
  allWellDetail: 'Devices with a problem appear here, by fleet.',
  noDevicesDetail: 'Devices with a problem appear here once a fleet has devices.',
  otherFleets: (count: string, number: number) => `and ${count} more ${number === 1 ? 'fleet' : 'fleets'}`,
  insights: 'Insights',
  bill: 'Next bill',
  billOn: (day: string) => `On ${day}`,
  noBill: 'No bill is due',
  noBillDetail: (plan: string) => `The plan is ${plan}.`,
  plan: 'Plan',
  pastDue: (day: string) => `An invoice is unpaid since ${day}`,
  billFailed: 'The next bill could not be loaded',
  openBilling: 'Open billing',
}

/** Creating, renaming and deleting organizations, and their logos. */
export const organizationEditText = {
  create: 'Create organization',
  createTitle: 'Create an organization',
  name: 'Name',
  nameMissing: 'An organization needs a name.',
  nameTaken: (name: string) => `You already belong to an organization called ${name}.`,
  nameTooLong: (most: number) => `A name can have at most ${most} characters.`,
  nameSame: 'This is already its name',
  logo: 'Logo',
  logoOptional: 'Logo (optional)',
  logoHint: 'A PNG or JPEG image, at most 1 MB.',
  logoKind: 'Choose a PNG or JPEG image.',
  logoMismatch: (named: string, real: string) =>
    `The file is named as ${named}, but it is a ${real} image. Rename it, or choose another one.`,
  logoNoImage: 'The file is no PNG or JPEG image, whatever its name says. Choose another one.',
  logoPreview: 'Preview of the logo',
  logoSize: (most: string) => `The logo can have at most ${most} bytes.`,
  logoChosen: (name: string) => `Chosen: ${name}`,
  logoMissing: 'Choose an image first',
  logoChange: 'Change logo',
  logoChangeTitle: 'Change the logo',
  logoChanged: 'Logo changed',
  created: (name: string) => `${name} created`,
  settings: 'Settings',
  danger: 'Danger zone',
  nameHint: 'The handle and the slugs of fleets do not change.',
  unchangeableHint: 'Organizations of this platform cannot be changed or deleted.',
  rename: 'Rename',
  renameTitle: (name: string) => `Rename ${name}`,
  renamed: (name: string) => `Renamed to ${name}`,
  leaveHint: 'You lose access to its fleets. An administrator can invite you again.',
  soleAdministrator:
    'You are the only administrator. Add another administrator first, or delete the organization.',
  notYours: 'You are not a member.',
  administratorsUnknown: 'Checking for other administrators',
  delete: 'Delete organization',
  deleteHint: 'Its fleets, devices, teams and invoices are deleted too.',
  deleteHintPlain: 'Its fleets and devices are deleted too.',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteBody: (name: string) =>
    `All fleets, apps and blocks of ${name} are deleted with their devices, releases and variables, and all members lose access. This cannot be undone.`,
  deleted: (name: string) => `${name} deleted`,
  actionsOf: (name: string) => `Actions for ${name}`,
  handle: 'Handle',
  since: 'Created',
  sinceHint: 'The date the organization was created.',
}

/** Fleets, apps and blocks of one organization, team or member. */
export const scopedListText = {
  title: (of: ClassName, name: string) => `${classText[of].title} of ${name}`,
  empty: (of: ClassName, name: string) => `${classText[of].title} of ${name} appear here`,
  emptyOrganization: (of: ClassName) =>
    of === 'app'
      ? `An administrator of the organization can create an ${classText[of].one}.`
      : `An administrator of the organization can create a ${classText[of].one}.`,
  emptyPart: (of: ClassName) =>
    of === 'app'
      ? `Grant access here, or on the page of an ${classText[of].one}.`
      : `Grant access here, or on the page of a ${classText[of].one}.`,
}
