import { expect, test } from 'vitest'
import { isSortable, shownColumns, usualColumns, withColumn } from './device-columns.ts'

test('columns stand in their order whatever the order they were chosen in', () => {
  expect(withColumn(['device_name', 'tags'], 'uuid', true)).toEqual(['device_name', 'uuid', 'tags'])
})

test('the name is always shown, for it opens the device', () => {
  expect(withColumn(usualColumns, 'device_name', false)).toContain('device_name')
})

test('stored columns that no longer exist are left out', () => {
  expect(shownColumns(['horoscope', 'cpu_usage'])).toEqual(['device_name', 'cpu_usage'])
})

test('tags have no order', () => {
  expect(isSortable('tags')).toBe(false)
})
