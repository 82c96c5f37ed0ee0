import { expect, test } from 'vitest'
import { expiryOf } from './key-expiry.ts'

const now = Date.parse('2026-11-20T14:00:00Z')
const present = '2027-01-01T00:00:00.000Z'

test('a key ends after some days, on a day, or never', () => {
  expect(expiryOf({ choice: 'week', day: '', present: null }, now)).toBe('2026-11-27T14:00:00.000Z')
  expect(expiryOf({ choice: 'year', day: '', present: null }, now)).toBe('2027-11-20T14:00:00.000Z')
  expect(expiryOf({ choice: 'never', day: '', present }, now)).toBeNull()
  expect(expiryOf({ choice: 'keep', day: '', present }, now)).toBe(present)
  expect(expiryOf({ choice: 'date', day: '', present }, now)).toBeUndefined()
  const onDay = expiryOf({ choice: 'date', day: '2026-12-24', present }, now)
  expect(Date.parse(onDay ?? '')).toBe(Date.parse('2026-12-24T23:59:59.999'))
})
