import type { RouteObject } from 'react-router'
import { ChunkTooLate, loadPatiently } from './missing-chunk.ts'

/** How long a part of the dashboard may take to arrive. */
const CHUNK_LIMIT_MS = 120_000

/** The same load, which fails as that of a missing part does when it takes too long. */
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

/** Routes whose pages must arrive within the limit, are waited for without a connection, and lead to `destination` anew when gone. */
export function limitRouteLoading(routes: readonly RouteObject[], destination: () => string): RouteObject[] {
  return routes.map((route) => {
    const load = typeof route.lazy === 'function' ? withLimit(route.lazy) : undefined
    const limited = load ? { ...route, lazy: () => loadPatiently(load, destination) } : route
    return limited.children
      ? { ...limited, children: limitRouteLoading(limited.children, destination) }
      : limited
  })
}
