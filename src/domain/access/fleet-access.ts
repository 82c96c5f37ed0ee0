import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { accessText } from '@/messages/access.ts'
import { highestRole, may, staffRole, type Permission, type Role } from './permissions.ts'

/** What a person's role on a fleet rests on, as the data API gives it (docs/platform/derived-values.md). */
export interface AccessRows {
  organization: readonly {
    organization_membership: readonly { organization_membership_role: readonly { name: string }[] }[]
  }[]
  user_application_membership: readonly { application_membership_role: readonly { name: string }[] }[]
  team_application_access: readonly { application_membership_role: readonly { name: string }[] }[]
}

/** Roles change rarely, and the cloud decides anyway; the screens ask again after this long. */
const ACCESS_STALE_MS = 60_000

/** What of a fleet's memberships concerns one person: the expansion that `roleFrom` reads. */
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
 * The role of the signed-in person on one fleet: organization, direct and team memberships merged, highest first; staff
 * roles come from the token. Null when the fleet cannot be seen.
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

/** Merges what the memberships grant; an administrator of the organization administers its fleets (docs/platform/derived-values.md). */
export function roleFrom(rows: AccessRows, tokenPermissions?: readonly string[]): Role {
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
  // Staff reach fleets by a grant rather than by membership; a membership of their own counts for more.
  return held === 'member' ? (staffRole(tokenPermissions) ?? held) : held
}

/** The role on a device, by that on its fleet: staff may be let into a device alone, and see no fleet of it. */
export const roleOnDevice = (onFleet: Role | null | undefined): Role =>
  onFleet ?? staffRole(api().session.claims()?.permissions) ?? 'member'

/** Why a role may not do this; undefined when it may. */
export function whyNotAllowed(role: Role, permission: Permission): string | undefined {
  return may(role, permission) ? undefined : accessText.notAllowed(accessText.roles[role])
}
