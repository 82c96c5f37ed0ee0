import { expect, test } from 'vitest'
import { ApiError, errorFromResponse } from '@/api/errors.ts'
import { resetProblem } from './reset-problem.ts'

const NOW = Date.parse('2026-11-20T14:00:00Z')
const refusal = (code: string) => new ApiError('invalid', '', { status: 400, code })

test.each([
  ['TwoFactorCodeRequired', 'code', /authenticator/],
  ['TwoFactorCodeInvalid', 'code', /invalid/],
  ['ResetCodeExpired', 'link', /has expired/],
  ['ResetCodeInvalid', 'link', /invalid/],
] as const)('%s is about the %s [SIGNIN-011]', (code, about, words) => {
  const problem = resetProblem(refusal(code), NOW)
  expect(problem.about).toBe(about)
  expect(problem.text).toMatch(words)
})

test("shows the platform's message for any other error [SIGNIN-039]", () => {
  expect(resetProblem(new ApiError('invalid', 'This password was leaked', { status: 400 }), NOW)).toEqual({
    text: 'This password was leaked',
    about: 'form',
  })
})

test('shows the message of the body when there were too many resets, and when to try again [SIGNIN-023, SIGNIN-024]', async () => {
  const until = new Date(Date.now() + 600_000).toISOString()
  const error = await errorFromResponse(
    Response.json({ error: { text: 'Too many resets.', nextValidRequestDate: until } }, { status: 429 }),
  )
  expect(error.retryAfterMs).toBeGreaterThan(590_000)
  const at = new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).format(NOW + (error.retryAfterMs ?? 0))
  expect(resetProblem(error, NOW).text).toBe(`Too many resets. Action available again at ${at}.`)
})
