import { expect, test } from 'vitest'
import { ApiError } from '@/api/errors.ts'
import { isEmail } from '@/lib/email.ts'
import { signInProblem } from './sign-in-problem.ts'

const NOW = Date.parse('2026-11-20T14:00:00Z')

test('does not reveal which of the credentials is wrong [ERR-024]', () => {
  expect(signInProblem(new ApiError('unauthorized', '', { status: 401 }), NOW)).toBe(
    'Invalid login credentials',
  )
})

test('names the time at which a rate limit ends [ERR-028]', () => {
  const at = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(NOW + 3_600_000)
  const limited = new ApiError('rate-limited', '', { status: 429, retryAfterMs: 3_600_000 })
  expect(signInProblem(limited, NOW)).toBe(`Too many attempts. Action available again at ${at}.`)
})

test('asks to try again shortly when the end of a rate limit is unknown [ERR-027]', () => {
  expect(signInProblem(new ApiError('rate-limited', '', { status: 429 }), NOW)).toMatch(/try again shortly/i)
})

test('distinguishes an unreachable platform from a failing one', () => {
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
