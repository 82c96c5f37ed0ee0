import { isApiError } from '@/api/errors.ts'
import { createRequestLimit, pause } from '@/api/request-limit.ts'

/** A third of the platform's limit, so that people can work meanwhile (docs/platform/http.md). */
export const REQUESTS_A_MINUTE = 120

/** Waits of a platform that fails or does not answer; after the last, the capture stops and can be resumed. */
const RETRY_MS = [2_000, 5_000, 15_000, 30_000]
const MIN_THROTTLE_MS = 5_000

/** Under load the open backend answers 401, and any platform 5xx (docs/platform/hosted-and-open.md). */
const passing = ['unauthorized', 'unavailable', 'server', 'timeout', 'network'] as const

export interface ReaderOptions {
  signal?: AbortSignal | undefined
  requestsAMinute?: number
  /** Called before each noticeable wait. */
  onWait?(waitMs: number): void
  /** By default real. */
  wait?(ms: number, signal?: AbortSignal): Promise<void>
}

/** Sends reads one after the other, within a budget, and repeats what a busy platform refuses. */
export class PatientReader {
  readonly #options: ReaderOptions
  readonly #takeTurn: (signal?: AbortSignal | null) => Promise<void>
  /** How many reads were answered. */
  reads = 0

  constructor(options: ReaderOptions) {
    this.#options = options
    const { onWait = () => {}, requestsAMinute = REQUESTS_A_MINUTE } = options
    this.#takeTurn = createRequestLimit(onWait, requestsAMinute)
  }

  /** The answer. Throws what the platform still answers after the last wait. */
  async read<Answer>(send: (signal: AbortSignal | undefined) => Promise<Answer>): Promise<Answer> {
    const { signal } = this.#options
    for (let attempt = 0; ; attempt++) {
      await this.#takeTurn(signal)
      try {
        const answer = await send(signal)
        this.reads++
        return answer
      } catch (error) {
        signal?.throwIfAborted()
        const waitMs = this.#waitAfter(error, attempt)
        if (waitMs === undefined) throw error
        this.#options.onWait?.(waitMs)
        await (this.#options.wait ?? pause)(waitMs, signal)
      }
    }
  }

  /** A limit of requests passes however long it lasts; other failures are waited for a few times. */
  #waitAfter(error: unknown, attempt: number): number | undefined {
    if (isApiError(error, 'rate-limited')) return Math.max(MIN_THROTTLE_MS, error.retryAfterMs ?? 0)
    if (!passing.some((kind) => isApiError(error, kind))) return undefined
    return RETRY_MS[attempt]
  }
}
