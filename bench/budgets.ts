/**
 * All budgets and goals; no other file has any. Exceeding a budget is a bug; a goal is a target for later. Sizes in kB of gzip, times
 * in ms on an idle machine with two cores.
 */
export interface Bound {
  budget?: number
  goal?: number
  /** How far beyond the budget a value may be because of what the measurement itself varies by, as a share of it; default: 0. */
  margin?: number
}

/** Sizes and counts are exact. CPU time and memory vary little, elapsed times with whatever else the machine does. */
const CPU = { margin: 0.25 }
const MEMORY = { margin: 0.05 }
const ELAPSED = { margin: 0.5 }

/** The longest task, and the longest input delay, that nobody notices. */
export const NOTICEABLE_MS = 50

/** Build sizes, measured by `--only bundle`. */
export const bundleBounds: Record<string, Bound> = {
  'initial JavaScript, sign-in': { budget: 165, goal: 140 },
  'initial JavaScript, fleet list': { budget: 215, goal: 170 },
  'initial JavaScript, device table': { budget: 260, goal: 200 },
  'first CSS, sign-in': { budget: 20, goal: 14 },
  'cloud and simulator (worker)': { budget: 180, goal: 170 },
  'interception (page side)': { budget: 45, goal: 35 },
}

/** What changes do to a build, measured by `--only renames`. */
export const renameBounds: Record<string, Bound> = {
  'files renamed by a changed sentence of a page': { budget: 12 },
  'files renamed by a changed sentence of the frame': { budget: 12 },
  'files renamed by a changed sentence of the sign-in page': { budget: 12 },
  'files renamed by a changed sentence of a part of many pages': { budget: 12 },
}

/** Requests in a world of 100,000 devices, CPU time per request, measured by `--only cloud`. */
export const cloudBounds = {
  create: { budget: 1_000, goal: 300, ...CPU },
  memory: { budget: 120, goal: 60, ...MEMORY },
  /** A device with its services, in a world of any size. */
  device: { budget: 1, goal: 0.2, ...CPU },
  page: { budget: 10, goal: 2, ...CPU },
  pageByMany: { budget: 20, goal: 5, ...CPU },
  counts: { budget: 5, goal: 0.2, ...CPU },
  /** To 10,000 devices. */
  write: { budget: 200, ...CPU },
} satisfies Record<string, Bound>

/** A million devices, measured by `--only cloud`. */
export const millionBounds = {
  open: { budget: 2_500, goal: 1_500, ...CPU },
  process: { budget: 600, goal: 400, ...MEMORY },
  page: { budget: 100, goal: 15, ...CPU },
  count: { budget: 20, goal: 2, ...CPU },
  day: { goal: 20_000, ...CPU },
} satisfies Record<string, Bound>

/** Devices without a cloud, measured by `--only simulator`. */
export const simulatorBounds = {
  '100,000': {
    create: { budget: 1_000, ...CPU },
    memory: {},
    hour: { budget: 3_000, ...CPU },
    day: { goal: 2_000, ...CPU },
    /** 3 % of a core. */
    second: { budget: 30, ...CPU },
  },
  '1,000,000': {
    create: { budget: 10_000, ...CPU },
    memory: { budget: 700, ...MEMORY },
    hour: {},
    day: { goal: 20_000, ...CPU },
    second: {},
  },
} satisfies Record<string, Record<string, Bound>>

/** The cloud as a server with eight clients, measured by `--only http`. */
export const httpBounds = {
  pages: { budget: 1_500, goal: 3_000, ...ELAPSED },
  slowest: { goal: 20, ...ELAPSED },
  memory: { budget: 250, goal: 200, ...MEMORY },
} satisfies Record<string, Bound>

/** A device page with a log and a terminal, measured by `--only input`. */
export const inputBounds = {
  delay: { budget: NOTICEABLE_MS, ...ELAPSED },
} satisfies Record<string, Bound>

/** The device table with 100,000 devices, measured by `--only table`. */
export const tableBounds = {
  /** From an input to the first visible reaction. */
  reaction: { budget: 60, goal: NOTICEABLE_MS, ...ELAPSED },
  /** A page that was open before, until it is drawn. */
  route: { budget: 100, ...ELAPSED },
} satisfies Record<string, Bound>

/** The map with 100,000 devices, measured by `--only map`. */
export const mapBounds = {
  opening: { budget: 1_000, ...ELAPSED },
  /** 60 frames a second. */
  frame: { budget: 17.5, ...ELAPSED },
  task: { budget: NOTICEABLE_MS, ...CPU },
} satisfies Record<string, Bound>

