import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** Reads anew what a change of releases may have touched: the releases, the fleet that runs them and its devices. */
export function useReleaseRefresh(fleetId: number): () => Promise<unknown> {
  const queries = useQueryClient()
  return useCallback(
    () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['release'] }),
        queries.invalidateQueries({ queryKey: ['application', fleetId] }),
        queries.invalidateQueries({ queryKey: ['device'] }),
      ]),
    [queries, fleetId],
  )
}
