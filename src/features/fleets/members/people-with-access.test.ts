import { expect, test } from 'vitest'
import { peopleWithAccess } from './people-with-access.ts'

const ada = { id: 1, username: 'ada' }
const omar = { id: 2, username: 'omar' }
const olive = { id: 3, username: 'olive' }
const role = (name: string) => ({ application_membership_role: [{ name }] })

test('merges access through organization, fleet and teams, highest role first [FLEET-042, PERM-022, PERM-099]', () => {
  const people = peopleWithAccess({
    organization: [
      { user: [ada], organization_membership_role: [{ name: 'administrator' }] },
      { user: [olive], organization_membership_role: [{ name: 'member' }] },
    ],
    fleet: [
      { user: [omar], ...role('observer') },
      { user: [olive], ...role('observer') },
    ],
    team: [{ team: [{ name: 'Field', team_membership: [{ user: [omar] }] }], ...role('operator') }],
  })
  expect(people).toEqual([
    { id: 1, name: 'ada', role: 'administrator', sources: ['administrator of the organization'] },
    {
      id: 2,
      name: 'omar',
      role: 'operator',
      sources: ['Observer, direct', 'Operator, through the team Field'],
    },
    { id: 3, name: 'olive', role: 'observer', sources: ['Observer, direct'] },
  ])
})
