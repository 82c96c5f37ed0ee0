import type { Instant } from '../base/clock.ts'
import { chance } from '../base/random.ts'
import { streams } from '../base/streams.ts'
import { applySteps, clearSteps, type StepParameters } from './apply-steps.ts'
import { deltasReadyAt, fetchedAt, imagesToFetch, msToFetch } from './images.ts'
import { nextRetryAt } from './lock.ts'

/** Failed downloads are retried after 15 s × 2^n (docs/platform/device-protocol.md). */
export const BACK_OFF_MS = 15_000
const BACK_OFF_DOUBLINGS = 6
/** Timeout for a registry that does not respond. */
const REGISTRY_TIMEOUT_MS = 15_000
/** How long the supervisor waits for a delta that is being created (docs/platform/device-protocol.md). */
const DELTA_REQUEST_MS = 59_000

/** Fields of all phases: the target and the release before. */
interface PhaseBase {
  /** null: none, the fleet has no release any more. */
  releaseId: number | null
  from: number | null
  /** Start of this phase. */
  startedAt: Instant
  /** Start of the update, when its new installs appeared. */
  beganAt: Instant
}

export type MovingUpdate =
  /** The target has changed; the device polls it at `until`. */
  | (PhaseBase & { kind: 'noticing'; until: Instant })
  /** Services are stopped so that their images can be replaced; `until` is null while `heldBy` holds the update lock. */
  | (PhaseBase & { kind: 'clearing'; until: Instant | null; heldBy: string | null; forced: boolean })
  /** `fetched`: bytes of each unfinished image at the start of the phase. */
  | (PhaseBase & {
      kind: 'downloading'
      until: Instant
      fetched: number
      attempt: number
      /** `processing`: the deltas are not there yet. */
      ends: 'complete' | 'failure' | 'full' | 'unreachable' | 'abort' | 'processing'
    })
  | (PhaseBase & {
      kind: 'backing-off'
      until: Instant
      fetched: number
      attempt: number
      isFull: boolean
      /** Only when the registry did not respond. */
      unreachable?: true
      /** Only while the deltas were not there yet. */
      processing?: true
    })
  /** All images are downloaded; `until` is null while a service (`heldBy`) holds the update lock. */
  | (PhaseBase & { kind: 'downloaded'; until: Instant | null; heldBy: string | null; forced: boolean })
  | (PhaseBase & { kind: 'applying'; until: Instant })

export type Update =
  | MovingUpdate
  /** Disconnected: no downloads and no reports; continues when the device reconnects. */
  | { kind: 'out-of-touch'; was: MovingUpdate; since: Instant }
  | (PhaseBase & { kind: 'done' })
  | (PhaseBase & { kind: 'rejected' })
  | (PhaseBase & { kind: 'aborted' })

export interface UpdateParameters extends StepParameters {
  /** Maximum number of failed downloads per update. */
  failures: number
  /** The service that holds the update lock, unless locks are overridden. */
  lockedBy: string | null
  /** The longest time between two attempts to take the locks. */
  pollIntervalMs: number
  /** False when the registry is blocked. */
  reachesRegistry: boolean
  /** Whether there is space for images at a time. */
  hasRoom(at: Instant): boolean
}

export type UpdateEvent =
  | { type: 'time-passed'; at: Instant }
  | { type: 'contact-lost'; at: Instant }
  | { type: 'contact-found'; at: Instant }
  | { type: 'unlocked'; at: Instant }
  /** A user requests the update now, overriding locks. */
  | { type: 'forced'; at: Instant }

/** The device polls its new target at `noticedAt`. */
export function startUpdate(
  from: number | null,
  releaseId: number | null,
  at: Instant,
  noticedAt: Instant,
): Update {
  return { kind: 'noticing', releaseId, from, startedAt: at, beganAt: noticedAt, until: noticedAt }
}

