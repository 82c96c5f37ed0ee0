import { version } from '../../package.json' with { type: 'json' }
import { ApiError, errorFromResponse, retryAfterMs } from './errors.ts'
import { ConnectivityMonitor } from './connectivity.ts'
import { takeEarly } from '@/lib/early.ts'
import { noteRead } from './first-reads.ts'
import { createRequestLimit, pause } from './request-limit.ts'
import { isExpired, readClaims, type TokenStore } from './token.ts'

export const CLIENT_NAME = 'flotilla'
/** The version that the dashboard reports to the platform; package.json is the one place that has it. */
export const CLIENT_VERSION: string = version

const REQUEST_TIMEOUT_MS = 59_000
const MIN_THROTTLE_WAIT_MS = 5_000
/** Nobody waits longer than this before a screen: a limit that lasts is told instead of waited out. */
const MAX_THROTTLE_WAIT_MS = 60_000
const PROBE_TIMEOUT_MS = 5_000

export type SessionEnd = 'expired' | 'invalid'

/** Something that is about to be sent and may change something. */
export interface SentWrite {
  method: string
  path: string
  body: unknown
}

/** Called with what became of a write: a status below 400, or the error. */
export type WriteEnd = (outcome: unknown) => void

export interface HttpOptions {
  apiUrl: string
  token: TokenStore
  /** Called once for each session that the server or the clock ended. */
  onSessionEnd(why: SessionEnd): void
  /** Called when the server throttles, or before it would; `waitMs` is how long the request layer waits before it goes on. */
  onThrottled(waitMs: number): void
  /** Called after each write that was accepted. */
  onWritten?(method: string, path: string, body: unknown): void
  /** Called before each write; it waits for the answer, so this must be short. */
  onWrite?(write: SentWrite): Promise<WriteEnd | undefined> | undefined
  fetch?: typeof fetch
}

export interface RequestOptions {
  method?: string
  headers?: HeadersInit
  body?: BodyInit | null
  signal?: AbortSignal | null
  /** Sign-in and other entry calls: no token is sent, and a 401 says nothing about the session. */
  anonymous?: boolean
  /** Streams live longer than any request may. */
  stream?: boolean
  timeoutMs?: number
  /** What the fetch itself is told: cookies for the return from another service, redirects that are not followed. */
  credentials?: RequestCredentials
  redirect?: RequestRedirect
  /** Where to send it; defaults to the API. The token and the client header go only to the hosts of this list (docs/platform/hosts.md). */
  baseUrl?: string
}

interface Glance {
  status: number
  json: unknown
}

/** What is asked before a session can be asked again: it changes nothing of anybody's. */
function unanswered(error: ApiError, { anonymous = false }: RequestOptions): ApiError {
  error.mayBeDone = !anonymous
  return error
}

function signedOut(): ApiError {
  const error = new ApiError('unauthorized', 'Nobody is signed in')
  error.told = true
  return error
}

/** The answer to a read that was asked before the scripts were there, by the same person; no others are. */
async function earlyAnswer(url: URL, token: string, { headers, baseUrl, stream, signal }: RequestOptions) {
  if (headers !== undefined || baseUrl !== undefined || stream === true) return undefined
  noteRead(url)
  const asked = token === globalThis.flotillaEarlyToken ? takeEarly(url) : undefined
  const answer = await asked?.catch(() => undefined)
  signal?.throwIfAborted()
  return answer
}

/** Sends requests to the platform: token, client header, limit, throttling, outages and errors in one place. */
export class Http {
  readonly connectivity: ConnectivityMonitor
  readonly #options: HttpOptions
  readonly #takeTurn: ReturnType<typeof createRequestLimit>

  constructor(options: HttpOptions) {
    this.#options = options
    this.#takeTurn = createRequestLimit(options.onThrottled)
    this.connectivity = new ConnectivityMonitor(() => this.#ping())
  }

  get apiUrl(): string {
    return this.#options.apiUrl
  }

  /**
   * Answers of status below 400. Throws `ApiError` otherwise, and the signal's reason when aborted.
   * A 429 is waited out (Retry-After, at least 5 s) and repeated, but one that lasts more than a minute fails at once; a
   * read that finds no network waits for its recovery and is replayed, a write fails at once, since it may have arrived.
   */
  async request(path: string, options: RequestOptions = {}): Promise<Response> {
    const method = options.method ?? 'GET'
    const { body, anonymous } = options
    const noting = method === 'GET' || anonymous ? undefined : this.#options.onWrite?.({ method, path, body })
    const end = noting && (await noting)
    if (end === undefined) return this.#answer(path, method, options)
    try {
      const response = await this.#answer(path, method, options)
      end(response.status)
      return response
    } catch (error) {
      end(error)
      throw error
    }
  }

  async #answer(path: string, method: string, options: RequestOptions): Promise<Response> {
    for (;;) {
      const response = await this.#send(path, method, options)
      if (response === 'no-network') {
        if (method !== 'GET')
          throw unanswered(new ApiError('network', 'The platform could not be reached'), options)
        await this.#untilRecovered(options.signal)
        continue
      }
      if (response.status < 400) {
        if (method !== 'GET' && !options.anonymous) this.#options.onWritten?.(method, path, options.body)
        return response
      }
      if (response.status === 429 && !options.anonymous && !options.stream) {
        const waitMs = Math.max(retryAfterMs(response.headers) ?? 0, MIN_THROTTLE_WAIT_MS)
        if (waitMs <= MAX_THROTTLE_WAIT_MS) {
          await response.body?.cancel()
          this.#options.onThrottled(waitMs)
          await pause(waitMs, options.signal)
          continue
        }
      }
      const error = await errorFromResponse(response)
      if (error.kind === 'unauthorized' && !options.anonymous) error.told = this.#examineSession()
      throw error
    }
  }

