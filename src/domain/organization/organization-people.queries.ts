import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import * as poll from '@/domain/polling.ts'
import { compareText } from '@/lib/format.ts'

const readMembers = async (organization: number, signal: AbortSignal) => {
  const rows = await api().data.query('organization_membership', signal, {
    $select: ['id', 'created_at', 'effective_seat_role'],
    $filter: { is_member_of__organization: organization },
    $expand: {
      user: { $select: ['id', 'username'] },
      organization_membership_role: { $select: ['name'] },
      organization_membership_tag: { $select: ['tag_key', 'value'] },
    },
  })
  return rows
    .flatMap(
      ({
        id,
        created_at,
        effective_seat_role,
        user: [user],
        organization_membership_role: [role],
        organization_membership_tag: tags,
      }) =>
        user === undefined
          ? []
          : [
              {
                id,
                user: user.id,
                name: user.username,
                role: role?.name ?? 'member',
                seat: effective_seat_role,
                joined: created_at,
                tags,
              },
            ],
    )
    .toSorted((a, b) => compareText(a.name, b.name))
}

/** All members of an organization, sorted by name, with role, seat and tags. */
export const organizationMembersQuery = (organization: number) =>
  queryOptions({
    queryKey: ['organization_membership', 'of', { organization }],
    refetchInterval: poll.people,
    queryFn: ({ signal }) => readMembers(organization, signal),
  })

export type OrganizationMember = Awaited<ReturnType<typeof readMembers>>[number]

const readTeams = (organization: number, signal: AbortSignal) =>
  api().data.query('team', signal, {
    $select: ['id', 'name', 'created_at'],
    $filter: { belongs_to__organization: organization },
    $expand: {
      team_membership: {
        $select: ['id', 'created_at'],
        $expand: {
          user: {
            $select: ['id', 'username'],
            $expand: {
              organization_membership: {
                $select: ['id'],
                $filter: { is_member_of__organization: organization },
              },
            },
          },
        },
      },
      team_application_access: {
        $select: ['id'],
        $expand: {
          grants_access_to__application: { $select: ['id', 'app_name', 'is_of__class'] },
          application_membership_role: { $select: ['name'] },
        },
      },
      belongs_to__organization: { $select: ['id'] },
    },
    $orderby: { name: 'asc' },
  })

/** The teams of an organization, sorted by name, with members and access. */
export const organizationTeamsQuery = (organization: number) =>
  queryOptions({
    queryKey: ['team', 'of', { organization }],
    refetchInterval: poll.people,
    queryFn: ({ signal }) => readTeams(organization, signal),
  })

export type OrganizationTeam = Awaited<ReturnType<typeof readTeams>>[number]

/** The names of the teams of an organization, for selections. */
export const teamNamesQuery = (organization: number) =>
  queryOptions({
    queryKey: ['team', 'names', { organization }],
    queryFn: ({ signal }) =>
      api().data.query('team', signal, {
        $select: ['id', 'name'],
        $filter: { belongs_to__organization: organization },
        $orderby: { name: 'asc' },
      }),
  })
