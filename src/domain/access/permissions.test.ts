import { describe, expect, test } from 'vitest'
import { highestRole, may, roleOrder, staffRole, type Permission, type Role } from './permissions.ts'

const only = (permission: Permission) =>
  ([...roleOrder, 'support_agent', 'balena_admin'] as Role[]).filter((role) => may(role, permission))

describe('roles with a permission', () => {
  test.each<[string, Permission, Role[]]>([
    [
      'restart, reboot and the like [PERM-030, PERM-043]',
      'resin.device.supervisor-proxy-write',
      ['administrator', 'developer', 'operator'],
    ],
    [
      'rename, notes and pinning [PERM-029, PERM-044]',
      'resin.device.update',
      ['administrator', 'developer', 'safe-developer', 'operator', 'safe-operator'],
    ],
    [
      'device deletion [PERM-009, PERM-012, PERM-050, PERM-075, PERM-076]',
      'resin.device.delete',
      ['administrator', 'developer', 'operator'],
    ],
    ['moving devices [PERM-046]', 'resin.device.move', ['administrator', 'developer', 'operator']],
    [
      'OS updates [PERM-047]',
      'resin.device.actions-proxy-hup',
      ['administrator', 'developer', 'safe-developer', 'operator', 'safe-operator', 'balena_admin'],
    ],
    [
      'supervisor updates [PERM-048]',
      'resin.device.actions-proxy-supervisorupgrade',
      ['administrator', 'developer', 'operator'],
    ],
    [
      'service shells [PERM-053, PERM-035]',
      'resin.device.ssh',
      [
        'administrator',
        'developer',
        'safe-developer',
        'operator',
        'safe-operator',
        'support_agent',
        'balena_admin',
      ],
    ],
    [
      'host shells [PERM-054]',
      'resin.device.ssh-host',
      ['administrator', 'developer', 'operator', 'support_agent', 'balena_admin'],
    ],
    [
      'clearing logs [PERM-031, PERM-055]',
      'resin.device_log.delete',
      ['administrator', 'developer', 'safe-developer'],
    ],
    ['release deletion [PERM-084, PERM-085]', 'resin.release.delete', ['administrator', 'developer']],
    ['fleet edits [PERM-032, PERM-061]', 'resin.application.update', ['administrator', 'developer']],
    ['fleet creation [PERM-033, PERM-037]', 'resin.application.create', ['administrator']],
    ['billing [PERM-034, PERM-036]', 'resin.organization.access_billing', ['administrator', 'balena_admin']],
    [
      'members of an organization [PERM-100, PERM-101]',
      'resin.organization_membership.update',
      ['administrator', 'balena_admin'],
    ],
    ['invitations to an organization', 'resin.organization_invite.create', ['administrator']],
    [
      'device configuration [PERM-058, PERM-009, PERM-080]',
      'resin.device_config_variable.update',
      ['administrator', 'developer', 'safe-developer', 'operator'],
    ],
  ])('%s', (_what, permission, roles) => {
    expect(only(permission)).toEqual(roles)
  })

  test('observers and members have no permissions [PERM-007, PERM-027, PERM-028]', () => {
    for (const permission of ['resin.device.update', 'resin.device.ssh', 'resin.device.create'] as const) {
      expect(may('observer', permission)).toBe(false)
      expect(may('member', permission)).toBe(false)
    }
  })

  test('the action "all" grants every action of its resource and of no other [PERM-026]', () => {
    expect(may('administrator', 'resin.team.rename')).toBe(true)
    expect(may('operator', 'resin.team.rename')).toBe(false)
  })
})

test('the highest of several roles applies, in any order and spelling [PERM-022]', () => {
  expect(highestRole(['observer', 'limited_developer', 'operator'], 'member')).toBe('safe-developer')
})

test('a user without a role is a member, and staff keep their staff role [PERM-023, PERM-024]', () => {
  expect(highestRole([undefined], 'member')).toBe('member')
  expect(highestRole([], 'support_agent')).toBe('support_agent')
})

test('staff are recognized by the permissions in their token [PERM-021]', () => {
  expect(staffRole(['support.home', 'admin.home'])).toBe('balena_admin')
  expect(staffRole(['support.home'])).toBe('support_agent')
  expect(staffRole()).toBeUndefined()
})
