import { QueryClient } from '@tanstack/react-query'
import { boundCache } from './bounded-cache.ts'
import { isApiError, mayRecover } from './errors.ts'
import { forgetKeys } from './known-keys.ts'

/** The pauses before a failed read is sent a second and a third time. */
const READ_PAUSES_MS: readonly number[] = [500, 2_000]

/** Beyond this wait, a read fails with the message of the platform. */
const LONGEST_WAIT_MS = 60_000

/** The wait that a failing platform asks for, as with a 503. */
const toldWaitMs = (error: unknown): number => (isApiError(error) ? (error.retryAfterMs ?? 0) : 0)

/**
 * The query cache. A read that failed by chance, such as with a status of 500 or a truncated response, is repeated after each
 * of `pausesMs`, or when the platform said; throttling and outages are handled by the request layer. Writes are never repeated.
 * Polling pauses in hidden tabs.
 */
export function createQueryClient(pausesMs: readonly number[] = READ_PAUSES_MS): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) =>
          failures < pausesMs.length && mayRecover(error) && toldWaitMs(error) <= LONGEST_WAIT_MS,
        retryDelay: (failures, error) => Math.max(pausesMs[failures] ?? 0, toldWaitMs(error)),
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
  forgetKeys()
  client.getMutationCache().clear()
  const shown = new Set<unknown>(cache.getAll().filter((query) => query.getObserversCount() > 0))
  for (const query of cache.getAll()) if (!shown.has(query)) cache.remove(query)
  if (shown.size === 0) return
  const stop = cache.subscribe(({ type, query }) => {
    if (type !== 'observerRemoved' || !shown.has(query) || query.getObserversCount() > 0) return
    shown.delete(query)
    cache.remove(query)
    if (shown.size === 0) stop()
  })
}
