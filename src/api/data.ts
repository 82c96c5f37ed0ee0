import { PinejsClientCore, type ODataOptions, type Params } from 'pinejs-client-core'
import { dataQuery } from '@/lib/query-string.ts'
import { answerText } from '@/messages/common/answers.ts'
import type { Model } from '../../openapi/generated/resources.d.ts'
import { ApiError, isApiError } from './errors.ts'
import type { Http } from './http.ts'
import { createTurns } from './request-limit.ts'
import { resourceIn } from './request-path.ts'

/** The versions of the data API used by the platform's clients (docs/platform). */
const API_PREFIX = '/v7/'

const MAX_REMEMBERED = 200

/** Allowed difference between this clock and the platform's. */
const CLOCKS_DIFFER_MS = 120_000

const literal = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : JSON.stringify(value ?? null)

interface DataRequest {
  method: string
  url: string
  body?: unknown
  signal?: AbortSignal
}

/** State of a query from its creation to its response. */
interface Wanted {
  params: Params
  resource: string
  options: object
  /** The platform's reduction when the query was created. */
  reduction: Reduction | null
  /** The response, if it is known without a request. */
  known: readonly never[] | 0 | null
}

/** An answer of the data API, which is an object; anything else cannot be read, like one that was cut off. */
function contentOf(text: string): NonNullable<unknown> {
  const content: unknown = JSON.parse(text)
  if (typeof content === 'object' && content !== null) return content
  throw new SyntaxError('The answer is not an object')
}

/**
 * A count of devices by a computed field: the platform computes it for each device, which takes seconds for ten
 * thousand devices on a small installation.
 */
const isCostly = (url: string) =>
  url.includes('$count') && /overall_status|overall_progress|is_frozen|should_be_running__release/.test(url)
const COSTLY_AT_ONCE = 2

/** What every first page reads and the open-source backend lacks; it would refuse it with an error in the browser's log. */
const HOSTED_ONLY: ReadonlySet<string> = new Set(['user_profile'])

/** Errors with which a platform without a field or resource answers a query for it (docs/platform/hosted-and-open.md). */
const REFUSALS = new Set<number | null>([400, 401, 404, 500])

/** How queries are adapted to a platform without some fields and resources. */
export type Reduction = typeof import('./open-balena.ts') & typeof import('./online-by-heartbeat.ts')

/**
 * The data API: the platform's own query compiler on top of our request layer. The type of a response follows from
 * `$select` and `$expand`; names come from the contract.
 *
 *     data.query('device', signal, { $select: ['id'], $filter: { is_online: true } })
 */
export class DataClient extends PinejsClientCore<Model> {
  readonly #http: Http
  /** Set if the platform lacks something: it is removed from queries and replaced in responses. */
  reduction: Reduction | null = null
  /** Set if devices only report and never connect. */
  isHeartbeatOnly = false
  /** Set on a first visit, while it is not known yet which platform this is: queries for `HOSTED_ONLY` wait for it. */
  settling: Promise<void> | null = null
  /** Called after a query failed that may be for another platform; returns whether to repeat it for the one it is now. */
  reconsider: ((resource: string, options: object) => Promise<boolean>) | null = null
  /** The original query, by the URL of the reduced one. */
  readonly #wanted = new Map<string, Wanted>()

  readonly #inTurn = createTurns(COSTLY_AT_ONCE)
  readonly #now: () => number
  /** Rows whose creation got no response, with the time. */
  readonly #unanswered = new Map<string, number>()

  constructor(http: Http, now: () => number = Date.now) {
    super({ apiPrefix: API_PREFIX, retry: false })
    this.#http = http
    this.#now = now
  }

  /** The rows of a resource that the options ask for; with `$count` how many there are. */
  query<R extends keyof Model, O extends ODataOptions<Model[R]['Read']>>(
    resource: R,
    signal: AbortSignal | undefined,
    options: O,
  ) {
    const params = { resource, options, passthrough: { signal } }
    return this.get<R, typeof params>(params)
  }

  override compile(params: Params): string {
    const { reduction } = this
    const options = params.options ?? {}
    const resource = params.resource ?? ''
    if (reduction === null) {
      const url = super.compile(params)
      this.#remember(url, { params, resource, options, reduction, known: null })
      return url
    }
    const isUnknown = params.resource !== undefined && reduction.lacksResource(params.resource)
    const counted: unknown = Reflect.get(options, '$count')
    const filtered = typeof counted === 'object' && counted !== null ? counted : options
    const nothing = counted === undefined ? [] : 0
    const reducedOptions = this.isHeartbeatOnly ? reduction.askByHeartbeat(options) : options
    const url = super.compile(
      isUnknown || params.options === undefined
        ? params
        : { ...params, options: reduction.withoutLacking(reducedOptions) },
    )
    const known = isUnknown || reduction.findsNothing(filtered) ? nothing : null
    this.#remember(url, { params, resource, options, reduction, known })
    return url
  }

  #remember(url: string, wanted: Wanted): void {
    if (this.#wanted.size >= MAX_REMEMBERED) this.#wanted.clear()
    this.#wanted.set(`${this.apiPrefix}${url}`, wanted)
  }

