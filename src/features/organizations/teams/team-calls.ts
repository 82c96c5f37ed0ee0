import { api } from '@/api/api.ts'
import { dataRequest } from '@/api/data-request.ts'

/** Adds somebody to a team. */
export const addMemberCall = (team: number, username: string) =>
  dataRequest('post', { resource: 'team_membership', body: { username, is_member_of__team: team } })

/** What is done to teams and who is in them. */
export const teamCalls = {
  remove: (team: number) => api().data.delete({ resource: 'team', id: team }),
  removeMembers: (memberships: readonly number[]) =>
    api().data.delete({
      resource: 'team_membership',
      options: { $filter: { id: { $in: [...memberships] } } },
    }),
  removeFromTeams: (user: number, teams: readonly number[]) =>
    api().data.delete({
      resource: 'team_membership',
      options: { $filter: { user, is_member_of__team: { $in: [...teams] } } },
    }),
}
