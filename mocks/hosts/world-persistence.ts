import type { Instant } from '../../simulator/clock.ts'
import type { Cloud } from '../cloud.ts'
import type { CloudSnapshot } from '../replay/snapshots.ts'
import type { RecordedSession } from '../replay/replay.ts'
import type { Action } from '../replay/action-log.ts'
import type { WorldChoice } from './worker-messages.ts'

/** A world as it was put away. */
export interface PersistedWorld {
  /** Which build of the cloud wrote it; another build does not read it. */
  build: string
  /** What the configuration file asked for when the world was made. */
  configured: WorldChoice
  /** What the world is: the configuration, the page's address or a reset, whichever spoke last. */
  chosen: WorldChoice
  /** Absent: it is opened anew, and all that was done to it is done again. */
  snapshot?: CloudSnapshot
}

/** How far the kept world has come. Written far more often than the world itself. */
export interface PersistedSnapshot {
  now: Instant
  /** How fast its clock runs. */
  speed: number
  /** Its `actions` are those after the snapshot; without one, all of them. */
  course: RecordedSession
}

/** Where a world is put away. Browsers use IndexedDB, tests a variable. */
export interface WorldStore {
  load(): Promise<{ world: PersistedWorld; moment: PersistedSnapshot } | null>
  /** Both are written, or neither. */
  save(world: PersistedWorld, moment: PersistedSnapshot): Promise<void>
  saveMoment(moment: PersistedSnapshot): Promise<void>
  clear(): Promise<void>
}

const MOMENT_EVERY = 1_000
/** A new world is not photographed in the midst of a page's start. */
const FIRST_WRITING_AFTER = 2_000
const WRITING_AFTER_CHANGE = 300
const WORLD_EVERY = 30_000
/** Simulated: a large world is opened and lived again rather than photographed, until it has lived so long. */
const LARGE_WORLD_EVERY = 3_600_000
// Taking a snapshot takes long: it may use a quarter of the worker’s time after changes, a hundredth otherwise.
const REST_AFTER_CHANGE = 3
const REST_OTHERWISE = 100

export interface WorldPersistence {
  /** Something changed that is not among the world's actions: it is photographed soon. */
  changed(): void
  /**
   * When it resolves, what a request did to the world outlives this worker. A question waits only when it changed
   * something too, as one that draws a secret does, or one that a fault struck.
   */
  settled(isQuestion: boolean): Promise<void>
  /** Writes what is not yet written, now. */
  keep(): Promise<void>
  /** Stops writing. */
  stop(): void
}

export interface WorldPersistenceOptions {
  cloud: Pick<Cloud, 'clock' | 'snapshot' | 'course'>
  store: WorldStore
  /** The snapshot from which this very world was restored; null when the store has only its course, undefined nothing. */
  restored?: CloudSnapshot | null | undefined
  /** What else to write beside the snapshot, asked for at each writing. */
  describe: () => Omit<PersistedWorld, 'snapshot'>
  /** Called once when writing fails. */
  onFailure: (error: unknown) => void
}

/** Where the actions begin that are written with each moment. */
interface Base {
  branch: number
  count: number
  last: Action | undefined
  at: Instant
}

/**
 * Puts a world away so that a reload finds it again. What people do is written before they are answered; as the world
 * follows from its opening, or a snapshot, and from what was done since, doing that again gives the same world.
 * Snapshots, taken soon after changes and now and then while time runs, save most of that work, and hold what cannot
 * be done again. A world whose snapshots fail lives on by its actions alone.
 */
