/** What the cloud answers on `/__flotilla/state`. */
export interface WorldState {
  scenario: string
  platform: 'hosted' | 'open'
  title: string
  seed: number
  devices: number
  /** ISO. */
  now: string
  speed: number
}

/** A trouble in the cloud, chosen by route. */
export interface Fault {
  /** Such as `GET /v7/device` or `GET /v7/*`. */
  route: string
  kind:
    | 'status'
    | 'latency'
    | 'truncate'
    | 'drop-stream'
    | 'drop-socket'
    | 'network'
    | 'lost-answer'
    | 'stale-read'
    | 'outage'
  status?: number
  /** Seconds. */
  retryAfter?: number
  ms?: number
  /** The longest wait of a `latency` that is spread. */
  maxMs?: number
  spread?: 'fixed' | 'uniform' | 'normal' | 'long-tail'
  /** How much of a body, stream or socket still arrives. */
  bytes?: number
  /** Only requests that name one of these devices, by id, uuid or name. */
  devices?: (number | string)[]
  /** How often it happens before all is well again. */
  times?: number
  /** The share of requests it happens to, from 0 to 1. */
  rate?: number
}

/** What led to a device's state, first cause first. */
export interface Cause {
  at: string
  kind: string
  text: string
}

/** A session as a file: what leads to the same world elsewhere. */
export interface SessionBundle {
  format: 'flotilla-session'
  version: 1
  scenario: string
  seed: number
  openedAt: string
  now: string
  faults: Fault[]
  actions: { at: string; method: string; path: string; as?: string }[]
  fingerprint: string
}

/** How a replay ended. */
export interface Replayed extends WorldState {
  diverged: { at: string; method: string; path: string; status: number }[]
  isSame: boolean | null
}
