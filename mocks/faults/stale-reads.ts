import { lruPut } from '../base/lru-cache.ts'
import type { Exchange, Middleware } from '../http/middleware.ts'
import type { Faults } from './faults.ts'

/** Default duration of stale reads after a write, in real milliseconds. */
const DEFAULT_LAG = 5000
const CACHE_SIZE = 300

interface StoredResponse {
  headers: [string, string][]
  text: string
  at: number
}

const keyOf = ({ url, credential }: Exchange) => `${credential ?? ''} ${url.pathname}${url.search}`

/** A lagging replica: while a fault is active, reads return the old data for a while after a write. */
export function staleReads(faults: Faults, realNow: () => number): Middleware {
  const cache = new Map<string, StoredResponse>()
  let writtenAt = -Infinity

  function staleResponse(exchange: Exchange): Response | undefined {
    const known = cache.get(keyOf(exchange))
    if (known === undefined || known.at > writtenAt) return undefined
    const isRecent = ({ ms = DEFAULT_LAG }: { ms?: number }) => realNow() - writtenAt < ms
    const applied = faults.strike('GET', exchange.url.pathname, ['stale-read'], isRecent)
    return applied.length === 0 ? undefined : new Response(known.text, { headers: known.headers })
  }

  async function remember(exchange: Exchange, response: Response): Promise<void> {
    if (response.status !== 200) return
    if (!faults.has(({ kind }) => kind === 'stale-read')) return cache.clear()
    if (response.headers.get('content-type')?.startsWith('application/json') !== true) return
    if (response.headers.get('x-accel-buffering') === 'no') return
    const text = await response.clone().text()
    lruPut(cache, keyOf(exchange), { headers: [...response.headers], text, at: realNow() }, CACHE_SIZE)
  }

  return async (exchange, next) => {
    if (exchange.request.method !== 'GET') {
      const response = await next()
      writtenAt = realNow()
      return response
    }
    const stale = staleResponse(exchange)
    if (stale !== undefined) return stale
    const response = await next()
    await remember(exchange, response)
    return response
  }
}
