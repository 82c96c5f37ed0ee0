import { expect, test } from 'vitest'
import { pastDueState } from './past-due.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 20, 14)
const owing = (days: number) => ({
  is_frozen: false,
  has_past_due_invoice_since__date: new Date(NOW - days * DAY).toISOString(),
})

test.each([
  ['today [FROZEN-001]', 0, { kind: 'warning', days: 0 }],
  ['29 days ago [FROZEN-001]', 29.9, { kind: 'warning', days: 29 }],
  ['30 days ago [FROZEN-002, FROZEN-003]', 30, { kind: 'error', daysLeft: 30 }],
  ['59 days ago [FROZEN-002, FROZEN-003]', 59.9, { kind: 'error', daysLeft: 1 }],
  ['60 days ago [FROZEN-004]', 60, { kind: 'frozen' }],
])('what an invoice leads to that was due %s', (_when, days, expected) => {
  expect(pastDueState(owing(days), NOW)).toEqual(expected)
})

test('who owes nothing is left alone, and whom the platform froze is frozen', () => {
  expect(pastDueState({ is_frozen: false, has_past_due_invoice_since__date: null }, NOW)).toBeNull()
  expect(pastDueState({ ...owing(3), is_frozen: true }, NOW)).toEqual({ kind: 'frozen' })
})
