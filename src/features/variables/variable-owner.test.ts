import { expect, test } from 'vitest'
import type { Role } from '@/domain/access/permissions.ts'
import { variableAccess } from './variable-owner.ts'

const may = (
  role: Role,
  ...of: [Parameters<typeof variableAccess>[1], Parameters<typeof variableAccess>[2]]
) =>
  Object.entries(variableAccess(role, ...of))
    .filter(([, reason]) => reason === undefined)
    .map(([action]) => action)

const all = ['create', 'update', 'remove']

test.each<[Role, string[]]>([
  ['administrator', all],
  ['developer', all],
  ['safe-developer', ['create', 'update']],
  ['operator', []],
  ['observer', []],
])('fleet variables: %s may %j [PERM-052, PERM-078, PERM-079]', (role, actions) => {
  expect(may(role, 'fleet', 'environment')).toEqual(actions)
})

test.each<[Role, string[]]>([
  ['administrator', all],
  ['developer', all],
  ['safe-developer', []],
  ['operator', []],
])('fleet configuration: %s may %j [PERM-063]', (role, actions) => {
  expect(may(role, 'fleet', 'configuration')).toEqual(actions)
})

test.each<[Role, string[]]>([
  ['administrator', all],
  ['developer', all],
  ['safe-developer', all],
  ['operator', all],
  ['safe-operator', ['create']],
  ['observer', []],
])('device variables: %s may %j [PERM-057, PERM-080, PERM-081]', (role, actions) => {
  expect(may(role, 'device', 'environment')).toEqual(actions)
})

test.each<[Role, string[]]>([
  ['developer', all],
  ['safe-developer', all],
  ['operator', all],
  ['safe-operator', []],
  ['observer', []],
])('device configuration: %s may %j [PERM-009, PERM-058, PERM-080]', (role, actions) => {
  expect(may(role, 'device', 'configuration')).toEqual(actions)
})

test('the reason names the role', () => {
  expect(variableAccess('operator', 'fleet', 'environment').create).toContain('Operator')
})
