import { expect, test } from 'vitest'
import { clockTime, fullTime, lineTone, logSource } from './log-words.ts'

const line = { createdAt: 0, timestamp: 0, isSystem: false, isStdErr: false, message: 'ok' }

test('attributes supervisor lines to the supervisor, even about a service', () => {
  expect(logSource({ isSystem: true, serviceId: 3 }, new Map([[3, 'uplink']]))).toBe('Supervisor')
  expect(logSource({ isSystem: false, serviceId: 3 }, new Map([[3, 'uplink']]))).toBe('uplink')
})

test('errors have another tone than routine messages', () => {
  const system = { ...line, isSystem: true }
  expect(lineTone({ ...system, message: 'Downloading image' })).toBe('system')
  expect(lineTone({ ...system, message: 'Update lock held by sensor-hub, waiting' })).toBe('warning')
  expect(lineTone({ ...system, message: "Failed to download image due to 'x'" })).toBe('failure')
  expect(lineTone(line)).toBe('plain')
  expect(lineTone({ ...line, isStdErr: true })).toBe('warning')
})

test('shows times in UTC on request', () => {
  const at = Date.parse('2026-11-20T14:32:07Z')
  expect(clockTime(at, { utc: true })).toBe('14:32:07')
  expect(fullTime(at, { utc: true })).toBe('20 Nov 2026, 14:32:07 UTC')
})
