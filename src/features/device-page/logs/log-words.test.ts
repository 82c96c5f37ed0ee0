import { expect, test } from 'vitest'
import { clockTime, fullTime, lineTone, sourceOf } from './log-words.ts'

const line = { createdAt: 0, timestamp: 0, isSystem: false, isStdErr: false, message: 'ok' }

test('a line of the supervisor is its own, even when it speaks of a service', () => {
  expect(sourceOf({ isSystem: true, serviceId: 3 }, new Map([[3, 'uplink']]))).toBe('Supervisor')
  expect(sourceOf({ isSystem: false, serviceId: 3 }, new Map([[3, 'uplink']]))).toBe('uplink')
})

test('trouble stands out from routine', () => {
  const system = { ...line, isSystem: true }
  expect(lineTone({ ...system, message: 'Downloading image' })).toBe('system')
  expect(lineTone({ ...system, message: 'Update lock held by sensor-hub, waiting' })).toBe('warning')
  expect(lineTone({ ...system, message: "Failed to download image due to 'x'" })).toBe('failure')
  expect(lineTone(line)).toBe('plain')
  expect(lineTone({ ...line, isStdErr: true })).toBe('warning')
})

test('times are shown in UTC when asked for', () => {
  const at = Date.parse('2026-11-20T14:32:07Z')
  expect(clockTime(at, { utc: true })).toBe('14:32:07')
  expect(fullTime(at, { utc: true })).toBe('20 Nov 2026, 14:32:07 UTC')
})
