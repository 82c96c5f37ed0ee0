import { plural } from '@/lib/format.ts'

/** The insights page of a fleet: charts about its devices. */
export const insightsText = {
  title: 'Insights',
  documentTitle: (fleet: string) => `Insights · ${fleet}`,
  failed: 'The insights could not be loaded',
  noDevices: 'No devices',
  devices: 'Devices',
  scale: (count: string, number: number) =>
    plural(number, { one: '100 % = 1 device', other: `100 % = ${count} devices` }),
  note: 'Current numbers from the platform. Click a bar to open its devices.',
  status: { title: 'Status', header: 'Status' },
  seen: {
    title: 'Connectivity',
    header: 'Last seen',
    online: 'Online',
    hour: 'Offline for less than an hour',
    day: 'Offline for 1 to 24 hours',
    week: 'Offline for 1 to 7 days',
    longer: 'Offline for more than 7 days',
    never: 'Never online',
  },
  releases: {
    title: 'Releases',
    header: 'Release',
    none: 'No release',
    older: (count: string) => `${count} other releases`,
    empty: 'No devices run a release.',
  },
  updates: {
    title: 'Updates by release',
    header: 'Target release',
    scale: '100 % = all devices with this target',
    empty: 'No devices have a target release.',
    parts: (failed: number, failedText: string, underWay: number, underWayText: string, of: string) =>
      [
        `of ${of}`,
        ...(failed > 0 ? [`${failedText} failed`] : []),
        ...(underWay > 0 ? [`${underWayText} updating`] : []),
      ].join(', '),
    footer: 'Share of devices that run their target release, for the newest releases.',
  },
  os: { title: 'Host OS', header: 'Version', empty: 'No devices have reported a version.' },
  supervisor: { title: 'Supervisor', header: 'Version', empty: 'No devices have reported a version.' },
  notReported: 'Not reported',
  moreVersions: 'Other versions',
  lines: { next: 'next', current: 'current', sunset: 'support ends soon', outdated: 'outdated' },
  issues: { title: 'Issues', header: 'Issue', empty: 'No issues.' },
}

/** The same for all fleets of an organization. */
export const organizationInsightsText = {
  note: 'Current numbers from the platform. Click a bar to see its devices by fleet.',
  fleets: 'Fleets',
  fleetsWith: (filter: string) => `Fleets: ${filter}`,
  fleet: 'Fleet',
  others: (count: string) => `${count} other fleets`,
  all: 'Show all devices',
}
