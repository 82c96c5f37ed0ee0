import type { Instant } from '../../simulator/base/clock.ts'
import type { Cloud } from '../cloud.ts'
import type { Action } from '../replay/action-log.ts'
import type { ActionRecord } from '../replay/replay.ts'
import type { CloudSnapshot } from '../replay/snapshots.ts'
import type { WorldChoice } from './worker-messages.ts'

/** A saved world. */
export interface PersistedWorld {
  /** The build of the cloud that wrote it; other builds do not read it. */
  build: string
  /** The configuration file when the world was created. */
  configured: WorldChoice
  /** Where the world came from: the configuration, the page's URL or a reset, whichever was last. */
  chosen: WorldChoice
  /** Absent: it is opened again and all its actions are replayed. */
  snapshot?: CloudSnapshot
}

/** The progress of the saved world. Written far more often than the world itself. */
export interface PersistedProgress {
  now: Instant
  /** The speed of its clock. */
  speed: number
  /** The actions since the snapshot; without a snapshot, all of them. */
  record: ActionRecord
}

/** Storage for a world: IndexedDB in browsers, a variable in tests. */
export interface WorldStore {
  load(): Promise<{ world: PersistedWorld; progress: PersistedProgress } | null>
  /** Writes both or neither. */
  save(world: PersistedWorld, progress: PersistedProgress): Promise<void>
  saveProgress(progress: PersistedProgress): Promise<void>
  clear(): Promise<void>
}

const PROGRESS_INTERVAL = 1_000
/** No snapshot is taken while the first page is still starting. */
const FIRST_SAVE_DELAY = 2_000
const SAVE_DELAY = 300
const SNAPSHOT_INTERVAL = 30_000
/** Simulated time: up to this age, a large world is replayed instead of saved as a snapshot. */
const LARGE_WORLD_INTERVAL = 3_600_000
// Snapshots are slow: they may use a quarter of the worker’s time after changes, a hundredth otherwise.
const REST_AFTER_CHANGE = 3
const REST_OTHERWISE = 100

export interface WorldPersistence {
  /** Something changed that is not in the action log: a snapshot is taken soon. */
  changed(): void
  /**
   * Resolves when the effects of a request would survive the end of this worker. A read waits only if it changed
   * something too, such as one that draws a secret or one that met a fault.
   */
  settled(isRead: boolean): Promise<void>
  /** Writes unsaved data now. */
  keep(): Promise<void>
  /** Stops writing. */
  stop(): void
}

export interface WorldPersistenceOptions {
  cloud: Pick<Cloud, 'clock' | 'snapshot' | 'recordedActions'>
  store: WorldStore
  /** The snapshot from which this world was restored; null when only its actions are stored, undefined when nothing is. */
  restored?: CloudSnapshot | null | undefined
  /** Further data to write with the snapshot, requested for each write. */
  describe: () => Omit<PersistedWorld, 'snapshot'>
  /** Called once when writing fails. */
  onFailure: (error: unknown) => void
}

/** Index of the first action that is written with each update. */
interface Base {
  branch: number
  count: number
  last: Action | undefined
  at: Instant
}

