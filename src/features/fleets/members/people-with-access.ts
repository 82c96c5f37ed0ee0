import { highestRole, roleOrder, type FleetRole } from '@/domain/access/permissions.ts'
import { compareText } from '@/lib/format.ts'
import { accessText } from '@/messages/access/access.ts'
import { accessDialogText as text } from '@/messages/fleets/fleet-members.ts'

interface RoleRows {
  application_membership_role: readonly { name: string }[]
}

type UserRows = readonly { id: number; username: string }[]

/** Everything that grants access to an application, as data API rows. */
export interface AccessSources {
  organization: readonly { user: UserRows; organization_membership_role: readonly { name: string }[] }[]
  fleet: readonly ({ user: UserRows } & RoleRows)[]
  team: readonly ({
    team: readonly { name: string; team_membership: readonly { user: UserRows }[] }[]
  } & RoleRows)[]
}

export interface PersonWithAccess {
  id: number
  name: string
  /** The highest of all roles. */
  role: FleetRole
  /** Sources of the access, as text. */
  sources: readonly string[]
}

interface Grant {
  user: { id: number; username: string }
  role: string
  source: string
}

function grantsOf({ organization, fleet, team }: AccessSources): Grant[] {
  const label = (name: string) => {
    const known = roleOrder.find((each) => each === name)
    return known === undefined ? name : accessText.roles[known]
  }
  return [
    ...organization
      .filter((row) => row.organization_membership_role.some(({ name }) => name === 'administrator'))
      .flatMap(({ user }) =>
        user.map((each) => ({ user: each, role: 'administrator', source: text.sources.organization })),
      ),
    ...fleet.flatMap(({ user, application_membership_role: [role] }) =>
      user.map((each) => ({
        user: each,
        role: role?.name ?? '',
        source: text.sources.fleet(label(role?.name ?? '')),
      })),
    ),
    ...team.flatMap(({ team: [through], application_membership_role: [role] }) =>
      (through?.team_membership ?? []).flatMap(({ user }) =>
        user.map((each) => ({
          user: each,
          role: role?.name ?? '',
          source: text.sources.team(through?.name ?? '', label(role?.name ?? '')),
        })),
      ),
    ),
  ]
}

/** Everyone with access, sorted by role, highest first, then by name. Several roles of a person are merged. */
export function peopleWithAccess(rows: AccessSources): PersonWithAccess[] {
  const people = new Map<number, { name: string; roles: string[]; sources: string[] }>()
  for (const { user, role, source } of grantsOf(rows)) {
    const person = people.get(user.id) ?? { name: user.username, roles: [], sources: [] }
    person.roles.push(role)
    person.sources.push(source)
    people.set(user.id, person)
  }
  return [...people]
    .map(([id, { name, roles, sources }]) => ({ id, name, role: highestRole(roles, 'member'), sources }))
    .toSorted((a, b) => roleOrder.indexOf(a.role) - roleOrder.indexOf(b.role) || compareText(a.name, b.name))
}
