import { expect, test } from 'vitest'
import { ApiError } from '@/api/errors.ts'
import {
  consentMissing,
  finalizeProblem,
  mergeObstacle,
  samlProblemIn,
  samlProblemText,
} from './saml-problem.ts'

const validQuestion = { code: 'c', shouldMergeWith: 'Ada@Flotilla.example', own: 'ada@flotilla.example' }

test('links accounts only with a code, an address, a session, and equal addresses, ignoring case [SSO-004, SSO-005, SSO-006, SSO-007]', () => {
  expect(mergeObstacle(validQuestion)).toBeNull()
  expect(mergeObstacle({ ...validQuestion, code: null })).toBe('code')
  expect(mergeObstacle({ ...validQuestion, shouldMergeWith: null })).toBe('email')
  expect(mergeObstacle({ ...validQuestion, own: null })).toBe('login_required')
  expect(mergeObstacle({ ...validQuestion, own: 'olive@flotilla.example' })).toBe('email_mismatch')
})

test('requires both consents, and names the missing one [SSO-002, SSO-003]', () => {
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

test('reads the problem from the address; unknown values are a failure without a name', () => {
  expect(samlProblemIn(null)).toBeNull()
  expect(samlProblemIn('login_failed')).toBe('login_failed')
  expect(samlProblemIn('whatever')).toBe('failed')
  expect(samlProblemText('unknown_identifier', 'nobody')).toMatch(/Unknown SSO identifier “nobody”/)
})
