import { queryOptions } from '@tanstack/react-query'
import { api, offers } from '@/api/api.ts'
import { accessText } from '@/messages/access/access.ts'
import { highestRole, may, staffRole, type Permission, type Role } from './permissions.ts'

/** The source of a user's role on a fleet, from the data API (docs/platform/derived-values.md). */
export interface AccessRows {
  organization: readonly {
    organization_membership: readonly { organization_membership_role: readonly { name: string }[] }[]
  }[]
  user_application_membership: readonly { application_membership_role: readonly { name: string }[] }[]
  team_application_access: readonly { application_membership_role: readonly { name: string }[] }[]
}

/** Roles change rarely, and the cloud checks them anyway; they are reloaded after this time. */
const ACCESS_STALE_MS = 60_000

/** The expansion of a fleet's memberships of one user, read by `roleFrom`. */
export function accessExpansion(userId: number) {
  const isTheirs = { user: userId }
  const role = { application_membership_role: { $select: ['name'] } } as const
  return {
    organization: {
      $select: ['id'],
      $expand: {
        organization_membership: {
          $select: ['id'],
          $filter: isTheirs,
          $expand: { organization_membership_role: { $select: ['name'] } },
        },
      },
    },
    user_application_membership: { $select: ['id'], $filter: isTheirs, $expand: role },
    team_application_access: {
      $select: ['id'],
      $filter: {
        team: {
          $any: {
            $alias: 't',
            $expr: { t: { team_membership: { $any: { $alias: 'tm', $expr: { tm: isTheirs } } } } },
          },
        },
      },
      $expand: role,
    },
  } as const
}

/**
 * The role of the signed-in user on a fleet: the highest of organization, direct and team memberships; staff roles come
 * from the token. Null when the fleet is not visible.
 */
export const fleetRoleQuery = (fleetId: number) => {
  const claims = api().session.claims()
  const userId = claims?.id ?? 0
  return queryOptions({
    queryKey: ['fleet-role', { fleetId, userId }],
    staleTime: ACCESS_STALE_MS,
    queryFn: async ({ signal }): Promise<Role | null> => {
      const fleet = await api().data.get({
        resource: 'application',
        id: fleetId,
        options: {
          $select: ['id'],
          $expand: accessExpansion(userId),
        },
        passthrough: { signal },
      })
      return fleet === undefined ? null : roleFrom(fleet, claims?.permissions)
    },
  })
}

/** The highest role of the memberships; administrators of the organization administer its fleets (docs/platform/derived-values.md). */
export function roleFrom(rows: AccessRows, tokenPermissions?: readonly string[]): Role {
  // Memberships give no rights there: what nothing forbids is offered (docs/platform/hosted-and-open.md).
  if (!offers('roles')) return 'administrator'
  const ofOrganization = rows.organization
    .flatMap((organization) => organization.organization_membership)
    .flatMap((membership) => membership.organization_membership_role)
  const ofFleet = [...rows.user_application_membership, ...rows.team_application_access].flatMap(
    (access) => access.application_membership_role,
  )
  const held = highestRole(
    [...ofOrganization, ...ofFleet].map(({ name }) => name),
    'member',
  )
  // Staff have access to fleets by a grant, not by membership; a membership of their own takes precedence.
  return held === 'member' ? (staffRole(tokenPermissions) ?? held) : held
}

/** The role on a device: the role on its fleet, or the staff role of support agents who can access the device but not the fleet. */
export const roleOnDevice = (onFleet: Role | null | undefined): Role =>
  onFleet ??
  (offers('roles') ? (staffRole(api().session.claims()?.permissions) ?? 'member') : 'administrator')

/** Why a role cannot do this; undefined when it can. */
export function whyNotAllowed(role: Role, permission: Permission): string | undefined {
  return may(role, permission) ? undefined : accessText.notAllowed(accessText.roles[role])
}
