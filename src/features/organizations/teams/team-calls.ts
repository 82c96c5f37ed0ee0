import { api } from '@/api/api.ts'

/** What is done to teams and who is in them. */
export const teamCalls = {
  create: (organization: number, name: string) =>
    api().data.post({ resource: 'team', body: { name, belongs_to__organization: organization } }),
  rename: (team: number, name: string) => api().data.patch({ resource: 'team', id: team, body: { name } }),
  remove: (team: number) => api().data.delete({ resource: 'team', id: team }),
  addMember: (team: number, username: string) =>
    api().data.post({ resource: 'team_membership', body: { username, is_member_of__team: team } }),
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
