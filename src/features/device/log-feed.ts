import { isApiError } from '@/api/errors.ts'
import type { DeviceLogLine } from '@/api/log-stream.ts'

/** A log line with its place in the order of arrival, stable while it is kept. */
export interface FeedLine extends DeviceLogLine {
  readonly seq: number
}

export type FeedState = 'connecting' | 'live' | 'retrying'

export interface FeedSnapshot {
  readonly lines: readonly FeedLine[]
  /** Lines that the ring buffer has let go of. */
  readonly dropped: number
  readonly state: FeedState
  /** Why the stream broke, until it is live again. */
  readonly error: unknown
  /** Nothing has come for 3 s since the start or the last clear: time to say "No logs yet". */
  readonly quiet: boolean
}

export interface LogFeedOptions {
  /** Opens the stream with so many past lines; calls `onOpen` once the platform has answered. */
  follow(options: { count: number; signal: AbortSignal; onOpen(): void }): AsyncIterable<DeviceLogLine[]>
  onChange(): void
}

export const LINES_KEPT = 5_000
export const LINES_AT_START = 100
export const QUIET_AFTER_MS = 3_000
const RETRY_AFTER_MS = 1_000
const RETRY_AFTER_REFUSAL_MS = 10_000

/**
 * Follows one device's logs for as long as it is started: the last 100 lines, then each as it comes; a broken stream is
 * opened again without past lines, after 1 s, or 10 s where the platform refused for its load (spec 2 §7, §8). Keeps the
 * newest 5,000.
 */
export class LogFeed {
  #snapshot: FeedSnapshot = { lines: [], dropped: 0, state: 'connecting', error: null, quiet: false }
  #nextSeq = 1
  #quietTimer: ReturnType<typeof setTimeout> | null = null
  #retryTimer: ReturnType<typeof setTimeout> | null = null
  #running: AbortController | null = null
  readonly #options: LogFeedOptions

  constructor(options: LogFeedOptions) {
    this.#options = options
  }

  get snapshot(): FeedSnapshot {
    return this.#snapshot
  }

  start(): void {
    if (this.#running) return
    this.#waitForQuiet()
    void this.#follow(LINES_AT_START)
  }

  stop(): void {
    this.#running?.abort()
    this.#running = null
    if (this.#quietTimer !== null) clearTimeout(this.#quietTimer)
    if (this.#retryTimer !== null) clearTimeout(this.#retryTimer)
    this.#quietTimer = null
    this.#retryTimer = null
  }

  /** Empties the view; the stream goes on. */
  clear(): void {
    this.#change({ lines: [], dropped: 0, quiet: false })
    this.#waitForQuiet()
  }

  async #follow(count: number): Promise<void> {
    const running = new AbortController()
    this.#running = running
    try {
      const stream = this.#options.follow({
        count,
        signal: running.signal,
        onOpen: () => {
          if (this.#running === running) this.#change({ state: 'live', error: null })
        },
      })
      for await (const batch of stream) {
        if (this.#running !== running) return
        this.#append(batch)
      }
      if (this.#running === running) this.#retry(null)
    } catch (error) {
      if (this.#running === running) this.#retry(error)
    }
  }

  #retry(error: unknown) {
    this.#change({ state: 'retrying', error })
    this.#retryTimer = setTimeout(() => void this.#follow(0), retryDelay(error))
  }

  #append(batch: readonly DeviceLogLine[]) {
    const added = batch.map((line) => ({ ...line, seq: this.#nextSeq++ }))
    const all = [...this.#snapshot.lines, ...added]
    const overflow = Math.max(0, all.length - LINES_KEPT)
    if (this.#quietTimer !== null) clearTimeout(this.#quietTimer)
    this.#quietTimer = null
    this.#change({
      lines: overflow > 0 ? all.slice(overflow) : all,
      dropped: this.#snapshot.dropped + overflow,
      quiet: false,
    })
  }

  #waitForQuiet() {
    if (this.#quietTimer !== null) clearTimeout(this.#quietTimer)
    this.#quietTimer = setTimeout(() => this.#change({ quiet: true }), QUIET_AFTER_MS)
  }

  #change(part: Partial<FeedSnapshot>) {
    this.#snapshot = { ...this.#snapshot, ...part }
    this.#options.onChange()
  }
}

/** 1 s; 10 s when the platform is throttling or its log store is down (spec 2 §8). */
export function retryDelay(error: unknown): number {
  const refused = isApiError(error, 'rate-limited') || (isApiError(error) && error.status === 503)
  return refused ? RETRY_AFTER_REFUSAL_MS : RETRY_AFTER_MS
}
