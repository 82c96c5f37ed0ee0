import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { dataRequest } from '@/api/data-request.ts'
import { allowanceDevicesQuery } from '@/domain/billing/free-allowance.ts'
import * as poll from '@/domain/polling.ts'
import { compareText } from '@/lib/format.ts'
import { needsUpdate } from './device-update.ts'

/** The pending invitations to an organization that the user can see. */
export const organizationInvitationsQuery = (organization: number) =>
  queryOptions({
    queryKey: ['organization_invite', { organization }],
    refetchInterval: poll.people,
    queryFn: async ({ signal }) => {
      const rows = await api().data.query('organization_invite', signal, {
        $select: ['id', 'message'],
        $filter: { is_invited_to__organization: organization },
        $expand: {
          invitee: { $select: ['email'] },
          organization_membership_role: { $select: ['name'] },
        },
      })
      return rows.map(({ id, message, invitee: [invitee], organization_membership_role: [role] }) => ({
        id,
        message,
        email: invitee?.email ?? '',
        role: role?.name ?? 'member',
      }))
    },
  })

/** Role ids by name. */
export const organizationRolesQuery = queryOptions({
  queryKey: ['organization_membership_role'],
  staleTime: Infinity,
  queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
    const rows = await api().data.query('organization_membership_role', signal, { $select: ['id', 'name'] })
    return new Map(rows.map(({ id, name }) => [name, id]))
  },
})

/** Usernames of the members of the user's other organizations, sorted. */
export const acquaintancesQuery = (organization: number) =>
  queryOptions({
    queryKey: ['organization_membership', 'elsewhere', { organization }],
    queryFn: async ({ signal }) => {
      const rows = await api().data.query('organization_membership', signal, {
        $select: ['id'],
        $filter: { is_member_of__organization: { $ne: organization } },
        $expand: { user: { $select: ['username'] } },
      })
      const names = new Set(rows.flatMap(({ user }) => user.map(({ username }) => username)))
      return [...names].toSorted((a, b) => compareText(a, b))
    },
  })

/** The devices that must be updated before a user can be removed from an organization. */
export const devicesToUpdateQuery = (organization: number, user: number) =>
  queryOptions({
    queryKey: ['device', 'to-update', { organization, user }],
    queryFn: async ({ signal }) => {
      const rows = await api().data.query('device', signal, {
        $select: ['id', 'uuid', 'supervisor_version'],
        $filter: {
          belongs_to__user: user,
          ...allowanceDevicesQuery(organization),
        },
        $orderby: { device_name: 'asc' },
      })
      return rows
        .filter(({ supervisor_version: version }) => needsUpdate(version))
        .map(({ uuid, supervisor_version: version }) => ({ uuid, version }))
    },
  })

/** Changes of members. */
export const memberRoleCall = (membership: number, role: number | undefined) =>
  dataRequest('patch', {
    resource: 'organization_membership',
    id: membership,
    body: { organization_membership_role: role },
  })

/** The request that invites a user to an organization; omits an empty message. */
export const inviteCall = (
  organization: number,
  invitee: string,
  role: number | undefined,
  message: string,
) =>
  dataRequest('post', {
    resource: 'organization_invite',
    body: {
      is_invited_to__organization: organization,
      invitee,
      ...(message === '' ? {} : { message }),
      ...(role === undefined ? {} : { organization_membership_role: role }),
    },
  })
