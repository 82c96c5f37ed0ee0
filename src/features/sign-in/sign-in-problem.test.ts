import { expect, test } from 'vitest'
import { ApiError } from '@/api/errors.ts'
import { isEmail } from '@/lib/email.ts'
import { signInProblem } from './sign-in-problem.ts'

const NOW = Date.parse('2026-11-20T14:00:00Z')

test('wrong credentials are named without saying which of the two is wrong [ERR-024]', () => {
  expect(signInProblem(new ApiError('unauthorized', '', { status: 401 }), NOW)).toBe(
    'Invalid login credentials',
  )
})

test('a limit with a known end names the time from which it works again [ERR-028]', () => {
  const at = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(NOW + 3_600_000)
  const limited = new ApiError('rate-limited', '', { status: 429, retryAfterMs: 3_600_000 })
  expect(signInProblem(limited, NOW)).toBe(`Too many attempts. Action available again at ${at}.`)
})

test('a limit without a known end asks to try again shortly [ERR-027]', () => {
  expect(signInProblem(new ApiError('rate-limited', '', { status: 429 }), NOW)).toMatch(/try again shortly/i)
})

test('a platform that cannot be reached is told from one that fails', () => {
  expect(signInProblem(new ApiError('network', ''), NOW)).toMatch(/cannot be reached/)
  expect(signInProblem(new ApiError('server', '', { status: 500 }), NOW)).toMatch(/try again later/)
  expect(signInProblem(new Error('x'), NOW)).toMatch(/try again later/)
})

test.each([
  ['ada@flotilla.example', true],
  ['a.b+c@mail.co.uk', true],
  ['ada', false],
  ['ada@flotilla', false],
  ['ada@@flotilla.example', false],
  ['a da@flotilla.example', false],
  ['ada@flotilla.example.', false],
])('%s as an email address: %s', (text, valid) => {
  expect(isEmail(text)).toBe(valid)
})
