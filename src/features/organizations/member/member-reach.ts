import type { OrganizationTeam } from '@/domain/organization/organization-people.queries.ts'
import type { PartAccess } from '@/domain/organization/part-access.queries.ts'
import type { Reached } from '@/features/organizations/ReachPanel.tsx'
import { teamAccessSummary, teamMemberList } from '@/features/organizations/teams/team-facts.ts'
import { compareText } from '@/lib/format.ts'
import { memberPageText as text } from '@/messages/organizations/organization-members.ts'

/** The teams of a user. */
export function teamsWith(teams: readonly OrganizationTeam[], user: number): OrganizationTeam[] {
  return teams.filter((team) => teamMemberList(team).some((member) => member.user === user))
}

/** The applications that a user has access to, directly or by a team, sorted by name. */
export function reachedBy(direct: readonly PartAccess[], teams: readonly OrganizationTeam[]): Reached[] {
  return [
    ...direct.map((access) => ({ ...access, source: text.directly })),
    ...teams.flatMap((team) =>
      teamAccessSummary(team).map((access) => ({ ...access, source: text.through(team.name) })),
    ),
  ].toSorted((a, b) => compareText(a.application.name, b.application.name))
}
