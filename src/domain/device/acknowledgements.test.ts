import { expect, test } from 'vitest'
import { acknowledgementKey, acknowledgementsOf, acknowledgementValue } from './acknowledgements.ts'

const NOW = Date.parse('2026-11-20T14:00:00Z')
const HOUR = 3_600_000
const given = { reason: 'New cards are ordered', by: 'ada', until: NOW + HOUR }
const tag = { tag_key: acknowledgementKey('storage-full'), value: acknowledgementValue(given) }

test('an acknowledgement is read as it was written, until it ends', () => {
  expect(acknowledgementsOf([{ tag_key: 'site', value: 'mil' }, tag], NOW)).toEqual([
    { kind: 'storage-full', ...given },
  ])
  expect(acknowledgementsOf([tag], NOW + HOUR)).toEqual([])
})

test.each([
  ['an unknown issue', { ...tag, tag_key: 'flotilla.acknowledged.moody' }],
  ['no JSON', { ...tag, value: 'until tomorrow' }],
  ['JSON that is no object', { ...tag, value: 'null' }],
  ['no end', { ...tag, value: '{"reason":"x","by":"ada"}' }],
  ['an end that is no time', { ...tag, value: '{"reason":"x","by":"ada","until":"later"}' }],
])('a tag with %s acknowledges nothing', (_what, broken) => {
  expect(acknowledgementsOf([broken], NOW)).toEqual([])
})
