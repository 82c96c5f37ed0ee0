import { useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { LoadError } from '@/domain/LoadError.tsx'
import { cacheOf } from '@/domain/route-cache.ts'
import { loadOrganizationPlace, useOrganizationPlace } from '@/domain/organization-place.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { organizationPeopleText as text } from '@/messages/organizations.ts'
import { NameLink } from '@/ui/NameLink.tsx'
import { PageFrame } from '@/ui/PageFrame.tsx'
import { organizationTeamsQuery } from './organizations.queries.ts'
import { OrganizationTable } from './OrganizationTable.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const place = await loadOrganizationPlace(args)
  if (place !== null) await cacheOf(args).ensureQueryData(organizationTeamsQuery(place.organization.id))
  return null
}

/** The teams of an organization, as ways to what each of them reaches (spec 3 §2). */
export function Component() {
  const { organization } = useOrganizationPlace()
  const teams = useSuspenseQuery(organizationTeamsQuery(organization.id))
  return (
    <OrganizationTable
      title={text.teams}
      organization={organization}
      query={teams}
      empty={{ title: text.noTeams, detail: text.noTeamsDetail }}
    >
      <thead>
        <tr>
          <th scope="col">{text.teamColumns.name}</th>
          <th scope="col" data-align="end">
            {text.teamColumns.members}
          </th>
        </tr>
      </thead>
      <tbody>
        {teams.data.map(({ id, name, team_membership: members }) => (
          <tr key={id}>
            <td>
              <NameLink to={paths.organizationTeam(organization.id, id)}>{name}</NameLink>
            </td>
            <td data-align="end">{formatNumber(members)}</td>
          </tr>
        ))}
      </tbody>
    </OrganizationTable>
  )
}

export function ErrorBoundary() {
  return (
    <PageFrame title={text.teams}>
      <LoadError title={text.teamsFailed} />
    </PageFrame>
  )
}
