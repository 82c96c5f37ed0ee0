import type { Instant } from '../clock.ts'
import type { ReleasePlan, ServicePlan } from '../plans.ts'
import { chance } from '../random.ts'

/** Downloads that fail are tried again after 15 s × 2^n (wire 10.8). */
export const BACK_OFF_MS = 15_000
const BACK_OFF_DOUBLINGS = 6

/** All phases of one update know where it leads and what ran before. */
interface Way {
  /** null: to nothing, the fleet has no release any more. */
  releaseId: number | null
  from: number | null
  /** When this phase began. */
  startedAt: Instant
  /** When the update itself began, that is when its new installs appeared. */
  beganAt: Instant
}

export type MovingUpdate =
  /** The target differs; the device learns of it at `until`. */
  | (Way & { kind: 'noticing'; until: Instant })
  /** `fetched`: bytes that each unfinished image had when the phase began. */
  | (Way & {
      kind: 'downloading'
      until: Instant
      fetched: number
      attempt: number
      ends: 'complete' | 'failure' | 'abort'
    })
  | (Way & { kind: 'backing-off'; until: Instant; fetched: number; attempt: number })
  /** All images are there; `until` is null while a service (`heldBy`) holds the update lock. */
  | (Way & { kind: 'downloaded'; until: Instant | null; heldBy: string | null; forced: boolean })
  | (Way & { kind: 'applying'; until: Instant })

export type Update =
  | MovingUpdate
  /** Out of touch: nothing can be fetched and nothing reported; it carries on where it was. */
  | { kind: 'out-of-touch'; was: MovingUpdate; since: Instant }
  | (Way & { kind: 'done' })
  | (Way & { kind: 'rejected' })
  | (Way & { kind: 'aborted' })

export interface UpdateNature {
  seed: number
  index: number
  /** Bytes in a second. */
  speed: number
  /** Factor on the time that stopping, installing and starting take. */
  pace: number
  /** At most so many downloads of one update fail. */
  failures: number
  release(id: number): ReleasePlan
  /** The service that holds the update lock, if nothing overrides it. */
  lockedBy: string | null
}

export type UpdateEvent =
  | { type: 'time-passed'; at: Instant }
  | { type: 'contact-lost'; at: Instant }
  | { type: 'contact-found'; at: Instant }
  | { type: 'unlocked'; at: Instant }
  /** A person asks for the update now, whatever is locked. */
  | { type: 'forced'; at: Instant }

const OUTCOME = 301
const FAILURES = 302
const FAIL_POINT = 303
const PACE = 304

/** The device learns at `noticedAt` that it should run another release. */
export function startUpdate(
  from: number | null,
  releaseId: number | null,
  at: Instant,
  noticedAt: Instant,
): Update {
  return { kind: 'noticing', releaseId, from, startedAt: at, beganAt: noticedAt, until: noticedAt }
}

/** Pure: the same update and event always give the same update. */
export function advanceUpdate(update: Update, event: UpdateEvent, nature: UpdateNature): Update {
  switch (event.type) {
    case 'time-passed': {
      let it = update
      for (let due = nextUpdateWakeAt(it); due !== null && due <= event.at; due = nextUpdateWakeAt(it)) {
        it = settle(it, due, nature)
      }
      return it
    }
    case 'contact-lost':
      return isMoving(update) ? { kind: 'out-of-touch', was: update, since: event.at } : update
    case 'contact-found':
      return update.kind === 'out-of-touch' ? later(update.was, event.at - update.since) : update
    case 'unlocked':
      return update.kind === 'downloaded' && update.until === null
        ? { ...update, until: event.at + 1500 }
        : update
    case 'forced':
      return force(update, event.at)
  }
}

/** When the update next moves by itself; null when only an event can move it. */
export function nextUpdateWakeAt(update: Update): Instant | null {
  return 'until' in update ? update.until : null
}

export function isMoving(update: Update): update is MovingUpdate {
  return 'until' in update
}

/** The phase that the cloud knows of: of a device out of touch, the one it was in when last heard. */
export function knownPhase(update: Update): Exclude<Update, { kind: 'out-of-touch' }> {
  return update.kind === 'out-of-touch' ? update.was : update
}

function later(phase: MovingUpdate, ms: number): MovingUpdate {
  const startedAt = phase.startedAt + ms
  if (phase.kind === 'downloaded')
    return { ...phase, startedAt, until: phase.until === null ? null : phase.until + ms }
  return { ...phase, startedAt, until: phase.until + ms }
}

function force(update: Update, at: Instant): Update {
  if (update.kind === 'downloaded') return { ...update, until: at + 1000, forced: true }
  if (update.kind === 'noticing') return { ...update, until: Math.min(update.until, at + 500) }
  if (update.kind === 'backing-off') return { ...update, until: at + 500 }
  return update
}