  /**
   * The answer to a read without a token, asked once and for a short time, or before the scripts were there; null when there
   * is none.
   */
  async glance(path: string): Promise<Glance | null> {
    const early = takeEarly(new URL(path, this.#options.apiUrl))
    return this.#glance(early ?? this.#send(path, 'GET', { anonymous: true, timeoutMs: PROBE_TIMEOUT_MS }))
  }

  /** The same as the person who is signed in: for what is good to know, and nothing fails without. */
  peek(path: string): Promise<Glance | null> {
    return this.#glance(this.#send(path, 'GET', { timeoutMs: PROBE_TIMEOUT_MS }))
  }

  async #glance(asked: Promise<Response | 'no-network'>): Promise<Glance | null> {
    const response = await asked.catch(() => null)
    if (response === null || response === 'no-network') return null
    const json: unknown = await response.json().catch(() => undefined)
    return { status: response.status, json }
  }

  #hasLeft = false

  /** The person signs out: what the page they leave still asks is refused here, until somebody signs in. */
  leave(): void {
    this.#hasLeft = true
  }

  async #send(path: string, method: string, options: RequestOptions): Promise<Response | 'no-network'> {
    if (this.#hasLeft && !options.anonymous) {
      this.#hasLeft = this.#options.token.get() === null
      if (this.#hasLeft) throw signedOut()
    }
    await this.#takeTurn(options.signal)
    const signals = options.signal ? [options.signal] : []
    if (!options.stream) signals.push(AbortSignal.timeout(options.timeoutMs ?? REQUEST_TIMEOUT_MS))
    const headers = new Headers(options.headers)
    headers.set('X-Balena-Client', `${CLIENT_NAME}/${CLIENT_VERSION}`)
    const token = options.anonymous ? null : this.#options.token.get()
    if (token !== null) headers.set('Authorization', `Bearer ${token}`)
    const url = new URL(path, options.baseUrl ?? this.#options.apiUrl)
    const early = method === 'GET' && token !== null ? await earlyAnswer(url, token, options) : undefined
    if (early !== undefined) return early
    try {
      return await (this.#options.fetch ?? fetch)(url, {
        method,
        headers,
        body: options.body ?? null,
        signal: AbortSignal.any(signals),
        ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
        ...(options.redirect === undefined ? {} : { redirect: options.redirect }),
      })
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason
      if (error instanceof DOMException && error.name === 'TimeoutError') {
        const late = new ApiError('timeout', 'The platform took too long to answer', { cause: error })
        throw method === 'GET' ? late : unanswered(late, options)
      }
      return 'no-network'
    }
  }

  async #ping(): Promise<boolean> {
    try {
      const response = await (this.#options.fetch ?? fetch)(new URL('/ping', this.#options.apiUrl), {
        cache: 'no-store',
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }

  #untilRecovered(signal?: AbortSignal | null): Promise<void> {
    const recovered = this.connectivity.recovered()
    if (!signal) return recovered
    return Promise.race([
      recovered,
      new Promise<never>((_, reject) => {
        if (signal.aborted) reject(signal.reason)
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      }),
    ])
  }

  /**
   * The data API answers 401 also for "not allowed": the session is over only if the token itself no longer works. Tells
   * whether it is known to be over already; then whoever ends it says so.
   */
  #examineSession(): boolean {
    const token = this.#options.token.get()
    const claims = token === null ? null : readClaims(token)
    if (token === null) return false
    if (claims === null || isExpired(claims)) {
      this.#options.onSessionEnd(claims === null ? 'invalid' : 'expired')
      return true
    }
    void this.#sessionStillWorks(token).then((works) => {
      if (!works && this.#options.token.get() === token) this.#options.onSessionEnd('invalid')
    })
    return false
  }

  #probe: Promise<boolean> | null = null
  #sessionStillWorks(token: string): Promise<boolean> {
    this.#probe ??= (this.#options.fetch ?? fetch)(new URL('/actor/v1/whoami', this.#options.apiUrl), {
      headers: { Authorization: `Bearer ${token}`, 'X-Balena-Client': `${CLIENT_NAME}/${CLIENT_VERSION}` },
    })
      .then((response) => response.status !== 401)
      .catch(() => true)
      .finally(() => {
        this.#probe = null
      })
    return this.#probe
  }
}
