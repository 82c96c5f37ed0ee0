import { expect, test } from 'vitest'
import { peopleWithAccess } from './people-with-access.ts'
import { roleChoices, usualRole } from '@/domain/access/role-choices.ts'

const ada = { id: 1, username: 'ada' }
const omar = { id: 2, username: 'omar' }
const olive = { id: 3, username: 'olive' }
const role = (name: string) => ({ application_membership_role: [{ name }] })

test('people with access are merged from organization, fleet and teams, highest role first [FLEET-042, PERM-022, PERM-099]', () => {
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
      sources: ['Observer, directly', 'Operator, through the team Field'],
    },
    { id: 3, name: 'olive', role: 'observer', sources: ['Observer, directly'] },
  ])
})

test('on a free plan operators and limited roles cannot be given, and say why [PERM-015, PERM-041, PERM-042]', () => {
  const stopped = roleChoices(true).filter(({ reason }) => reason !== undefined)
  expect(stopped.map(({ value }) => value)).toEqual(['safe-developer', 'operator', 'safe-operator'])
  expect(stopped[0]?.reason).toBe('Needs a paid plan')
  expect(roleChoices(false).every(({ reason }) => reason === undefined)).toBe(true)
  expect(roleChoices(undefined).every(({ reason }) => reason === undefined)).toBe(true)
})

test('limited roles appear only where the platform has them switched on [PERM-098]', () => {
  const values = (...names: string[]) => roleChoices(false, new Set(names)).map(({ value }) => value)
  expect(values('developer', 'operator', 'observer')).toEqual(['developer', 'operator', 'observer'])
  expect(values('developer', 'safe-developer', 'operator', 'safe-operator', 'observer')).toContain(
    'safe-operator',
  )
})

test('an access begins as developer, and administrator cannot be given [PERM-099, PERM-114]', () => {
  expect(usualRole).toBe('developer')
  expect(roleChoices(false).map(({ label }) => label)).toEqual([
    'Developer',
    'Limited developer',
    'Operator',
    'Limited operator',
    'Observer',
  ])
})
