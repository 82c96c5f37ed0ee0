import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

interface RefreshOptions {
  /** Set after a deletion, because the open page of the release would find nothing. */
  listsOnly?: boolean
}

/** Refetches everything that a change of releases affects: the releases, their fleet and its devices. */
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
