import { plural } from '@/lib/format.ts'
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

const devicesOf = (count: string, number: number) =>
  plural(number, { one: `${count} device`, other: `${count} devices` })

/** The health and the bill of an organization on its summary. */
export const organizationHealthText = {
  status: 'Devices by status',
  breakdownOf: (name: string) => `Devices of ${name} by status`,
  noDevices: 'No devices yet',
  attention: 'Needs attention',
  attentionFailed: 'The devices that need attention could not be counted',
  devices: devicesOf,
  showDevices: 'Show devices',
  showDevicesOf: (fleet: string, count: string) => `Show devices that need attention: ${fleet} (${count})`,
  allWell: 'No device needs attention',
  allWellDetail: 'Devices with a problem appear here, by fleet.',
  noDevicesDetail: 'Devices with a problem appear here once a fleet has devices.',
  otherFleets: (count: string, number: number) =>
    plural(number, { one: `and ${count} more fleet`, other: `and ${count} more fleets` }),
  insights: 'Insights',
  bill: 'Next bill',
  planIs: (plan: string) => `The plan is ${plan}.`,
  pastDue: (day: string) => `An invoice has been unpaid since ${day}.`,
  billFailed: 'The next bill could not be loaded',
  openBilling: 'Open billing',
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
