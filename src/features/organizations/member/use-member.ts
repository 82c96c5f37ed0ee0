import { useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import {
  organizationMembersQuery,
  organizationTeamsQuery,
  type OrganizationMember,
} from '@/domain/organization/organization-people.queries.ts'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import { loadOrganizationScope, useOrganizationScope } from '@/widgets/organization/organization-route.ts'

/** Loads the data of a member page. */
export async function loadMember(args: LoaderFunctionArgs) {
  const orgScope = await loadOrganizationScope(args)
  if (orgScope === null) return null
  const cache = cacheOf(args)
  await Promise.all([
    cache.ensureQueryData(organizationMembersQuery(orgScope.organization.id)),
    cache.ensureQueryData(organizationTeamsQuery(orgScope.organization.id)),
  ])
  return null
}

/** The member of the page, from the polled list of members. */
export function useMember() {
  const orgScope = useOrganizationScope()
  const query = useSuspenseQuery(organizationMembersQuery(orgScope.organization.id))
  const { data: teams } = useSuspenseQuery(organizationTeamsQuery(orgScope.organization.id))
  const found = query.data.find(({ id }) => id === orgScope.part?.id)
  // The member may have been removed since the page was opened; their name remains until the user leaves the page.
  const member: OrganizationMember = found ?? {
    id: orgScope.part?.id ?? 0,
    user: orgScope.scope.user ?? 0,
    name: orgScope.part?.name ?? '',
    role: 'member',
    seat: 'member',
    joined: '',
    tags: [],
  }
  return { orgScope, query, member, teams }
}
