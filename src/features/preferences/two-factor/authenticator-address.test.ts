import { expect, test } from 'vitest'
import { keyIn } from './authenticator-address.ts'

test('groups the secret by four characters', () => {
  expect(keyIn('otpauth://totp/Flotilla:ada?secret=JBSWY3DPEHPK3PXPAB&issuer=Flotilla')).toBe(
    'JBSW Y3DP EHPK 3PXP AB',
  )
  expect(keyIn('otpauth://totp/Flotilla:ada')).toBe('')
  expect(keyIn('nonsense')).toBe('')
})
