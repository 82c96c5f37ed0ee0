import { IconPlus } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { offers } from '@/api/api.ts'
import { organizationRole } from '@/domain/organization/organization.queries.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { accessText } from '@/messages/access/access.ts'
import { commonText } from '@/messages/common/common.ts'
import { classText } from '@/messages/fleets/fleets.ts'
import { organizationEditText } from '@/messages/organizations/organization-edit.ts'
import { organizationText as text } from '@/messages/organizations/organizations.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { StatusBadge } from '@/ui/feedback/StatusBadge.tsx'
import { Button } from '@/ui/form/Button.tsx'
import { NameLink } from '@/ui/layout/NameLink.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { TableFrame } from '@/ui/table/Table.tsx'
import { cacheOf } from '@/widgets/navigation/route-cache.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { FreePlanFlag } from './FreePlanFlag.tsx'
import { OrganizationMenu } from './OrganizationMenu.tsx'
import { administratorsQuery, organizationsQuery, type ListedOrganization } from './organizations.queries.ts'

const CreateOrganizationDialog = lazy(() =>
  import('./CreateOrganizationDialog.tsx').then((loaded) => ({ default: loaded.CreateOrganizationDialog })),
)

export async function loader(args: LoaderFunctionArgs) {
  await cacheOf(args).ensureQueryData(organizationsQuery())
  return null
}

/** The user's organizations, with actions to create, leave and delete them. */
export function Component() {
  const organizations = useSuspenseQuery(organizationsQuery())
  const [isCreating, setCreating] = useState(false)
  const create = offers('severalOrganizations') && (
    <Button
      variant="primary"
      icon={<IconPlus size={16} aria-hidden="true" />}
      onClick={() => setCreating(true)}
    >
      {organizationEditText.create}
    </Button>
  )
  return (
    <PageFrame
      crumbs={[{ label: text.title }]}
      title={text.title}
      count={organizations.data.length}
      actions={create}
    >
      <StaleNotice query={organizations} />
      {organizations.data.length === 0 ? (
        <Card>
          <EmptyState title={text.empty} detail={text.emptyDetail} action={create} />
        </Card>
      ) : (
        <OrganizationsTable organizations={organizations.data} />
      )}
      {isCreating && (
        <Suspense fallback={null}>
          <CreateOrganizationDialog
            others={organizations.data.map(({ name }) => name)}
            onClose={() => setCreating(false)}
          />
        </Suspense>
      )}
    </PageFrame>
  )
}

function OrganizationsTable({ organizations }: { organizations: readonly ListedOrganization[] }) {
  const { columns } = text
  const { data: administrators } = useQuery(administratorsQuery(organizations.map(({ id }) => id)))
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
          <th scope="col" data-align="end">
            <span className="visually-hidden">{commonText.moreActions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {organizations.map((organization) => (
          <tr key={organization.id}>
            <td role="rowheader" data-wide>
              <NameLink to={paths.organization(organization.id)}>{organization.name}</NameLink>
            </td>
            <td>
              <StatusBadge tone={organization.is_frozen ? 'bad' : 'ok'}>
                {organization.is_frozen ? text.frozenState : text.active}
              </StatusBadge>{' '}
              <FreePlanFlag organization={organization.id} />
            </td>
            <td>{accessText.roles[organizationRole(organization)]}</td>
            <td
              data-align="end"
              data-unit={organization.application === 1 ? classText.fleet.one : classText.fleet.many}
            >
              {formatNumber(organization.application)}
            </td>
            <td className="mono">{organization.handle}</td>
            <td data-align="end">
              <OrganizationMenu
                organization={organization}
                administrators={administrators?.get(organization.id)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  )
}

export const ErrorBoundary = () => (
  <LoadErrorPage crumbs={[{ label: text.title }]} title={text.title} failed={text.loadFailed} />
)
