/** The tabs Actions, Settings and Location of the device page. */
export const sectionText = {
  docs: 'Read more',
  docsOf: (title: string) => `about: ${title}`,
}

export const actionsPageText = {
  tab: 'Actions',
  primary: 'Actions',
  dangerous: 'Dangerous actions',
  blurbs: {
    identify: 'Blinks the LED of the device for a few seconds, so that you can find it.',
    restart: 'Restarts all services of the device. Their data is kept.',
    purge: 'Deletes all data in the volumes of the device and restarts its services. This cannot be undone.',
    reboot: 'Reboots the device. It is offline for a minute or two.',
    shutdown: 'Turns the device off. Its power must be cycled by hand to turn it on again.',
  },
}

export const settingsText = {
  tab: 'Settings',
  general: 'General',
  access: 'Access',
  lifecycle: 'Fleet and lifecycle',
  dangerous: 'Dangerous',
  rename: {
    title: 'Name',
    blurb: (name: string) => `This device is called ${name}. Renaming it keeps its UUID.`,
    button: 'Rename',
  },
  note: {
    title: 'Notes',
    blurb: 'Notes about this device, in Markdown.',
  },
  release: {
    title: 'Release',
    pinned: (release: string) => `Pinned to ${release}. It does not follow its fleet.`,
    tracking: (release: string) => `Tracks the target release of its fleet, ${release}.`,
    trackingNothing: 'Tracks its fleet, which has no release yet.',
    pin: 'Pin to a release',
    repin: 'Pin to another release',
    track: 'Track the fleet',
  },
  url: {
    title: 'Public URL',
    blurb: 'Makes port 80 of the device reachable for anyone who has its URL.',
    label: 'Public URL',
    open: 'Open public URL',
  },
  localMode: {
    title: 'Local mode',
    blurb:
      'For development: services are pushed from your computer. The device gets no updates and sends no logs.',
    label: 'Local mode',
    unsupported: (why: string) => `Not supported: ${why}`,
  },
  on: 'On',
  off: 'Off',
  support: {
    title: 'Support access',
    none: 'Support has no access to this device. Grant it for a limited time to get help.',
    granted: 'Support has access to this device until',
    expired: 'Support access expired',
    grant: 'Grant access',
    extend: 'Change expiry',
    revoke: 'Revoke access',
  },
  move: {
    title: 'Move to another fleet',
    blurb: (fleet: string) =>
      `The device is in ${fleet}. The new fleet must have a compatible CPU architecture.`,
    blurbAlone: 'The device does not belong to a fleet.',
    button: 'Move',
  },
  deactivate: {
    title: 'Deactivate',
    blurb:
      'A deactivated device does not count towards the plan until it reconnects. It must be active and offline, on a paid plan.',
    button: 'Deactivate',
  },
  delete: {
    title: 'Delete',
    blurb: 'Deletes the device with its variables, tags and notes. This cannot be undone.',
    button: 'Delete device',
  },
}

export const locationText = {
  tab: 'Location',
  map: (name: string) => `Map with the location of ${name}`,
  options: 'Location options',
  edit: 'Change location',
  mode: 'Location source',
  modes: { geo: 'Geo location', manual: 'Manual location' },
  geoNote: 'Determined from the public IP address of the device.',
  manualNote: 'Enter coordinates, click the map, or drag the marker.',
  latitude: 'Latitude',
  longitude: 'Longitude',
  notKnown: 'Unknown',
  offline: 'The device is offline. Its last known location is shown.',
  undetermined: 'The location of this device could not be determined.',
  last: 'Last location',
  saved: 'Location saved',
  failed: 'The location could not be saved',
  unchanged: 'Nothing has changed',
  missing: 'Enter both coordinates',
  wrong: (most: number) => `Enter a number from -${most} to ${most}`,
  address: 'Address',
  search: 'Search',
  searchEmpty: 'Enter an address first',
  found: 'Places found',
  nothingFound: 'No places found for this address.',
  deviceHere: (name: string, place: string) => `${name}: ${place}`,
}
