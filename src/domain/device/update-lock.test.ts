import { expect, test } from 'vitest'
import { lockedUntil, updateWaits } from './update-lock.ts'

const now = Date.parse('2026-11-20T14:00:00Z')

test('an update lock is held until its date', () => {
  expect(lockedUntil('2026-11-20T15:00:00Z', now)).toBe(now + 3_600_000)
  expect(lockedUntil('2026-11-20T13:00:00Z', now)).toBeNull()
  expect(lockedUntil(null, now)).toBeNull()
})

test('an update that stays downloaded for a minute is waiting for a lock', () => {
  const device = { update_status: 'downloaded', last_update_status_event: '2026-11-20T13:59:00Z' }
  expect(updateWaits(device, now)).toBe(true)
  expect(updateWaits(device, now - 1)).toBe(false)
  expect(updateWaits({ ...device, update_status: 'done' }, now)).toBe(false)
  expect(updateWaits({ ...device, last_update_status_event: null }, now)).toBe(false)
})
