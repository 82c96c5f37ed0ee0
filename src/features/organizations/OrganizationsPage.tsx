import { useSuspenseQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { LoadError } from '@/domain/LoadError.tsx'
import { organizationRole } from '@/domain/organization.queries.ts'
import { cacheOf } from '@/domain/route-cache.ts'
import { StaleNotice } from '@/domain/StaleNotice.tsx'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { accessText } from '@/messages/access.ts'
import { classText } from '@/messages/fleets.ts'
import { organizationText as text } from '@/messages/organizations.ts'
import { EmptyState } from '@/ui/EmptyState.tsx'
import { NameLink } from '@/ui/NameLink.tsx'
import { PageFrame } from '@/ui/PageFrame.tsx'
import { Card } from '@/ui/Panel.tsx'
import { StatusBadge } from '@/ui/StatusBadge.tsx'
import { TableFrame } from '@/ui/Table.tsx'
import { organizationsQuery, type ListedOrganization } from './organizations.queries.ts'

export async function loader(args: LoaderFunctionArgs) {
  await cacheOf(args).ensureQueryData(organizationsQuery())
  return null
}

/** The organizations that a person belongs to (spec 3 §2). */
export function Component() {
  const organizations = useSuspenseQuery(organizationsQuery())
  return (
    <PageFrame crumbs={[{ label: text.title }]} title={text.title} count={organizations.data.length}>
      <StaleNotice query={organizations} />
      {organizations.data.length === 0 ? (
        <Card>
          <EmptyState title={text.empty} detail={text.emptyDetail} />
        </Card>
      ) : (
        <OrganizationsTable organizations={organizations.data} />
      )}
    </PageFrame>
  )
}

function OrganizationsTable({ organizations }: { organizations: readonly ListedOrganization[] }) {
  const { columns } = text
  return (
    <TableFrame label={text.table} stacks>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col">{columns.state}</th>
          <th scope="col">{columns.role}</th>
          <th scope="col" data-align="end">
            {columns.fleets}
          </th>
          <th scope="col">{columns.handle}</th>
        </tr>
      </thead>
      <tbody>
        {organizations.map((organization) => (
          <tr key={organization.id}>
            <td data-wide>
              <NameLink to={paths.organization(organization.id)}>{organization.name}</NameLink>
            </td>
            <td>
              <StatusBadge tone={organization.is_frozen ? 'bad' : 'ok'}>
                {organization.is_frozen ? text.frozenState : text.active}
              </StatusBadge>
            </td>
            <td>{accessText.roles[organizationRole(organization)]}</td>
            <td
              data-align="end"
              data-unit={organization.application === 1 ? classText.fleet.one : classText.fleet.many}
            >
              {formatNumber(organization.application)}
            </td>
            <td className="mono">{organization.handle}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}

export function ErrorBoundary() {
  return (
    <PageFrame crumbs={[{ label: text.title }]} title={text.title}>
      <LoadError title={text.loadFailed} />
    </PageFrame>
  )
}
