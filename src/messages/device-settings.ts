/** Texts of the device page's tabs Actions, Settings and Location. */
export const sectionText = {
  docs: 'Read more',
  docsOf: (title: string) => `about: ${title}`,
}

export const actionsPageText = {
  tab: 'Actions',
  primary: 'Actions',
  dangerous: 'Dangerous actions',
  blurbs: {
    identify: 'Lets the light of the device blink for some seconds, so that you find it among others.',
    restart: 'Stops all services of the device and starts them again. Their data stays.',
    purge: 'Deletes all data in the volumes of the device and starts its services anew. It cannot be undone.',
    reboot: 'Restarts the machine with its operating system. It is away for a minute or two.',
    shutdown: 'Turns the machine off. Somebody has to switch its power off and on to bring it back.',
  },
}

export const settingsText = {
  tab: 'Settings',
  general: 'General',
  access: 'Access',
  lifecycle: 'Fleet and life cycle',
  dangerous: 'Dangerous',
  rename: {
    title: 'Name',
    blurb: (name: string) => `This device is called ${name}. Its UUID stays when the name changes.`,
    button: 'Rename',
  },
  note: {
    title: 'Notes',
    blurb: 'What others should know about this device, in Markdown.',
  },
  release: {
    title: 'Release',
    pinned: (release: string) => `Pinned to ${release}. It stays there whatever the fleet does.`,
    tracking: (release: string) => `Follows its fleet, which should run ${release}.`,
    trackingNothing: 'Follows its fleet, which has no release to run.',
    pin: 'Pin to a release',
    repin: 'Pin to another release',
    track: 'Track the fleet',
  },
  url: {
    title: 'Public URL',
    blurb: 'Makes the web server on port 80 of the device reachable for everybody who knows its address.',
    label: 'Public URL',
    open: 'Open the public address',
  },
  localMode: {
    title: 'Local mode',
    blurb:
      'For development: the device takes its services from your own machine, gets no updates and sends no logs.',
    label: 'Local mode',
    unsupported: (why: string) => `Not supported: ${why}`,
  },
  on: 'On',
  off: 'Off',
  support: {
    title: 'Support access',
    none: 'Support cannot reach this device. Grant access for a time when you want help with it.',
    granted: 'Support may reach this device until',
    expired: 'The access of support has expired. It ended',
    grant: 'Grant access',
    extend: 'Change the end',
    revoke: 'Revoke access',
  },
  move: {
    title: 'Move to another fleet',
    blurb: (fleet: string) =>
      `The device is in ${fleet}. Another fleet must run on the same CPU architecture.`,
    blurbAlone: 'The device is in no fleet.',
    button: 'Move',
  },
  deactivate: {
    title: 'Deactivate',
    blurb:
      'A device that is deactivated no longer counts towards the plan until it connects again. It must be active and offline, and the plan must be a paid one.',
    button: 'Deactivate',
  },
  delete: {
    title: 'Delete',
    blurb: 'Takes the device out of the platform, with its variables, tags and notes. It cannot be undone.',
    button: 'Delete device',
  },
}

export const locationText = {
  tab: 'Location',
  map: (name: string) => `Map with the location of ${name}`,
  options: 'Location options',
  edit: 'Change location',
  mode: 'Where the location comes from',
  modes: { geo: 'Geo location', manual: 'Manual location' },
  geoNote: 'Worked out by the platform from the public address of the device.',
  manualNote: 'Type the degrees, or choose a place on the map.',
  latitude: 'Latitude',
  longitude: 'Longitude',
  notKnown: 'Not known',
  offline: 'The device is offline. Its geo location is the last one that was known.',
  undetermined: 'The location of this device could not be determined.',
  last: 'Last location',
  saved: 'Location saved',
  failed: 'The location could not be saved',
  unchanged: 'Nothing has changed',
  missing: 'Both degrees are needed',
  wrong: (most: number) => `A number from -${most} to ${most}`,
  loadFailed: 'The map could not be loaded. Reload the page to try again.',
  deviceHere: (name: string, place: string) => `${name}: ${place}`,
}
