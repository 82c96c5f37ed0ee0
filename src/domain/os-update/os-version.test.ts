import { expect, test } from 'vitest'
import { osVersionNumber } from './os-version-number.ts'
import { isAtLeast, isEsr } from './os-version.ts'

test.each([
  ['balenaOS 6.1.0+rev1', '6.1.0+rev1'],
  ['6.0.24', '6.0.24'],
  ['', null],
  [null, null],
])('the version number in %j is %j', (text, version) => {
  expect(osVersionNumber(text)).toBe(version)
})

test('major versions above 2000 are extended support, 2000 is not [DEV-032]', () => {
  expect(isEsr('balenaOS 2024.7.0')).toBe(true)
  expect(isEsr('balenaOS 2001.1.0')).toBe(true)
  expect(isEsr('balenaOS 2000.1.0')).toBe(false)
  expect(isEsr('balenaOS 6.1.0')).toBe(false)
})

test('versions are compared by number; revisions are ignored', () => {
  expect(isAtLeast('2.12.0+rev1', '2.12.0')).toBe(true)
  expect(isAtLeast('2.9.7', '2.12.0')).toBe(false)
  expect(isAtLeast(null, '1.0.0')).toBe(false)
})
