import { expect, test } from 'vitest'
import { readInvitation } from './invitation-token.ts'

const token = (payload: unknown) => `e30.${btoa(JSON.stringify(payload))}.signature`

test('an invitation token contains what it is for [INVITE-009]', () => {
  expect(readInvitation(token({ resource: 'application', name: 'cold-chain-eu', nonce: 'x' }))).toEqual({
    resource: 'application',
    name: 'cold-chain-eu',
  })
})

test.each([
  ['guest@example.org', 'guest@example.org'],
  ['nobody', undefined],
  ['javascript:alert(1)', undefined],
  [7, undefined],
  [['guest@example.org'], undefined],
])('the address %j of an invitation is filled in as %j', (email, filled) => {
  const invited = readInvitation(token({ resource: 'application', name: 'cold-chain-eu', email }))
  expect(invited?.email).toBe(filled)
})

test.each([
  ['a text', 'nonsense'],
  ['a token without a resource', token({ name: 'cold-chain-eu' })],
  ['a token without a name', token({ resource: 'application' })],
  ['a token of something else', token({ resource: 7, name: 'cold-chain-eu' })],
  ['a payload that is no object', token('application')],
])('%s is not an invitation [INVITE-009]', (_what, given) => {
  expect(readInvitation(given)).toBeNull()
})
