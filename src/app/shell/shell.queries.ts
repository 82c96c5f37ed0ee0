import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { readStaticFile } from '@/api/static-files.ts'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import { readChangelog } from './changelog.ts'
import * as poll from '@/domain/polling.ts'

/** The signed-in user. */
export const currentUserQuery = () =>
  queryOptions({
    queryKey: ['current-user'],
    queryFn: ({ signal }) => api().session.whoAmI(signal),
    staleTime: 5 * 60_000,
  })

/** How many applications of a class the user has. */
export const applicationCountQuery = (fleetClass: FleetClass) =>
  queryOptions({
    queryKey: ['application', 'count', { fleetClass }],
    queryFn: ({ signal }) =>
      api().data.query('application', signal, {
        $count: {
          $filter: {
            is_directly_accessible_by__user: { $any: { $alias: 'dau', $expr: { 1: 1 } } },
            is_of__class: fleetClass,
            is_host: false,
          },
        },
      }),
    refetchInterval: poll.counts,
  })

/** The changelog of the dashboard; a static file, read without a token. */
export const changelogQuery = () =>
  queryOptions({
    queryKey: ['changelog'],
    queryFn: async ({ signal }) => readChangelog(await readStaticFile('changelog.json', signal)),
    staleTime: Infinity,
  })
