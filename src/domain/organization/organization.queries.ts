import { queryOptions } from '@tanstack/react-query'
import { api, offers } from '@/api/api.ts'
import { highestRole, staffRole, type Role } from '@/domain/access/permissions.ts'
import * as poll from '@/domain/polling.ts'

const OWN_STALE_MS = 60_000

/** The expansion of a user's own membership with its role, read by `organizationRole`. */
export const ownMembership = () =>
  ({
    $select: ['id'],
    $filter: { user: api().session.claims()?.id ?? 0 },
    $expand: { organization_membership_role: { $select: ['name'] } },
  }) as const

/** Filter for the organizations of a user; default: the signed-in one. */
export const organizationsOf = (user = api().session.claims()?.id ?? 0) => ({
  organization_membership: { $any: { $alias: 'om', $expr: { om: { user } } } },
})

/**
 * The filter, as an option of a query, for the organizations in which the user can create and change something: the user's own ones, and all on a platform
 * without roles, where memberships give no rights.
 */
export const organizationsToManage = () => (offers('roles') ? { $filter: organizationsOf() } : {})

const readOwnOrganizations = (signal: AbortSignal) =>
  api().data.query('organization', signal, {
    $select: ['id', 'name', 'handle', 'logo_image', 'is_frozen', 'has_past_due_invoice_since__date'],
    $expand: { organization_membership: ownMembership() },
    $filter: organizationsOf(),
    $orderby: { name: 'asc' },
  })

/** The organizations of the signed-in user, sorted by name, with the user's role and unpaid invoices. */
export const ownOrganizationsQuery = () => {
  const user = api().session.claims()?.id ?? 0
  return queryOptions({
    queryKey: ['organization', 'own-with-role', { user }],
    staleTime: OWN_STALE_MS,
    refetchInterval: poll.billingBanners,
    queryFn: ({ signal }) => readOwnOrganizations(signal),
  })
}

export type OwnOrganization = Awaited<ReturnType<typeof readOwnOrganizations>>[number]

async function readOrganization(organizationId: number, signal: AbortSignal) {
  const organization = await api().data.get({
    resource: 'organization',
    id: organizationId,
    options: {
      $select: ['id', 'name', 'handle', 'is_frozen'],
      $expand: { organization_membership: ownMembership() },
    },
    passthrough: { signal },
  })
  return organization ?? null
}

/** An organization with the role of the signed-in user; null when it is not visible. */
export const organizationQuery = (organizationId: number) =>
  queryOptions({
    queryKey: ['organization', organizationId],
    queryFn: ({ signal }) => readOrganization(organizationId, signal),
    refetchInterval: poll.organization,
  })

export type Organization = NonNullable<Awaited<ReturnType<typeof readOrganization>>>

/** The role of the signed-in user in an organization; staff without a membership act as staff. Without roles, all users administer all. */
export function organizationRole({
  organization_membership: memberships,
}: Pick<Organization, 'organization_membership'>): Role {
  if (!offers('roles')) return 'administrator'
  const held = memberships.flatMap(({ organization_membership_role: roles }) => roles.map(({ name }) => name))
  return held.length > 0
    ? highestRole(held, 'member')
    : (staffRole(api().session.claims()?.permissions) ?? 'member')
}

async function readTeam(teamId: number, signal: AbortSignal) {
  const team = await api().data.get({
    resource: 'team',
    id: teamId,
    options: {
      $select: ['id', 'name'],
      $expand: { belongs_to__organization: { $select: ['id'] } },
    },
    passthrough: { signal },
  })
  return team ?? null
}

/** A team with its organization; null when it is not visible. */
export const teamQuery = (teamId: number) =>
  queryOptions({ queryKey: ['team', teamId], queryFn: ({ signal }) => readTeam(teamId, signal) })

export type Team = NonNullable<Awaited<ReturnType<typeof readTeam>>>

async function readMembership(membershipId: number, signal: AbortSignal) {
  const membership = await api().data.get({
    resource: 'organization_membership',
    id: membershipId,
    options: {
      $select: ['id'],
      $expand: {
        user: { $select: ['id', 'username'] },
        is_member_of__organization: { $select: ['id'] },
      },
    },
    passthrough: { signal },
  })
  return membership ?? null
}

/** A membership with user and organization; null when it is not visible. */
export const membershipQuery = (membershipId: number) =>
  queryOptions({
    queryKey: ['organization_membership', membershipId],
    queryFn: ({ signal }) => readMembership(membershipId, signal),
  })

export type Membership = NonNullable<Awaited<ReturnType<typeof readMembership>>>
