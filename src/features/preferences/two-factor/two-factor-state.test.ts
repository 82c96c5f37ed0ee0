import { expect, test } from 'vitest'
import { isTwoFactorOn, twoFactorState } from './two-factor-state.ts'

test('two-factor is disabled without its claim, pending until a code is entered, then passed [TWOFA-001, TWOFA-002, TWOFA-003]', () => {
  expect(twoFactorState({ id: 1 })).toBe('disabled')
  expect(twoFactorState({ id: 1, twoFactorRequired: true })).toBe('pending')
  expect(twoFactorState({ id: 1, twoFactorRequired: false })).toBe('passed')
})

test('on the preferences page two-factor counts as on, pending or passed [TWOFA-004]', () => {
  expect(isTwoFactorOn({ id: 1, twoFactorRequired: true })).toBe(true)
  expect(isTwoFactorOn({ id: 1, twoFactorRequired: false })).toBe(true)
  expect(isTwoFactorOn({ id: 1 })).toBe(false)
  expect(isTwoFactorOn(null)).toBe(false)
})
