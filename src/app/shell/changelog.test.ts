import { expect, test } from 'vitest'
import { hasNewMajor, readChangelog } from './changelog.ts'

test('only a newer major version is news', () => {
  expect(hasNewMajor('30.1.1', 29)).toBe(true)
  expect(hasNewMajor('30.1.1', 30)).toBe(false)
  expect(hasNewMajor('30.1.1', 31)).toBe(false)
})

test('nothing is news on a first visit', () => {
  expect(hasNewMajor('30.1.1', null)).toBe(false)
})

test('entries that cannot be read are left out', () => {
  const good = { version: '2.0.0', date: '2026-01-01', changes: ['Something'] }
  expect(readChangelog({ versions: [good, { version: 'x' }, null, { ...good, changes: [1] }] })).toEqual([
    good,
  ])
  expect(readChangelog(undefined)).toEqual([])
  expect(readChangelog({ versions: 'none' })).toEqual([])
})
