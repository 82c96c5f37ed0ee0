import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

interface RefreshOptions {
  /** After a deletion: a page of the release itself is about to close and would find nothing. */
  listsOnly?: boolean
}

/** Reads anew what a change of releases may have touched: the releases, the fleet that runs them and its devices. */
export function useReleaseRefresh(fleetId: number): (options?: RefreshOptions) => Promise<unknown> {
  const queries = useQueryClient()
  return useCallback(
    ({ listsOnly = false } = {}) =>
      Promise.all([
        queries.invalidateQueries({
          queryKey: ['release'],
          predicate: ({ queryKey: [, kind] }) => !listsOnly || kind !== 'one',
        }),
        queries.invalidateQueries({ queryKey: ['application', fleetId] }),
        queries.invalidateQueries({ queryKey: ['device'] }),
      ]),
    [queries, fleetId],
  )
}
