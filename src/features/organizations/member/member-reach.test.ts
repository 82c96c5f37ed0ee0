import { expect, test } from 'vitest'
import type { OrganizationTeam } from '@/domain/organization/organization-people.queries.ts'
import { reachedBy, teamsWith } from './member-reach.ts'

const team = (name: string, user: number, fleet: string): OrganizationTeam => ({
  id: 1,
  name,
  created_at: '2026-01-01T00:00:00.000Z',
  belongs_to__organization: [{ id: 1 }],
  team_membership: [
    {
      id: 5,
      created_at: '2026-02-01T00:00:00.000Z',
      user: [{ id: user, username: 'devi', organization_membership: [{ id: 2 }] }],
    },
  ],
  team_application_access: [
    {
      id: 9,
      grants_access_to__application: [{ id: 17, app_name: fleet, is_of__class: 'fleet' }],
      application_membership_role: [{ name: 'developer' }],
    },
  ],
})

test('lists the access of a member, directly and by each team', () => {
  const firmware = team('Firmware', 2, 'harbor-cams')
  const teams = teamsWith([firmware, team('Field operations', 4, 'kiosk-lobby')], 2)
  expect(teams).toEqual([firmware])
  const direct = [
    { id: 3, application: { id: 20, name: 'silo-sensors', fleetClass: 'fleet' as const }, role: 'observer' },
  ]
  expect(
    reachedBy(direct, teams).map(({ application, role, source }) => [application.name, role, source]),
  ).toEqual([
    ['harbor-cams', 'developer', 'through Firmware'],
    ['silo-sensors', 'observer', 'directly'],
  ])
})
