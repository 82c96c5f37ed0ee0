import type { Query, QueryCache } from '@tanstack/react-query'

/** About forty device pages, so that going back a few steps shows cached data. */
const MAX_UNUSED = 600
/** Evicts this many at once, so that not every navigation scans the cache. */
const SLACK = 100

const isUnused = (query: Query) => !query.isActive() && query.state.fetchStatus === 'idle'

/**
 * Limits the number of unused query results: each device page leaves about fifteen behind, and a quick user visits
 * hundreds of devices before they expire. The oldest results are evicted first. Returns a function that stops it.
 */
export function boundCache(cache: QueryCache, most: number = MAX_UNUSED): () => void {
  let isDue = false
  const sweep = () => {
    isDue = false
    const unused = cache.getAll().filter(isUnused)
    if (unused.length <= most) return
    const oldestFirst = unused.toSorted((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt)
    for (const query of oldestFirst.slice(0, unused.length - most)) cache.remove(query)
  }
  return cache.subscribe(({ type }) => {
    if (isDue || type !== 'observerRemoved' || cache.getAll().length <= most + SLACK) return
    isDue = true
    // After the navigation that released a result, because the next page may use it again.
    setTimeout(sweep, 0)
  })
}
