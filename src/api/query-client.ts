import { QueryClient } from '@tanstack/react-query'
import { boundCache } from './bounded-cache.ts'

/**
 * The query cache. The request layer already handles throttling and outages, so queries are never retried; polling
 * pauses in hidden tabs.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        staleTime: 2_000,
        gcTime: 10 * 60_000,
        refetchIntervalInBackground: false,
        refetchOnReconnect: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  boundCache(client.getQueryCache())
  return client
}

/**
 * Deletes all cached data, at the end of a session. Queries of a page that is still shown are deleted when it is gone:
 * without its data it would read again, without a session, and throw.
 */
export function forgetData(client: QueryClient): void {
  const cache = client.getQueryCache()
  client.getMutationCache().clear()
  const shown = new Set(cache.getAll().filter((query) => query.getObserversCount() > 0))
  for (const query of cache.getAll()) if (!shown.has(query)) cache.remove(query)
  if (shown.size === 0) return
  const stop = cache.subscribe(({ type, query }) => {
    if (type !== 'observerRemoved' || !shown.has(query) || query.getObserversCount() > 0) return
    shown.delete(query)
    cache.remove(query)
    if (shown.size === 0) stop()
  })
}
