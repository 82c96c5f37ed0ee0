import { expect, test } from 'vitest'
import { targetRelease } from './fleet-release.ts'

const release = { commit: 'abcdef0123456789', raw_version: '4.12.1', created_at: '2026-11-20T14:00:00.000Z' }

test('a fleet either tracks the latest release or is pinned to one [FLEET-050]', () => {
  const fleet = { should_be_running__release: [release] }
  expect(targetRelease({ ...fleet, should_track_latest_release: true }).policy).toBe('Tracking latest')
  expect(targetRelease({ ...fleet, should_track_latest_release: false }).policy).toBe('Pinned')
})

test('a release without a version is named by the first seven characters of its commit', () => {
  const fleet = {
    should_track_latest_release: true,
    should_be_running__release: [{ ...release, raw_version: '' }],
  }
  expect(targetRelease(fleet).label).toBe('abcdef0')
})

test('a fleet may have no release yet', () => {
  expect(targetRelease({ should_track_latest_release: true, should_be_running__release: [] })).toMatchObject({
    label: null,
    pushedAt: null,
  })
})
