const SECONDS = 1000
const MINUTES = 60 * SECONDS
const HOURS = 60 * MINUTES
const DAYS = 24 * HOURS

type Range = readonly [low: number, high: number]

/** The connection pattern of a device. Durations in milliseconds. */
export type LinkHabit =
  | { kind: 'always' }
  | {
      kind: 'comes-and-goes'
      up: Range
      down: Range
      /** Share of the failures in which only the VPN is lost and polling still works. */
      cloudlinkOnly: number
      /** Share of the failures in which the API is lost and the VPN still works. */
      apiOnly?: number
    }
  | { kind: 'never' }

/** The result of provisioning: it works, is refused, or works but no image can be downloaded. */
export type Provisioning = 'works' | 'refused' | 'no-images'

export interface DeviceProfile {
  /** A description for users. */
  description: string
  link: LinkHabit
  provisioning: Provisioning
  /** Factor on the download speed. */
  speed: number
  /** Factor on the duration of stopping, installing and starting. */
  pace: number
  /** Maximum number of failed downloads per update. */
  failures: number
  /** Factor on the load of its services. */
  load: number
  /** The share of its memory that is in use; by default what its services need. */
  memoryShare: number | null
  /** °C in addition to the effect of its load. */
  heat: number
  /** Its largest service leaks memory until it is killed, once in this period; null without a leak. */
  leak: Range | null
  /** Share of the storage used by old data. */
  fill: number
  /** Its data fills the storage within this time; null without this problem. */
  fills: Range | null
  /** Maximum clock error in either direction. */
  skew: number
  /** Share of reports with undervoltage. */
  undervoltage: number
  /** Share of its routine lines that are storage errors. */
  storageErrors: number
  /** The times of its log lines are in nanoseconds instead of milliseconds. */
  logsInNanoseconds: boolean
  /** Shares of OS updates that fail, by the way in which they do (docs/platform/operating-systems.md). */
  osUpdateFailures: Readonly<Partial<Record<OsUpdateFailure, number>>>
}

/** The ways in which an OS update fails. */
export type OsUpdateFailure =
  /** The image of the version is not found. */
  | 'lookup'
  | 'download'
  | 'full'
  /** Writing returns errors. */
  | 'storage'
  /** The supervisor that the OS brings cannot become the target. */
  | 'supervisor'
  /** The new system starts, but its health checks fail: the device returns to the old one. */
  | 'unhealthy'
  /** The new system does not start: the boot loader starts the old one. */
  | 'no-boot'

const HEALTHY: DeviceProfile = {
  description: 'Always connected and healthy.',
  link: { kind: 'always' },
  provisioning: 'works',
  speed: 1,
  pace: 1,
  failures: 0,
  load: 1,
  memoryShare: null,
  heat: 0,
  leak: null,
  fill: 0.12,
  fills: null,
  skew: 0,
  undervoltage: 0,
  storageErrors: 0,
  logsInNanoseconds: false,
  osUpdateFailures: {},
}

/**
 * The personas: the differences of each from a healthy device. To add one, add it at the end: worlds store positions in
 * this list. Its type, the order and the schema of world files (`npm run contract`) follow from it.
 */
