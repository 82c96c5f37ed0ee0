import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { connectApi } from '@/api/api.ts'
import { fleetRoleQuery, roleFrom, roleOnDevice, whyNotAllowed, type AccessRows } from './fleet-access.ts'

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

/** A platform that answers a read of a fleet, and the session of a user with these permissions. */
function connected(rows: readonly object[], permissions?: readonly string[]) {
  const asked: string[] = []
  const api = connectApi({
    apiUrl: 'https://api.example',
    terminalUrl: 'wss://terminal.example',
    tokenKey: 'fleet-access-test',
    fetch: async (input, init) => {
      asked.push(decodeURIComponent(new Request(input, init).url).replaceAll('+', ' '))
      return Response.json({ d: rows })
    },
  })
  const claims = { id: 7, permissions, jwt_secret: 'x', exp: 4_000_000_000, iat: 1 }
  api.token.set(`e30.${btoa(JSON.stringify(claims))}.signature`)
  return asked
}

test('the role on a fleet is read for the user who is signed in, by each way that gives one', async () => {
  const asked = connected([{ id: 5, ...rows({ user_application_membership: [access('operator')] }) }])
  expect(await new QueryClient().query(fleetRoleQuery(5))).toBe('operator')
  const [url = ''] = asked
  expect(url).toContain('/v7/application(5)?$select=id&$expand=')
  expect(url).toContain(
    'organization($select=id;$expand=organization_membership($select=id;$filter=user eq 7;',
  )
  expect(url).toContain('user_application_membership($select=id;$filter=user eq 7;')
  expect(url).toMatch(
    /team_application_access\(\$select=id;\$filter=team\/any\(t:t\/team_membership\/any\(tm:tm\/user eq 7\)\)/,
  )
  expect(url.match(/application_membership_role\(\$select=name\)/g)).toHaveLength(2)
})

test('there is no role on a fleet that is not visible, and another user is asked for anew', async () => {
  connected([])
  expect(await new QueryClient().query(fleetRoleQuery(6))).toBeNull()
  expect(fleetRoleQuery(6).queryKey).toEqual(['fleet-role', { fleetId: 6, userId: 7 }])
})

test('the role on a device is that on its fleet, else that of staff', () => {
  connected([], ['support.home'])
  expect(roleOnDevice('observer')).toBe('observer')
  expect(roleOnDevice(null)).toBe('support_agent')
  connected([])
  expect(roleOnDevice(null)).toBe('member')
  expect(roleOnDevice(undefined)).toBe('member')
})
