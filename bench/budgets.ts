/**
 * All budgets and goals. Exceeding a budget is a bug; a goal is a target for later. Sizes in kB of gzip, times in ms on an idle
 * machine with two cores.
 */
export interface Bound {
  budget?: number
  goal?: number
}

/** Build sizes, measured by `--only bundle`. */
export const bundleBounds = {
  'initial JavaScript, sign-in': { budget: 165, goal: 140 },
  'initial JavaScript, fleet list': { budget: 215, goal: 170 },
  'initial JavaScript, device table': { goal: 200 },
  'first CSS, sign-in': { budget: 20, goal: 14 },
  'cloud and simulator (worker)': { budget: 180, goal: 180 },
  'interception (page side)': { budget: 45, goal: 35 },
} as const satisfies Record<string, Bound>

/** What changes do to a build, measured by `--only renames`. */
export const renameBounds: Record<string, Bound> = {
  'files renamed by a changed sentence of a page': { budget: 12 },
  'files renamed by a changed sentence of the frame': { budget: 12 },
  'files renamed by a changed sentence of the sign-in page': { budget: 12 },
  'files renamed by a changed sentence of a part of many pages': { budget: 12 },
}

export type Journey = 'sign-in' | 'first fleet' | 'first device row' | 'reload, fleets' | 'reload, devices'
export type Condition = 'unthrottled' | 'processor / 4' | 'slow 4G'
export type LoadMode = 'live' | 'simulated'

export interface LoadBounds {
  /** In total, until the page is idle. */
  requests?: Bound
  scripts?: Bound
  /** As transferred, compressed. */
  scriptKB?: Bound
  ms?: Partial<Record<Condition, Bound>>
}

/** What a browser loads and how long users wait, measured by `--only loads`. */
export const loadBounds: Record<LoadMode, Partial<Record<Journey, LoadBounds>>> = {
  live: {
    'sign-in': {
      requests: { goal: 15 },
      scriptKB: { goal: 140 },
      ms: { unthrottled: { goal: 358 }, 'processor / 4': { goal: 762 }, 'slow 4G': { goal: 3_752 } },
    },
    'first fleet': {
      requests: { goal: 30 },
      scriptKB: { goal: 170 },
      ms: { unthrottled: { goal: 488 }, 'processor / 4': { goal: 1_301 }, 'slow 4G': { goal: 5_935 } },
    },
    'first device row': {
      requests: { goal: 35 },
      scriptKB: { goal: 200 },
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
  },
}
