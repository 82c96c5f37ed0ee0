import { expect, test } from 'vitest'
import { needsUpdate, REQUIRED_SUPERVISOR } from './device-update.ts'

test('a device whose supervisor is too old to have its own key must be updated first', () => {
  expect(needsUpdate('6.6.11')).toBe(true)
  expect(needsUpdate('1.14.0')).toBe(true)
  expect(needsUpdate(REQUIRED_SUPERVISOR)).toBe(false)
  expect(needsUpdate('16.12.4')).toBe(false)
  expect(needsUpdate(null)).toBe(false)
})
