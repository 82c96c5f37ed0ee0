import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useLoaderData, useLocation, type LoaderFunctionArgs } from 'react-router'
import { showAppsPreference } from '@/domain/fleet/show-apps-preference.ts'
import { MissingResource } from './MissingResource.tsx'
import { staysOpen } from '@/domain/billing/frozen-organization.ts'
import { organizationPages } from '@/domain/organization/organization-pages.ts'
import { organizationQuery, teamQuery } from '@/domain/organization/organization.queries.ts'
import { loadOrganizationScope, type OrganizationScope } from '@/domain/organization/organization-scope.ts'
import { paths } from '@/lib/paths.ts'
import { organizationText as text } from '@/messages/organizations.ts'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { LeaveFrozen } from './LeaveFrozen.tsx'

export const loader = (args: LoaderFunctionArgs) => loadOrganizationScope(args)

/** The frame of an organization's page, and of a team's or member's in it: the way here and its tabs. */
export function Component() {
  const place = useLoaderData<typeof loader>()
  return place === null ? <MissingResource otherwise={paths.organizations()} /> : <Place place={place} />
}

function Place({ place }: { place: OrganizationScope }) {
  const { data } = useSuspenseQuery(organizationQuery(place.organization.id))
  const { data: team } = useQuery({
    ...teamQuery(place.part?.id ?? 0),
    enabled: place.part?.kind === 'team',
  })
  const [withApps] = useStored(showAppsPreference)
  // What was renamed since the page was opened has its new name everywhere.
  const organization = data ?? place.organization
  const part = place.part && { ...place.part, name: team?.name ?? place.part.name }
  const shown: OrganizationScope = { ...place, organization, part }
  const { pathname } = useLocation()
  if (organization.is_frozen && !staysOpen(organization, pathname)) {
    return <LeaveFrozen organization={organization} />
  }
  return (
    <PageFrame crumbs={crumbsOf(shown)} tabs={organizationPages(shown, withApps)} tabsLabel={text.tabs} flush>
      <Outlet context={shown} />
    </PageFrame>
  )
}

function crumbsOf({ organization, part }: Pick<OrganizationScope, 'organization' | 'part'>) {
  const all = { label: text.title, to: paths.organizations() }
  if (part === undefined) return [all, { label: organization.name }]
  const whole = { label: organization.name, to: paths.organization(organization.id) }
  const list =
    part.kind === 'team'
      ? { label: text.teams, to: paths.organizationTeams(organization.id) }
      : { label: text.members, to: paths.organizationMembers(organization.id) }
  return [all, whole, list, { label: part.name }]
}
