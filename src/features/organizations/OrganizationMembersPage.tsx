import { useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { LoadError } from '@/domain/LoadError.tsx'
import { cacheOf } from '@/domain/route-cache.ts'
import { StaleNotice } from '@/domain/StaleNotice.tsx'
import { loadOrganizationPlace, useOrganizationPlace } from '@/domain/organization-place.ts'
import { roleNamed } from '@/domain/permissions.ts'
import { paths } from '@/lib/paths.ts'
import { accessText } from '@/messages/access.ts'
import { organizationPeopleText as text, organizationText } from '@/messages/organizations.ts'
import { EmptyState } from '@/ui/EmptyState.tsx'
import { NameLink } from '@/ui/NameLink.tsx'
import { PageFrame } from '@/ui/PageFrame.tsx'
import { Card } from '@/ui/Panel.tsx'
import { TableFrame } from '@/ui/Table.tsx'
import { organizationMembersQuery } from './organizations.queries.ts'

export async function loader(args: LoaderFunctionArgs) {
  const place = await loadOrganizationPlace(args)
  if (place !== null) await cacheOf(args).ensureQueryData(organizationMembersQuery(place.organization.id))
  return null
}

/** Who belongs to an organization, as ways to what each of them reaches (spec 3 §2). */
export function Component() {
  const { organization } = useOrganizationPlace()
  const members = useSuspenseQuery(organizationMembersQuery(organization.id))
  return (
    <PageFrame
      title={text.members}
      documentTitle={organizationText.documentTitle(text.members, organization.name)}
      count={members.data.length}
    >
      <StaleNotice query={members} />
      {members.data.length === 0 ? (
        <Card>
          <EmptyState title={text.noMembers} />
        </Card>
      ) : (
        <TableFrame label={text.members}>
          <thead>
            <tr>
              <th scope="col">{text.memberColumns.name}</th>
              <th scope="col">{text.memberColumns.role}</th>
            </tr>
          </thead>
          <tbody>
            {members.data.map(({ id, name, role }) => (
              <tr key={id}>
                <td>
                  <NameLink to={paths.organizationMember(organization.id, id)}>{name}</NameLink>
                </td>
                <td>{accessText.roles[roleNamed(role ?? '') ?? 'member']}</td>
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
    <PageFrame title={text.members}>
      <LoadError title={text.membersFailed} />
    </PageFrame>
  )
}
