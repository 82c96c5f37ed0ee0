import type { OrganizationTeam } from '@/domain/organization/organization-people.queries.ts'
import type { PartAccess } from '@/domain/organization/part-access.queries.ts'
import { compareText } from '@/lib/format.ts'

/** A member of a team. */
export interface TeamMember {
  /** Id of the team membership. */
  id: number
  user: number
  name: string
  /** Id of the organization membership; undefined if it is not visible. */
  membership: number | undefined
  joined: string
}

/** The members of a team, by name. */
export function teamMemberList({ team_membership: rows }: Pick<OrganizationTeam, 'team_membership'>) {
  return rows
    .flatMap(({ id, created_at: joined, user: [user] }): TeamMember[] =>
      user === undefined
        ? []
        : [
            {
              id,
              user: user.id,
              name: user.username,
              membership: user.organization_membership?.[0]?.id,
              joined,
            },
          ],
    )
    .toSorted((a, b) => compareText(a.name, b.name))
}

/** The visible applications that a team has access to, by name. */
export function teamAccessSummary({
  team_application_access: rows,
}: Pick<OrganizationTeam, 'team_application_access'>): PartAccess[] {
  return rows
    .flatMap(({ id, grants_access_to__application: [on], application_membership_role: [role] }) =>
      on === undefined
        ? []
        : [
            {
              id,
              application: { id: on.id, name: on.app_name, fleetClass: on.is_of__class },
              role: role?.name,
            },
          ],
    )
    .toSorted((a, b) => compareText(a.application.name, b.application.name))
}

/** All roles that a team grants, including those on hidden applications, because they determine the seat. */
export function rolesThrough({
  team_application_access: rows,
}: Pick<OrganizationTeam, 'team_application_access'>): (string | undefined)[] {
  return rows.map(({ application_membership_role: [role] }) => role?.name)
}
