import { lruPut } from '../lru-cache.ts'
import type { Faults } from '../faults.ts'

/** How long after a write reads are stale, when the fault does not say, in real milliseconds. */
const USUAL_LAG = 5000
const MOST_ANSWERS = 300

interface Answer {
  status: number
  headers: [string, string][]
  text: string
  at: number
}

/** A replica that lags: for a while after a write, a read is answered as it was before. */
export interface StaleReads {
  /** The answer of before the last write, when a fault asks for it. */
  answer(request: Request, url: URL, credential: string | undefined): Response | undefined
  /** Remembers an answer, while a fault may ask for it later. */
  learn(request: Request, url: URL, credential: string | undefined, response: Response): Promise<void>
  wrote(): void
}

const keyOf = (url: URL, credential: string | undefined) => `${credential ?? ''} ${url.pathname}${url.search}`

export function createStaleReads(faults: Faults, realNow: () => number): StaleReads {
  const answers = new Map<string, Answer>()
  let writtenAt = -Infinity
  return {
    answer(request, url, credential) {
      if (request.method !== 'GET') return undefined
      const known = answers.get(keyOf(url, credential))
      if (known === undefined || known.at > writtenAt) return undefined
      const isRecent = ({ ms = USUAL_LAG }: { ms?: number }) => realNow() - writtenAt < ms
      const struck = faults.strike(request.method, url.pathname, ['stale-read'], isRecent)
      return struck.length === 0
        ? undefined
        : new Response(known.text, { status: known.status, headers: known.headers })
    },
    async learn(request, url, credential, response) {
      if (request.method !== 'GET' || response.status !== 200) return
      if (!faults.has(({ kind }) => kind === 'stale-read')) return answers.clear()
      if (response.headers.get('content-type')?.startsWith('application/json') !== true) return
      if (response.headers.get('x-accel-buffering') === 'no') return
      const key = keyOf(url, credential)
      const text = await response.clone().text()
      const answer = { status: 200, headers: [...response.headers], text, at: realNow() }
      lruPut(answers, key, answer, MOST_ANSWERS)
    },
    wrote() {
      writtenAt = realNow()
    },
  }
}
