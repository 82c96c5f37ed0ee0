import type { RouteObject } from 'react-router'

/** How long a part of the dashboard may take to arrive (spec 2 §9). */
const CHUNK_LIMIT_MS = 120_000

/** The same load, which fails as that of a missing part does when it takes too long. */
function withLimit<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  return async () => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new TypeError('A dynamically imported module took too long')),
        CHUNK_LIMIT_MS,
      )
    })
    try {
      return await Promise.race([load(), tooLong])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Routes whose pages must arrive within the limit. */
export function limitChunks(routes: readonly RouteObject[]): RouteObject[] {
  return routes.map((route) => {
    const limited = typeof route.lazy === 'function' ? { ...route, lazy: withLimit(route.lazy) } : route
    return limited.children ? { ...limited, children: limitChunks(limited.children) } : limited
  })
}
