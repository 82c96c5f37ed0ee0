import { expect, test } from 'vitest'
import {
  isSortable,
  movedColumn,
  validColumns,
  sortedBy,
  defaultColumns,
  defaultSort,
  withColumn,
} from './device-columns.tsx'

test('a column that is added stands where it usually does, whatever was chosen first', () => {
  expect(withColumn(['device_name', 'tags'], 'uuid', true)).toEqual(['device_name', 'uuid', 'tags'])
  expect(withColumn(['device_name', 'tags'], 'tag.env', true)).toEqual(['device_name', 'tags', 'tag.env'])
})

test('columns keep the order that somebody gave them', () => {
  expect(validColumns(['tags', 'device_name', 'uuid'])).toEqual(['tags', 'device_name', 'uuid'])
  expect(movedColumn(['device_name', 'uuid', 'tags'], 'tags', 0)).toEqual(['tags', 'device_name', 'uuid'])
  expect(movedColumn(['device_name', 'uuid'], 'device_name', 9)).toEqual(['uuid', 'device_name'])
})

test('the name is always shown, for it opens the device', () => {
  expect(withColumn(defaultColumns, 'device_name', false)).toContain('device_name')
})

test('stored columns that no longer exist are left out', () => {
  expect(validColumns(['horoscope', 'cpu_usage'])).toEqual(['device_name', 'cpu_usage'])
})

test('tags have no order', () => {
  expect(isSortable('tags')).toBe(false)
  expect(isSortable('tag.env')).toBe(false)
})

test('a press sorts by one column and turns it, Shift adds, turns and takes out another', () => {
  const byName = sortedBy(defaultSort, 'device_name', { together: false })
  expect(byName).toEqual([{ field: 'device_name', direction: 'desc' }])
  const both = sortedBy(byName, 'os_version', { together: true })
  expect(both).toEqual([...byName, { field: 'os_version', direction: 'asc' }])
  const turned = sortedBy(both, 'os_version', { together: true })
  expect(turned[1]).toEqual({ field: 'os_version', direction: 'desc' })
  expect(sortedBy(turned, 'os_version', { together: true })).toEqual(byName)
  expect(sortedBy(both, 'uuid', { together: false })).toEqual([{ field: 'uuid', direction: 'asc' }])
})
