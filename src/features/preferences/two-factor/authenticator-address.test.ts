import { expect, test } from 'vitest'
import { keyIn } from './authenticator-address.ts'

test('the key of an authenticator stands in groups of four', () => {
  expect(keyIn('otpauth://totp/Flotilla:ada?secret=JBSWY3DPEHPK3PXPAB&issuer=Flotilla')).toBe(
    'JBSW Y3DP EHPK 3PXP AB',
  )
  expect(keyIn('otpauth://totp/Flotilla:ada')).toBe('')
  expect(keyIn('nonsense')).toBe('')
})
