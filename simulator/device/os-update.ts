import type { Instant } from '../base/clock.ts'
import { chance } from '../base/random.ts'
import { streams } from '../base/streams.ts'
import type { OsUpdateFailure } from '../definition/device-profiles.ts'

/** The part of the system that is updated. */
export type SystemPart = 'os' | 'supervisor'

export interface SystemUpdatePlan {
  part: SystemPart
  version: string
  /** The OS variant; a supervisor has none. */
  variant: 'prod' | 'dev'
  /** Download size. */
  bytes: number
  /** The supervisor that the OS brings, with its release; the device gets it unless its own is at least as new. */
  supervisor?: { version: string; releaseId: number }
}

/** In the order in which an update can meet them. */
const FAILURES: readonly OsUpdateFailure[] = [
  'lookup',
  'download',
  'full',
  'storage',
  'supervisor',
  'unhealthy',
  'no-boot',
]

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
  /** The new system is installed; the supervisor that it brings becomes the target, is installed and started. */
  | (PhaseBase & { kind: 'patching' | 'starting-supervisor'; until: Instant })
  /** The supervisor restarts; the services keep running. */
  | (PhaseBase & { kind: 'switching'; until: Instant })
  /** The new system is installed; the device reboots at `until`. */
  | (PhaseBase & { kind: 'installed'; until: Instant })
  /** A program holds an update lock with flock; `until` is the next attempt once it is released. */
  | (PhaseBase & { kind: 'held'; heldBy: string; until: Instant | null })
  /** The device reboots into the new system. */
  | (PhaseBase & { kind: 'rebooting' })
  /** The new system runs, but its health checks fail until it gives up at `until`. */
  | (PhaseBase & { kind: 'checking'; until: Instant })
  /** It reboots into the old system. */
  | (PhaseBase & { kind: 'rolling-back' })

export type SystemUpdate =
  | MovingSystemUpdate
  /** Disconnected: continues when the device reconnects. */
  | { kind: 'out-of-touch'; was: MovingSystemUpdate; since: Instant }
  | (PhaseBase & { kind: 'done' })
  /** `interrupted`: the device went down meanwhile. */
  | (PhaseBase & { kind: 'failed'; error: string; failure: OsUpdateFailure | 'interrupted' })

export interface SystemUpdateParameters {
  seed: number
  index: number
  /** Bytes per second. */
  speed: number
  /** Factor on the duration of unpacking. */
  pace: number
  /** Shares of updates that fail, by the way in which they do. */
  failures: Readonly<Partial<Record<OsUpdateFailure, number>>>
  /** The service that holds an update lock with flock, unless locks are overridden. */
  lockedBy: string | null
  /** True when the supervisor that the OS brings is newer than that of the device. */
  bringsSupervisor: boolean
}

export type SystemUpdateEvent =
  | { type: 'time-passed'; at: Instant }
  | { type: 'contact-lost'; at: Instant }
  | { type: 'contact-found'; at: Instant }
  | { type: 'unlocked'; at: Instant }
  | { type: 'booted'; at: Instant }

/** How often locks are tried before the reboot. */
const LOCK_RETRY_MS = 5000
/** From the end of the installation until the reboot. */
const REBOOT_AFTER_MS = 5000
/** The health checks of a new system: the first after a minute, then fifteen more, one a minute. */
const HEALTH_CHECKS_MS = 16 * 60_000
/** How long the cloud is asked for the new supervisor before it is installed. */
const PATCHING_MS = 4000

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
    case 'unlocked':
      return update.kind === 'held' && update.until === null
        ? { ...update, until: nextAttemptAt(update.startedAt, event.at) }
        : update
    case 'booted':
      return booted(update, event.at, parameters)
  }
}

/** The time of its next change; null when only an event can change it. */
export function nextSystemWakeAt(update: SystemUpdate): Instant | null {
  return 'until' in update ? update.until : null
}

function later(phase: MovingSystemUpdate, ms: number): MovingSystemUpdate {
  const startedAt = phase.startedAt + ms
  if (phase.kind === 'rebooting' || phase.kind === 'rolling-back') return phase
  if (phase.kind === 'held')
    return { ...phase, startedAt, until: phase.until === null ? null : phase.until + ms }
  return { ...phase, startedAt, until: phase.until + ms }
}

