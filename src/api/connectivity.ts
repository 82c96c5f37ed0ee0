import { pause } from './request-limit.ts'

export type Connectivity = 'online' | 'offline'

const OFFLINE_AFTER_FAILURES = 3
const RETRY_STEP_MS = 200
const MAX_RETRY_FACTOR = 10

/**
 * Tracks whether the API can be reached. After a request fails with a network error, it pings: the delay is 200 ms times
 * the number of failures (at most ×10). After three failed pings the state is offline, after the next success online
 * again (docs/decisions/product-rules.md, 15).
 */
export class ConnectivityMonitor extends EventTarget {
  #state: Connectivity = 'online'
  #checking: Promise<void> | null = null
  #wake: (() => void) | null = null
  readonly #ping: () => Promise<boolean>

  constructor(ping: () => Promise<boolean>) {
    super()
    this.#ping = ping
  }

  get state(): Connectivity {
    return this.#state
  }

  /** Starts pinging unless it already does; resolves when the API responds. */
  recovered(): Promise<void> {
    this.#checking ??= this.#pingUntilAnswered().finally(() => {
      this.#checking = null
    })
    return this.#checking
  }

  /** Pings immediately: the Retry button of the offline alert. */
  retryNow(): void {
    this.#wake?.()
    void this.recovered()
  }

  subscribe(listener: () => void): () => void {
    this.addEventListener('change', listener)
    return () => this.removeEventListener('change', listener)
  }

  async #pingUntilAnswered(): Promise<void> {
    for (let failures = 0; ;) {
      if (await this.#ping()) return this.#become('online')
      failures += 1
      if (failures >= OFFLINE_AFTER_FAILURES) this.#become('offline')
      const skip = new AbortController()
      this.#wake = () => skip.abort()
      await pause(RETRY_STEP_MS * Math.min(failures, MAX_RETRY_FACTOR), skip.signal).catch(() => {})
      this.#wake = null
    }
  }

  #become(state: Connectivity) {
    if (state === this.#state) return
    this.#state = state
    this.dispatchEvent(new Event('change'))
  }
}
