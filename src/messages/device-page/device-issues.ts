/** Issues of a device, with their remedies. */

export interface TroubleWords {
  /** The issue, as a sentence without a full stop. */
  cause: string
  /** What it means and what to do about it. */
  next: string
}

export interface TroubleFacts {
  service: string
  value: string
  running: string
  target: string
}

export const troubleText = {
  region: 'Issues',
  since: (age: string) => `Last contact ${age}`,
  words: {
    'never-online': () => ({
      cause: 'This device has never been online',
      next: 'Check its power, the image on its storage, and its network.',
    }),
    offline: () => ({
      cause: 'This device is offline',
      next: 'Check its power and its network. It reconnects by itself.',
    }),
    'cloudlink-down': () => ({
      cause: 'The VPN of this device is disconnected',
      next: 'It still reports and updates, but actions, terminal and diagnostics are unavailable. A firewall may block the connection.',
    }),
    'heartbeat-missing': () => ({
      cause: 'The supervisor of this device sends no heartbeat',
      next: 'The device is connected, but does not report its state. A reboot usually helps.',
    }),
    reduced: () => ({
      cause: 'This device has reduced functionality',
      next: 'Run the health checks to find the cause.',
    }),
    'crash-loop': ({ service }) => ({
      cause: `${service} keeps restarting`,
      next: 'Check the log. If it started with a release, pin the device to an earlier one.',
    }),
    'service-down': ({ service }) => ({
      cause: `${service} is not running`,
      next: 'Check the log, then start it under Services.',
    }),
    'update-rejected': ({ running, target }) => ({
      cause: `This device rejected release ${target}`,
      next: `The device does not meet a requirement of the release. It keeps running ${running}, and reports no services until it gets a compatible release.`,
    }),
    'update-aborted': ({ running, target }) => ({
      cause: `The update to release ${target} was aborted`,
      next: `The device stays on ${running}. Check the log for the cause.`,
    }),
    'update-locked': ({ target }) => ({
      cause: `The update to release ${target} is waiting for an update lock`,
      next: 'The release is downloaded. Wait until the service releases its lock, or override the lock in the configuration.',
    }),
    'storage-full': ({ value }) => ({
      cause: `The storage of this device is ${value} full`,
      next: 'Updates and services fail when it is full. Find large files in a terminal, or purge the data.',
    }),
    'memory-full': ({ value }) => ({
      cause: `The memory of this device is ${value} full`,
      next: 'Services may be stopped when it runs out. Restarting the services frees memory for now.',
    }),
    hot: ({ value }) => ({
      cause: `This device is hot: ${value}`,
      next: 'It slows down to protect itself. Check its ventilation and its load.',
    }),
    undervolted: () => ({
      cause: 'This device is undervolted: its power supply is too weak',
      next: 'It may slow down, freeze or damage its storage. Check the supply and the cable.',
    }),
  } satisfies Record<string, (facts: TroubleFacts) => TroubleWords>,
  remedies: {
    history: 'View history',
    logs: 'View logs',
    terminal: 'Open terminal',
    pin: 'Choose another release',
    release: 'View release',
    override: 'Override lock',
    reboot: 'Reboot',
    restart: 'Restart services',
    purge: 'Purge data',
    diagnostics: 'Run health checks',
  },
}
