import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteOutsideStart, takeOutsideStart } from './outside-start.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => void vi.unstubAllGlobals())

test('an answer that was asked for is expected once', () => {
  noteOutsideStart('github', 'link', 7, 0)
  expect(takeOutsideStart('github', 7, 1000)).toBe(true)
  expect(takeOutsideStart('github', 7, 1000)).toBe(false)
})

test.each([
  ['another party', 'google', 7, 1000],
  ['another user', 'github', 8, 1000],
  ['nobody', 'github', null, 1000],
  ['the next day', 'github', 7, 24 * 60 * 60_000],
])('an answer for %s is not expected', (_, provider, user, now) => {
  noteOutsideStart('github', 'link', 7, 0)
  expect(takeOutsideStart(provider, user, now)).toBe(false)
})

test('without a start, or with a broken one, no answer is expected', () => {
  expect(takeOutsideStart('github', null)).toBe(false)
  for (const text of ['{', 'null', '{"provider":"github"}', '7']) {
    sessionStorage.setItem('flotilla:outside-start', text)
    expect(takeOutsideStart('github', null)).toBe(false)
  }
})
