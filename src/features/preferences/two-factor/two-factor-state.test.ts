import { expect, test } from 'vitest'
import { isTwoFactorOn, twoFactorState } from './two-factor-state.ts'

test('two-factor is off without its claim, pending while a code is owed, passed afterwards [TWOFA-001, TWOFA-002, TWOFA-003]', () => {
  expect(twoFactorState({ id: 1 })).toBe('disabled')
  expect(twoFactorState({ id: 1, twoFactorRequired: true })).toBe('pending')
  expect(twoFactorState({ id: 1, twoFactorRequired: false })).toBe('passed')
})

test('for the preferences a second factor is on whether its code is owed or given [TWOFA-004]', () => {
  expect(isTwoFactorOn({ id: 1, twoFactorRequired: true })).toBe(true)
  expect(isTwoFactorOn({ id: 1, twoFactorRequired: false })).toBe(true)
  expect(isTwoFactorOn({ id: 1 })).toBe(false)
  expect(isTwoFactorOn(null)).toBe(false)
})
