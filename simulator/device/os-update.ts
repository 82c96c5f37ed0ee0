import type { Instant } from '../base/clock.ts'
import { chance } from '../base/random.ts'
import { streams } from '../base/streams.ts'

/** The part of the system that is updated. */
export type SystemPart = 'os' | 'supervisor'

export interface SystemUpdatePlan {
  part: SystemPart
  version: string
  /** The OS variant; a supervisor has none. */
  variant: 'prod' | 'dev'
  /** Download size. */
  bytes: number
}

/** Fields of all phases: the update and the version before. */
interface PhaseBase {
  plan: SystemUpdatePlan
  from: string
  /** Start of this phase. */
  startedAt: Instant
  /** When the update was requested. */
  beganAt: Instant
}

export type MovingSystemUpdate =
  | (PhaseBase & { kind: 'preparing' | 'downloading' | 'installing'; until: Instant })
  /** The supervisor restarts; the services keep running. */
  | (PhaseBase & { kind: 'switching'; until: Instant })
  /** The new system is installed and waits for the reboot. */
  | (PhaseBase & { kind: 'rebooting' })

export type SystemUpdate =
  | MovingSystemUpdate
  /** Disconnected: continues when the device reconnects. */
  | { kind: 'out-of-touch'; was: MovingSystemUpdate; since: Instant }
  | (PhaseBase & { kind: 'done' })
  /** `percent`: the progress at the time of the failure. */
  | (PhaseBase & { kind: 'failed'; error: string; percent: number })

export interface SystemUpdateParameters {
  seed: number
  index: number
  /** Bytes per second. */
  speed: number
  /** Factor on the duration of unpacking. */
  pace: number
  /** True when the storage returns errors. */
  hasBadStorage: boolean
  /** True when the power supply fails during the start of a new system, so that the old one is restored. */
  bootsBadly: boolean
}

export type SystemUpdateEvent =
  | { type: 'time-passed'; at: Instant }
  | { type: 'contact-lost'; at: Instant }
  | { type: 'contact-found'; at: Instant }
  | { type: 'booted'; at: Instant }

/** Start and length of each phase in percent. */
const SHARES = {
  preparing: [0, 5],
  downloading: [5, 60],
  installing: [65, 30],
} as const

/** Pure: starts an update; a disconnected device receives it when it reconnects. */
export function startSystemUpdate(
  plan: SystemUpdatePlan,
  from: string,
  at: Instant,
  parameters: SystemUpdateParameters,
  inTouch: boolean,
): SystemUpdate {
  const { seed, index } = parameters
  const ms = 2000 + Math.floor(4000 * chance(seed, streams.osUpdatePrepare, index, at))
  const first = { kind: 'preparing', plan, from, startedAt: at, beganAt: at, until: at + ms } as const
  return inTouch ? first : { kind: 'out-of-touch', was: first, since: at }
}

/** Pure transition: the same update and event always produce the same update. */
export function advanceSystemUpdate(
  update: SystemUpdate,
  event: SystemUpdateEvent,
  parameters: SystemUpdateParameters,
): SystemUpdate {
  switch (event.type) {
    case 'time-passed': {
      let it = update
      for (let due = nextSystemWakeAt(it); due !== null && due <= event.at; due = nextSystemWakeAt(it)) {
        it = settle(it, due, parameters)
      }
      return it
    }
    case 'contact-lost':
      return 'until' in update ? { kind: 'out-of-touch', was: update, since: event.at } : update
    case 'contact-found':
      return update.kind === 'out-of-touch' ? later(update.was, event.at - update.since) : update
    case 'booted':
      return update.kind === 'rebooting' ? booted(update, event.at, parameters) : update
  }
}

/** The time of its next change; null when only an event can change it. */
export function nextSystemWakeAt(update: SystemUpdate): Instant | null {
  return 'until' in update ? update.until : null
}

