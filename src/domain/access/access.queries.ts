import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/api.ts'
import { dataRequest, type RowsOf } from '@/api/data-request.ts'

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

/** The row that gives a user a role on an application. */
export const userAccess = (id: number): RowsOf => ({ resource: 'user_application_membership', id })

/** The rows that give a team its role on an application. */
export const teamAccess = (application: number, team: number): RowsOf => ({
  resource: 'team_application_access',
  filter: `grants_access_to__application eq ${application} and team eq ${team}`,
})

/** Changes the role of a membership or team access. */
export const changeRoleCall = (
  { resource, id }: { resource: AccessResource; id: number },
  role: number | undefined,
) => dataRequest('patch', { resource, id, body: { application_membership_role: role } })
