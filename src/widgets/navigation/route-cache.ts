import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { createContext, type LoaderFunctionArgs } from 'react-router'

/** The query cache, passed by the router to loaders. */
export const queryClientContext = createContext<QueryClient>()

/** The cache that a route's loader fills before its component reads it. */
export function cacheOf({ context }: Pick<LoaderFunctionArgs, 'context'>): QueryClient {
  return context.get(queryClientContext)
}

/**
 * Prefetches data that a page needs besides what its loader waits for. Cached data is shown and refreshed by the
 * component, so it is not requested here again, which would delay the page.
 */
export function readAhead<Read, Failed, Data, Key extends QueryKey>(
  cache: QueryClient,
  query: FetchQueryOptions<Read, Failed, Data, Key>,
): void {
  if (cache.getQueryData(query.queryKey) === undefined) void cache.prefetchQuery(query)
}
