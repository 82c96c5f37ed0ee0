import { takeEarly } from '@/lib/early.ts'
import { version } from '../../package.json' with { type: 'json' }
import { ConnectivityMonitor } from './connectivity.ts'
import { ApiError, errorFromResponse, retryAfterMs } from './errors.ts'
import { noteRead } from './first-reads.ts'
import { ReadLimits } from './read-limits.ts'
import { createRequestLimit, pause } from './request-limit.ts'
import { sentChange, type SentChange } from './sent-change.ts'
import { Throttling } from './throttling.ts'
import { isExpired, readClaims, type TokenStore } from './token.ts'

const CLIENT_NAME = 'flotilla'
/** The version that the dashboard reports to the platform, defined in package.json. */
export const CLIENT_VERSION: string = version

const REQUEST_TIMEOUT_MS = 59_000
const MIN_THROTTLE_WAIT_MS = 5_000
/** The maximum wait for a rate limit. Beyond it, the request fails with a message. */
const MAX_THROTTLE_WAIT_MS = 60_000
const PROBE_TIMEOUT_MS = 5_000
/** How often the same read may fail although the platform responds. */
const MAX_UNREACHED = 3

export type SessionEnd = 'expired' | 'invalid'

/** Called with the result of a change: a status below 400, or the error. */
export type ChangeEnd = (outcome: unknown) => void

export interface HttpOptions {
  apiUrl: string
  token: TokenStore
  /** Called once for each session that was ended by the server or has expired. */
  onSessionEnd(why: SessionEnd): void
  /** Called when the server throttles, or would with the next request; `waitMs` is the wait before the next attempt. */
  onThrottled(waitMs: number): void
  /** Called after each successful change. */
  onChanged?(change: SentChange): void
  /** Called before each change, which waits for it, so it must be fast. */
  onChange?(change: SentChange): Promise<ChangeEnd | undefined> | undefined
  fetch?: typeof fetch
}

export interface RequestOptions {
  method?: string
  headers?: HeadersInit
  body?: BodyInit | null
  signal?: AbortSignal | null
  /** For sign-in and similar calls: no token is sent, and a 401 does not end the session. */
  anonymous?: boolean
  /** For streams, which may last longer than other requests. */
  stream?: boolean
  timeoutMs?: number
  /** Options of `fetch`: cookies for the return from a third party, redirects that are not followed. */
  credentials?: RequestCredentials
  redirect?: RequestRedirect
  /** The host; default: the API. Token and client header are sent only to these hosts (docs/platform/hosts.md). */
  baseUrl?: string
}

interface ProbeResponse {
  status: number
  json: unknown
  /** Milliseconds to wait before the next attempt, if the platform said so. */
  retryAfterMs: number | null
  /** Whether a mock cloud answered. */
  isMock: boolean
}

/** A lost response matters only for calls with a session: others can be repeated without effect on an account. */
function unanswered(error: ApiError, { anonymous = false }: RequestOptions): ApiError {
  error.isOutcomeUnknown = !anonymous
  return error
}

function signedOut(): ApiError {
  const error = new ApiError('unauthorized', 'Nobody is signed in')
  error.wasShown = true
  return error
}