/** Pure transition: the same update and event always produce the same update. */
export function advanceUpdate(update: Update, event: UpdateEvent, parameters: UpdateParameters): Update {
  switch (event.type) {
    case 'time-passed': {
      let it = update
      for (let due = nextUpdateWakeAt(it); due !== null && due <= event.at; due = nextUpdateWakeAt(it)) {
        it = settle(it, due, parameters)
      }
      return it
    }
    case 'contact-lost':
      return isMoving(update) ? { kind: 'out-of-touch', was: update, since: event.at } : update
    case 'contact-found':
      return update.kind === 'out-of-touch' ? later(update.was, event.at - update.since) : update
    case 'unlocked':
      return (update.kind === 'clearing' || update.kind === 'downloaded') && update.until === null
        ? { ...update, until: nextRetryAt(update.startedAt, event.at, parameters.pollIntervalMs) }
        : update
    case 'forced':
      return force(update, event.at, parameters)
  }
}

/** The time of its next change; null when only an event can change it. */
export function nextUpdateWakeAt(update: Update): Instant | null {
  return 'until' in update ? update.until : null
}

export function isMoving(update: Update): update is MovingUpdate {
  return 'until' in update
}

/** The phase known to the cloud: for a disconnected device, the last reported one. */
export function knownPhase(update: Update): Exclude<Update, { kind: 'out-of-touch' }> {
  return update.kind === 'out-of-touch' ? update.was : update
}

function later(phase: MovingUpdate, ms: number): MovingUpdate {
  const startedAt = phase.startedAt + ms
  if (phase.kind === 'downloaded' || phase.kind === 'clearing')
    return { ...phase, startedAt, until: phase.until === null ? null : phase.until + ms }
  return { ...phase, startedAt, until: phase.until + ms }
}

function force(update: Update, at: Instant, parameters: UpdateParameters): Update {
  if (update.kind === 'clearing' && update.until === null) return clear(update, at, parameters, true)
  if (update.kind === 'downloaded') return { ...update, until: at + 1000, forced: true }
  if (update.kind === 'noticing') return { ...update, until: Math.min(update.until, at + 500) }
  if (update.kind === 'backing-off') return { ...update, until: at + 500 }
  return update
}

function settle(update: Update, due: Instant, parameters: UpdateParameters): Update {
  switch (update.kind) {
    case 'noticing':
      return begin(update, due, parameters)
    case 'clearing':
      if (update.heldBy !== null) {
        if (parameters.lockedBy !== null) return { ...update, until: null, heldBy: parameters.lockedBy }
        return clear(update, due, parameters, true)
      }
      return fetchAll(phaseBase(update, due), parameters)
    case 'downloading':
      return finishDownload(update, due, parameters)
    case 'backing-off':
      return download(phaseBase(update, due), update.fetched, update.attempt + 1, parameters)
    case 'downloaded':
      // A lock taken after the update started also blocks it.
      if (parameters.lockedBy !== null && !update.forced)
        return { ...update, until: null, heldBy: parameters.lockedBy }
      return apply(phaseBase(update, due), parameters)
    case 'applying':
      return { ...phaseBase(update, due), kind: 'done' }
    default:
      return update
  }
}

function phaseBase(update: PhaseBase, startedAt: Instant): PhaseBase {
  return { releaseId: update.releaseId, from: update.from, startedAt, beganAt: update.beganAt }
}

function begin(update: PhaseBase, at: Instant, parameters: UpdateParameters): Update {
  const next: PhaseBase = { releaseId: update.releaseId, from: update.from, startedAt: at, beganAt: at }
  if (next.releaseId === null) return apply(next, parameters)
  if (outcome(parameters, next.releaseId) === 'rejected') return { ...next, kind: 'rejected' }
  return clearSteps(next, parameters).length > 0
    ? clear(next, at, parameters, false)
    : fetchAll(next, parameters)
}

/** A service that holds the lock cannot be stopped, unless the lock is released or overridden. */
function clear(update: PhaseBase, at: Instant, parameters: UpdateParameters, forced: boolean): Update {
  const next = { ...phaseBase(update, at), kind: 'clearing', forced } as const
  if (parameters.lockedBy !== null && !forced) return { ...next, until: null, heldBy: parameters.lockedBy }
  const end = Math.max(
    at,
    ...clearSteps({ ...next, startedAt: at }, parameters).map(({ stoppedAt }) => stoppedAt),
  )
  return { ...next, until: end + 300, heldBy: null }
}