/** The matrix of devices, measured by `--only matrix`. */
export const matrixBounds = {
  /** 100,000 devices. */
  regroup: { budget: NOTICEABLE_MS, ...CPU },
  /** CPU time, which leaves room for drawing it on the screen. */
  work: { budget: 12, ...CPU },
  /** 60 frames a second. */
  frame: { budget: 17.5, ...ELAPSED },
} satisfies Record<string, Bound>

/** What a world adds to the tasks of its page, measured by `--only main-thread`. */
export const mainThreadBounds = {
  task: { budget: NOTICEABLE_MS, ...CPU },
  /** A million devices in a tab: until the sign-in form, and its worker. */
  openMillion: { budget: 10_000, ...ELAPSED },
  millionMB: { budget: 700, ...MEMORY },
} satisfies Record<string, Bound>

/** The first terminal of a page, measured by `--only terminal`. */
export const terminalBounds = {
  connected: { budget: 400, ...ELAPSED },
  before: { budget: 0 },
} satisfies Record<string, Bound>

export type Journey = 'sign-in' | 'first fleet' | 'first device row' | 'reload, fleets' | 'reload, devices'
export type Condition = 'unthrottled' | 'processor / 4' | 'slow 4G'
export type LoadMode = 'live' | 'simulated'

export interface LoadBounds {
  /** In total, until the page is idle, with preflights. */
  requests?: Bound
  /** Of these, the ones that are sent before the first row is drawn. */
  before?: Bound
  /** Requests for data, one after the other, that the first row waits for once the first script has arrived. */
  roundTrips?: Bound
  scripts?: Bound
  /** As transferred, compressed. */
  scriptKB?: Bound
  /** CPU time of the main thread until the page is idle. */
  cpuMs?: Bound
  longestTaskMs?: Bound
  ms?: Partial<Record<Condition, Bound>>
}

/** What a browser loads and how long users wait, measured by `--only loads`. */
export const loadBounds: Record<LoadMode, Partial<Record<Journey, LoadBounds>>> = {
  live: {
    'sign-in': {
      before: { budget: 12, goal: 10 },
      roundTrips: { budget: 3, goal: 2 },
      scriptKB: { budget: 145, goal: 120 },
      ms: { unthrottled: { goal: 358 }, 'processor / 4': { goal: 762 }, 'slow 4G': { goal: 3_752 } },
    },
    'first fleet': {
      before: { budget: 22, goal: 20 },
      longestTaskMs: { budget: NOTICEABLE_MS, ...CPU },
      roundTrips: { budget: 3, goal: 2 },
      scriptKB: { budget: 190, goal: 150 },
      ms: { unthrottled: { goal: 488 }, 'processor / 4': { goal: 1_301 }, 'slow 4G': { goal: 5_935 } },
    },
    'first device row': {
      before: { budget: 36, goal: 30 },
      longestTaskMs: { budget: NOTICEABLE_MS, ...CPU },
      roundTrips: { budget: 3, goal: 2 },
      scriptKB: { budget: 230, goal: 180 },
      ms: { unthrottled: { goal: 585 }, 'processor / 4': { goal: 1_561 }, 'slow 4G': { goal: 7_122 } },
    },
    'reload, fleets': { requests: { goal: 20 }, ms: { unthrottled: { goal: 250 } } },
    'reload, devices': { requests: { goal: 20 }, ms: { unthrottled: { goal: 350 } } },
  },
  simulated: {
    'first fleet': {
      requests: { goal: 35 },
      scriptKB: { goal: 350 },
      ms: { unthrottled: { goal: 500 }, 'slow 4G': { goal: 6_000 } },
    },
    'reload, fleets': { ms: { unthrottled: { goal: 300 } } },
  },
}

/** Ours divided by another dashboard's, in the same run (`--only loads --compare URL`). */
export const ratioBounds: Partial<Record<Journey, Partial<Record<Condition | 'cpu', Bound>>>> = {
  'sign-in': {
    unthrottled: { budget: 0.72, goal: 0.5, margin: 0.1 },
    'processor / 4': { goal: 0.4 },
    'slow 4G': { budget: 0.65, goal: 0.4, margin: 0.1 },
    cpu: { budget: 0.78, goal: 0.5, margin: 0.1 },
  },
  'first fleet': {
    unthrottled: { budget: 0.73, goal: 0.5, margin: 0.1 },
    'processor / 4': { goal: 0.4 },
    'slow 4G': { budget: 0.43, goal: 0.4, margin: 0.1 },
    cpu: { budget: 0.6, goal: 0.5, margin: 0.1 },
  },
  'first device row': {
    unthrottled: { budget: 0.95, goal: 0.6, margin: 0.1 },
    'processor / 4': { goal: 0.4 },
    'slow 4G': { budget: 0.46, goal: 0.4, margin: 0.1 },
    cpu: { budget: 0.89, goal: 0.5, margin: 0.1 },
  },
}
