import type { Instant } from '../../simulator/clock.ts'
import type { Cloud, CloudSnapshot } from '../cloud.ts'
import type { WorldChoice } from './port-messages.ts'

/** A world as it was put away. */
export interface KeptWorld {
  /** Which build of the cloud wrote it; another build does not read it. */
  build: string
  /** What the configuration file asked for when the world was made. */
  configured: WorldChoice
  /** What the world is: the configuration, the page's address or a reset, whichever spoke last. */
  chosen: WorldChoice
  snapshot: CloudSnapshot
}

/** How far the clock of the kept world has run, and how fast. Written far more often than the world itself. */
export interface KeptMoment {
  now: Instant
  speed: number
}

/** Where a world is put away. Browsers use IndexedDB, tests a variable. */
export interface WorldStore {
  load(): Promise<{ world: KeptWorld; moment: KeptMoment } | null>
  /** Both are written, or neither. */
  save(world: KeptWorld, moment: KeptMoment): Promise<void>
  saveMoment(moment: KeptMoment): Promise<void>
  clear(): Promise<void>
}

const MOMENT_EVERY = 1_000
/** A new world is not written in the midst of a page's start. */
const FIRST_WRITING_AFTER = 2_000
const WRITING_AFTER_CHANGE = 20
const WORLD_EVERY = 30_000
// A large world takes long to write: it may take up a quarter of the worker’s time after changes, a hundredth otherwise.
const REST_AFTER_CHANGE = 3
const REST_OTHERWISE = 100

export interface WorldKeeper {
  /** Something changed that time alone would not have brought: the world is written soon. */
  changed(): void
  /** Writes what is not yet written, now. */
  keep(): Promise<void>
  /** Stops writing. */
  stop(): void
}

export interface KeepOptions {
  cloud: Pick<Cloud, 'clock' | 'snapshot'>
  store: WorldStore
  /** Whether the store holds this very world already. */
  isRestored: boolean
  /** What else to write beside the snapshot, asked for at each writing. */
  describe: () => Omit<KeptWorld, 'snapshot'>
  /** Called once when writing fails; the world then lives as long as the worker does. */
  onFailure: (error: unknown) => void
}

/**
 * Puts a world away so that a reload finds it again: soon after each change and now and then while time runs. Between
 * two writings only the clock's moment is written; as the world follows from its snapshot and the time, running the
 * snapshot forward to that moment gives the same world.
 */
export function keepWorld({ cloud, store, isRestored, describe, onFailure }: KeepOptions): WorldKeeper {
  let dirty = !isRestored
  let isWritten = isRestored
  let writing: Promise<void> | null = null
  let writtenAt = performance.now()
  let cost = 0
  let planned: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  const moment = (): KeptMoment => ({ now: cloud.clock.now(), speed: cloud.clock.speed })

  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      if (!stopped) onFailure(error)
      stop()
    }
  }

  async function write(): Promise<void> {
    const started = performance.now()
    dirty = false
    await store.save({ ...describe(), snapshot: cloud.snapshot() }, moment())
    writtenAt = performance.now()
    cost = writtenAt - started
    isWritten = true
    if (dirty && !stopped) plan(WRITING_AFTER_CHANGE)
  }

  function writeNow(): Promise<void> {
    writing ??= attempt(write).finally(() => {
      writing = null
    })
    return writing
  }

  function plan(least: number): void {
    clearTimeout(planned)
    const rested = writtenAt + REST_AFTER_CHANGE * cost - performance.now()
    planned = setTimeout(
      () => {
        if (!stopped) void writeNow()
      },
      Math.max(least, rested),
    )
  }

  const everySecond = setInterval(() => {
    if (writing !== null || !isWritten || cloud.clock.speed === 0) return
    const due = performance.now() - writtenAt >= Math.max(WORLD_EVERY, REST_OTHERWISE * cost)
    void (due ? writeNow() : attempt(() => store.saveMoment(moment())))
  }, MOMENT_EVERY)

  function stop(): void {
    stopped = true
    clearInterval(everySecond)
    clearTimeout(planned)
  }

  if (dirty) plan(FIRST_WRITING_AFTER)
  return {
    changed() {
      if (writing === null && !stopped && (!dirty || !isWritten)) plan(WRITING_AFTER_CHANGE)
      dirty = true
    },
    async keep() {
      if (stopped) return
      if (dirty) {
        await writing
        if (dirty) await writeNow()
      } else await attempt(() => store.saveMoment(moment()))
    },
    stop,
  }
}

/** Whether a kept world is still the one that is wanted. A link that names nothing wants whatever was kept. */
export function isWanted(
  kept: KeptWorld,
  build: string,
  configured: WorldChoice,
  linked: WorldChoice,
): boolean {
  return kept.build === build && sameChoice(kept.configured, configured) && agrees(kept.chosen, linked)
}

/** Whether each thing that `asked` names is what `chosen` says. */
export function agrees(chosen: WorldChoice, asked: WorldChoice): boolean {
  return choiceKeys.every((key) => asked[key] === undefined || asked[key] === chosen[key])
}

const choiceKeys = ['scenario', 'seed', 'devices', 'at'] as const

function sameChoice(one: WorldChoice, other: WorldChoice): boolean {
  return choiceKeys.every((key) => one[key] === other[key])
}
