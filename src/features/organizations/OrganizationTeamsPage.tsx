import { useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { LoadError } from '@/domain/LoadError.tsx'
import { cacheOf } from '@/domain/route-cache.ts'
import { StaleNotice } from '@/domain/StaleNotice.tsx'
import { loadOrganizationPlace, useOrganizationPlace } from '@/domain/organization-place.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { organizationPeopleText as text, organizationText } from '@/messages/organizations.ts'
import { EmptyState } from '@/ui/EmptyState.tsx'
import { NameLink } from '@/ui/NameLink.tsx'
import { PageFrame } from '@/ui/PageFrame.tsx'
import { Card } from '@/ui/Panel.tsx'
import { TableFrame } from '@/ui/Table.tsx'
import { organizationTeamsQuery } from './organizations.queries.ts'

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
    <PageFrame
      title={text.teams}
      documentTitle={organizationText.documentTitle(text.teams, organization.name)}
      count={teams.data.length}
    >
      <StaleNotice query={teams} />
      {teams.data.length === 0 ? (
        <Card>
          <EmptyState title={text.noTeams} detail={text.noTeamsDetail} />
        </Card>
      ) : (
        <TableFrame label={text.teams}>
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
        </TableFrame>
      )}
    </PageFrame>
  )
}

export function ErrorBoundary() {
  return (
    <PageFrame title={text.teams}>
      <LoadError title={text.teamsFailed} />
    </PageFrame>
  )
}
