import type { RouteObject } from 'react-router'
import { ChunkTooLate, loadWithRetry } from './missing-chunk.ts'

/** Timeout for loading a chunk. */
const CHUNK_LIMIT_MS = 120_000

/** The same load, which fails like a missing chunk when it takes too long. */
function withLimit<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  return async () => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new ChunkTooLate()), CHUNK_LIMIT_MS)
    })
    try {
      return await Promise.race([load(), tooLong])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Routes whose chunks must load within the timeout, wait while offline, and reload `destination` when gone. */
export function limitRouteLoading(routes: readonly RouteObject[], destination: () => string): RouteObject[] {
  return routes.map((route) => {
    const load = typeof route.lazy === 'function' ? withLimit(route.lazy) : undefined
    const limited = load ? { ...route, lazy: () => loadWithRetry(load, destination) } : route
    return limited.children
      ? { ...limited, children: limitRouteLoading(limited.children, destination) }
      : limited
  })
}
