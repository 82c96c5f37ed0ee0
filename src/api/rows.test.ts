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
  expect(heldToQuery([whole], device, 'device')).toEqual([whole])
  const unknown = { ...whole, os_version: null, cpu_temp: null, belongs_to__application: [], device_tag: [] }
  expect(heldToQuery([{ ...unknown, more: { of: 'it' } }], device, 'device')).toEqual([
    { ...unknown, more: { of: 'it' } },
  ])
})

test('keeps the first of rows with the same id, also in relations; rows without one are all kept', () => {
  const device_tag = [
    { id: 1, tag_key: 'rack' },
    { id: 1, tag_key: 'rack' },
  ]
  const query = { $select: ['id'], $expand: { device_tag: { $select: ['id', 'tag_key'] } } }
  expect(
    heldToQuery(
      [
        { id: 7, device_tag },
        { id: 7, device_tag: [] },
        { id: 8, device_tag: [] },
      ],
      query,
      'device',
    ),
  ).toEqual([
    { id: 7, device_tag: [{ id: 1, tag_key: 'rack' }] },
    { id: 8, device_tag: [] },
  ])
  const tags = [{ tag_key: 'rack' }, { tag_key: 'rack' }]
  expect(heldToQuery(tags, { $select: ['tag_key'] }, 'device_tag')).toEqual(tags)
})

test('fills a truncated row with empty values', () => {
  expect(heldToQuery([{ id: 7 }], device, 'device')).toEqual([
    {
      id: 7,
      device_name: '',
      os_version: null,
      cpu_temp: null,
      is_online: false,
      created_at: '',
      belongs_to__application: [],
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
  expect(heldToQuery([garbled, null, 'row', 3, []], device, 'device')).toEqual([
    {
      id: 7,
      device_name: '',
      os_version: null,
      cpu_temp: null,
      is_online: false,
      created_at: '',
      belongs_to__application: [{ id: 1, app_name: '12' }],
      device_tag: [],
      image_install: 0,
    },
  ])
})

test('returns an empty list for a response that is not a list, and zero for an invalid count', () => {
  expect(heldToQuery({ id: 7 }, device, 'device')).toEqual([])
  expect(heldToQuery('many', { $count: {} }, 'device')).toBe(0)
  expect(heldToQuery(12, { $count: { $filter: {} } }, 'device')).toBe(12)
})

test.each([[[]], [null], [[null]], [undefined], [{}], ['row']])(
  'a required relation that comes as %j is a row without values, also inside of others',
  (relation) => {
    const release = {
      $select: ['id'],
      $expand: {
        belongs_to__application: {
          $select: ['id', 'app_name'],
          $expand: { application_type: { $select: ['name'] } },
        },
      },
    }
    expect(heldToQuery([{ id: 7, belongs_to__application: relation }], release, 'release')).toEqual([
      { id: 7, belongs_to__application: [{ id: 0, app_name: '', application_type: [{ name: '' }] }] },
    ])
    const fleet = [{ id: 1, app_name: 'cold-chain', application_type: relation }]
    expect(heldToQuery([{ id: 7, belongs_to__application: fleet }], release, 'release')).toEqual([
      { id: 7, belongs_to__application: [{ ...fleet[0], application_type: [{ name: '' }] }] },
    ])
  },
)

test('a person or place that the user may not see is an empty list, not a row without values', () => {
  const member = { $expand: { user: { $select: ['id', 'username'] } } }
  expect(heldToQuery([{ user: [] }], member, 'organization_membership')).toEqual([{ user: [] }])
  for (const user of [null, [null], undefined, 'ada'])
    expect(heldToQuery([{ user }], member, 'organization_membership')).toEqual([
      { user: [{ id: 0, username: '' }] },
    ])
})

test('a relation that a resource need not have stays empty, and a name is null only where the contract allows it', () => {
  const { $expand } = device
  expect(heldToQuery([{ belongs_to__application: [] }], { $expand }, 'device')).toMatchObject([
    { belongs_to__application: [] },
  ])
  const named = { $select: ['name', 'description'] }
  expect(heldToQuery([{ name: null, description: null }], named, 'api_key')).toEqual([
    { name: null, description: null },
  ])
  expect(heldToQuery([{ name: null, description: null }], named, 'organization')).toEqual([
    { name: '', description: '' },
  ])
})

test.each([
  '+275760-09-13T00:00:00.000Z',
  '-000001-01-01T00:00:00.000Z',
  '2026-13-45T25:61:61Z',
  1_763_647_240_000,
  Infinity,
  '',
])('a date that cannot be shown is empty: %j', (created_at) => {
  expect(heldToQuery([{ created_at }], { $select: ['created_at'] }, 'release')).toEqual([{ created_at: '' }])
})

test('names of built-in properties are not fields', () => {
  expect(heldToQuery([{}], { $select: ['constructor', 'device_name'] }, 'device')).toEqual([
    { constructor: null, device_name: '' },
  ])
})