const nextAttemptAt = (since: Instant, after: Instant): Instant =>
  since + (Math.floor((after - since) / LOCK_RETRY_MS) + 1) * LOCK_RETRY_MS

function phaseBase({ plan, from, beganAt }: PhaseBase, startedAt: Instant): PhaseBase {
  return { plan, from, startedAt, beganAt }
}

/** How this update fails; null when it succeeds. Drawn from the shares, once for each update. */
function failureOf(
  { beganAt }: PhaseBase,
  { seed, index, failures }: SystemUpdateParameters,
): OsUpdateFailure | null {
  let share = chance(seed, streams.osUpdateOutcome, index, beganAt)
  for (const failure of FAILURES) {
    share -= failures[failure] ?? 0
    if (share < 0) return failure
  }
  return null
}

function settle(update: SystemUpdate, due: Instant, parameters: SystemUpdateParameters): SystemUpdate {
  switch (update.kind) {
    case 'preparing': {
      if (fails(update, 'lookup', parameters)) return failed(update, 'lookup', due)
      const ms = Math.ceil((update.plan.bytes * 1000) / parameters.speed)
      return { ...phaseBase(update, due), kind: 'downloading', until: due + Math.max(1000, ms) }
    }
    case 'downloading': {
      if (fails(update, 'download', parameters)) return failed(update, 'download', due)
      const { seed, index, pace } = parameters
      const part = update.plan.part === 'os' ? 1 : 0.2
      const ms = Math.round(
        (60_000 + 120_000 * chance(seed, streams.osUpdateInstall, index, due)) * pace * part,
      )
      return { ...phaseBase(update, due), kind: 'installing', until: due + ms }
    }
    case 'installing':
      return installed(update, due, parameters)
    case 'patching': {
      if (fails(update, 'supervisor', parameters)) return failed(update, 'supervisor', due)
      const { seed, index, pace } = parameters
      const ms = Math.round((12_000 + 20_000 * chance(seed, streams.osUpdateInstall, index, due)) * pace)
      return { ...phaseBase(update, due), kind: 'starting-supervisor', until: due + ms }
    }
    case 'starting-supervisor':
      return { ...phaseBase(update, due), kind: 'installed', until: due + REBOOT_AFTER_MS }
    case 'installed':
    case 'held':
      return parameters.lockedBy === null
        ? { ...phaseBase(update, due), kind: 'rebooting' }
        : { ...phaseBase(update, due), kind: 'held', heldBy: parameters.lockedBy, until: null }
    case 'checking':
      return { ...phaseBase(update, due), kind: 'rolling-back' }
    case 'switching':
      return { ...phaseBase(update, due), kind: 'done' }
    default:
      return update
  }
}

const fails = (update: PhaseBase, failure: OsUpdateFailure, parameters: SystemUpdateParameters): boolean =>
  update.plan.part === 'os' && failureOf(update, parameters) === failure

function installed(update: PhaseBase, due: Instant, parameters: SystemUpdateParameters): SystemUpdate {
  const next = phaseBase(update, due)
  for (const failure of ['full', 'storage'] as const)
    if (fails(update, failure, parameters)) return failed(update, failure, due)
  if (next.plan.part === 'supervisor') return { ...next, kind: 'switching', until: due + 6000 }
  return parameters.bringsSupervisor
    ? { ...next, kind: 'patching', until: due + PATCHING_MS }
    : { ...next, kind: 'installed', until: due + REBOOT_AFTER_MS }
}

/** A device boots what its boot partition points to: the new system since it is installed. */
function booted(update: SystemUpdate, at: Instant, parameters: SystemUpdateParameters): SystemUpdate {
  const was = update.kind === 'out-of-touch' ? update.was : update
  // Requested while the device was away: it has not begun.
  if (update.kind === 'out-of-touch' && update.since === was.beganAt) return update
  switch (was.kind) {
    case 'rebooting':
    case 'installed':
    case 'held': {
      if (fails(was, 'no-boot', parameters)) return failed(was, 'no-boot', at)
      if (fails(was, 'unhealthy', parameters))
        return { ...phaseBase(was, at), kind: 'checking', until: at + HEALTH_CHECKS_MS }
      return { ...phaseBase(was, at), kind: 'done' }
    }
    case 'checking':
    case 'rolling-back':
      return failed(was, 'unhealthy', at)
    case 'failed':
      // The script ended after the system was installed, but before it rebooted.
      return was.failure === 'supervisor' ? { ...phaseBase(was, at), kind: 'done' } : update
    case 'preparing':
    case 'downloading':
    case 'installing':
    case 'patching':
    case 'starting-supervisor':
      // The program that updates the system ended with the old one.
      return was.plan.part === 'os' ? failed(was, 'interrupted', at) : update
    default:
      return update
  }
}