export function persistWorld({
  cloud,
  store,
  restored,
  describe,
  onFailure,
}: WorldPersistenceOptions): WorldPersistence {
  let base = baseOf(restored?.actions ?? [], restored?.now)
  let isKept = restored !== undefined
  let dirty = restored === undefined
  let takesSnapshots = true
  let hasFailed = false
  let tail = Promise.resolve()
  let written = restored === undefined ? undefined : mark(cloud.course())
  let isWriting = false
  let writtenAt = performance.now()
  let cost = 0
  let planned: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  function baseOf(actions: readonly Action[], at?: Instant): Base {
    const { branch, openedAt } = cloud.course()
    return { branch, count: actions.length, last: actions.at(-1), at: at ?? openedAt }
  }

  const momentOf = (course: RecordedSession): PersistedSnapshot => ({
    now: cloud.clock.now(),
    speed: cloud.clock.speed,
    course: { ...course, actions: course.actions.slice(base.count) },
  })

  const fail = (error: unknown) => {
    if (!hasFailed && !stopped) onFailure(error)
    hasFailed = true
  }

  /** One writing at a time, in order. When one fails, nothing is written any more. */
  function enqueue(work: () => Promise<void>): Promise<void> {
    tail = tail.then(async () => {
      if (stopped) return
      try {
        await work()
      } catch (error) {
        fail(error)
        stop()
      }
    })
    return tail
  }

  async function writeMoment(): Promise<void> {
    const course = cloud.course()
    const { branch, actions } = course
    written = mark(course)
    const leadsHere = branch === base.branch && (base.count === 0 || actions[base.count - 1] === base.last)
    if (isKept && leadsHere) return store.saveMoment(momentOf(course))
    base = baseOf([])
    isKept = true
    await store.save(describe(), momentOf(course))
  }

  async function writeSnapshot(): Promise<void> {
    const started = performance.now()
    const before = base
    dirty = false
    isWriting = true
    try {
      const snapshot = cloud.snapshot()
      base = baseOf(snapshot.actions ?? [], snapshot.now)
      await store.save({ ...describe(), snapshot }, momentOf(cloud.course()))
      isKept = true
    } catch (error) {
      base = before
      takesSnapshots = false
      fail(error)
      return await writeMoment()
    } finally {
      isWriting = false
      writtenAt = performance.now()
      cost = writtenAt - started
    }
    if (dirty) plan(WRITING_AFTER_CHANGE)
  }

  function plan(least: number): void {
    clearTimeout(planned)
    if (stopped || !takesSnapshots || cloud.course().isLarge) return
    const rested = writtenAt + REST_AFTER_CHANGE * cost - performance.now()
    planned = setTimeout(() => void enqueue(writeSnapshot), Math.max(least, rested))
  }

  function isSnapshotDue(): boolean {
    if (!takesSnapshots || performance.now() - writtenAt < Math.max(WORLD_EVERY, REST_OTHERWISE * cost)) {
      return false
    }
    return !cloud.course().isLarge || cloud.clock.now() - base.at >= LARGE_WORLD_EVERY
  }

  let isBusy = false
  const everySecond = setInterval(() => {
    if (isBusy || cloud.clock.speed === 0) return
    isBusy = true
    void enqueue(isSnapshotDue() ? writeSnapshot : writeMoment).then(() => (isBusy = false))
  }, MOMENT_EVERY)

  function stop(): void {
    stopped = true
    clearInterval(everySecond)
    clearTimeout(planned)
  }

  function changed(): void {
    if (!dirty && !isWriting) plan(WRITING_AFTER_CHANGE)
    dirty = true
  }

  if (restored === undefined) {
    void enqueue(writeMoment)
    plan(FIRST_WRITING_AFTER)
  }
  return {
    changed,
    async settled(isQuestion) {
      if (stopped) return
      const { actions, faults } = mark(cloud.course())
      if (actions === written?.actions && faults === written.faults) return isQuestion ? undefined : tail
      changed()
      await enqueue(writeMoment)
    },
    async keep() {
      const takes = dirty && takesSnapshots && !cloud.course().isLarge
      await enqueue(takes ? writeSnapshot : writeMoment)
    },
    stop,
  }
}

/** What tells that something was done, or a fault struck, since. */
const mark = ({ actions, faults }: RecordedSession) => ({ actions, faults: JSON.stringify(faults) })

/** Whether a kept world is still the one that is wanted. A link that names nothing wants whatever was kept. */
export function isWanted(
  kept: PersistedWorld,
  build: string,
  configured: WorldChoice,
  linked: WorldChoice,
): boolean {
  return kept.build === build && sameChoice(kept.configured, configured) && agrees(kept.chosen, linked)
}

const choiceKeys = ['scenario', 'platform', 'seed', 'devices', 'at', 'worldFile'] as const

/** World files are read anew each time; all else is the same or is not. */
const isSame = (one: WorldChoice, other: WorldChoice, key: (typeof choiceKeys)[number]) =>
  one[key] === other[key] || (key === 'worldFile' && JSON.stringify(one[key]) === JSON.stringify(other[key]))

/** Whether each thing that `asked` names is what `chosen` says. */
export function agrees(chosen: WorldChoice, asked: WorldChoice): boolean {
  return choiceKeys.every((key) => asked[key] === undefined || isSame(asked, chosen, key))
}

/** Whether both name the same, and leave the same open. */
export function sameChoice(one: WorldChoice, other: WorldChoice): boolean {
  return choiceKeys.every((key) => isSame(one, other, key))
}
