import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { readStaticFile } from '@/api/static-files.ts'
import { fleetClasses, type FleetClass } from '@/domain/fleet/fleet-class.ts'
import * as poll from '@/domain/polling.ts'
import { ownProfileQuery } from '@/features/sign-in/verify-email/verification.queries.ts'
import { readChangelog } from './changelog.ts'

/** The name and email address of the signed-in user: from the profile, which every page needs, else by a request. */
export const currentUserQuery = () =>
  queryOptions({
    queryKey: ['current-user'],
    queryFn: async ({ client, signal }) => {
      const profile = await client.fetchQuery(ownProfileQuery()).catch(() => null)
      const username = profile?.is_of__user[0]?.username
      return username === undefined ? api().session.whoAmI(signal) : { username, email: profile?.email }
    },
    staleTime: 5 * 60_000,
  })

type ApplicationCounts = Readonly<Record<FleetClass, number>>

/** Up to this number of applications, one request reads the classes of all; above it, the platform counts each class. */
const MAX_READ = 1_000

/** How many applications of each class the user has. */
export const applicationCountsQuery = () =>
  queryOptions({
    queryKey: ['application', 'counts-by-class'],
    queryFn: ({ signal }) => countApplications(signal),
    refetchInterval: poll.counts,
  })

async function countApplications(signal: AbortSignal): Promise<ApplicationCounts> {
  const own = {
    is_directly_accessible_by__user: { $any: { $alias: 'dau', $expr: { 1: 1 } } },
    is_host: false,
  } as const
  const rows = await api().data.query('application', signal, {
    $select: ['is_of__class'],
    $filter: own,
    $top: MAX_READ,
  })
  const counts: Record<FleetClass, number> = { fleet: 0, app: 0, block: 0 }
  if (rows.length < MAX_READ) for (const { is_of__class } of rows) counts[is_of__class] += 1
  else
    for (const fleetClass of fleetClasses)
      counts[fleetClass] = await api().data.query('application', signal, {
        $count: { $filter: { ...own, is_of__class: fleetClass } },
      })
  return counts
}

/** The changelog of the dashboard; a static file, read without a token. */
export const changelogQuery = () =>
  queryOptions({
    queryKey: ['changelog'],
    queryFn: async ({ signal }) => readChangelog(await readStaticFile('changelog.json', signal)),
    staleTime: Infinity,
  })
