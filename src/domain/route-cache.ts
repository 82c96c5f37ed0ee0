import type { QueryClient } from '@tanstack/react-query'
import { createContext, type LoaderFunctionArgs } from 'react-router'

/** The query cache, as the router hands it to loaders. */
export const queryClientContext = createContext<QueryClient>()

/** The cache into which a route's loader reads before its component reads from it. */
export function cacheOf({ context }: Pick<LoaderFunctionArgs, 'context'>): QueryClient {
  return context.get(queryClientContext)
}
