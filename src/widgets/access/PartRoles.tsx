import { useQuery } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { teamAccess, userAccess, type AccessResource } from '@/domain/access/access.queries.ts'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import type { OrganizationPart, OrganizationScope } from '@/domain/organization/organization-scope.ts'
import { organizationRole } from '@/domain/organization/organization.queries.ts'
import { partAccessQuery } from '@/domain/organization/part-access.queries.ts'
import { paths } from '@/lib/paths.ts'
import { partRolesText as text } from '@/messages/access/grants.ts'
import { EmptyState } from '@/ui/feedback/EmptyState.tsx'
import { NameLink } from '@/ui/layout/NameLink.tsx'
import { Card } from '@/ui/layout/Panel.tsx'
import { useFreePlan } from '@/widgets/billing/use-free-plan.ts'
import { QueryFallback } from '@/widgets/query-states/QueryFallback.tsx'
import { StaleNotice } from '@/widgets/query-states/StaleNotice.tsx'
import { AccessTable, type AccessWords } from './AccessTable.tsx'

/** A team or member whose roles can be managed. */
export type PartPlace = OrganizationScope & { part: OrganizationPart }

export interface PartRolesProps {
  place: PartPlace
  fleetClass: FleetClass
}

/** The roles of a team or member on fleets, apps or blocks, with actions. */
export function PartRoles({ place, fleetClass }: PartRolesProps) {
  const { organization, part, scope } = place
  const access = useQuery(partAccessQuery(scope))
  const role = organizationRole(organization)
  const isFreePlan = useFreePlan(role, organization.id)
  if (access.data === undefined) {
    return (
      <Card>
        <QueryFallback query={access} failed={text.failed} lines={4} height={32} />
      </Card>
    )
  }
  const resource: AccessResource =
    part.kind === 'team' ? 'team_application_access' : 'user_application_membership'
  // Users can always give up their own roles.
  const isOwn = part.kind === 'member' && scope.user === api().session.claims()?.id
  const rows = access.data
    .filter(({ application }) => application.fleetClass === fleetClass)
    .map(({ id, application, role: held, mine }) => ({
      id,
      access: scope.team === undefined ? userAccess(id) : teamAccess(application.id, scope.team),
      name: application.name,
      role: held,
      shown: <NameLink to={paths.application(application.id, fleetClass)}>{application.name}</NameLink>,
      // Users who can do it on the fleet's own page can do it here (docs/decisions/product-rules.md, 4).
      whyNotChange: whyNotAllowed(mine, `resin.${resource}.all`),
      whyNotRemove: isOwn ? undefined : whyNotAllowed(mine, `resin.${resource}.delete`),
    }))
  return (
    <>
      <StaleNotice query={access} />
      {rows.length === 0 ? (
        <Card>
          <EmptyState title={text.empty(fleetClass, part.name)} detail={text.emptyDetail[part.kind]} />
        </Card>
      ) : (
        <AccessTable
          resource={resource}
          rows={rows}
          words={wordsFor(part, fleetClass)}
          of={part.name}
          isFreePlan={isFreePlan}
        />
      )}
    </>
  )
}

const wordsFor = (part: OrganizationPart, fleetClass: FleetClass): AccessWords => ({
  ...text,
  table: text.table(fleetClass),
  columns: text.columns(fleetClass),
  removeBody: text.removeBody[part.kind],
})
