import type { ApiError } from './errors.ts'

interface Limit {
  /** By `performance.now()`, which goes on when the clock of the machine is set. */
  until: number
  /** In ms since 1970, which go on while the machine sleeps. */
  untilDate: number
  error: ApiError
}

/** The earlier end counts: after a sleep, or a clock that was set, at worst one read is sent too early. */
const leftOf = ({ until, untilDate }: Limit): number =>
  Math.round(Math.min(until - performance.now(), untilDate - Date.now()))

/** Until when reads of a path are not sent, as the platform told with a 429. */
export class ReadLimits {
  readonly #limits = new Map<string, Limit>()

  /** How long reads of a path are still not sent, and the error that told it; undefined without a limit. */
  find(path: string): { leftMs: number; error: ApiError } | undefined {
    const limit = this.#limits.get(path)
    const leftMs = limit === undefined ? 0 : leftOf(limit)
    return limit === undefined || leftMs <= 0 ? undefined : { leftMs, error: limit.error }
  }

  /** Limits a path, unless it is limited for longer already. */
  add(path: string, waitMs: number, error: ApiError): void {
    for (const [each, limit] of this.#limits) if (leftOf(limit) <= 0) this.#limits.delete(each)
    if ((this.find(path)?.leftMs ?? 0) > waitMs) return
    // The date is without fractions: it must not be the earlier one only for that.
    const untilDate = Date.now() + 1 + waitMs
    this.#limits.set(path, { until: performance.now() + waitMs, untilDate, error })
  }
}
