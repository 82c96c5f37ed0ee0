import { expect, test } from 'vitest'
import { expiryChoices, chosenExpiry, expiryProblem } from './key-expiry.ts'

const now = Date.parse('2026-11-20T14:00:00Z')
const present = '2027-01-01T00:00:00.000Z'
const chosen = (choice: (typeof expiryChoices)[number] | 'keep' | 'unset', expiresAt = '') => ({
  choice,
  expiresAt,
  present,
})

test('a key expires after 1, 7, 30 or 90 days, at a custom time, or never [KEYS-024]', () => {
  expect(expiryChoices.map((choice) => chosenExpiry(chosen(choice, '2026-12-24T10:00Z'), now))).toEqual([
    '2026-11-21T14:00:00.000Z',
    '2026-11-27T14:00:00.000Z',
    '2026-12-20T14:00:00.000Z',
    '2027-02-18T14:00:00.000Z',
    '2026-12-24T10:00:00.000Z',
    null,
  ])
  expect(chosenExpiry(chosen('keep'), now)).toBe(present)
})

test('a key needs an expiry that is not in the past [KEYS-025]', () => {
  expect(expiryProblem(chosen('unset'), now)).toBe('unset')
  expect(expiryProblem(chosen('custom'), now)).toBe('no-time')
  expect(expiryProblem(chosen('custom', '2026-11-20T13:59Z'), now)).toBe('past')
  expect(expiryProblem(chosen('custom', '2026-11-20T14:00Z'), now)).toBeUndefined()
  for (const choice of ['day', 'never', 'keep'] as const) {
    expect(expiryProblem(chosen(choice), now)).toBeUndefined()
  }
  // An expired key keeps its expiry while its name is changed.
  expect(expiryProblem(chosen('keep'), Date.parse(present) + 1)).toBeUndefined()
})