/**
 * Saves a world so that a reload finds it again. Actions of users are written before they are answered: as the state of
 * a world follows from its opening (or a snapshot) and the actions since, replaying them recreates it. Snapshots, taken
 * soon after changes and at intervals, save most of that work and contain what cannot be replayed. If snapshots fail,
 * the world is restored from its actions alone.
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
  let written = restored === undefined ? undefined : mark(cloud.recordedActions())
  let isWriting = false
  let writtenAt = performance.now()
  let cost = 0
  let planned: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  function baseOf(actions: readonly Action[], at?: Instant): Base {
    const { branch, openedAt } = cloud.recordedActions()
    return { branch, count: actions.length, last: actions.at(-1), at: at ?? openedAt }
  }

  const progressOf = (record: ActionRecord): PersistedProgress => ({
    now: cloud.clock.now(),
    speed: cloud.clock.speed,
    record: { ...record, actions: record.actions.slice(base.count) },
  })

  const fail = (error: unknown) => {
    if (!hasFailed && !stopped) onFailure(error)
    hasFailed = true
  }

  /** One write at a time, in order. After a failure nothing is written any more. */
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

  async function writeProgress(): Promise<void> {
    const record = cloud.recordedActions()
    const { branch, actions } = record
    written = mark(record)
    const leadsHere = branch === base.branch && (base.count === 0 || actions[base.count - 1] === base.last)
    if (isKept && leadsHere) return store.saveProgress(progressOf(record))
    base = baseOf([])
    isKept = true
    await store.save(describe(), progressOf(record))
  }

  async function writeSnapshot(): Promise<void> {
    const started = performance.now()
    const before = base
    dirty = false
    isWriting = true
    try {
      const snapshot = cloud.snapshot()
      base = baseOf(snapshot.actions ?? [], snapshot.now)
      await store.save({ ...describe(), snapshot }, progressOf(cloud.recordedActions()))
      isKept = true
    } catch (error) {
      base = before
      takesSnapshots = false
      fail(error)
      return await writeProgress()
    } finally {
      isWriting = false
      writtenAt = performance.now()
      cost = writtenAt - started
    }
    if (dirty) plan(SAVE_DELAY)
  }

  function plan(minDelay: number): void {
    clearTimeout(planned)
    if (stopped || !takesSnapshots || cloud.recordedActions().isLarge) return
    const rested = writtenAt + REST_AFTER_CHANGE * cost - performance.now()
    planned = setTimeout(() => void enqueue(writeSnapshot), Math.max(minDelay, rested))
  }

  function isSnapshotDue(): boolean {
    if (
      !takesSnapshots ||
      performance.now() - writtenAt < Math.max(SNAPSHOT_INTERVAL, REST_OTHERWISE * cost)
    ) {
      return false
    }
    return !cloud.recordedActions().isLarge || cloud.clock.now() - base.at >= LARGE_WORLD_INTERVAL
  }

  let isBusy = false
  const everySecond = setInterval(() => {
    if (isBusy || cloud.clock.speed === 0) return
    isBusy = true
    void enqueue(isSnapshotDue() ? writeSnapshot : writeProgress).then(() => (isBusy = false))
  }, PROGRESS_INTERVAL)

  function stop(): void {
    stopped = true
    clearInterval(everySecond)
    clearTimeout(planned)
  }

  function changed(): void {
    if (!dirty && !isWriting) plan(SAVE_DELAY)
    dirty = true
  }

  if (restored === undefined) {
    void enqueue(writeProgress)
    plan(FIRST_SAVE_DELAY)
  }
  return {
    changed,
    async settled(isRead) {
      if (stopped) return
      const { actions, faults } = mark(cloud.recordedActions())
      if (actions === written?.actions && faults === written.faults) return isRead ? undefined : tail
      changed()
      await enqueue(writeProgress)
    },
    async keep() {
      const takes = dirty && takesSnapshots && !cloud.recordedActions().isLarge
      await enqueue(takes ? writeSnapshot : writeProgress)
    },
    stop,
  }
}

/** Changes when an action was recorded or a fault applied. */
const mark = ({ actions, faults }: ActionRecord) => ({ actions, faults: JSON.stringify(faults) })

/** Whether a saved world is still the requested one. A link without parameters accepts any saved world. */
export function isRequested(
  saved: PersistedWorld,
  build: string,
  configured: WorldChoice,
  linked: WorldChoice,
): boolean {
  return saved.build === build && sameChoice(saved.configured, configured) && agrees(saved.chosen, linked)
}

const choiceKeys = ['scenario', 'platform', 'seed', 'devices', 'at', 'worldFile'] as const

/** World files are parsed again each time, so they are compared by value. */
const isSame = (one: WorldChoice, other: WorldChoice, key: (typeof choiceKeys)[number]) =>
  one[key] === other[key] || (key === 'worldFile' && JSON.stringify(one[key]) === JSON.stringify(other[key]))

/** Whether each value in `requested` equals that in `chosen`. */
export function agrees(chosen: WorldChoice, requested: WorldChoice): boolean {
  return choiceKeys.every((key) => requested[key] === undefined || isSame(requested, chosen, key))
}

/** Whether both have the same values, and leave the same ones open. */
export function sameChoice(one: WorldChoice, other: WorldChoice): boolean {
  return choiceKeys.every((key) => isSame(one, other, key))
}
