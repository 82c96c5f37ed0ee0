import { queryOptions } from '@tanstack/react-query'

/** Others keep views seldom. */
const VIEWS_STALE_MS = 15_000

/** The views that are kept with a fleet; how they are read is loaded with them. */
export const teamViewsQuery = (fleetId: number) =>
  queryOptions({
    queryKey: ['fleet-views', { fleetId }],
    queryFn: async ({ signal }) => (await import('./team-views.ts')).readTeamViews(fleetId, signal),
    staleTime: VIEWS_STALE_MS,
  })
