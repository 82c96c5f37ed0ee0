import { expect, test } from 'vitest'
import { prefilledEmail } from '@/lib/email.ts'
import { invitationIn } from './sign-up-invitation.ts'

const token = (claims: object) =>
  ['e30', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'signature'].join('.')

test('signs up with the invitation of the return address', () => {
  const organization = token({ resource: 'organization', name: 'Acme Logistics' })
  expect(invitationIn(`/organization/invitation/${organization}`)).toEqual({
    type: 'organization',
    token: organization,
    name: 'Acme Logistics',
    leadsTo: '/orgs',
  })
  const fleet = token({ resource: 'application', name: 'cold-chain-eu' })
  expect(invitationIn(`/invitation/${fleet}?x=1`)).toMatchObject({ type: 'application', leadsTo: '/fleets' })
  expect(invitationIn(`/invitation/${organization}`)).toBeNull()
  expect(invitationIn('/invitation/nonsense')).toBeNull()
  expect(invitationIn('/fleets')).toBeNull()
  expect(invitationIn(undefined)).toBeNull()
})

test.each([
  ['nora@example.com', 'nora@example.com'],
  [' nora@example.com ', 'nora@example.com'],
  ['nora', ''],
  ['nora@example', ''],
  ['<script>@x.y z', ''],
  [null, ''],
])('a link with email=%s fills in "%s" [SIGNUP-007]', (parameter, filled) => {
  expect(prefilledEmail(parameter)).toBe(filled)
})
