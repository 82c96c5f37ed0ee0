import { expect, test } from 'vitest'
import { isRecent } from './recent-sign-in.ts'

const MINUTE = 60_000

test('a sign-in is recent for 20 minutes; without a time in the token it counts as recent', () => {
  expect(isRecent({ id: 1, authTime: 0 }, 20 * MINUTE)).toBe(true)
  expect(isRecent({ id: 1, authTime: 0 }, 20 * MINUTE + 1)).toBe(false)
  expect(isRecent({ id: 1 }, 20 * MINUTE)).toBe(true)
  expect(isRecent(null, 0)).toBe(true)
})
