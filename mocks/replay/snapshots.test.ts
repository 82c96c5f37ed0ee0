import { expect, test } from 'vitest'
import { sizeOf } from './snapshots.ts'

test('estimates the size from the contents, and not only from the number of members', () => {
  const text = 'x'.repeat(10_000)
  expect(sizeOf(text)).toBeGreaterThanOrEqual(10_000)
  expect(sizeOf(text)).toBeLessThan(11_000)
  expect(sizeOf({ log: text, at: 5 })).toBeGreaterThanOrEqual(10_000)
  expect(sizeOf(new Float64Array(1000))).toBe(8_000)
  const lines = Array.from({ length: 1_000 }, (_, at) => `line ${at} ${'y'.repeat(90)}`)
  expect(sizeOf(lines)).toBeGreaterThan(100_000)
  expect(sizeOf(lines)).toBeLessThan(150_000)
  expect(sizeOf([1, 2, null])).toBeLessThan(100)
})
