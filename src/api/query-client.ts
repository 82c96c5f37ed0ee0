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