function fetchAll(next: PhaseBase, parameters: UpdateParameters): Update {
  if (imagesToFetch(parameters, next.from, next.releaseId).length === 0) return haveAll(next, parameters)
  return download(next, 0, 0, parameters)
}

function haveAll(next: PhaseBase, parameters: UpdateParameters): Update {
  return {
    ...next,
    kind: 'downloaded',
    until: parameters.lockedBy === null ? next.startedAt + 2000 : null,
    heldBy: parameters.lockedBy,
    forced: false,
  }
}

function finishDownload(
  update: MovingUpdate & { kind: 'downloading' },
  due: Instant,
  parameters: UpdateParameters,
): Update {
  const next = phaseBase(update, due)
  if (update.ends === 'abort') return { ...next, kind: 'aborted' }
  if (update.ends === 'complete') return haveAll(next, parameters)
  const isProcessing = update.ends === 'processing'
  if (isProcessing && due >= deltasReadyAt(update, parameters))
    return download(next, update.fetched, update.attempt, parameters)
  const wait = BACK_OFF_MS * 2 ** Math.min(update.attempt, BACK_OFF_DOUBLINGS)
  const fetched = fetchedAt(update, due, parameters)
  const isFull = update.ends === 'full'
  return {
    ...next,
    kind: 'backing-off',
    until: due + wait,
    fetched,
    attempt: update.attempt,
    isFull,
    ...(update.ends === 'unreachable' ? { unreachable: true } : {}),
    ...(isProcessing ? { processing: true } : {}),
  }
}

function download(next: PhaseBase, fetched: number, attempt: number, parameters: UpdateParameters): Update {
  const { seed, index } = parameters
  const releaseId = next.releaseId ?? 0
  const sizes = imagesToFetch(parameters, next.from, next.releaseId).map((image) => image.bytes)
  const totalMs = msToFetch(sizes, fetched, Infinity, parameters.speed)
  const failures = Math.floor(
    chance(seed, streams.downloadFailures, index, releaseId) * (parameters.failures + 1),
  )
  if (!parameters.hasRoom(next.startedAt)) {
    return { ...next, kind: 'downloading', until: next.startedAt + 1500, fetched, attempt, ends: 'full' }
  }
  if (!parameters.reachesRegistry) {
    const until = next.startedAt + REGISTRY_TIMEOUT_MS
    return { ...next, kind: 'downloading', until, fetched, attempt, ends: 'unreachable' }
  }
  const readyAt = deltasReadyAt(next, parameters)
  if (next.startedAt < readyAt) {
    const until = Math.min(next.startedAt + DELTA_REQUEST_MS, readyAt)
    return { ...next, kind: 'downloading', until, fetched, attempt, ends: 'processing' }
  }
  const fails = attempt < failures
  const aborts = !fails && outcome(parameters, releaseId) === 'aborted'
  const point = 0.15 + 0.75 * chance(seed, streams.downloadFailPoint, index, releaseId, attempt)
  return {
    ...next,
    kind: 'downloading',
    until: next.startedAt + Math.max(500, Math.ceil(fails || aborts ? totalMs * point : totalMs)),
    fetched,
    attempt,
    ends: fails ? 'failure' : aborts ? 'abort' : 'complete',
  }
}

function apply(next: PhaseBase, parameters: UpdateParameters): Update {
  const steps = applySteps(next, parameters)
  const lastEnd = steps.reduce(
    (latest, step) => Math.max(latest, step.runningAt ?? 0, step.stoppedAt),
    next.startedAt,
  )
  return { ...next, kind: 'applying', until: lastEnd + 800 }
}

/** The result of an update of a device to a release, drawn from the release's shares. */
export function outcome(
  { seed, index, release }: Pick<UpdateParameters, 'seed' | 'index' | 'release'>,
  releaseId: number,
): 'rejected' | 'aborted' | 'crash-loop' | 'well' {
  const { rejects = 0, aborts = 0, crashLoops = 0 } = release(releaseId)
  const share = chance(seed, streams.updateOutcome, index, releaseId)
  if (share < rejects) return 'rejected'
  if (share < rejects + aborts) return 'aborted'
  return share < rejects + aborts + crashLoops ? 'crash-loop' : 'well'
}
