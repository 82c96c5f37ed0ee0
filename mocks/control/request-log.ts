import type { Instant } from '../../simulator/base/clock.ts'
import { CONTROL_PREFIX } from '../base/control-prefix.ts'
import type { Middleware } from '../http/middleware.ts'
import { sentText } from '../http/responses.ts'

/** A request and its response. */
export interface Entry {
  /** Counts up from 1. */
  n: number
  /** Simulated time. */
  at: Instant
  method: string
  /** With its query. */
  path: string
  origin: string
  /** 0: no response, because of a network fault or because the client disconnected. */
  status: number
  /** Real milliseconds. */
  ms: number
  requestType: string | null
  /** null: none, binary, or too large. */
  requestBody: string | null
  responseType: string | null
  responseBody: string | null
  /** Whether there was a body that was not stored. */
  isCut: boolean
}

/** Above `MAX_ENTRIES`, the list is cut to `ENTRIES_AFTER_CUT`, so that not every request copies it. */
const MAX_ENTRIES = 500
const ENTRIES_AFTER_CUT = 400
const MAX_BODY_LENGTH = 128 * 1024
/** Maximum number of characters in all bodies; the oldest are dropped. */
const MAX_TOTAL_LENGTH = 4 * 1024 * 1024

export interface RequestLog {
  /** Newest last. */
  since(n: number): readonly Entry[]
  find(n: number): Entry | undefined
  readonly count: number
  /** Handles a request and records the response. */
  watch: Middleware
  clear(): void
}

const isText = (type: string | null): boolean => type !== null && /json|^text\/|urlencoded/.test(type)
const isEndless = (headers: Headers): boolean =>
  headers.get('x-accel-buffering') === 'no' || /ndjson|event-stream/.test(headers.get('content-type') ?? '')

async function readable(message: Request | Response): Promise<string | null> {
  if (message.body === null || !isText(message.headers.get('content-type')) || isEndless(message.headers)) {
    return null
  }
  const known = message instanceof Response ? sentText(message) : undefined
  const text =
    known ??
    (await message
      .clone()
      .text()
      .catch(() => null))
  return text !== null && text.length <= MAX_BODY_LENGTH ? text : null
}

/** The latest requests, in limited memory. */
export function createRequestLog(now: () => Instant): RequestLog {
  let entries: Entry[] = []
  let count = 0

  let totalLength = 0
  const lengthOf = ({ requestBody, responseBody }: Entry) =>
    (requestBody?.length ?? 0) + (responseBody?.length ?? 0)

  /** Drops the oldest bodies when their total length is too large. */
  const dropOldest = () => {
    for (let at = 0; totalLength > MAX_TOTAL_LENGTH && at < entries.length; at++) {
      const entry = entries[at]
      if (entry === undefined || lengthOf(entry) === 0) continue
      totalLength -= lengthOf(entry)
      entry.isCut ||= entry.responseBody !== null
      entry.requestBody = null
      entry.responseBody = null
    }
  }

  return {
    since: (n) => entries.filter((entry) => entry.n > n),
    find: (n) => entries.find((entry) => entry.n === n),
    get count() {
      return count
    },
    async watch({ request, url }, next) {
      if (url.pathname.startsWith(CONTROL_PREFIX)) return next()
      const entry: Entry = {
        n: ++count,
        at: now(),
        method: request.method,
        path: url.pathname + url.search,
        origin: url.origin,
        status: 0,
        ms: 0,
        requestType: request.headers.get('content-type'),
        requestBody: await readable(request),
        responseType: null,
        responseBody: null,
        isCut: false,
      }
      entries.push(entry)
      if (entries.length > MAX_ENTRIES) {
        for (const removed of entries.slice(0, -ENTRIES_AFTER_CUT)) totalLength -= lengthOf(removed)
        entries = entries.slice(-ENTRIES_AFTER_CUT)
      }
      const started = performance.now()
      try {
        const response = await next()
        entry.status = response.status
        entry.responseType = response.headers.get('content-type')
        entry.responseBody = await readable(response)
        entry.isCut = response.body !== null && entry.responseBody === null
        totalLength += lengthOf(entry)
        dropOldest()
        return response
      } finally {
        entry.ms = Math.round((performance.now() - started) * 10) / 10
      }
    },
    clear() {
      entries = []
      totalLength = 0
    },
  }
}