/** True until it has succeeded or failed. */
export function isInProgress(update: SystemUpdate): boolean {
  return update.kind !== 'done' && update.kind !== 'failed'
}

function later(phase: MovingSystemUpdate, ms: number): MovingSystemUpdate {
  const startedAt = phase.startedAt + ms
  return phase.kind === 'rebooting' ? phase : { ...phase, startedAt, until: phase.until + ms }
}

function phaseBase({ plan, from, beganAt }: PhaseBase, startedAt: Instant): PhaseBase {
  return { plan, from, startedAt, beganAt }
}

function settle(update: SystemUpdate, due: Instant, parameters: SystemUpdateParameters): SystemUpdate {
  switch (update.kind) {
    case 'preparing': {
      const ms = Math.ceil((update.plan.bytes * 1000) / parameters.speed)
      return { ...phaseBase(update, due), kind: 'downloading', until: due + Math.max(1000, ms) }
    }
    case 'downloading': {
      const { seed, index, pace } = parameters
      const part = update.plan.part === 'os' ? 1 : 0.2
      const ms = Math.round(
        (40_000 + 50_000 * chance(seed, streams.osUpdateInstall, index, due)) * pace * part,
      )
      return { ...phaseBase(update, due), kind: 'installing', until: due + ms }
    }
    case 'installing':
      return installed(update, due, parameters)
    case 'switching':
      return { ...phaseBase(update, due), kind: 'done' }
    default:
      return update
  }
}

function installed(update: PhaseBase, due: Instant, { hasBadStorage }: SystemUpdateParameters): SystemUpdate {
  const next = phaseBase(update, due)
  if (hasBadStorage) {
    const error = 'writing the new root file system failed: input/output error'
    return { ...next, kind: 'failed', error, percent: 94 }
  }
  return next.plan.part === 'os'
    ? { ...next, kind: 'rebooting' }
    : { ...next, kind: 'switching', until: due + 6000 }
}

function booted(update: PhaseBase, at: Instant, { bootsBadly }: SystemUpdateParameters): SystemUpdate {
  const next = phaseBase(update, at)
  if (!bootsBadly) return { ...next, kind: 'done' }
  const error = `${update.plan.version} did not start in good health; rolled back to ${update.from}`
  return { ...next, kind: 'failed', error, percent: 100 }
}

/** The phase known to the cloud: for a disconnected device, the last reported one. */
function knownPhase(update: SystemUpdate): Exclude<SystemUpdate, { kind: 'out-of-touch' }> {
  return update.kind === 'out-of-touch' ? update.was : update
}

/** `provisioning_progress` in percent; null when there is none, as for supervisors (docs/platform/operating-systems.md). */
export function systemProgress(update: SystemUpdate | undefined, at: Instant): number | null {
  if (update === undefined) return null
  const phase = knownPhase(update)
  if (phase.plan.part !== 'os') return null
  switch (phase.kind) {
    case 'done':
    case 'switching':
      return null
    case 'failed':
      return phase.percent
    case 'rebooting':
      return 100
    default: {
      const [first, share] = SHARES[phase.kind]
      const now = update.kind === 'out-of-touch' ? update.since : at
      const part = (now - phase.startedAt) / (phase.until - phase.startedAt)
      return first + Math.floor(share * Math.max(0, Math.min(0.99, part)))
    }
  }
}

const TEXTS = {
  preparing: 'Preparing OS update',
  downloading: 'Downloading OS update',
  installing: 'Running OS update',
  rebooting: 'Update successful, rebooting',
} as const

/** `provisioning_state`: a text reported with the status, '' for none (docs/platform/operating-systems.md). */
export function systemText(update: SystemUpdate | undefined): string {
  if (update === undefined) return ''
  const phase = knownPhase(update)
  if (phase.plan.part !== 'os' || phase.kind === 'done' || phase.kind === 'switching') return ''
  return phase.kind === 'failed' ? `OS update failed: ${phase.error}` : TEXTS[phase.kind]
}
