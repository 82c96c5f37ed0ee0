import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '@/api/api.ts'
import { migratedApps } from '@/domain/fleet/migrated-apps.ts'

const anyAppQuery = (user: number | undefined) =>
  queryOptions({
    queryKey: ['application', 'any-app', { user }],
    staleTime: Infinity,
    queryFn:
      user === undefined
        ? skipToken
        : async ({ signal }) => {
            const rows = await api().data.query('application', signal, {
              $select: ['id'],
              $filter: {
                is_directly_accessible_by__user: { $any: { $alias: 'dau', $expr: { 1: 1 } } },
                is_of__class: 'app',
              },
              $top: 1,
            })
            return rows.length > 0
          },
  })

/** Checks, once per user and browser, whether there are apps that the user may not know about. */
export function useMigratedAppsCheck(): void {
  const user = api().session.claims()?.id
  const isKnown = migratedApps.get()?.user === user
  const { data: hasApps } = useQuery(anyAppQuery(isKnown ? undefined : user))
  useEffect(() => {
    if (user !== undefined && hasApps !== undefined) migratedApps.set({ user, hasApps })
  }, [user, hasApps])
}
