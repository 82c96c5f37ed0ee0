import { expect, test } from 'vitest'
import { tagText } from '@/messages/common/tags.ts'
import { sharedTags, tagNameProblem, tagValues } from './tags.ts'

test.each([
  ['', tagText.keyMissing],
  ['two words', tagText.keyBlank],
  ['io.balena.x', tagText.keyReserved],
  ['io.resin.x', tagText.keyReserved],
  ['flotilla.view.x', tagText.keyOfDashboard('flotilla.')],
  ['k'.repeat(101), tagText.keyTooLong(100)],
  ['site', undefined],
])('the tag name %j has the problem %s [TAG-001]', (key, problem) => {
  expect(tagNameProblem(key)).toBe(problem)
})

test('tags are sorted by name, with their values; those of the dashboard itself are left out', () => {
  const rows = [
    { tag_key: 'site', value: 'rot' },
    { tag_key: 'env', value: '' },
    { tag_key: 'flotilla.acknowledged.hot', value: '{}' },
  ]
  expect(tagValues(rows)).toEqual([
    { key: 'env', value: '' },
    { key: 'site', value: 'rot' },
  ])
})

test('tags of several resources show where they differ, and on how many they are', () => {
  const things = [
    {
      tags: [
        { tag_key: 'env', value: 'prod' },
        { tag_key: 'site', value: 'rot' },
      ],
    },
    {
      tags: [
        { tag_key: 'env', value: 'dev' },
        { tag_key: 'site', value: 'rot' },
      ],
    },
    { tags: [] },
  ]
  expect(sharedTags(things)).toEqual([
    { key: 'env', value: null, on: 2 },
    { key: 'site', value: 'rot', on: 2 },
  ])
})
