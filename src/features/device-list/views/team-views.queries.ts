import { queryOptions } from '@tanstack/react-query'

/** Others rarely save views. */
const VIEWS_STALE_MS = 15_000

/** The views saved with a fleet. Their parser is loaded lazily. */
export const teamViewsQuery = (fleetId: number) =>
  queryOptions({
    queryKey: ['fleet-views', { fleetId }],
    queryFn: async ({ signal }) => (await import('./team-views.ts')).readTeamViews(fleetId, signal),
    staleTime: VIEWS_STALE_MS,
  })
