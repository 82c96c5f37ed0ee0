import { useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { LoadError } from '@/domain/LoadError.tsx'
import { cacheOf } from '@/domain/route-cache.ts'
import { loadOrganizationPlace, useOrganizationPlace } from '@/domain/organization-place.ts'
import { roleNamed } from '@/domain/permissions.ts'
import { paths } from '@/lib/paths.ts'
import { accessText } from '@/messages/access.ts'
import { organizationPeopleText as text } from '@/messages/organizations.ts'
import { NameLink } from '@/ui/NameLink.tsx'
import { PageFrame } from '@/ui/PageFrame.tsx'
import { organizationMembersQuery } from './organizations.queries.ts'
import { OrganizationTable } from './OrganizationTable.tsx'

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
    <OrganizationTable
      title={text.members}
      organization={organization}
      query={members}
      empty={{ title: text.noMembers }}
    >
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
    </OrganizationTable>
  )
}

export function ErrorBoundary() {
  return (
    <PageFrame title={text.members}>
      <LoadError title={text.membersFailed} />
    </PageFrame>
  )
}
