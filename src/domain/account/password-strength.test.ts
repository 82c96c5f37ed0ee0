import { expect, test } from 'vitest'
import { newPasswordProblem, newPasswordProblems, passwordProblem } from './new-password.ts'
import { passwordStrength } from './password-strength.ts'

test.each([
  ['password1', 1],
  ['qwertyuiop', 1],
  ['aaaaaaaaaa', 1],
  ['12345678', 0],
])('%s is easy to guess', (password, most) => {
  expect(passwordStrength(password)).toBeLessThanOrEqual(most)
})

test('random words are hard to guess, and words about the user make a password weaker', () => {
  expect(passwordStrength('tidal-quilt-harbor-99')).toBe(4)
  const own = 'grace.hopper@navy.example'
  expect(passwordStrength('gracehopper', [own])).toBeLessThan(passwordStrength('gracehopper'))
})

test.each([
  ['', 'New password is required'],
  ['1234567', 'Use at least 8 characters'],
  ['12345678', undefined],
  ['x'.repeat(64), undefined],
  ['x'.repeat(65), 'Use at most 64 characters'],
])(
  'accepts a new password of 8 to 64 characters only: "%s" [SIGNIN-017, SIGNUP-009]',
  (password, problem) => {
    expect(passwordProblem(password)).toBe(problem)
  },
)

test('rejects a confirmation that differs, as passwords_not_match [SIGNIN-018]', () => {
  expect(newPasswordProblems({ password: 'correct-horse', again: 'correct-house' })).toEqual({
    password: undefined,
    again: 'Passwords don’t match',
  })
  expect(newPasswordProblem({ password: 'correct-horse', again: '' })).toBe('Passwords don’t match')
  expect(newPasswordProblem({ password: 'correct-horse', again: 'correct-horse' })).toBeUndefined()
})
