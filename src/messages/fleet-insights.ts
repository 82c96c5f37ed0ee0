/** Texts of the page of charts about a fleet's devices. */
export const insightsText = {
  title: 'Insights',
  documentTitle: (fleet: string) => `Insights · ${fleet}`,
  failed: 'The figures could not be loaded',
  noDevices: 'No devices',
  devices: 'Devices',
  note: 'Counted by the platform now. Press a bar to open its devices.',
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
    empty: 'No device runs a release.',
  },
  updates: {
    title: 'Updates by release',
    header: 'Target release',
    empty: 'No device has a target release.',
    parts: (failed: number, failedText: string, underWay: number, underWayText: string, of: string) =>
      [
        `of ${of}`,
        ...(failed > 0 ? [`${failedText} failed`] : []),
        ...(underWay > 0 ? [`${underWayText} updating`] : []),
      ].join(', '),
    footer:
      'Devices that run their target release, of those that have it as target. The newest releases only.',
  },
  os: { title: 'Host OS', header: 'Version', empty: 'No device has reported a version.' },
  supervisor: { title: 'Supervisor', header: 'Version', empty: 'No device has reported a version.' },
  notReported: 'Not reported',
  moreVersions: 'Other versions',
  lines: { next: 'next', current: 'current', sunset: 'support ends soon', outdated: 'outdated' },
  issues: { title: 'Issues', header: 'Issue', empty: 'No issues.' },
}

/** The same of all fleets of an organization. */
export const organizationInsightsText = {
  note: 'Counted by the platform now. Press a bar to see which fleets its devices are in.',
  fleets: 'Fleets',
  fleetsWith: (filter: string) => `Fleets: ${filter}`,
  fleet: 'Fleet',
  others: (count: string) => `${count} other fleets`,
  all: 'Show all devices',
}
