/** The kinds of requests, as named in the final table. */
export const KINDS = [
  'register',
  'ask for the target',
  'report the state',
  'write logs',
  'deregister',
] as const
export type Kind = (typeof KINDS)[number]

export interface Count {
  accepted: number
  refused: number
  /** Requests without a response: the connection failed. */
  unanswered: number
  /** Number of responses by status. */
  statuses: Map<number, number>
}

export type Tally = Readonly<Record<Kind, Count>>

export interface ApiRequest {
  /** null: the request is not counted. */
  kind: Kind | null
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  /** A key. */
  credential: string
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

export interface Answer {
  status: number
  text: string
  etag: string | null
}

export interface Api {
  readonly tally: Tally
  /**
   * Sends a request; undefined without a response. After a 429 or 5xx it retries, waiting as long as the platform asks for or
   * longer each time. Rejects only when the drive has ended.
   */
  ask(asked: ApiRequest): Promise<Answer | undefined>
}

export interface ApiOptions {
  url: string
  /** Aborted when the drive ends: pending requests and waits end immediately. */
  ending: AbortSignal
  /** The waiting time before a retry. */
  waitMs?: WaitMs
}

/** The waiting time in ms after this many consecutive failures; the first failure is 0. */
export type WaitMs = (failures: number) => number

/** The first waiting time after a 429 without `Retry-After`; doubled each time. */
const FIRST_LIMITED_MS = 5000
const MAX_LIMITED_MS = 300_000
const MAX_TRIES = 6
/** The timeout of the official client. */
const TIMEOUT_MS = 59_000

const FIRST_WAIT_MS = 1000
const MAX_WAIT_MS = 60_000

/** Exponential backoff with jitter, so that devices that failed together do not retry together. */
export const backOff: WaitMs = (failures) =>
  Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures, 16)) * (0.5 + Math.random() / 2)

const newCount = (): Count => ({ accepted: 0, refused: 0, unanswered: 0, statuses: new Map() })

export const newTally = (): Tally => ({
  register: newCount(),
  'ask for the target': newCount(),
  'report the state': newCount(),
  'write logs': newCount(),
  deregister: newCount(),
})

/** Resolves after a time; rejects as soon as the signal aborts. */
export async function wait(ms: number, ending: AbortSignal): Promise<void> {
  ending.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(ending.reason)
    }
    const timer = setTimeout(() => {
      ending.removeEventListener('abort', end)
      resolve()
    }, ms)
    ending.addEventListener('abort', end, { once: true })
  })
}

/** The seconds in a `Retry-After` header; undefined if it has none. */
const secondsOf = (header: string | null): number | undefined =>
  header !== null && /^\d+$/.test(header) ? Number(header) : undefined

const isAccepted = (status: number) => (status >= 200 && status < 300) || status === 304

/** Temporary errors, which do not depend on the request: the platform is busy or broken. */
const isTemporary = (status: number) => status === 429 || status >= 500

/** Sends requests to one platform, and counts the responses. */
export function createApi({ url, ending, waitMs = backOff }: ApiOptions): Api {
  const tally = newTally()

  async function once({ method, path, credential, body, headers }: ApiRequest): Promise<Response> {
    return fetch(new URL(path, url), {
      method,
      signal: AbortSignal.any([ending, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: {
        authorization: `Bearer ${credential}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }

  return {
    tally,
    async ask(asked) {
      const count = asked.kind === null ? newCount() : tally[asked.kind]
      for (let tries = 0; ; tries++) {
        ending.throwIfAborted()
        let response: Response
        let text: string
        try {
          response = await once(asked)
          text = await response.text()
        } catch {
          ending.throwIfAborted()
          count.unanswered++
          return undefined
        }
        const { status } = response
        count.statuses.set(status, (count.statuses.get(status) ?? 0) + 1)
        if (isAccepted(status)) count.accepted++
        else count.refused++
        if (!isTemporary(status) || tries >= MAX_TRIES) {
          return { status, text, etag: response.headers.get('etag') }
        }
        const retryAfterS = secondsOf(response.headers.get('retry-after'))
        const usual = status === 429 ? Math.min(MAX_LIMITED_MS, FIRST_LIMITED_MS * 2 ** tries) : waitMs(tries)
        await wait(retryAfterS === undefined ? usual : Math.max(1, retryAfterS) * 1000, ending)
      }
    },
  }
}
