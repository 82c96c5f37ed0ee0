/** Texts about what is wrong with a device, and how to mend it. */

export interface TroubleWords {
  /** What is the matter, in one sentence without its full stop. */
  cause: string
  /** What it means, and what to do. */
  next: string
}

export interface TroubleFacts {
  service: string
  figure: string
  running: string
  target: string
}

export const troubleText = {
  region: 'What is wrong',
  since: 'Last contact',
  words: {
    'never-online': () => ({
      cause: 'This device has never been online',
      next: 'Check that it is switched on, that its image was written in full, and that its network reaches the platform.',
    }),
    offline: () => ({
      cause: 'This device is offline',
      next: 'It has lost its power or its network. Check both at its place; it comes back by itself. Its history shows what came before.',
    }),
    'cloudlink-down': () => ({
      cause: 'The cloudlink of this device is down',
      next: 'It still reports and updates, but actions, terminal and diagnostics cannot reach it. A firewall at its place probably blocks the connection.',
    }),
    'heartbeat-missing': () => ({
      cause: 'The supervisor of this device has fallen silent',
      next: 'The device is connected, but what runs on it is no longer reported. A reboot usually helps.',
    }),
    reduced: () => ({
      cause: 'This device works with reduced functionality',
      next: 'The platform does not say what is missing. The health checks usually do.',
    }),
    'crash-loop': ({ service }) => ({
      cause: `${service} stops again and again`,
      next: 'Its last words are in the log. If they began with a release, pin the device to an earlier one.',
    }),
    'service-down': ({ service }) => ({
      cause: `${service} does not run`,
      next: 'It has stopped or was stopped. The log tells why; it can be started among the services.',
    }),
    'update-rejected': ({ running, target }) => ({
      cause: `This device has rejected release ${target}`,
      next: `The release asks for something that the device does not have. The device goes on with ${running} until it gets a release that it can run.`,
    }),
    'update-aborted': ({ running, target }) => ({
      cause: `The update to release ${target} was given up`,
      next: `The device goes on with ${running}. The log tells what went wrong.`,
    }),
    'update-locked': ({ target }) => ({
      cause: `The update to release ${target} waits for an update lock`,
      next: 'It is downloaded, but a service asks not to be interrupted. Wait until the service lets go, or have the lock overridden by the configuration.',
    }),
    'storage-full': ({ figure }) => ({
      cause: `The storage of this device is ${figure} full`,
      next: 'Updates and services fail once nothing is left. Look in a terminal what fills it, or purge the data of all services.',
    }),
    'memory-full': ({ figure }) => ({
      cause: `The memory of this device is ${figure} full`,
      next: 'A service that takes ever more is stopped by the system sooner or later. Restarting the services frees it for now.',
    }),
    hot: ({ figure }) => ({
      cause: `This device is hot: ${figure}`,
      next: 'It slows down to protect itself. Check its ventilation and what keeps it busy.',
    }),
    undervolted: () => ({
      cause: 'This device is undervolted: its power supply cannot keep up',
      next: 'It may slow down, freeze or damage its storage. Check the supply and the cable.',
    }),
  } satisfies Record<string, (facts: TroubleFacts) => TroubleWords>,
  remedies: {
    history: 'See its history',
    logs: 'Read the log',
    terminal: 'Open a terminal',
    pin: 'Choose another release',
    release: 'See the release',
    override: 'Override the lock',
    reboot: 'Reboot',
    restart: 'Restart services',
    purge: 'Purge data',
    diagnostics: 'Run health checks',
  },
}
