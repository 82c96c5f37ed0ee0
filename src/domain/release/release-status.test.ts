import { expect, test } from 'vitest'
import { derivedReleaseStatus, isFailedLike, releaseStatuses, shownReleaseStatus } from './release-status.ts'

const at = Date.parse('2026-11-20T14:00:00.000Z')
const running = { status: 'running', update_timestamp: new Date(at).toISOString() }

test('a running release without an update for over 120 s has timed out [REL-012]', () => {
  expect(derivedReleaseStatus(running, at + 120_000)).toBe('running')
  expect(derivedReleaseStatus(running, at + 120_001)).toBe('timeout')
})

test('only a running release can time out', () => {
  expect(derivedReleaseStatus({ ...running, status: 'success' }, at + 999_000)).toBe('success')
})

test.each([
  ['success', 'succeeded'],
  ['running', 'running'],
  ['cancelled', 'cancelled'],
  ['local', 'local'],
])('a release with status %s is shown as %s [REL-010]', (status, shown) => {
  expect(shownReleaseStatus(status)).toBe(shown)
})

test.each(['failed', 'error', 'timeout', 'interrupted'])('%s is shown as failed [REL-011]', (status) => {
  expect(shownReleaseStatus(status)).toBe('failed')
})

test('the statuses are those of the API, timeout and local [REL-009]', () => {
  expect(releaseStatuses.map((status) => derivedReleaseStatus({ ...running, status }, at))).toEqual([
    'success',
    'running',
    'failed',
    'error',
    'interrupted',
    'cancelled',
    'timeout',
    'local',
  ])
  expect(derivedReleaseStatus({ ...running, status: 'success', source: 'local' }, at)).toBe('local')
  expect(derivedReleaseStatus({ ...running, status: 'failed', source: 'local' }, at)).toBe('failed')
})

test('failed, interrupted, cancelled and timed-out releases count as failed [REL-013]', () => {
  expect(releaseStatuses.filter(isFailedLike)).toEqual([
    'failed',
    'error',
    'interrupted',
    'cancelled',
    'timeout',
  ])
})