function failed(update: PhaseBase, failure: OsUpdateFailure | 'interrupted', at: Instant): SystemUpdate {
  return { ...phaseBase(update, at), kind: 'failed', failure, error: errorOf(update, failure) }
}

const ALL_FAILED = 'all hostapp-update attempts have failed...'

/** The last lines of the log of the update (docs/platform/operating-systems.md). */
function errorOf({ plan, from }: PhaseBase, failure: OsUpdateFailure | 'interrupted'): string {
  switch (failure) {
    case 'lookup':
      return 'Zero or multiple matching target hostapp releases found, update attempt has failed...'
    case 'download':
      return `pulling the image failed: connection timed out; ${ALL_FAILED}`
    case 'full':
      return `no space left on device; ${ALL_FAILED}`
    case 'storage':
      return `writing the new root file system failed: input/output error; ${ALL_FAILED}`
    case 'supervisor':
      return 'Failed to patch supervisor version in target state, bailing out.'
    case 'unhealthy':
      return `${plan.version} failed its health checks; rolled back to ${from}`
    case 'no-boot':
      return `${plan.version} did not start; rolled back to ${from}`
    case 'interrupted':
      return 'Terminated'
  }
}

/** True when the old system was restored after the new one had been installed; a file of the device keeps that. */
export const isRolledBack = (update: SystemUpdate): boolean =>
  update.kind === 'failed' && (update.failure === 'unhealthy' || update.failure === 'no-boot')

/** The phase known to the cloud: for a disconnected device, the last reported one. */
function knownPhase(update: SystemUpdate): Exclude<SystemUpdate, { kind: 'out-of-touch' }> {
  return update.kind === 'out-of-touch' ? update.was : update
}

/** What the update script reports of each phase (docs/platform/operating-systems.md). */
const REPORTS: Readonly<Record<MovingSystemUpdate['kind'], { percent: number; text: string } | null>> = {
  preparing: { percent: 25, text: 'Preparing OS update' },
  downloading: { percent: 50, text: 'Running OS update' },
  installing: { percent: 50, text: 'Running OS update' },
  patching: { percent: 90, text: 'Patching supervisor update' },
  'starting-supervisor': { percent: 95, text: 'Running supervisor update' },
  installed: { percent: 100, text: 'Update successful, rebooting' },
  held: { percent: 100, text: 'Reboot waiting on application lock' },
  rebooting: { percent: 100, text: 'Reboot in progress' },
  switching: null,
  checking: null,
  'rolling-back': null,
}

/** What the device reports of an update of its OS; null for nothing. The supervisor clears it when it starts. */
function reported(update: SystemUpdate | undefined): { percent: number; text: string } | null {
  if (update === undefined) return null
  const phase = knownPhase(update)
  if (phase.plan.part !== 'os' || phase.kind === 'done') return null
  if (phase.kind !== 'failed') return REPORTS[phase.kind]
  return isRolledBack(phase) || phase.failure === 'interrupted'
    ? null
    : { percent: 100, text: `OS update failed: ${phase.error}` }
}

/** Whether the device reports an update of its OS. */
export const isReported = (update: SystemUpdate | undefined): boolean => reported(update) !== null

/** `provisioning_progress` in percent; null when there is none, as for supervisors (docs/platform/operating-systems.md). */
export const systemProgress = (update: SystemUpdate | undefined): number | null =>
  reported(update)?.percent ?? null

/** `provisioning_state`: a text reported with the status, '' for none (docs/platform/operating-systems.md). */
export const systemText = (update: SystemUpdate | undefined): string => reported(update)?.text ?? ''
