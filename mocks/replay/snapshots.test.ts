import { expect, test } from 'vitest'
import { estimatedBytes } from './snapshots.ts'

test('estimates the size from the contents, and not only from the number of members', () => {
  const text = 'x'.repeat(10_000)
  expect(estimatedBytes(text)).toBeGreaterThanOrEqual(10_000)
  expect(estimatedBytes(text)).toBeLessThan(11_000)
  expect(estimatedBytes({ log: text, at: 5 })).toBeGreaterThanOrEqual(10_000)
  expect(estimatedBytes(new Float64Array(1000))).toBe(8_000)
  const lines = Array.from({ length: 1_000 }, (_, at) => `line ${at} ${'y'.repeat(90)}`)
  expect(estimatedBytes(lines)).toBeGreaterThan(100_000)
  expect(estimatedBytes(lines)).toBeLessThan(150_000)
  expect(estimatedBytes([1, 2, null])).toBeLessThan(100)
})
