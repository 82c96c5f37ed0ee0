import { isApiError } from '@/api/errors.ts'
import { step } from './engine.ts'
import { withHappened } from './inbox.ts'
import { isQuiet } from './quiet-hours.ts'
import { knownOf, type Progress, type WatchStore } from './watch-store.ts'
import { MOST_WATCHES, watchKey, type Entry, type Known, type Watch } from './watch.ts'
import type { Round } from './platform.ts'

/** So often the platform is asked, by its own clock: a simulated one may run faster. */
export const EVERY_MS = 60_000
/** However fast that clock runs. */
export const AT_LEAST_MS = 5_000
/** A round that takes longer is given up. */
const ROUND_MS = 45_000
/** After a failure it is asked less often, twice as long each time, up to the second of these. */
const [WAIT_MS, LONGEST_WAIT_MS] = [30_000, 15 * 60_000]

export interface RoundsOptions {
  store: WatchStore
  look(
    watches: readonly Watch[],
    known: (watch: Watch) => Known | undefined,
    signal: AbortSignal,
  ): Promise<Round>
  /** What time it is where the devices are. */
  now: () => number
  /** What time it is here, in ms since whenever. */
  clock: () => number
  /** Shows what happened, unless it is quiet. */
  popUp: (entry: Entry) => void
}

/** Looks when it is time to, and tells what happened. */
export class WatchRounds {
  readonly #options: RoundsOptions
  #isLooking = false
  #failures = 0
  #notBefore = -Infinity

  constructor(options: RoundsOptions) {
    this.#options = options
  }

  /** To be called every second or so. Does nothing while there is nothing to do. */
  async tick(signal: AbortSignal): Promise<void> {
    const { store, clock, now } = this.#options
    const watches = store.watches.get().filter(({ paused }) => !paused)
    if (this.#isLooking || watches.length === 0 || clock() < this.#notBefore) return
    if (!isDue(watches, store.progress.get(), now())) return
    this.#isLooking = true
    this.#notBefore = clock() + AT_LEAST_MS
    try {
      await this.#round(watches, signal)
    } finally {
      this.#isLooking = false
    }
  }

  async #round(watches: readonly Watch[], signal: AbortSignal): Promise<void> {
    const { store, look, now, clock } = this.#options
    const at = now()
    const before = store.progress.get()
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), ROUND_MS)
    try {
      const round = await look(
        watches,
        ({ id }) => knownOf(before, id),
        AbortSignal.any([signal, late.signal]),
      )
      if (signal.aborted) return
      this.#failures = 0
      this.#take(watches, round, at)
    } catch (error) {
      if (signal.aborted) return
      const told = isApiError(error) ? (error.retryAfterMs ?? 0) : 0
      const wait = Math.min(WAIT_MS * 2 ** this.#failures, LONGEST_WAIT_MS)
      this.#failures += 1
      this.#notBefore = clock() + Math.max(wait, told)
      store.progress.set({ ...store.progress.get(), trouble: troubleOf(error) })
    } finally {
      clearTimeout(timer)
    }
  }

  /** What was set, changed or paused while the platform was asked is asked for next time. */
  #take(asked: readonly Watch[], { seen, refused }: Round, at: number): void {
    const { store, popUp } = this.#options
    const { known } = store.progress.get()
    const wanted = new Map(asked.map((watch) => [watch.id, watchKey(watch)]))
    const next: Progress['known'] = []
    const told: Entry[] = []
    let inbox = store.inbox.get()
    for (const watch of store.watches.get()) {
      const before = known.find((each) => each.watch === watch.id)
      const now = seen.get(watch.id)
      if (watch.paused || now === undefined || wanted.get(watch.id) !== watchKey(watch)) {
        if (before !== undefined) next.push(before)
        continue
      }
      const stepped = step(watch, before?.known, now, at)
      next.push({ watch: watch.id, known: stepped.known })
      const happened = withHappened(inbox, watch, stepped.happened)
      inbox = happened.inbox
      told.push(...happened.told)
    }
    // First that it is known: what cannot be kept twice is rather not told than told again.
    store.progress.set({ lookedAt: at, trouble: null, known: next, refused: refused.slice(0, MOST_WATCHES) })
    if (told.length === 0) return
    store.inbox.set(inbox)
    const { popUps, quiet } = store.settings.get()
    if (popUps && !isQuiet(quiet, new Date(at))) for (const entry of told) popUp(entry)
  }
}

function isDue(watches: readonly Watch[], progress: Progress, now: number): boolean {
  const { lookedAt, refused } = progress
  if (lookedAt === null || now - lookedAt >= EVERY_MS || now < lookedAt) return true
  return watches.some(({ id }) => knownOf(progress, id) === undefined && !refused.includes(id))
}

function troubleOf(error: unknown): Progress['trouble'] {
  if (isApiError(error, 'rate-limited')) return 'busy'
  return isApiError(error, 'unauthorized') || isApiError(error, 'forbidden') ? 'refused' : 'away'
}
