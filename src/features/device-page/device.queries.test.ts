import { expect, test } from 'vitest'
import { isUnderWay } from './device.queries.ts'

const still = {
  overall_status: 'operational' as const,
  is_frozen: false,
  update_status: 'done' as const,
  image_install: [{ status: 'Running' }, { status: 'exited' }],
}

test('polls a settled device rarely', () => {
  expect(isUnderWay(still)).toBe(false)
  expect(isUnderWay({ ...still, update_status: 'downloaded' })).toBe(false)
})

test('polls a changing device often', () => {
  expect(isUnderWay({ ...still, overall_status: 'updating' })).toBe(true)
  expect(isUnderWay({ ...still, update_status: 'applying changes' })).toBe(true)
  expect(isUnderWay({ ...still, image_install: [{ status: 'Stopping' }] })).toBe(true)
})
