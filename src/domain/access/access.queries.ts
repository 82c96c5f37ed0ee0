import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { dataRequest } from '@/api/data-request.ts'

/** The ids of assignable roles, by name. */
export const rolesQuery = queryOptions({
  queryKey: ['application_membership_role'],
  staleTime: Infinity,
  queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
    const rows = await api().data.query('application_membership_role', signal, { $select: ['id', 'name'] })
    return new Map(rows.map(({ id, name }) => [name, id]))
  },
})

/** Resources that grant a user or team a role on an application. */
export type AccessResource = 'user_application_membership' | 'team_application_access'

/** Gives a person a role on an application. */
export const giveUserCall = (fleetId: number, username: string, role: number | undefined) =>
  dataRequest('post', {
    resource: 'user_application_membership',
    body: { username, is_member_of__application: fleetId, application_membership_role: role },
  })

/** Gives a team a role on an application. */
export const giveTeamCall = (fleetId: number, team: number, role: number | undefined) =>
  dataRequest('post', {
    resource: 'team_application_access',
    body: { team, grants_access_to__application: fleetId, application_membership_role: role },
  })

/** Membership and team access calls, as in the platform's SDK. */
export const accessCalls = {
  changeRole: (resource: AccessResource, id: number, role: number) =>
    api().data.patch({ resource, id, body: { application_membership_role: role } }),
  remove: (resource: AccessResource, id: number) => api().data.delete({ resource, id }),
}
