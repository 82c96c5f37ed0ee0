import { expect, test } from 'vitest'
import { authenticatorAddress, newAuthenticatorSecret, stepOfCode, totpAt } from './totp.ts'

/** The secret of RFC 6238, appendix B: `12345678901234567890`. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('the code at second %i equals that of RFC 6238', (second, code) => {
  expect(totpAt(RFC_SECRET, second * 1000)).toBe(code)
})

test('accepts a code for half a minute before and after its time', () => {
  const now = 1_800_000_000_000
  const code = totpAt(RFC_SECRET, now)
  const isAccepted = (at: number) => stepOfCode(RFC_SECRET, code, at, 0) !== undefined
  expect([-60_000, -30_000, 0, 30_000, 60_000].map((shift) => isAccepted(now + shift))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
})

test('rejects a code that was used before, but accepts the next one', () => {
  const now = 1_800_000_000_000
  const step = stepOfCode(RFC_SECRET, totpAt(RFC_SECRET, now), now, 0) ?? 0
  expect(stepOfCode(RFC_SECRET, totpAt(RFC_SECRET, now), now, step)).toBeUndefined()
  expect(stepOfCode(RFC_SECRET, totpAt(RFC_SECRET, now + 30_000), now, step)).toBe(step + 1)
})

test('a secret has 32 base32 characters, and the URI contains it', () => {
  const secret = newAuthenticatorSecret(Uint8Array.from({ length: 32 }, (_, at) => at * 7))
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(new URL(authenticatorAddress(secret, 'ada@flotilla.example')).searchParams.get('secret')).toBe(
    secret,
  )
})
