import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { accessExpansion, roleFrom, type AccessRows } from '@/domain/access/fleet-access.ts'
import type { Role } from '@/domain/access/permissions.ts'
import type { FleetClass } from '@/domain/fleet/fleet-class.ts'
import * as poll from '@/domain/polling.ts'
import { compareText } from '@/lib/format.ts'
import type { ApplicationScope } from './organization-scope.ts'

/** A role of a team or member on an application. */
export interface PartAccess {
  /** Id of the row that grants it. */
  id: number
  application: { id: number; name: string; fleetClass: FleetClass }
  role: string | undefined
}

/** The same with the role of the signed-in user, which decides what they can change. */
export interface ManagedAccess extends PartAccess {
  mine: Role
}

const application = () =>
  ({
    $select: ['id', 'app_name', 'is_of__class'],
    $expand: accessExpansion(api().session.claims()?.id ?? 0),
  }) as const
const role = { application_membership_role: { $select: ['name'] } } as const

interface GrantRow {
  id: number
  application_membership_role: readonly { name: string }[]
}

const accessOf = (
  { id, application_membership_role: [held] }: GrantRow,
  [on]: readonly ({ id: number; app_name: string; is_of__class: FleetClass } & AccessRows)[],
): ManagedAccess[] =>
  // Rows that the signed-in user cannot see are absent.
  on === undefined
    ? []
    : [
        {
          id,
          application: { id: on.id, name: on.app_name, fleetClass: on.is_of__class },
          role: held?.name,
          mine: roleFrom(on, api().session.claims()?.permissions),
        },
      ]

async function readOfTeam(team: number, signal: AbortSignal): Promise<ManagedAccess[]> {
  const rows = await api().data.query('team_application_access', signal, {
    $select: ['id'],
    $filter: { team },
    $expand: { grants_access_to__application: application(), ...role },
  })
  return rows.flatMap((row) => accessOf(row, row.grants_access_to__application))
}

async function readOfMember(
  user: number,
  organization: number,
  signal: AbortSignal,
): Promise<ManagedAccess[]> {
  const rows = await api().data.query('user_application_membership', signal, {
    $select: ['id'],
    $filter: {
      user,
      is_member_of__application: { $any: { $alias: 'a', $expr: { a: { organization } } } },
    },
    $expand: { is_member_of__application: application(), ...role },
  })
  return rows.flatMap((row) => accessOf(row, row.is_member_of__application))
}

/** Roles of a team, or direct roles of a member, on applications of an organization, sorted by name. */
export const partAccessQuery = ({ organization, team, user = 0 }: ApplicationScope) => {
  const resource = team === undefined ? 'user_application_membership' : 'team_application_access'
  return queryOptions({
    queryKey: [resource, 'of', { organization, team, user }],
    refetchInterval: poll.people,
    queryFn: async ({ signal }) => {
      const access = await (team === undefined
        ? readOfMember(user, organization, signal)
        : readOfTeam(team, signal))
      return access.toSorted((a, b) => compareText(a.application.name, b.application.name))
    },
  })
}

/** All applications of a class of an organization, sorted by name. */
export const applicationNamesQuery = (organization: number, fleetClass: FleetClass) =>
  queryOptions({
    queryKey: ['application', 'grantable', { organization, fleetClass }],
    queryFn: ({ signal }) =>
      api().data.query('application', signal, {
        $select: ['id', 'app_name'],
        $filter: { organization, is_of__class: fleetClass, is_host: false },
        $orderby: { app_name: 'asc' },
      }),
  })