function settle(update: Update, due: Instant, nature: UpdateNature): Update {
  switch (update.kind) {
    case 'noticing':
      return begin(update, due, nature)
    case 'downloading':
      return finishDownload(update, due, nature)
    case 'backing-off':
      return download(way(update, due), update.fetched, update.attempt + 1, nature)
    case 'downloaded':
      // A lock taken while nothing was wrong yet holds the update as well as an old one.
      if (nature.lockedBy !== null && !update.forced)
        return { ...update, until: null, heldBy: nature.lockedBy }
      return apply(way(update, due), nature)
    case 'applying':
      return { ...way(update, due), kind: 'done' }
    default:
      return update
  }
}

function way(update: Way, startedAt: Instant): Way {
  return { releaseId: update.releaseId, from: update.from, startedAt, beganAt: update.beganAt }
}

function begin(update: Way, at: Instant, nature: UpdateNature): Update {
  const next: Way = { releaseId: update.releaseId, from: update.from, startedAt: at, beganAt: at }
  if (next.releaseId === null) return apply(next, nature)
  if (outcome(nature, next.releaseId) === 'rejected') return { ...next, kind: 'rejected' }
  if (imagesToFetch(nature, next.from, next.releaseId).length === 0) return haveAll(next, nature)
  return download(next, 0, 0, nature)
}

function haveAll(next: Way, nature: UpdateNature): Update {
  return {
    ...next,
    kind: 'downloaded',
    until: nature.lockedBy === null ? next.startedAt + 2000 : null,
    heldBy: nature.lockedBy,
    forced: false,
  }
}

function finishDownload(
  update: MovingUpdate & { kind: 'downloading' },
  due: Instant,
  nature: UpdateNature,
): Update {
  const next = way(update, due)
  if (update.ends === 'abort') return { ...next, kind: 'aborted' }
  if (update.ends === 'complete') return haveAll(next, nature)
  const wait = BACK_OFF_MS * 2 ** Math.min(update.attempt, BACK_OFF_DOUBLINGS)
  const fetched = fetchedAt(update, due, nature)
  return { ...next, kind: 'backing-off', until: due + wait, fetched, attempt: update.attempt }
}

function download(next: Way, fetched: number, attempt: number, nature: UpdateNature): Update {
  const { seed, index } = nature
  const releaseId = next.releaseId ?? 0
  const sizes = imagesToFetch(nature, next.from, next.releaseId).map((image) => image.imageSize)
  const whole = msToFetch(sizes, fetched, Infinity, nature.speed)
  const failures = Math.floor(chance(seed, FAILURES, index, releaseId) * (nature.failures + 1))
  const fails = attempt < failures
  const aborts = !fails && outcome(nature, releaseId) === 'aborted'
  const point = 0.15 + 0.75 * chance(seed, FAIL_POINT, index, releaseId, attempt)
  return {
    ...next,
    kind: 'downloading',
    until: next.startedAt + Math.max(500, Math.ceil(fails || aborts ? whole * point : whole)),
    fetched,
    attempt,
    ends: fails ? 'failure' : aborts ? 'abort' : 'complete',
  }
}

function apply(next: Way, nature: UpdateNature): Update {
  const steps = applySteps({ ...next, kind: 'applying', until: Infinity }, nature)
  const lastEnd = steps.reduce(
    (latest, step) => Math.max(latest, step.runningAt ?? step.stoppedAt),
    next.startedAt,
  )
  return { ...next, kind: 'applying', until: lastEnd + 800 }
}

/** How an update of this device to that release ends, drawn by the release's shares. */
export function outcome(
  { seed, index, release }: Pick<UpdateNature, 'seed' | 'index' | 'release'>,
  releaseId: number,
): 'rejected' | 'aborted' | 'crash-loop' | 'well' {
  const { rejects = 0, aborts = 0, crashLoops = 0 } = release(releaseId)
  const share = chance(seed, OUTCOME, index, releaseId)
  if (share < rejects) return 'rejected'
  if (share < rejects + aborts) return 'aborted'
  return share < rejects + aborts + crashLoops ? 'crash-loop' : 'well'
}

/** Follows from the two releases alone, and is asked for at every turn: remembered for as long as they are. */
const fetchLists = new WeakMap<ReleasePlan, WeakMap<ReleasePlan, readonly ServicePlan[]>>()

