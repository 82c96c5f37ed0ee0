import { expect, test } from 'vitest'
import { releaseLabel, spokenVersion } from './release-label.ts'

test.each([
  ['a draft', '4.13.0-1795179600000', '4.13.0'],
  ['a version', '4.12.1', '4.12.1'],
  ['a revision', '4.12.1+rev2', '4.12.1+rev2'],
  ['a version with a pre-release of its own', '5.0.0-beta.2', '5.0.0-beta.2'],
  ['a pre-release that is a short number', '5.0.0-20', '5.0.0-20'],
])('%s is said as people say it', (_what, raw_version, said) => {
  const release = { raw_version, commit: 'dd76400aaaa' }
  expect(spokenVersion(release)).toBe(said)
  expect(releaseLabel(release)).toBe(raw_version)
})

test('a release without a version is named by its commit', () => {
  expect(spokenVersion({ raw_version: null, commit: 'dd76400aaaa' })).toBe('dd76400')
})
