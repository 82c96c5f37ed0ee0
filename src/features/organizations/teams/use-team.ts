import { useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import {
  organizationTeamsQuery,
  type OrganizationTeam,
} from '@/domain/organization/organization-people.queries.ts'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import { loadOrganizationScope, useOrganizationScope } from '@/widgets/organization/organization-route.ts'

/** Loads the data of a team page. */
export async function loadTeam(args: LoaderFunctionArgs) {
  const orgScope = await loadOrganizationScope(args)
  if (orgScope !== null) await cacheOf(args).ensureQueryData(organizationTeamsQuery(orgScope.organization.id))
  return null
}

/** The team of the page, from the polled list of teams. */
export function useTeam() {
  const orgScope = useOrganizationScope()
  const query = useSuspenseQuery(organizationTeamsQuery(orgScope.organization.id))
  const found = query.data.find(({ id }) => id === orgScope.part?.id)
  // A team deleted since the page was opened keeps its known data until the user leaves the page.
  const team: OrganizationTeam = found ?? {
    id: orgScope.part?.id ?? 0,
    name: orgScope.part?.name ?? '',
    created_at: '',
    belongs_to__organization: [{ id: orgScope.organization.id }],
    team_membership: [],
    team_application_access: [],
  }
  return { orgScope, query, team }
}
