import { expect, test } from 'vitest'
import { roleFrom, whyNotAllowed, type AccessRows } from './fleet-access.ts'

const access = (name: string) => ({ application_membership_role: [{ name }] })
const rows = (part: Partial<AccessRows> = {}): AccessRows => ({
  organization: [],
  user_application_membership: [],
  team_application_access: [],
  ...part,
})
const inOrganization = (name: string) => [
  { organization_membership: [{ organization_membership_role: [{ name }] }] },
]

test('an administrator of the organization administers its fleets', () => {
  expect(
    roleFrom(
      rows({
        organization: inOrganization('administrator'),
        user_application_membership: [access('observer')],
      }),
    ),
  ).toBe('administrator')
})

test('the highest role of membership and teams applies', () => {
  expect(
    roleFrom(
      rows({
        organization: inOrganization('member'),
        user_application_membership: [access('safe-operator')],
        team_application_access: [access('observer'), access('developer')],
      }),
    ),
  ).toBe('developer')
})

test('staff without a membership act as staff', () => {
  expect(roleFrom(rows(), ['support.home'])).toBe('support_agent')
  expect(roleFrom(rows({ user_application_membership: [access('operator')] }), ['support.home'])).toBe(
    'operator',
  )
  expect(roleFrom(rows(), ['admin.home'])).toBe('balena_admin')
  expect(roleFrom(rows(), [])).toBe('member')
  expect(roleFrom(rows())).toBe('member')
})

test('the reason names the role that lacks a permission', () => {
  expect(whyNotAllowed('safe-operator', 'resin.device.ssh-host')).toContain('Limited operator')
  expect(whyNotAllowed('operator', 'resin.device.ssh-host')).toBeUndefined()
})
