import { expect, test } from 'vitest'
import { suggestedSupportEnd, supportEndProblem } from './support-access.ts'

const now = Date.parse('2026-11-20T14:00:00Z')

test('suggests support access for five minutes [DACT-032]', () => {
  expect(suggestedSupportEnd(now)).toBe(now + 5 * 60_000)
  expect(suggestedSupportEnd(now + 10_000)).toBe(now + 6 * 60_000)
})

test('the end of support access must not be in the past [DACT-031]', () => {
  expect(supportEndProblem(now - 1, now)).toBe('The time must not be in the past')
  expect(supportEndProblem(now, now)).toBeUndefined()
  expect(supportEndProblem(null, now)).toBe('Choose a date and a time')
})
