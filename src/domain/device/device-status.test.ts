import { expect, test } from 'vitest'
import { deviceStatuses, deviceStatusTone, isMoving, shownStatus } from './device-status.ts'

test('there are seven overall statuses [DEV-024]', () => {
  expect(deviceStatuses.toSorted()).toEqual([
    'configuring',
    'disconnected',
    'inactive',
    'operational',
    'post-provisioning',
    'reduced-functionality',
    'updating',
  ])
})

test('a frozen device is shown as frozen, whatever it reports', () => {
  expect(shownStatus({ overall_status: 'operational', is_frozen: true })).toBe('frozen')
  expect(shownStatus({ overall_status: 'operational', is_frozen: false })).toBe('operational')
})

test('an unknown status is never shown as healthy', () => {
  const fromNewerServer = JSON.parse('{"overall_status":"levitating"}') as Parameters<typeof shownStatus>[0]
  expect(deviceStatusTone[shownStatus(fromNewerServer)]).not.toBe('ok')
})

test('only transient statuses are polled more often', () => {
  expect(deviceStatuses.filter(isMoving)).toEqual(['updating', 'configuring', 'post-provisioning'])
})
