import { expect, test } from 'vitest'
import { lineDiff } from './line-diff.ts'

const signs = { same: ' ', removed: '-', added: '+' }
const shortly = (before: string, after: string) =>
  lineDiff(before, after).map(({ kind, text }) => `${signs[kind]}${text}`)

test.each([
  ['a\nb\nc\n', 'a\nx\nc', [' a', '-b', '+x', ' c']],
  ['', 'a\nb', ['+a', '+b']],
  ['a\nb', '', ['-a', '-b']],
  ['a\r\nb', 'a\nb\n', [' a', ' b']],
  ['a\na', 'a\na\na', [' a', ' a', '+a']],
  ['one\ntwo\nthree\nfour', 'two\nthree\nfive\nfour', ['-one', ' two', ' three', '+five', ' four']],
])('compares the lines of %j and %j [OPS-106]', (before, after, lines) =>
  expect(shortly(before, after)).toEqual(lines),
)

test('replaces very long texts completely, and loses no line [OPS-106]', () => {
  const many = (name: string) => Array.from({ length: 2_000 }, (_, at) => `${name} ${at}`).join('\n')
  const lines = lineDiff(many('a'), many('b'))
  expect(lines.filter(({ kind }) => kind === 'removed')).toHaveLength(2_000)
  expect(lines.filter(({ kind }) => kind === 'added')).toHaveLength(2_000)
})
