import { useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import {
  organizationTeamsQuery,
  type OrganizationTeam,
} from '@/domain/organization/organization-people.queries.ts'
import { loadOrganizationScope, useOrganizationScope } from '@/domain/organization/organization-scope.ts'
import { cacheOf } from '@/domain/navigation/route-cache.ts'

/** Reads what a page of a team shows. */
export async function loadTeam(args: LoaderFunctionArgs) {
  const place = await loadOrganizationScope(args)
  if (place !== null) await cacheOf(args).ensureQueryData(organizationTeamsQuery(place.organization.id))
  return null
}

/** The team that the address speaks of, within the list that is read again from time to time. */
export function useTeam() {
  const place = useOrganizationScope()
  const query = useSuspenseQuery(organizationTeamsQuery(place.organization.id))
  const found = query.data.find(({ id }) => id === place.part?.id)
  // Somebody may have deleted it since the page was opened: what is known of it stays until the person goes on.
  const team: OrganizationTeam = found ?? {
    id: place.part?.id ?? 0,
    name: place.part?.name ?? '',
    created_at: '',
    belongs_to__organization: [{ id: place.organization.id }],
    team_membership: [],
    team_application_access: [],
  }
  return { place, query, team }
}
