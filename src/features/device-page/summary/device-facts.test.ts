import { expect, test } from 'vitest'
import { nameProblem } from '@/domain/device/device-name.ts'
import {
  addresses,
  heartbeatState,
  heartbeatStates,
  supportAccess,
  targetOrigin,
  updateStatus,
  updateStatuses,
} from './device-facts.ts'

const now = Date.parse('2026-11-20T14:00:00Z')

test('a heartbeat is online, offline, timeout or unknown [DEV-025]', () => {
  expect(heartbeatStates).toEqual(['online', 'offline', 'timeout', 'unknown'])
  expect(heartbeatState('timeout')).toBe('timeout')
  expect(heartbeatState('dreaming')).toBe('unknown')
})

test('an update status is one of six, or none [DEV-027]', () => {
  expect(updateStatuses.map(updateStatus)).toEqual([
    'rejected',
    'downloading',
    'downloaded',
    'applying changes',
    'aborted',
    'done',
  ])
  expect(updateStatus(null)).toBe('none')
})

test('the target of a pinned device is its own, that of another device is the one of its fleet', () => {
  expect(targetOrigin({ is_pinned_on__release: [{ id: 7 }] })).toBe('device-pin')
  expect(targetOrigin({ is_pinned_on__release: [] })).toBe('fleet')
})

test('support access is none, granted, or expired once its date has passed', () => {
  expect(supportAccess(null, now)).toEqual({ state: 'none' })
  expect(supportAccess('2026-11-20T14:00:01Z', now).state).toBe('granted')
  expect(supportAccess('2026-11-20T14:00:00Z', now).state).toBe('expired')
})

test('splits a list of addresses', () => {
  expect(addresses('10.0.8.41  fe80::1 ')).toEqual({ shown: ['10.0.8.41', 'fe80::1'], more: 0 })
  expect(addresses(null)).toEqual({ shown: [], more: 0 })
  // A device may report anything: a long list is cut, and what it repeats is one address.
  expect(addresses('- '.repeat(30_000))).toEqual({ shown: ['-'], more: 0 })
  const many = addresses(Array.from({ length: 5_000 }, (_, nth) => `10.0.0.${nth}`).join(' '))
  expect([many.shown.length, many.more]).toEqual([20, 4_980])
})

test.each([
  ['', 'empty'],
  ['   ', 'empty'],
  ['two\nlines', 'line-break'],
  ['x'.repeat(256), 'too-long'],
  ['misty-heron', undefined],
])('the device name %j has the problem %s', (name, problem) => {
  expect(nameProblem(name)).toBe(problem)
})
