import { teamAccess } from '@/domain/access/access.queries.ts'
import { whyNotAllowed } from '@/domain/access/fleet-access.ts'
import type { Role } from '@/domain/access/permissions.ts'
import type { Fleet } from '@/domain/fleet/fleet.queries.ts'
import type { TeamAccess } from '@/features/fleets/members/members.queries.ts'
import { paths } from '@/lib/paths.ts'
import { teamAccessText as text } from '@/messages/fleets/fleet-members.ts'
import { NameLink } from '@/ui/layout/NameLink.tsx'
import { AccessTable } from '@/widgets/access/AccessTable.tsx'

export interface TeamsTableProps {
  fleet: Fleet
  teams: readonly TeamAccess[]
  role: Role
  isFreePlan: boolean | undefined
}

/** Teams and their roles; names link to everything the team has access to. */
export function TeamsTable({ fleet, teams, role, isFreePlan }: TeamsTableProps) {
  const organization = fleet.organization[0].id
  const rows = teams.map(({ id, team: [team], application_membership_role: [teamRole] }) => ({
    id,
    access: team ? teamAccess(fleet.id, team.id) : ({ resource: 'team_application_access', id } as const),
    name: team?.name ?? '',
    role: teamRole?.name,
    shown: team && <NameLink to={paths.organizationTeam(organization, team.id)}>{team.name}</NameLink>,
    whyNotChange: whyNotAllowed(role, 'resin.team_application_access.all'),
    whyNotRemove: whyNotAllowed(role, 'resin.team_application_access.delete'),
    count: team?.team_membership ?? 0,
  }))
  return (
    <AccessTable
      resource="team_application_access"
      rows={rows}
      words={text}
      of={fleet.app_name}
      isFreePlan={isFreePlan}
    />
  )
}
