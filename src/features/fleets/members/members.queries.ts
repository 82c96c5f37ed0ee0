import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { dataRequest } from '@/api/data-request.ts'
import * as poll from '@/domain/polling.ts'

const roleName = { application_membership_role: { $select: ['name'] } } as const

const readMembers = (fleetId: number, signal: AbortSignal) =>
  api().data.query('user_application_membership', signal, {
    $select: ['id'],
    $filter: { is_member_of__application: fleetId },
    $expand: {
      user: {
        $select: ['id', 'username'],
        $expand: {
          organization_membership: {
            $select: ['id'],
            $expand: { is_member_of__organization: { $select: ['id'] } },
          },
        },
      },
      ...roleName,
    },
  })

/** The direct members of an application. */
export const membersQuery = (fleetId: number) =>
  queryOptions({
    queryKey: ['user_application_membership', { fleetId }],
    refetchInterval: poll.fleetAccess,
    queryFn: ({ signal }) => readMembers(fleetId, signal),
  })

export type Member = Awaited<ReturnType<typeof readMembers>>[number]

const readInvitations = (fleetId: number, signal: AbortSignal) =>
  api().data.query('application_invite', signal, {
    $select: ['id', 'message'],
    $filter: { is_invited_to__application: fleetId },
    $expand: { invitee: { $select: ['email'] }, ...roleName },
  })

/** The pending invitations to an application. */
export const invitationsQuery = (fleetId: number) =>
  queryOptions({
    queryKey: ['application_invite', { fleetId }],
    refetchInterval: poll.fleetAccess,
    queryFn: ({ signal }) => readInvitations(fleetId, signal),
  })

export type Invitation = Awaited<ReturnType<typeof readInvitations>>[number]

const readTeams = (fleetId: number, signal: AbortSignal) =>
  api().data.query('team_application_access', signal, {
    $select: ['id'],
    $filter: { grants_access_to__application: fleetId },
    $expand: {
      team: { $select: ['id', 'name'], $expand: { team_membership: { $count: {} } } },
      ...roleName,
    },
  })

/** The teams with access to an application. */
export const teamsQuery = (fleetId: number) =>
  queryOptions({
    queryKey: ['team_application_access', { fleetId }],
    refetchInterval: poll.fleetAccess,
    queryFn: ({ signal }) => readTeams(fleetId, signal),
  })

export type TeamAccess = Awaited<ReturnType<typeof readTeams>>[number]

/** The members of an organization, by name. */
export const organizationPeopleQuery = (organization: number) =>
  queryOptions({
    queryKey: ['organization_membership', 'people', { organization }],
    queryFn: ({ signal }) =>
      api().data.query('organization_membership', signal, {
        $select: ['id'],
        $filter: { is_member_of__organization: organization },
        $expand: {
          user: { $select: ['id', 'username'] },
          organization_membership_role: { $select: ['name'] },
        },
      }),
  })

/** The teams with access to an application, and their members. */
export const teamPeopleQuery = (fleetId: number) =>
  queryOptions({
    queryKey: ['team_application_access', 'people', { fleetId }],
    queryFn: ({ signal }) =>
      api().data.query('team_application_access', signal, {
        $select: ['id'],
        $filter: { grants_access_to__application: fleetId },
        $expand: {
          team: {
            $select: ['name'],
            $expand: {
              team_membership: { $select: ['id'], $expand: { user: { $select: ['id', 'username'] } } },
            },
          },
          ...roleName,
        },
      }),
  })

/** Invites someone to an application, like the platform SDK. */
export const inviteToFleetCall = (
  fleetId: number,
  invitee: string,
  role: number | undefined,
  message: string,
) =>
  dataRequest('post', {
    resource: 'application_invite',
    body: {
      is_invited_to__application: fleetId,
      invitee,
      ...(message === '' ? {} : { message }),
      application_membership_role: role,
    },
  })
