import { expect, test } from 'vitest'
import { suggest, withSuggestion } from './suggest.ts'

const known = {
  tagKeys: ['env', 'two words'],
  tagValues: (key: string) => (key === 'env' ? ['prod', 'pre prod'] : []),
}
const options = (text: string) => suggest(text, text.length, known).options.map(({ text: option }) => option)

test('suggests fields, then operators, then values, then joiners', () => {
  expect(options('')).toContain('status')
  expect(options('sta')).toEqual(['status'])
  expect(options('status ')).toEqual(['=', '!=', 'in', 'not in'])
  expect(options('status = up')).toEqual(['updating'])
  expect(options('status = updating ').slice(0, 2)).toEqual(['and', 'or'])
  expect(options('status = updating and ')).toContain('name')
})

test('suggests tags in use by name and value', () => {
  expect(options('tag.')).toEqual(['tag.env', 'tag."two words"'])
  expect(options('tag.env = p')).toEqual(['prod', '"pre prod"'])
  expect(options('status in (frozen, ')).toContain('updating')
})

test('a suggestion replaces the word at the caret', () => {
  const at = suggest('status = up and cpu > 3', 'status = up'.length, known)
  expect(withSuggestion('status = up and cpu > 3', at, { kind: 'value', text: 'updating' })).toEqual({
    text: 'status = updating and cpu > 3',
    caret: 'status = updating '.length,
  })
})