/** What a limit of the platform counts: requests for a resource or a call, whatever their key and query. */
const limitedPath = (path: string, { baseUrl = '' }: RequestOptions): string =>
  baseUrl + path.replace(/[(?].*/s, '')

/** The response to a read that `public/boot.js` has sent for the same user. */
async function earlyAnswer(url: URL, token: string, { headers, baseUrl, stream, signal }: RequestOptions) {
  if (headers !== undefined || baseUrl !== undefined || stream === true) return undefined
  noteRead(url)
  const pending = token === globalThis.flotillaEarlyToken ? takeEarly(url) : undefined
  const answer = await pending?.catch(() => undefined)
  signal?.throwIfAborted()
  return answer
}

/** Sends requests to the platform; handles token, client header, limits, throttling, outages and errors. */
export class Http {
  readonly connectivity: ConnectivityMonitor
  readonly throttling = new Throttling()
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

  /** Requests keep those that they began with: what a late answer says is not of another user or world. */
  #limits = new ReadLimits()

  /** Lets all reads be sent again, for another user or another world. */
  forgetLimits(): void {
    this.#limits = new ReadLimits()
  }

  async #untilAllowed(limits: ReadLimits, path: string, signal: RequestOptions['signal']): Promise<void> {
    for (let limit = limits.find(path); limit !== undefined; limit = limits.find(path)) {
      await this.#waitForLimit(limit.leftMs, limit.error, signal)
    }
  }

  /** Waits, and tells for how long. Throws the error instead if that is too long. */
  async #waitForLimit(waitMs: number, error: ApiError, signal: RequestOptions['signal']): Promise<void> {
    const { message, status, code } = error
    if (waitMs > MAX_THROTTLE_WAIT_MS) {
      throw new ApiError(error.kind, message, { status: status ?? 429, code, retryAfterMs: waitMs })
    }
    // In whole seconds: a wait of 6 s that has just begun is not one of 5 s.
    this.#options.onThrottled(Math.ceil(waitMs / 1_000) * 1_000)
    await this.throttling.during(pause(waitMs, signal), waitMs)
  }

  /**
   * Returns responses with a status below 400. Otherwise throws `ApiError`, or the signal's reason when aborted.
   * After a 429, waits (Retry-After, at least 5 s) and repeats, or fails immediately if the wait exceeds a minute; until then,
   * no read of the same path is sent. Without network, a read waits and is repeated, and a write fails immediately, because it
   * may have arrived.
   */
  async request(path: string, options: RequestOptions = {}): Promise<Response> {
    const method = options.method ?? 'GET'
    const { body, anonymous } = options
    const change = anonymous ? null : sentChange({ method, path, body })
    const noting = change === null ? undefined : this.#options.onChange?.(change)
    const end = noting && (await noting)
    if (end === undefined) return this.#answer(path, method, options, change)
    try {
      const response = await this.#answer(path, method, options, change)
      end(response.status)
      return response
    } catch (error) {
      end(error)
      throw error
    }
  }

  async #answer(
    path: string,
    method: string,
    options: RequestOptions,
    change: SentChange | null,
  ): Promise<Response> {
    // Signing in has its own limits, which its forms show.
    const isLimited = !options.stream && (method === 'GET' || !options.anonymous)
    const limited = limitedPath(path, options)
    const limits = this.#limits
    for (let unreached = 0; ;) {
      if (method === 'GET' && isLimited) await this.#untilAllowed(limits, limited, options.signal)
      const response = await this.#send(path, method, options)
      if (response === 'no-network') {
        unreached += 1
        const error = new ApiError('network', 'The platform could not be reached')
        if (method !== 'GET') throw unanswered(error, options)
        // The platform responds to pings, but the browser blocks this response, such as a redirect to another host.
        if (unreached > MAX_UNREACHED) throw error
        await this.#untilRecovered(options.signal)
        continue
      }
      if (response.status < 400) {
        if (change !== null) this.#options.onChanged?.(change)
        return response
      }
      const error = await errorFromResponse(response)
      if (error.kind === 'rate-limited' && isLimited) {
        const waitMs = Math.max(error.retryAfterMs ?? 0, MIN_THROTTLE_WAIT_MS)
        if (method === 'GET') limits.add(limited, waitMs, error)
        else await this.#waitForLimit(waitMs, error, options.signal)
        continue
      }
      if (error.kind === 'unauthorized' && !options.anonymous) error.wasShown = this.#examineSession()
      throw error
    }
  }

  /**
   * The response to a read without a token, sent once with a short timeout or by `public/boot.js`; null if there is none.
   */
  async probe(path: string, timeoutMs = PROBE_TIMEOUT_MS): Promise<ProbeResponse | null> {
    const limits = this.#limits
    const early = takeEarly(new URL(path, this.#options.apiUrl))
    const sent = early ?? this.#send(path, 'GET', { anonymous: true, timeoutMs })
    return this.#probeResponse(sent, limits, limitedPath(path, {}))
  }

  /** The same with the user's token, for optional data. Not sent while the path is limited. */
  async probeAsUser(path: string): Promise<ProbeResponse | null> {
    const limits = this.#limits
    const limited = limitedPath(path, {})
    if (limits.find(limited) !== undefined) return null
    return this.#probeResponse(this.#send(path, 'GET', { timeoutMs: PROBE_TIMEOUT_MS }), limits, limited)
  }

  async #probeResponse(
    probe: Promise<Response | 'no-network'>,
    limits: ReadLimits,
    limited: string,
  ): Promise<ProbeResponse | null> {
    const response = await probe.catch(() => null)
    if (response === null || response === 'no-network') return null
    const { status, headers } = response
    const waitMs = retryAfterMs(headers)
    if (status === 429 && waitMs !== null) limits.add(limited, waitMs, new ApiError('rate-limited', ''))
    const json: unknown = await response.json().catch(() => undefined)
    return { status, json, retryAfterMs: waitMs, isMock: headers.get('X-Flotilla') === 'mock' }
  }

  #hasLeft = false

  /** Called at sign-out: rejects further requests of the page until the next sign-in. */
  leave(): void {
    this.#hasLeft = true
    this.forgetLimits()
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
   * The data API also responds 401 if something is not allowed, so the session is over only if the token is rejected too.
   * Returns whether the session is known to be over; the caller then reports it.
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

  /** Waiting times before a rejected token is checked again, on a platform that also answers 401 when it is overloaded. */
  sessionRechecksMs: readonly number[] = []

  #probe: Promise<boolean> | null = null
  #sessionStillWorks(token: string): Promise<boolean> {
    this.#probe ??= this.#checkSession(token).finally(() => {
      this.#probe = null
    })
    return this.#probe
  }

  async #checkSession(token: string): Promise<boolean> {
    const isAccepted = () =>
      (this.#options.fetch ?? fetch)(new URL('/actor/v1/whoami', this.#options.apiUrl), {
        headers: { Authorization: `Bearer ${token}`, 'X-Balena-Client': `${CLIENT_NAME}/${CLIENT_VERSION}` },
      }).then(
        (response) => response.status !== 401,
        () => true,
      )
    for (const waitMs of this.sessionRechecksMs) {
      if (await isAccepted()) return true
      await pause(waitMs)
    }
    return isAccepted()
  }
}