const profiles = {
  steady: HEALTHY,
  flaky: {
    ...HEALTHY,
    description: 'Poor network: disconnects several times a day and reconnects.',
    link: {
      kind: 'comes-and-goes',
      up: [25 * MINUTES, 5 * HOURS],
      down: [40 * SECONDS, 50 * MINUTES],
      cloudlinkOnly: 0.4,
    },
    speed: 0.5,
    failures: 1,
    osUpdateFailures: { lookup: 0.1, download: 0.2, supervisor: 0.1 },
  },
  slow: {
    ...HEALTHY,
    description: 'Slow network and slow SD card: everything takes longer.',
    speed: 0.12,
    pace: 3,
    load: 1.3,
    osUpdateFailures: { download: 0.1 },
  },
  'dying-card': {
    ...HEALTHY,
    description: 'The storage is nearly full and returns errors; downloads often fail at first.',
    speed: 0.6,
    pace: 2,
    failures: 4,
    fill: 0.82,
    storageErrors: 0.06,
    osUpdateFailures: { storage: 0.85, 'no-boot': 0.1 },
  },
  'runaway-memory': {
    ...HEALTHY,
    description: 'A service leaks memory until it is killed and restarts.',
    leak: [2 * HOURS, 6 * HOURS],
    load: 1.2,
    osUpdateFailures: { unhealthy: 0.4 },
  },
  hot: { ...HEALTHY, description: 'Warm environment and high load.', heat: 24, load: 2.4 },
  asleep: {
    ...HEALTHY,
    description: 'Battery-powered: wakes up for a few minutes every few hours.',
    link: {
      kind: 'comes-and-goes',
      up: [6 * MINUTES, 20 * MINUTES],
      down: [5 * HOURS, 11 * HOURS],
      cloudlinkOnly: 0,
    },
    load: 0.6,
  },
  'never-seen': { ...HEALTHY, description: 'Preregistered and never connected.', link: { kind: 'never' } },
  undervolted: {
    ...HEALTHY,
    description: 'The power supply is too weak.',
    undervoltage: 0.85,
    heat: 3,
    osUpdateFailures: { 'no-boot': 0.5, unhealthy: 0.5 },
  },
  flapping: {
    ...HEALTHY,
    description: 'The modem disconnects and redials every minute.',
    link: {
      kind: 'comes-and-goes',
      up: [12 * SECONDS, 2 * MINUTES],
      down: [4 * SECONDS, 45 * SECONDS],
      cloudlinkOnly: 0.5,
    },
    speed: 0.3,
    osUpdateFailures: { lookup: 0.2, download: 0.3, supervisor: 0.1 },
  },
  'api-blocked': {
    ...HEALTHY,
    description: 'A firewall blocks the API for hours, but not the VPN.',
    link: {
      kind: 'comes-and-goes',
      up: [2 * HOURS, 9 * HOURS],
      down: [30 * MINUTES, 3 * HOURS],
      cloudlinkOnly: 0,
      apiOnly: 1,
    },
  },
  filling: {
    ...HEALTHY,
    description: 'A service stores all its measurements until the storage is full.',
    fills: [2 * DAYS, 9 * DAYS],
  },
  'wrong-clock': {
    ...HEALTHY,
    description: 'The time servers are blocked, so the clock is wrong.',
    skew: 50 * MINUTES,
  },
  'provisioning-refused': {
    ...HEALTHY,
    description: 'The provisioning key has expired, so every registration is refused.',
    link: { kind: 'never' },
    provisioning: 'refused',
  },
  'no-registry': {
    ...HEALTHY,
    description: 'A firewall blocks the registry, so even the first download fails.',
    provisioning: 'no-images',
    osUpdateFailures: { download: 1 },
  },
  busy: {
    ...HEALTHY,
    description: 'Much to do: processor, memory and storage are used to about two thirds.',
    load: 6.8,
    memoryShare: 0.66,
    fill: 0.45,
  },
  'nano-clock': {
    ...HEALTHY,
    description: 'Writes the times of its log lines in nanoseconds.',
    logsInNanoseconds: true,
  },
} satisfies Record<string, DeviceProfile>

export type PersonaName = keyof typeof profiles

export const deviceProfiles: Readonly<Record<PersonaName, DeviceProfile>> = profiles

// The object has exactly the keys of its type.
export const PERSONAS = Object.keys(profiles) as readonly PersonaName[]

/** The position of a persona, which columns store. Throws on an unknown one. */
export function personaPosition(name: string): number {
  const position = (PERSONAS as readonly string[]).indexOf(name)
  if (position < 0) throw new Error(`There is no persona ${name}, only ${PERSONAS.join(', ')}`)
  return position
}

/** The persona at a position. Throws on an unknown one. */
export function personaAt(position: number): PersonaName {
  const name = PERSONAS[position]
  if (name === undefined) throw new Error(`There is no persona at position ${position}`)
  return name
}

/** The persona of that name. Throws on an unknown one. */
export const personaNamed = (name: string): PersonaName => personaAt(personaPosition(name))
