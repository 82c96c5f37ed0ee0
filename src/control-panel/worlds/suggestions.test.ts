import { expect, test } from 'vitest'
import { worldJsonSchema } from '@/simulation/world-file/world-file.ts'
import { suggestionsAt, type Schema } from './suggestions.ts'

const schema: Schema = worldJsonSchema()

/** The suggestions at the caret, marked by a bar. */
function at(text: string) {
  const caret = text.indexOf('|')
  const found = suggestionsAt(text.replace('|', ''), caret, schema)
  return found && { words: found.words, typed: text.slice(found.from, found.to) }
}

test.each([
  ['org|', { words: ['organization', 'organizations'], typed: 'org' }],
  ['organization:\n  na|', { words: ['name'], typed: 'na' }],
  ['organization:\n  name: A\n  ind|', { words: ['industry'], typed: 'ind' }],
  ['fleets:\n  - name: a\n    ty|', { words: ['type'], typed: 'ty' }],
  ['fleets:\n- name: a\n  ty|', { words: ['type'], typed: 'ty' }],
  ['fleets:\n  - ty|', { words: ['type'], typed: 'ty' }],
  ['fleets:\n  - name: a\n    type: intel|', { words: ['intel-nuc'], typed: 'intel' }],
  [
    'fleets:\n  - name: a\n    devices:\n      - count: 5\n        personas: fl|',
    { words: ['flaky', 'flapping'], typed: 'fl' },
  ],
  [
    'fleets:\n  - name: a\n    devices:\n      - personas:\n          fl|',
    { words: ['flaky', 'flapping'], typed: 'fl' },
  ],
  ['fleets:\n  - name: a\n    places:\n      - a|', { words: ['ams', 'ant'], typed: 'a' }],
  ['fleets:\n  - name: a\n    services:\n      - kind: cam|', { words: ['camera'], typed: 'cam' }],
  ['fleets:\n  - name: a\n    pinned: t|', { words: ['true'], typed: 't' }],
  ['problems:\n  - kind: o|', { words: ['outage'], typed: 'o' }],
  ['fleets:\n  - name: a\npro|', { words: ['problems'], typed: 'pro' }],
  ['title: or|', null],
  ['organization:\n  name: na|', null],
])('[WORLD-008] %j', (text, expected) => {
  expect(at(text)).toEqual(expected)
})

test('[WORLD-008] an existing key is not suggested again, above or below', () => {
  const words = at('fleets:\n  - name: a\n    |\n    type: intel-nuc\n  - name: b\n    tags: {}\n')?.words
  expect(words).toContain('tags')
  expect(words).not.toContain('name')
  expect(words).not.toContain('type')
})
