import { expect, test } from 'vitest'
import { rawVersionOf, semverOf } from './versions.ts'

test('a release without prerelease, build and variant has a plain version', () => {
  const row = {
    semver_major: 1,
    semver_minor: 4,
    semver_patch: 0,
    semver_prerelease: null,
    semver_build: null,
    variant: null,
    revision: 0,
  }
  expect([semverOf(row), rawVersionOf(row)]).toEqual(['1.4.0', '1.4.0'])
})