/** The images of a release that are not on the device because the old release has them too. */
export function imagesToFetch(
  { release }: Pick<UpdateNature, 'release'>,
  from: number | null,
  to: number | null,
): readonly ServicePlan[] {
  if (to === null) return []
  const wanted = release(to)
  if (from === null) return wanted.services
  const present = release(from)
  const known = fetchLists.get(wanted)?.get(present)
  if (known) return known
  const list = wanted.services.filter((it) => !present.services.some((old) => old.imageId === it.imageId))
  const lists = fetchLists.get(wanted) ?? new WeakMap<ReleasePlan, readonly ServicePlan[]>()
  fetchLists.set(wanted, lists.set(present, list))
  return list
}

/**
 * Images are fetched side by side and share the line evenly, so small ones are ready first. Milliseconds until each
 * unfinished image has `goal` bytes, or its own size if that is less, when each had `fetched` at the start.
 */
function msToFetch(sizes: readonly number[], fetched: number, goal: number, speed: number): number {
  let ms = 0
  let have = fetched
  for (const size of sizes.toSorted((a, b) => a - b)) {
    const upTo = Math.min(size, goal)
    if (upTo <= have) continue
    ms += ((upTo - have) * sizes.filter((it) => it >= size).length * 1000) / speed
    have = upTo
  }
  return ms
}

/** Bytes that each unfinished image has at a moment of a download. */
export function fetchedAt(
  phase: Extract<Update, { kind: 'downloading' | 'backing-off' }>,
  at: Instant,
  nature: UpdateNature,
): number {
  if (phase.kind === 'backing-off') return phase.fetched
  const sizes = imagesToFetch(nature, phase.from, phase.releaseId)
    .map((it) => it.imageSize)
    .sort((a, b) => a - b)
  let left = Math.max(0, at - phase.startedAt)
  let have = phase.fetched
  for (const [i, size] of sizes.entries()) {
    if (size <= have) continue
    const msPerByte = ((sizes.length - i) * 1000) / nature.speed
    const needed = (size - have) * msPerByte
    if (needed > left) return have + left / msPerByte
    left -= needed
    have = size
  }
  return have
}

/** Percent of one image: whole, and 100 only once all of it is there. */
export function imageProgress(imageSize: number, fetched: number): number {
  return Math.min(100, Math.floor((fetched * 100) / imageSize))
}

/** When the last byte of an image arrives in this phase, if the phase lasts so long. */
export function imageCompleteAt(
  phase: Extract<Update, { kind: 'downloading' }>,
  image: ServicePlan,
  nature: UpdateNature,
): Instant {
  const sizes = imagesToFetch(nature, phase.from, phase.releaseId).map((it) => it.imageSize)
  return phase.startedAt + Math.ceil(msToFetch(sizes, phase.fetched, image.imageSize, nature.speed))
}

/** What applying does to one service. Moments in order; null for what does not happen. */
export interface ApplyStep {
  name: string
  old: ServicePlan | null
  next: ServicePlan | null
  stoppingAt: Instant | null
  stoppedAt: Instant
  installingAt: Instant
  installedAt: Instant
  startingAt: Instant
  runningAt: Instant | null
}

/** How each service passes through applying: a service whose image stays the same goes on running. */
export function applySteps(phase: Extract<Update, { kind: 'applying' }>, nature: UpdateNature): ApplyStep[] {
  const oldServices = phase.from === null ? [] : nature.release(phase.from).services
  const newServices = phase.releaseId === null ? [] : nature.release(phase.releaseId).services
  const names = new Set([...oldServices, ...newServices].map((it) => it.name))
  const steps: ApplyStep[] = []
  for (const name of names) {
    const old = oldServices.find((it) => it.name === name) ?? null
    const next = newServices.find((it) => it.name === name) ?? null
    if (old?.imageId === next?.imageId) continue
    steps.push(applyStep({ name, old, next, position: steps.length }, phase, nature))
  }
  return steps
}

function applyStep(
  { name, old, next, position }: Pick<ApplyStep, 'name' | 'old' | 'next'> & { position: number },
  phase: Extract<Update, { kind: 'applying' }>,
  nature: UpdateNature,
): ApplyStep {
  const { seed, index, pace } = nature
  const releaseId = phase.releaseId ?? 0
  const takes = (least: number, most: number, part: number) =>
    Math.round((least + (most - least) * chance(seed, PACE, index, releaseId, position * 8 + part)) * pace)
  const stoppingAt = phase.startedAt + 200 + Math.round(position * 1200 * pace)
  const stoppedAt = old ? stoppingAt + takes(600, 3500, 0) : stoppingAt
  const installingAt = stoppedAt + takes(150, 400, 1)
  const installedAt = installingAt + takes(900, 3200, 2)
  const startingAt = installedAt + takes(200, 500, 3)
  return {
    name,
    old,
    next,
    stoppingAt: old ? stoppingAt : null,
    stoppedAt,
    installingAt,
    installedAt,
    startingAt,
    runningAt: next ? startingAt + takes(700, 2600, 4) : null,
  }
}
