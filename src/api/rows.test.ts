import { expect, test } from 'vitest'
import { heldToQuery } from './rows.ts'

const device = {
  $select: ['id', 'device_name', 'os_version', 'cpu_temp', 'is_online', 'created_at'],
  $expand: {
    belongs_to__application: { $select: ['id', 'app_name'] },
    device_tag: { $select: ['tag_key', 'value'] },
    image_install: { $count: {} },
  },
}
const whole = {
  id: 7,
  device_name: 'owl',
  os_version: 'balenaOS 6.1.2',
  cpu_temp: 51,
  is_online: true,
  created_at: '2026-11-20T10:00:00.000Z',
  belongs_to__application: [{ id: 1, app_name: 'cold-chain' }],
  device_tag: [{ tag_key: 'rack', value: '' }],
  image_install: 4,
}

test('keeps valid rows, and additional fields', () => {
  expect(heldToQuery([whole], device)).toEqual([whole])
  const unknown = { ...whole, os_version: null, cpu_temp: null, belongs_to__application: [], device_tag: [] }
  expect(heldToQuery([{ ...unknown, more: { of: 'it' } }], device)).toEqual([
    { ...unknown, more: { of: 'it' } },
  ])
})

test('fills a truncated row with empty values', () => {
  expect(heldToQuery([{ id: 7 }], device)).toEqual([
    {
      id: 7,
      device_name: '',
      os_version: null,
      cpu_temp: null,
      is_online: false,
      created_at: '1970-01-01T00:00:00.000Z',
      belongs_to__application: [{ id: 0, app_name: '' }],
      device_tag: [],
      image_install: 0,
    },
  ])
})

test('drops values of the wrong type, converts numeric texts, and drops invalid rows', () => {
  const garbled = {
    id: 7,
    device_name: { not: 'a text' },
    cpu_temp: 'warm',
    is_online: 'yes',
    created_at: 'yesterday',
    belongs_to__application: [null, { id: 1, app_name: 12 }],
    device_tag: 'none',
    image_install: null,
  }
  expect(heldToQuery([garbled, null, 'row', 3, []], device)).toEqual([
    {
      id: 7,
      device_name: '',
      os_version: null,
      cpu_temp: null,
      is_online: false,
      created_at: '1970-01-01T00:00:00.000Z',
      belongs_to__application: [{ id: 1, app_name: '12' }],
      device_tag: [],
      image_install: 0,
    },
  ])
})

test('returns an empty list for a response that is not a list, and zero for an invalid count', () => {
  expect(heldToQuery({ id: 7 }, device)).toEqual([])
  expect(heldToQuery('many', { $count: {} })).toBe(0)
  expect(heldToQuery(12, { $count: { $filter: {} } })).toBe(12)
})
