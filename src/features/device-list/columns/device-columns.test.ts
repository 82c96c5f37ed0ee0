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

test('adds a column at its default position', () => {
  expect(withColumn(['device_name', 'tags'], 'uuid', true)).toEqual(['device_name', 'uuid', 'tags'])
  expect(withColumn(['device_name', 'tags'], 'tag.env', true)).toEqual(['device_name', 'tags', 'tag.env'])
})

test('keeps the order of columns', () => {
  expect(validColumns(['tags', 'device_name', 'uuid'])).toEqual(['tags', 'device_name', 'uuid'])
  expect(movedColumn(['device_name', 'uuid', 'tags'], 'tags', 0)).toEqual(['tags', 'device_name', 'uuid'])
  expect(movedColumn(['device_name', 'uuid'], 'device_name', 9)).toEqual(['uuid', 'device_name'])
})

test('always shows the name, which links to the device', () => {
  expect(withColumn(defaultColumns, 'device_name', false)).toContain('device_name')
})

test('ignores stored columns that no longer exist', () => {
  expect(validColumns(['horoscope', 'cpu_usage'])).toEqual(['device_name', 'cpu_usage'])
})

test('cannot sort by tags', () => {
  expect(isSortable('tags')).toBe(false)
  expect(isSortable('tag.env')).toBe(false)
})

test('a click sorts by one column and then reverses it; with Shift it adds, reverses and removes another', () => {
  const byName = sortedBy(defaultSort, 'device_name', { together: false })
  expect(byName).toEqual([{ field: 'device_name', direction: 'desc' }])
  const both = sortedBy(byName, 'os_version', { together: true })
  expect(both).toEqual([...byName, { field: 'os_version', direction: 'asc' }])
  const turned = sortedBy(both, 'os_version', { together: true })
  expect(turned[1]).toEqual({ field: 'os_version', direction: 'desc' })
  expect(sortedBy(turned, 'os_version', { together: true })).toEqual(byName)
  expect(sortedBy(both, 'uuid', { together: false })).toEqual([{ field: 'uuid', direction: 'asc' }])
})
