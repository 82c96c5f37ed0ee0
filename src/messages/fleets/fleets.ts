import { plural } from '@/lib/format.ts'
const devices = (count: number) => plural(count, { one: 'device', other: 'devices' })

/** Names of the three classes of applications. */
export const classText = {
  fleet: { title: 'Fleets', one: 'fleet', many: 'fleets' },
  app: { title: 'Apps', one: 'app', many: 'apps' },
  block: { title: 'Blocks', one: 'block', many: 'blocks' },
}

type ClassName = keyof typeof classText

export const fleetText = {
  gone: 'This fleet was deleted, or you no longer have access to it',
  tabs: 'Fleet sections',
  summary: 'Summary',
  devices: 'Devices',
  devicesNoun: devices,
  share: {
    operational: (percent: string) => `${percent} operational`,
    reporting: (percent: string) => `${percent} reporting`,
  },
  noDevices: 'No devices yet',
  breakdownOf: (name: string) => `Devices of ${name} by status`,
  trackingLatest: 'Tracking latest',
  pinned: 'Pinned',
  noRelease: 'No release yet',
  pushed: (age: string) => `pushed ${age}`,
  tagsOf: (name: string) => `Tags of ${name}`,
  noTags: 'No tags',
}

export const fleetListText = {
  loadFailed: (of: ClassName) => `The ${classText[of].many} could not be loaded`,
  view: 'View',
  views: { cards: 'Cards', table: 'Table', roles: 'Roles' },
  filter: (of: ClassName) => `Filter ${classText[of].many}`,
  deviceType: 'Device type',
  anyType: 'any',
  anyTypeChoice: 'Any device type',
  sort: 'Sort',
  sorts: { name: 'Name', devices: 'Devices', created: 'Created', trouble: 'Trouble' },
  troubleUnknown: (most: number) =>
    `Only lists of at most ${most} can be sorted by trouble: filter the list first.`,
  order: 'Order',
  orders: { asc: 'Ascending', desc: 'Descending' },
  empty: (of: ClassName) => `Your ${classText[of].many} appear here`,
  emptyDetail: (of: ClassName) =>
    of === 'app'
      ? `An administrator of your organization can create an ${classText[of].one}, or grant you access to one.`
      : `An administrator of your organization can create a ${classText[of].one}, or grant you access to one.`,
  emptyForAdministrator: (of: ClassName) =>
    of === 'fleet'
      ? 'Create a fleet, then add devices to it.'
      : `Create your first ${classText[of].one} here.`,
  firstSteps: 'First steps',
  steps: [
    { title: 'Create a fleet', detail: 'It holds devices of one type that run the same releases.' },
    { title: 'Add a device', detail: 'Download an OS image for the fleet, and start a device with it.' },
    { title: 'Deploy a release', detail: 'Push your code; the devices of the fleet download and run it.' },
  ],
  emptyForSupport: (of: ClassName) =>
    `Only your own ${classText[of].many} are listed. To open a customer’s ${classText[of].one}, ask for support access and a link to it.`,
  emptyFiltered: (of: ClassName) => `No ${classText[of].many} match this filter`,
  showAll: (of: ClassName) => `Show all ${classText[of].many}`,
  emptyPage: 'This page of the list does not exist',
  toFirstPage: 'Go to the first page',
  list: (of: ClassName) => classText[of].title,
  actionsOf: (name: string) => `Actions for ${name}`,
  open: 'Open',
  openDevices: 'Devices',
  pin: 'Pin to sidebar',
  unpin: 'Unpin from sidebar',
  copySlug: 'Copy slug',
  copyId: 'Copy ID',
  copied: (what: string) => `Copied ${what}`,
  columns: {
    name: 'Name',
    type: 'Device type',
    devices: 'Devices',
    share: { operational: 'Operational', reporting: 'Reporting' },
    status: 'By status',
    release: 'Target release',
    pushed: 'Pushed',
    created: 'Created',
    tags: 'Tags',
  },
}

export const fleetSummaryText = {
  status: 'Devices by status',
  statusFailed: 'The devices could not be counted',
  attention: 'Needs attention',
  runningIt: 'Running it',
  ofDevices: (count: string, all: string) => `${count} of ${all} devices`,
  needAttention: (count: string, number: number) =>
    plural(number, { one: '1 needs attention', other: `${count} need attention` }),
  attentionFailed: 'The devices that need attention could not be loaded',
  attentionPartial: 'Only the most urgent devices are grouped here. The list shows all.',
  since: (age: string) => `since ${age}`,
  andOthers: (count: string) => `and ${count} more`,
  showDevices: 'Show devices',
  showDevicesWith: (issue: string, count: string) => `Show devices: ${issue} (${count})`,
  allWell: 'No devices need attention',
  allWellDetail:
    'Devices that are offline, frozen, out of storage, too hot or failing to update appear here.',
  noDevicesDetail: 'Add a device, or start one from an OS image of this fleet.',
  allAttention: (count: string) => `Show all ${count}`,
  releases: 'Recent releases',
  releasesFailed: 'The releases could not be loaded',
  noReleases: 'Releases of this fleet appear here',
  noReleasesDetail: (command: string) => `Push one with the CLI: ${command}`,
  releaseColumns: {
    version: 'Version',
    status: 'Status',
    commit: 'Commit',
    created: 'Created',
    running: 'Devices',
  },
  target: 'target',
  release: 'Target release',
  policy: 'Policy',
  version: 'Version',
  commit: 'Commit',
  pushed: 'Pushed',
  about: 'About',
  image: 'Image reference',
  deviceType: 'Device type',
  architecture: 'Architecture',
  unknownArchitecture: "Could not find the architecture of the application's device type",
  organization: 'Organization',
  created: 'Created',
  slug: 'Slug',
  uuid: 'UUID',
  visibility: 'Visibility',
  public: 'Public',
  private: 'Private',
  tags: 'Tags',
}
