import { isApiError } from '@/api/errors.ts'
import { withEvents } from './inbox.ts'
import { isQuiet } from './quiet-hours.ts'
import { step } from './watch-engine.ts'
import type { Round } from './watch-platform.ts'
import { knownState, type Progress, type WatchStore } from './watch-store.ts'
import { MAX_WATCHES, watchKey, type Entry, type Known, type Watch } from './watch.ts'

/** Interval of rounds by the platform's clock, which may run faster in a simulated world. */
const EVERY_MS = 60_000
/** Minimum interval in real time. */
const AT_LEAST_MS = 5_000
/** Timeout of a round. */
const ROUND_MS = 45_000
/** Wait after a failed round; it doubles with each failure, up to the second value. */
const [WAIT_MS, LONGEST_WAIT_MS] = [30_000, 15 * 60_000]

export interface RoundsOptions {
  store: WatchStore
  poll(
    watches: readonly Watch[],
    known: (watch: Watch) => Known | undefined,
    signal: AbortSignal,
  ): Promise<Round>
  /** The platform's time. */
  now: () => number
  /** Real time in ms, with any start. */
  clock: () => number
  /** Shows a notification. Not called in quiet hours. */
  popUp: (entry: Entry) => void
}

/** Reads the watches at intervals and reports events. */
export class WatchRounds {
  readonly #options: RoundsOptions
  #isLooking = false
  #failures = 0
  #notBefore = -Infinity

  constructor(options: RoundsOptions) {
    this.#options = options
  }

  /** Call it every second. Does nothing until a round is due. */
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
    const { store, poll, now, clock } = this.#options
    const at = now()
    const before = store.progress.get()
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), ROUND_MS)
    try {
      const round = await poll(
        watches,
        ({ id }) => knownState(before, id),
        AbortSignal.any([signal, timeout.signal]),
      )
      if (signal.aborted) return
      this.#failures = 0
      this.#take(watches, round, at)
    } catch (error) {
      if (signal.aborted) return
      const retryAfterMs = isApiError(error) ? (error.retryAfterMs ?? 0) : 0
      const wait = Math.min(WAIT_MS * 2 ** this.#failures, LONGEST_WAIT_MS)
      this.#failures += 1
      this.#notBefore = clock() + Math.max(wait, retryAfterMs)
      store.progress.set({ ...store.progress.get(), trouble: troubleOf(error) })
    } finally {
      clearTimeout(timer)
    }
  }

  /** Watches that were added, changed or paused during the request are read in the next round. */
  #take(polled: readonly Watch[], { seen, refused }: Round, at: number): void {
    const { store, popUp } = this.#options
    const { known } = store.progress.get()
    const askedKeys = new Map(polled.map((watch) => [watch.id, watchKey(watch)]))
    const next: Progress['known'] = []
    const changedEntries: Entry[] = []
    let inbox = store.inbox.get()
    for (const watch of store.watches.get()) {
      const before = known.find((each) => each.watch === watch.id)
      const now = seen.get(watch.id)
      if (watch.paused || now === undefined || askedKeys.get(watch.id) !== watchKey(watch)) {
        if (before !== undefined) next.push(before)
        continue
      }
      const stepped = step(watch, before?.known, now, at)
      next.push({ watch: watch.id, known: stepped.known })
      const happened = withEvents(inbox, watch, stepped.happened)
      inbox = happened.inbox
      changedEntries.push(...happened.changed)
    }
    // The progress is stored first: if storing the inbox fails, an event is lost rather than reported twice.
    store.progress.set({ lookedAt: at, trouble: null, known: next, refused: refused.slice(0, MAX_WATCHES) })
    if (changedEntries.length === 0) return
    store.inbox.set(inbox)
    const { popUps, quiet } = store.settings.get()
    if (popUps && !isQuiet(quiet, at)) for (const entry of changedEntries) popUp(entry)
  }
}

function isDue(watches: readonly Watch[], progress: Progress, now: number): boolean {
  const { lookedAt, refused } = progress
  if (lookedAt === null || now - lookedAt >= EVERY_MS || now < lookedAt) return true
  return watches.some(({ id }) => knownState(progress, id) === undefined && !refused.includes(id))
}

function troubleOf(error: unknown): Progress['trouble'] {
  if (isApiError(error, 'rate-limited')) return 'busy'
  return isApiError(error, 'unauthorized') || isApiError(error, 'forbidden') ? 'refused' : 'away'
}
