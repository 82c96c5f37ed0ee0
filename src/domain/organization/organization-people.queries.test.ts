import { expect, test } from 'vitest'
import { organizationMembersQuery, organizationTeamsQuery } from './organization-people.queries.ts'

test('members and teams of an organization are polled every 30 seconds [MEMBER-025, TEAM-018]', () => {
  expect(organizationMembersQuery(1).refetchInterval).toBe(30_000)
  expect(organizationTeamsQuery(1).refetchInterval).toBe(30_000)
})
