import { expect, test } from 'vitest'
import { ApiError } from '@/api/errors.ts'
import {
  consentMissing,
  finalizeProblem,
  mergeObstacle,
  samlProblemIn,
  samlProblemText,
} from './saml-problem.ts'

const whole = { code: 'c', shouldMergeWith: 'Ada@Flotilla.example', own: 'ada@flotilla.example' }

test('accounts are linked only with a code, an address, a session, and when both addresses are the same, in any case [SSO-004, SSO-005, SSO-006, SSO-007]', () => {
  expect(mergeObstacle(whole)).toBeNull()
  expect(mergeObstacle({ ...whole, code: null })).toBe('code')
  expect(mergeObstacle({ ...whole, shouldMergeWith: null })).toBe('email')
  expect(mergeObstacle({ ...whole, own: null })).toBe('login_required')
  expect(mergeObstacle({ ...whole, own: 'olive@flotilla.example' })).toBe('email_mismatch')
})

test('linking needs both consents, and says which is missing [SSO-002, SSO-003]', () => {
  expect(consentMissing({ terms: false, keys: true })).toBe('Accept the terms first')
  expect(consentMissing({ terms: true, keys: false })).toMatch(/API keys/)
  expect(consentMissing({ terms: true, keys: true })).toBeUndefined()
})

test.each([
  [new ApiError('unauthorized', '', { status: 401 }), true, 'login_failed'],
  [new ApiError('invalid', '', { status: 400 }), true, 'account_mismatch'],
  [new ApiError('invalid', '', { status: 400 }), false, 'login_required'],
  [new ApiError('server', '', { status: 500 }), false, 'failed'],
  [new Error('x'), true, 'failed'],
] as const)('%s, signed in %s, is %s', (error, isSignedIn, problem) => {
  expect(finalizeProblem(error, isSignedIn)).toBe(problem)
})

test('an address may name a problem; words that are none are a failure without a name', () => {
  expect(samlProblemIn(null)).toBeNull()
  expect(samlProblemIn('login_failed')).toBe('login_failed')
  expect(samlProblemIn('whatever')).toBe('failed')
  expect(samlProblemText('unknown_identifier', 'nobody')).toMatch(/Unknown SSO identifier “nobody”/)
})
