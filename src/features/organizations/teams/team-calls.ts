import { dataRequest } from '@/api/data-request.ts'

/** The request that adds a user to a team. */
export const addMemberCall = (team: number, username: string) =>
  dataRequest('post', { resource: 'team_membership', body: { username, is_member_of__team: team } })
