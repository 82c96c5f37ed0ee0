import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useLoaderData, useLocation, type LoaderFunctionArgs } from 'react-router'
import { staysOpen } from '@/domain/organization/frozen-organization.ts'
import { organizationPages } from '@/domain/organization/organization-pages.ts'
import type { OrganizationScope } from '@/domain/organization/organization-scope.ts'
import { organizationQuery, teamQuery } from '@/domain/organization/organization.queries.ts'
import { paths } from '@/lib/paths.ts'
import { organizationText as text } from '@/messages/organizations/organizations.ts'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { showAppsPreference } from '@/widgets/fleet/show-apps-preference.ts'
import { loadOrganizationScope } from '@/widgets/organization/organization-route.ts'
import { LeaveFrozen } from './LeaveFrozen.tsx'
import { MissingResource } from './MissingResource.tsx'

export const loader = (args: LoaderFunctionArgs) => loadOrganizationScope(args)

/** Frame of the pages of an organization, a team or a member: breadcrumbs and tabs. */
export function Component() {
  const orgScope = useLoaderData<typeof loader>()
  return orgScope === null ? (
    <MissingResource fallback={paths.organizations()} />
  ) : (
    <OrganizationFrame orgScope={orgScope} />
  )
}

function OrganizationFrame({ orgScope }: { orgScope: OrganizationScope }) {
  const { data } = useSuspenseQuery(organizationQuery(orgScope.organization.id))
  const { data: team } = useQuery({
    ...teamQuery(orgScope.part?.id ?? 0),
    enabled: orgScope.part?.kind === 'team',
  })
  const [withApps] = useStored(showAppsPreference)
  // Names may have changed since the page was opened.
  const organization = data ?? orgScope.organization
  const part = orgScope.part && { ...orgScope.part, name: team?.name ?? orgScope.part.name }
  const current: OrganizationScope = { ...orgScope, organization, part }
  const { pathname } = useLocation()
  if (organization.is_frozen && !staysOpen(organization, pathname)) {
    return <LeaveFrozen organization={organization} />
  }
  return (
    <PageFrame
      crumbs={crumbsOf(current)}
      tabs={organizationPages(current, withApps)}
      tabsLabel={text.tabs}
      flush
    >
      <Outlet context={current} />
    </PageFrame>
  )
}

function crumbsOf({ organization, part }: Pick<OrganizationScope, 'organization' | 'part'>) {
  const all = { label: text.title, to: paths.organizations() }
  if (part === undefined) return [all, { label: organization.name }]
  const organizationCrumb = { label: organization.name, to: paths.organization(organization.id) }
  const list =
    part.kind === 'team'
      ? { label: text.teams, to: paths.organizationTeams(organization.id) }
      : { label: text.members, to: paths.organizationMembers(organization.id) }
  return [all, organizationCrumb, list, { label: part.name }]
}
