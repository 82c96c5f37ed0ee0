import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { createContext, type LoaderFunctionArgs } from 'react-router'

/** The query cache, as the router hands it to loaders. */
export const queryClientContext = createContext<QueryClient>()

/** The cache into which a route's loader reads before its component reads from it. */
export function cacheOf({ context }: Pick<LoaderFunctionArgs, 'context'>): QueryClient {
  return context.get(queryClientContext)
}

/**
 * Begins to read what a page will want beside what it waits for. What has been read before can be shown, and is renewed
 * by whoever shows it: asking for it first would only hold up the page.
 */
export function readAhead<Read, Failed, Data, Key extends QueryKey>(
  cache: QueryClient,
  query: FetchQueryOptions<Read, Failed, Data, Key>,
): void {
  if (cache.getQueryData(query.queryKey) === undefined) void cache.prefetchQuery(query)
}