  override async _request({ method, url, body, signal }: DataRequest): Promise<NonNullable<unknown>> {
    const { reduction } = this
    const wanted = this.#wanted.get(url)
    if (
      method === 'GET' &&
      wanted !== undefined &&
      this.settling !== null &&
      HOSTED_ONLY.has(wanted.resource)
    ) {
      await this.settling
      signal?.throwIfAborted()
      if (wanted.reduction !== this.reduction) {
        const adapted = `${this.apiPrefix}${this.compile(wanted.params)}`
        return this._request({ method, url: adapted, ...(signal === undefined ? {} : { signal }) })
      }
    }
    if (method === 'GET' && wanted !== undefined && wanted.known !== null) return { d: wanted.known }
    const sent = reduction === null ? body : this.#bodyFor(reduction, url, body)
    if (method === 'POST') return this.#makeOnce(url, sent)
    const send = () => this.#send(method, url, sent, signal)
    const sending = method === 'GET' && isCostly(url) ? this.#inTurn(send, signal) : send()
    const answer = await sending.catch(async (error: unknown) => {
      const again = method === 'GET' ? await this.#compiledAgain(wanted, error) : undefined
      signal?.throwIfAborted()
      if (again === undefined) throw error
      return { again }
    })
    if ('again' in answer && typeof answer.again === 'string')
      return this._request({ method, url: answer.again, ...(signal === undefined ? {} : { signal }) })
    if (wanted === undefined || method !== 'GET') return answer
    if (!('d' in answer)) throw new SyntaxError('The answer has no rows')
    if (reduction !== null) {
      reduction.completeRows(answer.d, wanted.options)
      if (this.isHeartbeatOnly) reduction.tellByHeartbeat(answer.d)
    }
    // Loaded with the shell: the sign-in page reads no rows.
    const { heldToQuery } = await import('./rows.ts')
    return { ...answer, d: heldToQuery(answer.d, wanted.options, wanted.resource) }
  }

  /** The URL of a failed query for the platform as it is known now; undefined if it is still the one it was made for. */
  async #compiledAgain(wanted: Wanted | undefined, error: unknown): Promise<string | undefined> {
    if (wanted === undefined || !isApiError(error) || !REFUSALS.has(error.status)) return undefined
    const { params, resource, options } = wanted
    const hasChanged =
      wanted.reduction !== this.reduction ||
      (this.reduction === null && (await this.reconsider?.(resource, options)) === true)
    return hasChanged ? `${this.apiPrefix}${this.compile(params)}` : undefined
  }

  async #send(
    method: string,
    url: string,
    body: unknown,
    signal?: AbortSignal,
  ): Promise<NonNullable<unknown>> {
    try {
      const response = await this.#http.request(url, {
        method,
        signal: signal ?? null,
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
      })
      const text = await response.text()
      return text === '' ? {} : contentOf(text)
    } catch (error) {
      // All requests may be repeated: changes and deletions are idempotent, and creations are handled by `#makeOnce`.
      if (isApiError(error)) error.isOutcomeUnknown = false
      else if (method !== 'GET' && error instanceof SyntaxError)
        throw new ApiError('network', 'The answer was cut short', { cause: error })
      throw error
    }
  }

  /** Creates a row, unless the last attempt, which got no response, has created it. */
  async #makeOnce(url: string, body: unknown): Promise<NonNullable<unknown>> {
    const key = `${url} ${JSON.stringify(body)}`
    const since = this.#unanswered.get(key) ?? this.#now()
    if (this.#unanswered.has(key)) {
      const made = await this.#findMade(url, body, since)
      this.#unanswered.delete(key)
      if (made !== undefined) return made
    }
    try {
      return await this.#send('POST', url, body)
    } catch (error) {
      if (isApiError(error, 'network') || isApiError(error, 'timeout')) this.#unanswered.set(key, since)
      throw error
    }
  }

  async #findMade(url: string, body: unknown, since: number): Promise<NonNullable<unknown> | undefined> {
    if (typeof body !== 'object' || body === null) return undefined
    const wanted = Object.entries(body).map(([field, value]) => `${field} eq ${literal(value)}`)
    const from = new Date(since - CLOCKS_DIFFER_MS).toISOString()
    const filter = [...wanted, `created_at ge datetime'${from}'`].join(' and ')
    const query = dataQuery({ $filter: filter, $orderby: 'id desc', $top: 1 })
    try {
      const { d } = (await this.#send('GET', `${url}?${query}`, undefined)) as { d: NonNullable<unknown>[] }
      return d[0]
    } catch (error) {
      // Not all fields can be used in a filter; such rows have a unique key instead.
      if (isApiError(error, 'invalid') || isApiError(error, 'server')) return undefined
      throw error
    }
  }

  /** A write of something the platform lacks fails like a request that was not sent. */
  #bodyFor(reduction: Reduction, url: string, body: unknown): unknown {
    const resource = resourceIn(url) ?? ''
    const sent = reduction.lacksResource(resource) ? null : reduction.bodyWithoutLacking(body)
    // Nothing is left to write: the platform cannot store this change.
    if (sent === null) throw new ApiError('invalid', answerText.notOffered)
    return sent
  }
}
