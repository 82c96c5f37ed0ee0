import type { PartAccess } from '../../../domain/access/part-access.queries.ts'
import type { OrganizationTeam } from '../../../domain/organization/organization-people.queries.ts'

/** Somebody in a team. */
export interface TeamMember {
  /** Of the row that makes them one. */
  id: number
  user: number
  name: string
  /** Their membership of the organization; undefined where it cannot be seen. */
  membership: number | undefined
  joined: string
}

/** Who is in a team, by name. */
export function membersOf({ team_membership: rows }: Pick<OrganizationTeam, 'team_membership'>) {
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
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/** What a team reaches of what can be seen, by name. */
export function accessOf({
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
    .toSorted((a, b) => a.application.name.localeCompare(b.application.name))
}

/** Every role that a team gives somewhere, seen or not: what may raise a seat. */
export function rolesThrough({
  team_application_access: rows,
}: Pick<OrganizationTeam, 'team_application_access'>): (string | undefined)[] {
  return rows.map(({ application_membership_role: [role] }) => role?.name)
}
