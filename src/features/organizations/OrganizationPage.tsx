import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { appsShown } from '@/domain/apps-shown.ts'
import { fleetClasses } from '@/domain/fleet-class.ts'
import { MissingResource } from '@/domain/MissingResource.tsx'
import { organizationQuery } from '@/domain/organization.queries.ts'
import { loadOrganizationPlace, placePath, type OrganizationPlace } from '@/domain/organization-place.ts'
import { paths } from '@/lib/paths.ts'
import { classText } from '@/messages/fleets.ts'
import { organizationText as text } from '@/messages/organizations.ts'
import { PageFrame } from '@/ui/PageFrame.tsx'
import { useStored } from '@/ui/useStored.ts'
import { FrozenNotice } from './FrozenNotice.tsx'

export const loader = (args: LoaderFunctionArgs) => loadOrganizationPlace(args)

/** The frame of an organization's page, and of a team's or member's in it: the way here and its tabs (spec 3 §2). */
export function Component() {
  const place = useLoaderData<typeof loader>()
  return place === null ? <MissingResource otherwise={paths.organizations()} /> : <Place place={place} />
}

function Place({ place }: { place: OrganizationPlace }) {
  const { data } = useSuspenseQuery(organizationQuery(place.organization.id))
  const [withApps] = useStored(appsShown)
  const organization = data ?? place.organization
  if (organization.is_frozen) {
    return (
      <PageFrame crumbs={crumbsOf({ organization, part: undefined })}>
        <FrozenNotice organization={organization} />
      </PageFrame>
    )
  }
  return (
    <PageFrame crumbs={crumbsOf(place)} tabs={tabsOf(place, withApps)} tabsLabel={text.tabs} flush>
      <Outlet context={{ ...place, organization } satisfies OrganizationPlace} />
    </PageFrame>
  )
}

function crumbsOf({ organization, part }: Pick<OrganizationPlace, 'organization' | 'part'>) {
  const all = { label: text.title, to: paths.organizations() }
  if (part === undefined) return [all, { label: organization.name }]
  const whole = { label: organization.name, to: paths.organization(organization.id) }
  const list =
    part.kind === 'team'
      ? { label: text.teams, to: paths.organizationTeams(organization.id) }
      : { label: text.members, to: paths.organizationMembers(organization.id) }
  return [all, whole, list, { label: part.name }]
}

/** Apps only while they are shown (spec 3 §2). */
function tabsOf(place: OrganizationPlace, withApps: boolean) {
  const here = placePath(place)
  const applications = fleetClasses
    .filter((fleetClass) => withApps || fleetClass !== 'app')
    .map((fleetClass) => ({ to: paths.applicationsOf(here, fleetClass), label: classText[fleetClass].title }))
  if (place.part) return applications
  const { id } = place.organization
  return [
    { to: here, label: text.summary, end: true },
    ...applications,
    { to: paths.organizationMembers(id), label: text.members },
    { to: paths.organizationTeams(id), label: text.teams },
  ]
}
