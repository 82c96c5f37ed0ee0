/** A world that can be opened. */
export interface ScenarioSummary {
  name: string
  title: string
  /** One sentence: what there is to see. */
  description: string
  /** Who is worth being in it, the most telling first: the part of their address before the @. */
  people: string[]
  /** About how many devices it has. */
  devices: number
  /** By what people look for it, such as `billing`. */
  tags: string[]
}

/** What the simulated world is at the moment (`/__flotilla/state`). */
export interface WorldState {
  /** Machine name, such as `release-day`. */
  scenario: string
  title: string
  /** What is worth looking at in this scenario. */
  description: string
  seed: number
  /** How many devices there are. */
  devices: number
  /** ISO moment of the simulated clock. */
  now: string
  /** Simulated milliseconds for each real one; 0 is paused. */
  speed: number
  /** Every world there is, in the order in which people are shown them. */
  scenarios: ScenarioSummary[]
}

/** Something that happened in the world, in words. */
export interface Happened {
  /** ISO moment. */
  at: string
  text: string
  /** Uuid of the device that it happened to. */
  device?: string
}

/** A moment of the world that can be gone back to. */
export interface WorldSnapshot {
  id: number
  at: string
  reason: 'interval' | 'jump' | 'change' | 'rewind' | 'asked'
  /** Worlds that were left by going back are branches of their own. */
  branch: number
}

export interface Timeline {
  openedAt: string
  now: string
  branch: number
  moments: WorldSnapshot[]
  happenings: { at: string; kind: 'request' | 'clock' | 'fault' | 'device' | 'letter'; text: string }[]
}

/** How a replay ended. */
export interface Replayed extends WorldState {
  /** What could not be done again. */
  diverged: { at: string; method: string; path: string; status: number }[]
  /** Whether the world is the one that the session file tells of; null when nothing was compared. */
  isSame: boolean | null
}

export interface WorldStats {
  devices: number
  fleets: number
  byStatus: Record<string, number>
  events: number
  requests: number
  actions: number
  moments: number
  worldBytes: number | null
  momentBytes: number
  mostMomentBytes: number
}

export interface DemoUser {
  username: string
  name: string
  email: string
  role: string
  password: string
  /** Whether this scenario is about them. */
  isTelling: boolean
  /** Permissions that their role lacks. */
  lacks: string[]
}

/** An e-mail in the mock mailbox. */
export interface Email {
  id: number
  at: string
  to: string
  subject: string
  text: string
  /** A path of the dashboard. */
  link: string
}

/** A request that the platform got. */
export interface RequestLogEntry {
  n: number
  at: string
  method: string
  path: string
  origin: string
  /** 0: it was not answered. */
  status: number
  ms: number
}

export interface RequestLogDetail extends RequestLogEntry {
  requestType: string | null
  requestBody: string | null
  responseType: string | null
  responseBody: string | null
  /** What is not as the contract says; null when it cannot be told. */
  problems: string[] | null
}

export interface Cause {
  n: number
  at: string
  kind: string
  text: string
  because: number | null
}

/** One state of a device and what led to it, from now back to the first cause. */
export interface Reason {
  about: string
  is: string
  /** `at` is null for what has always been so. */
  chain: { at: string | null; kind: string; text: string }[]
}

/** Why a device is as it is. */
export interface Explanation {
  uuid: string
  name: string
  status: string
  /** Only registered: its machine can be switched on. */
  isSilent: boolean
  /** From the first cause to what happened last. */
  chain: Cause[]
  lately: Cause[]
  /** Each of its states that is worth a word; the first is its status. */
  reasons: Reason[]
}

/** A device that was switched on. */
export interface PoweredOn {
  id: number
  uuid: string
  name: string
}

/** A fleet that a device can join. */
export interface JoinableFleet {
  id: number
  slug: string
  deviceType: string
  devices: number
}

/** A machine that has the image of a fleet. */
export interface NewMachine {
  /** Id or slug. */
  fleet: number | string
  /** Slug; that of the fleet when left out. */
  deviceType?: string
  osVersion?: string
  variant?: 'prod' | 'dev'
}

/** What a device measured for one report, as the wire has it. */
export interface Measured {
  at: string
  cpu_usage: number
  cpu_temp: number
  memory_usage: number
  memory_total: number
  storage_usage: number
  storage_total: number
}
