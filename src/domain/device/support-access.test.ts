import { expect, test } from 'vitest'
import { suggestedSupportEnd, supportEndProblem } from './support-access.ts'

const now = Date.parse('2026-11-20T14:00:00Z')

test('support access is suggested for five minutes from now [DACT-032]', () => {
  expect(suggestedSupportEnd(now)).toBe(now + 5 * 60_000)
  expect(suggestedSupportEnd(now + 10_000)).toBe(now + 6 * 60_000)
})

test('support access ends no earlier than now [DACT-031]', () => {
  expect(supportEndProblem(now - 1, now)).toBe('The time must not be in the past')
  expect(supportEndProblem(now, now)).toBeUndefined()
  expect(supportEndProblem(null, now)).toBe('Choose a date and a time')
})
