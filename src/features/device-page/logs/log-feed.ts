import { isApiError } from '@/api/errors.ts'
import type { DeviceLogLine } from '@/api/model.ts'
import { plainText } from '@/lib/ansi.ts'
import { olderThan } from './log-link.ts'

/** A log line with a stable sequence number in the order of arrival, and its message without control sequences. */
export interface FeedLine extends DeviceLogLine {
  readonly seq: number
  readonly text: string
}

export type FeedState = 'connecting' | 'live' | 'retrying'

export interface FeedSnapshot {
  readonly lines: readonly FeedLine[]
  /** Number of lines dropped by the ring buffer. */
  readonly dropped: number
  readonly state: FeedState
  /** The error of the stream, until it is live again. */
  readonly error: unknown
  /** No line arrived within 3 s of the start or the last clear: show "No logs yet". */
  readonly quiet: boolean
}

export interface LogFeedOptions {
  /** Opens the stream with `count` past lines; calls `onOpen` when the platform has responded. */
  follow(options: { count: number; signal: AbortSignal; onOpen(): void }): AsyncIterable<DeviceLogLine[]>
  onChange(): void
}

export const LINES_KEPT = 5_000
const LINES_AT_START = 100
const QUIET_AFTER_MS = 3_000
const RETRY_AFTER_MS = 1_000
const RETRY_AFTER_REFUSAL_MS = 10_000

/**
 * Follows the logs of a device while started: the last 100 lines, then new ones. A broken stream is reopened without
 * past lines after 1 s, or after 10 s if the platform is overloaded. Keeps the newest 5,000 lines.
 */
export class LogFeed {
  #snapshot: FeedSnapshot = { lines: [], dropped: 0, state: 'connecting', error: null, quiet: false }
  #nextSeq = 1
  /** Lines to be merged on access: hundreds may arrive per second, and merging copies thousands. */
  #arrived: FeedLine[] = []
  #quietTimer: ReturnType<typeof setTimeout> | null = null
  #retryTimer: ReturnType<typeof setTimeout> | null = null
  #running: AbortController | null = null
  readonly #options: LogFeedOptions

  constructor(options: LogFeedOptions) {
    this.#options = options
  }

  get snapshot(): FeedSnapshot {
    this.#mergeArrived()
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

  /** Removes all lines; the stream stays open. */
  clear(): void {
    this.#arrived = []
    this.#change({ lines: [], dropped: 0, quiet: false })
    this.#waitForQuiet()
  }

  /** Prepends past lines that are not in the feed yet. */
  recall(past: readonly DeviceLogLine[]): void {
    const { lines } = this.snapshot
    const room = LINES_KEPT - lines.length
    const older = room > 0 ? olderThan(past, lines).slice(-room) : []
    if (older.length === 0) return
    const firstSeq = (lines[0]?.seq ?? this.#nextSeq) - older.length
    this.#change({
      lines: [...older.map((line, nth) => this.#toFeedLine(line, firstSeq + nth)), ...lines],
      quiet: false,
    })
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
    for (const line of batch) this.#arrived.push(this.#toFeedLine(line, this.#nextSeq++))
    if (this.#arrived.length > LINES_KEPT) this.#mergeArrived()
    if (this.#quietTimer !== null) clearTimeout(this.#quietTimer)
    this.#quietTimer = null
    this.#change({ quiet: false })
  }

  #toFeedLine(line: DeviceLogLine, seq: number): FeedLine {
    return { ...line, seq, text: plainText(line.message) }
  }

  #mergeArrived() {
    if (this.#arrived.length === 0) return
    const { lines, dropped } = this.#snapshot
    const overflow = Math.max(0, lines.length + this.#arrived.length - LINES_KEPT)
    const all = [...lines.slice(Math.min(overflow, lines.length)), ...this.#arrived].slice(-LINES_KEPT)
    this.#arrived = []
    this.#snapshot = { ...this.#snapshot, lines: all, dropped: dropped + overflow }
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

/** 10 s if the platform is throttling or its log store is down, or longer if it says so; else 1 s. */
function retryDelay(error: unknown): number {
  if (!isApiError(error) || (error.kind !== 'rate-limited' && error.status !== 503)) return RETRY_AFTER_MS
  return Math.max(RETRY_AFTER_REFUSAL_MS, error.retryAfterMs ?? 0)
}
