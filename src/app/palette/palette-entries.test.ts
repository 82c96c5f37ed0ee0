import { expect, test } from 'vitest'
import { matching, moved, type PaletteEntry } from './palette-entries.ts'

const entry = (label: string, keywords?: string): PaletteEntry => ({
  id: label,
  label,
  kind: 'page',
  choose: () => {},
  ...(keywords !== undefined && { keywords }),
})

test('matches every word, in any order and case', () => {
  const entries = [entry('Use the dark theme', 'night'), entry('Use the light theme')]
  expect(matching(entries, 'THEME dark').map(({ label }) => label)).toEqual(['Use the dark theme'])
  expect(matching(entries, 'night').map(({ label }) => label)).toEqual(['Use the dark theme'])
  expect(matching(entries, '')).toHaveLength(2)
  expect(matching(entries, 'dark fleet')).toHaveLength(0)
})

test('moving wraps around at both ends', () => {
  expect(moved(2, 1, 3)).toBe(0)
  expect(moved(0, -1, 3)).toBe(2)
  expect(moved(-1, 1, 3)).toBe(0)
  expect(moved(0, 1, 0)).toBe(-1)
})
