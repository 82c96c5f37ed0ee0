import { useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import {
  organizationMembersQuery,
  organizationTeamsQuery,
  type OrganizationMember,
} from '@/domain/organization/organization-people.queries.ts'
import { loadOrganizationScope, useOrganizationScope } from '@/domain/organization/organization-scope.ts'
import { cacheOf } from '@/domain/navigation/route-cache.ts'

/** Reads what a page of a member shows. */
export async function loadMember(args: LoaderFunctionArgs) {
  const place = await loadOrganizationScope(args)
  if (place === null) return null
  const cache = cacheOf(args)
  await Promise.all([
    cache.ensureQueryData(organizationMembersQuery(place.organization.id)),
    cache.ensureQueryData(organizationTeamsQuery(place.organization.id)),
  ])
  return null
}

/** The member that the address speaks of, within the list that is read again from time to time. */
export function useMember() {
  const place = useOrganizationScope()
  const query = useSuspenseQuery(organizationMembersQuery(place.organization.id))
  const { data: teams } = useSuspenseQuery(organizationTeamsQuery(place.organization.id))
  const found = query.data.find(({ id }) => id === place.part?.id)
  // Somebody may have removed them since the page was opened: their name stays until the person goes on.
  const member: OrganizationMember = found ?? {
    id: place.part?.id ?? 0,
    user: place.scope.user ?? 0,
    name: place.part?.name ?? '',
    role: 'member',
    seat: 'member',
    joined: '',
    tags: [],
  }
  return { place, query, member, teams }
}
