import { expect, test } from 'vitest'
import { roleText } from '@/messages/fleets/fleet-members.ts'
import { isGrantableRole, roleChoices, roleLabel, weakestRole } from './role-choices.ts'

test('on a free plan, operators and limited roles are disabled with a reason [PERM-015, PERM-041, PERM-042]', () => {
  const stopped = roleChoices(true).filter(({ reason }) => reason !== undefined)
  expect(stopped.map(({ value }) => value)).toEqual(['safe-developer', 'operator', 'safe-operator'])
  expect(stopped[0]?.reason).toBe(roleText.paidOnly)
  expect(roleChoices(false).every(({ reason }) => reason === undefined)).toBe(true)
  expect(roleChoices(undefined).every(({ reason }) => reason === undefined)).toBe(true)
})

test('limited roles are shown only if the platform has them enabled [PERM-098]', () => {
  const values = (...names: string[]) => roleChoices(false, new Set(names)).map(({ value }) => value)
  expect(values('developer', 'operator', 'observer')).toEqual(['developer', 'operator', 'observer'])
  expect(values('developer', 'safe-developer', 'operator', 'safe-operator', 'observer')).toContain(
    'safe-operator',
  )
})

test('the default role is developer, and administrator is not offered [PERM-099, PERM-114]', () => {
  expect(weakestRole).toBe('observer')
  expect(roleChoices(false).map(({ label }) => label)).toEqual([
    'Developer',
    'Limited developer',
    'Operator',
    'Limited operator',
    'Observer',
  ])
})

test('roles of fleets can be granted; others, and names that are none, cannot, and are shown as they are', () => {
  expect(['developer', 'safe-operator', 'observer'].filter(isGrantableRole)).toHaveLength(3)
  for (const name of ['administrator', 'member', 'owner', 'constructor', '', undefined])
    expect([name, isGrantableRole(name)]).toEqual([name, false])
  expect(roleLabel('safe-developer')).toBe('Limited developer')
  expect(roleLabel('administrator')).toBe('administrator')
  expect(roleLabel('constructor')).toBe('constructor')
  expect(roleLabel(undefined)).toBe('–')
})
