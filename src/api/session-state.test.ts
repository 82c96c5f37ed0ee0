import { expect, test } from 'vitest'
import { sessionState } from './session-state.ts'

const token = (claims: object) =>
  ['e30', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'signature'].join('.')

test('a user is fully signed in only without a second factor or after passing it [SIGNIN-001, SIGNIN-031]', () => {
  expect(sessionState(token({ id: 1 }))).toBe('signed-in')
  expect(sessionState(token({ id: 1, twoFactorRequired: false }))).toBe('signed-in')
  expect(sessionState(token({ id: 1, twoFactorRequired: true }))).toBe('second-factor-pending')
})

test('a token is expired from the second of its exp on', () => {
  expect(sessionState(token({ id: 1, exp: 100 }), 99_999)).toBe('signed-in')
  expect(sessionState(token({ id: 1, exp: 100 }), 100_000)).toBe('expired')
})

test('no token and a malformed token are no session', () => {
  expect(sessionState(null)).toBe('signed-out')
  expect(sessionState('')).toBe('signed-out')
  expect(sessionState('a.b.c')).toBe('signed-out')
})
