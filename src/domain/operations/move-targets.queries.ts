import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { accessExpansion, roleFrom } from '@/domain/access/fleet-access.ts'
import { roleNamed } from '@/domain/access/permissions.ts'
import type { MoveTarget } from './move-targets.ts'
import { REASON_STALE_MS } from './setting.queries.ts'

/** All fleets of the signed-in user by membership, with role and architecture. */
export const moveTargetsQuery = () => {
  const claims = api().session.claims()
  const userId = claims?.id ?? 0
  return queryOptions({
    queryKey: ['application', 'move-targets', { userId }],
    staleTime: REASON_STALE_MS,
    queryFn: async ({ signal }): Promise<MoveTarget[]> => {
      const access = accessExpansion(userId)
      const fleets = await api().data.query('application', signal, {
        $select: ['id', 'app_name', 'slug'],
        $filter: {
          is_of__class: 'fleet',
          is_archived: false,
          is_directly_accessible_by__user: { $any: { $alias: 'dau', $expr: { 1: 1 } } },
        },
        $expand: {
          ...access,
          organization: { ...access.organization, $select: ['id', 'name', 'is_frozen'] },
          is_for__device_type: {
            $select: ['slug'],
            $expand: { is_of__cpu_architecture: { $select: ['slug'] } },
          },
        },
        $orderby: { app_name: 'asc' },
      })
      return fleets
        .filter(({ organization: [owner] }) => !owner?.is_frozen)
        .map((fleet) => ({
          id: fleet.id,
          app_name: fleet.app_name,
          slug: fleet.slug,
          organization: fleet.organization[0]?.name ?? '',
          architecture: fleet.is_for__device_type[0]?.is_of__cpu_architecture[0]?.slug || null,
          role: roleNamed(roleFrom(fleet)) ?? 'member',
        }))
    },
  })
}
