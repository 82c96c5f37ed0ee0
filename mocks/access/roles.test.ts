import { expect, test } from 'vitest'
import { ROLES, grants, higher, isRole } from './roles.ts'

test('higher returns the higher role, in display order [PERM-014]', () => {
  expect(ROLES).toEqual([
    'administrator',
    'developer',
    'safe-developer',
    'operator',
    'safe-operator',
    'observer',
    'member',
  ])
  expect(higher('operator', 'safe-developer')).toBe('safe-developer')
  expect(higher('member', undefined)).toBe('member')
  expect(higher(undefined, undefined)).toBeUndefined()
})

test('"all" grants all actions on its resource, and none on others [PERM-025, PERM-026]', () => {
  expect(grants('safe-operator', 'resin.device_tag.delete')).toBe(true)
  expect(grants('safe-operator', 'resin.device.delete')).toBe(false)
  expect(grants('administrator', 'resin.application.transfer')).toBe(true)
})

test('observers and members have no permissions [PERM-027, PERM-028]', () => {
  const permissions = [
    'resin.device.update',
    'resin.device.ssh',
    'resin.device_tag.create',
    'resin.release.update',
  ]
  for (const role of ['observer', 'member'] as const) {
    expect(permissions.filter((permission) => grants(role, permission))).toEqual([])
  }
})

test('roles that can write releases can clear logs [PERM-031, PERM-055]', () => {
  expect(ROLES.filter((role) => grants(role, 'resin.device_log.delete'))).toEqual([
    'administrator',
    'developer',
    'safe-developer',
  ])
})

test('higher roles have all permissions of lower ones', () => {
  const permissions = [
    'resin.device.create',
    'resin.device.update',
    'resin.device.ssh',
    'resin.device.access_diagnostics',
    'resin.device.actions-proxy-hup',
    'resin.device_tag.all',
    'resin.api_key.all',
  ]
  for (const role of ['safe-operator', 'operator', 'safe-developer', 'developer', 'administrator'] as const) {
    expect([role, permissions.filter((permission) => !grants(role, permission))]).toEqual([role, []])
  }
})

test('only administrators can manage the organization [PERM-034]', () => {
  for (const permission of [
    'resin.organization.access_billing',
    'resin.team.create',
    'resin.organization_membership.update',
  ]) {
    expect(ROLES.filter((role) => grants(role, permission))).toEqual(['administrator'])
  }
})

test('support can access devices, and platform administrators also organizations [PERM-035, PERM-036]', () => {
  expect(grants('support_agent', 'resin.device.ssh')).toBe(true)
  expect(grants('support_agent', 'resin.device.update')).toBe(false)
  expect(grants('support_agent', 'resin.organization.update')).toBe(false)
  expect(grants('balena_admin', 'resin.organization.update')).toBe(true)
})

test('only the names of the catalogue are roles', () => {
  expect(ROLES.every(isRole)).toBe(true)
  for (const other of ['balena_admin', 'king', '', null, undefined, 1]) expect(isRole(other)).toBe(false)
})
