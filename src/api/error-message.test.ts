import { expect, test } from 'vitest'
import { formatTime } from '@/lib/format.ts'
import { errorMessage, limitText } from './error-message.ts'
import { ApiError } from './errors.ts'

const NOW = Date.parse('2026-11-20T14:00:00Z')
const inAnHour = formatTime(NOW + 3_600_000, { zone: 'named' })

test.each([
  ['Too Many Requests', 3_600_000, `Too many attempts. Action available again at ${inAnHour}.`],
  ['There was an error with your request', null, 'Too many attempts. Try again shortly.'],
  ['Too many letters.', 3_600_000, `Too many letters. Action available again at ${inAnHour}.`],
  ['Slow down', 3_600_000, `Slow down. Action available again at ${inAnHour}.`],
  ['Too many letters.', null, 'Too many letters.'],
])(
  'the limit %j that lasts %j ms is shown with the time of its end [ERR-027, ERR-028]',
  (message, ms, told) => {
    expect(limitText({ message, retryAfterMs: ms }, NOW)).toBe(told)
  },
)

test('a dialog shows a limit like any other form', () => {
  const error = new ApiError('rate-limited', 'Too Many Requests', { status: 429, retryAfterMs: 3_600_000 })
  expect(errorMessage(error)).toMatch(/^Too many attempts\. Action available again at .+\.$/)
})

test('a read whose response cannot be parsed says so, and never that something may have been done', () => {
  expect(errorMessage(new SyntaxError('Unexpected end of JSON input'))).toBe(
    'The platform’s response could not be read. Retry in a moment.',
  )
})
