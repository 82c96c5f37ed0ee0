/** What is asked of the platform, by the words of the last table. */
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
  /** No answer came: the connection failed. */
  unanswered: number
  /** How often each status came. */
  statuses: Map<number, number>
}

export type Tally = Readonly<Record<Kind, Count>>

export interface Asked {
  /** null: not counted. */
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
   * undefined when no answer came. After a 429 or 5xx it waits, as long as the platform says or longer each time, and asks
   * again. Rejects only when the drive is over.
   */
  ask(asked: Asked): Promise<Answer | undefined>
}

export interface ApiOptions {
  url: string
  /** Aborted when the drive is over: whatever is under way ends at once. */
  ending: AbortSignal
  /** How long it backs off before it asks once more. */
  waitMs?: WaitMs
}

/** Milliseconds to wait after so many failures in a row, the first of which is 0. */
export type WaitMs = (failures: number) => number

/** A platform that limits requests without saying for how long is left alone for this long, twice as long each time. */
const FIRST_LIMITED_MS = 5000
const LONGEST_LIMITED_MS = 300_000
const MOST_TRIES = 6
/** As long as the official client waits for an answer. */
const LONGEST_ANSWER_MS = 59_000

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000

/** Twice as long each time, and drawn by lot, lest the devices that failed together come back together. */
export const backOff: WaitMs = (failures) =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures, 16)) * (0.5 + Math.random() / 2)

const newCount = (): Count => ({ accepted: 0, refused: 0, unanswered: 0, statuses: new Map() })

export const newTally = (): Tally => ({
  register: newCount(),
  'ask for the target': newCount(),
  'report the state': newCount(),
  'write logs': newCount(),
  deregister: newCount(),
})

/** Resolves after a while, or rejects at once when the signal aborts. */
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

/** Seconds of a `Retry-After`; undefined when it names none. */
const secondsOf = (header: string | null): number | undefined =>
  header !== null && /^\d+$/.test(header) ? Number(header) : undefined

const isAccepted = (status: number) => (status >= 200 && status < 300) || status === 304

/** What says nothing about what was asked for: the platform is busy, or broken for now. */
const isPassing = (status: number) => status === 429 || status >= 500

/** Speaks with one platform over HTTP, and counts what it answers. */
export function createApi({ url, ending, waitMs = backOff }: ApiOptions): Api {
  const tally = newTally()

  async function once({ method, path, credential, body, headers }: Asked): Promise<Response> {
    return fetch(new URL(path, url), {
      method,
      signal: AbortSignal.any([ending, AbortSignal.timeout(LONGEST_ANSWER_MS)]),
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
        if (!isPassing(status) || tries >= MOST_TRIES) {
          return { status, text, etag: response.headers.get('etag') }
        }
        const told = secondsOf(response.headers.get('retry-after'))
        const usual =
          status === 429 ? Math.min(LONGEST_LIMITED_MS, FIRST_LIMITED_MS * 2 ** tries) : waitMs(tries)
        await wait(told === undefined ? usual : Math.max(1, told) * 1000, ending)
      }
    },
  }
}
