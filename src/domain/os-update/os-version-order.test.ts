import { expect, test } from 'vitest'
import { compareOsVersions, isOsVersion, newestOsVersion, withRevision } from './os-version-order.ts'

test.each([
  ['2.80.3', '2.80.3+rev1'],
  ['balenaOS 2.80.3.prod', '2.80.3+rev1'],
  ['2.88.3', '2.88.3+rev1'],
  ['2.88.4', '2.88.4'],
  ['2.80.3+rev5', '2.80.3+rev5'],
  ['6.1.0', '6.1.0'],
])('the version %s is normalized to %s [DACT-026]', (written, version) => {
  expect(withRevision(written)).toBe(version)
})

test('a revision makes a version newer; an old version without one counts as its first revision', () => {
  expect(compareOsVersions('6.1.0', '6.1.0+rev1')).toBeLessThan(0)
  expect(compareOsVersions('2.80.3', '2.80.3+rev1')).toBe(0)
  expect(compareOsVersions('6.0.24', '6.1.0')).toBeLessThan(0)
  expect(compareOsVersions('balenaOS 6.1.0', '6.1.0')).toBe(0)
  expect(compareOsVersions('nonsense', '6.1.0')).toBeLessThan(0)
})

test('finds the newest version and ignores unreadable ones', () => {
  expect(newestOsVersion(['6.0.24', null, '6.1.0', '5.3.22'])).toBe('6.1.0')
  expect(newestOsVersion([null, 'nonsense'])).toBeUndefined()
  expect([isOsVersion('balenaOS 6.1.0+rev1'), isOsVersion(null), isOsVersion('six')]).toEqual([
    true,
    false,
    false,
  ])
})
