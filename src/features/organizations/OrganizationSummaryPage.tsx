import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { offers } from '@/api/api.ts'
import { errorMessage } from '@/api/error-message.ts'
import { mayRecover } from '@/api/errors.ts'
import { billedPlanQuery } from '@/domain/billing/billed-plan.queries.ts'
import { statusCountsQuery } from '@/domain/device/status-counts.queries.ts'
import { fleetClasses } from '@/domain/fleet/fleet-class.ts'
import { maySeeBilling } from '@/domain/organization/frozen-organization.ts'
import { organizationRole, type Organization } from '@/domain/organization/organization.queries.ts'
import { formatNumber } from '@/lib/format.ts'
import { paths } from '@/lib/paths.ts'
import { accessText } from '@/messages/access/access.ts'
import { classText } from '@/messages/fleets/fleets.ts'
import { organizationText as text } from '@/messages/organizations/organizations.ts'
import { Tag } from '@/ui/display/Tag.tsx'
import { ErrorState } from '@/ui/feedback/ErrorState.tsx'
import { Skeleton } from '@/ui/feedback/Skeleton.tsx'
import { Link } from '@/ui/layout/link.tsx'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { showAppsPreference } from '@/widgets/fleet/show-apps-preference.ts'
import { cacheOf, readAhead } from '@/widgets/navigation/route-cache.ts'
import { loadOrganizationScope, useOrganizationScope } from '@/widgets/organization/organization-route.ts'
import { BillPanel } from './BillPanel.tsx'
import { DevicesOverview } from './DevicesOverview.tsx'
import { FleetsInTrouble } from './FleetsInTrouble.tsx'
import { OrganizationDanger } from './OrganizationDanger.tsx'
import {
  administratorsQuery,
  fleetsByAttentionQuery,
  organizationCountsQuery,
  organizationDetailsQuery,
} from './organizations.queries.ts'
import { OrganizationSettings } from './OrganizationSettings.tsx'
import styles from './Organizations.module.css'

export async function loader(args: LoaderFunctionArgs) {
  const orgScope = await loadOrganizationScope(args)
  if (orgScope === null) return null
  const cache = cacheOf(args)
  const { id } = orgScope.organization
  readAhead(cache, organizationCountsQuery(id))
  readAhead(cache, organizationDetailsQuery(id))
  readAhead(cache, administratorsQuery([id]))
  readAhead(cache, statusCountsQuery({ organizationId: id }))
  readAhead(cache, fleetsByAttentionQuery(id))
  if (showsBill(orgScope.organization)) readAhead(cache, billedPlanQuery(id))
  return null
}

/** Overview of an organization: counts, health, next bill, settings, and actions on the whole organization. */
export function Component() {
  const { organization } = useOrganizationScope()
  return (
    <PageFrame
      title={organization.name}
      state={<Tag>{accessText.roles[organizationRole(organization)]}</Tag>}
    >
      <Counts organization={organization.id} />
      <DevicesOverview organization={organization} />
      <div className={styles.health}>
        <FleetsInTrouble organization={organization} />
        {showsBill(organization) && <BillPanel organization={organization} />}
      </div>
      <OrganizationSettings organization={organization} />
      <OrganizationDanger organization={organization} />
    </PageFrame>
  )
}

const showsBill = (organization: Organization) => offers('billing') && maySeeBilling(organization)

function Counts({ organization }: { organization: number }) {
  const counts = useQuery(organizationCountsQuery(organization))
  const [withApps] = useStored(showAppsPreference)
  const pagePath = paths.organization(organization)
  if (counts.isError && counts.data === undefined) {
    return (
      <Card>
        <ErrorState
          compact
          title={text.countsFailed}
          detail={errorMessage(counts.error)}
          recovers={mayRecover(counts.error)}
          onRetry={() => void counts.refetch()}
          retrying={counts.isFetching}
        />
      </Card>
    )
  }
  // An organization always has a member: without one, the user has no access to its people.
  const people = (count: number | undefined) => ({ count, isHidden: counts.data?.members === 0 })
  const cards: { to: string; label: string; count: number | undefined; isHidden?: boolean }[] = [
    ...fleetClasses
      .filter((fleetClass) => withApps || fleetClass !== 'app')
      .map((fleetClass) => ({
        to: paths.applicationsOf(pagePath, fleetClass),
        label: classText[fleetClass].title,
        count: counts.data?.applications.get(fleetClass),
      })),
    { to: paths.organizationMembers(organization), label: text.members, ...people(counts.data?.members) },
    ...(offers('teams')
      ? [{ to: paths.organizationTeams(organization), label: text.teams, ...people(counts.data?.teams) }]
      : []),
  ]
  return (
    <nav aria-label={text.cards}>
      <ul className={styles.cards}>
        {cards.map(({ to, label, count, isHidden }) => (
          <li key={to}>
            <Link to={to} className={styles.card}>
              <span>{label}</span>{' '}
              <span className={isHidden ? styles.hidden : styles.count}>
                {count === undefined ? (
                  <Skeleton width={40} height={24} />
                ) : isHidden ? (
                  text.noAccess
                ) : (
                  formatNumber(count)
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
