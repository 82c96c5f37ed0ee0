import type { Query, QueryCache } from '@tanstack/react-query'

/** Some forty device pages; going back a few steps shows what was there at once. */
export const MOST_UNUSED = 600
/** So many go at once, so that not every step looks through them. */
const SLACK = 100

const isUnused = (query: Query) => !query.isActive() && query.state.fetchStatus === 'idle'

/**
 * Keeps answers that no page shows any more within bounds: going from device to device leaves some fifteen behind each
 * time, and until their time is over somebody quick has seen hundreds of devices. The oldest answers go first. Returns a
 * way to stop.
 */
export function boundCache(cache: QueryCache, most: number = MOST_UNUSED): () => void {
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
    // After the step is done that gave it up, which may take it up again.
    setTimeout(sweep, 0)
  })
}
