import { expect, test } from 'vitest'
import { lineAddress, lineKey, olderThan } from './log-link.ts'

const line = (message: string, at = 1_000, serviceId?: number) => ({
  createdAt: at,
  timestamp: at,
  isSystem: false,
  isStdErr: false,
  message,
  ...(serviceId === undefined ? {} : { serviceId }),
})

test('lines with the same time have different addresses', () => {
  const keys = [line('door'), line('pump'), line('door', 1_000, 4), line('door', 2_000)].map(lineKey)
  expect(new Set(keys).size).toBe(4)
  expect(lineKey(line('door'))).toBe(keys[0])
  expect(lineAddress('abc', line('door'))).toBe(`/devices/abc?panel=logs&line=${keys[0]}`)
})

test('adds only past lines from before the first line', () => {
  const past = [line('a', 1), line('b', 2), line('b', 2, 4), line('c', 3)]
  expect(olderThan(past, [line('b', 2, 4), line('c', 3)])).toEqual(past.slice(0, 2))
  expect(olderThan(past, [line('unknown', 3)])).toEqual(past.slice(0, 3))
  expect(olderThan(past, [])).toBe(past)
})
