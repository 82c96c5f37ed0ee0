import { expect, test } from 'vitest'
import { isReadableMarkdown } from './markdown-limits.ts'

test.each([
  ['quotes', '>'.repeat(3000)],
  ['spaced quotes', '> '.repeat(3000)],
  ['list items', '- '.repeat(5000)],
  ['numbered items', '1. '.repeat(4000)],
  ['mixed openings', '> - 1) '.repeat(1000)],
  ['nested lines', Array.from({ length: 1000 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
  ['tabs', `${'\t'.repeat(200)}- a`],
  ['open emphasis', '_a'.repeat(16_000)],
  ['open links', '[a]('.repeat(5000)],
  ['a paragraph of many lines', 'a\n'.repeat(2_000)],
  ['lines of an old Mac', 'a\r'.repeat(2_000)],
  [
    'nested lines of an old Mac',
    Array.from({ length: 200 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\r'),
  ],
  ['a long text', 'word '.repeat(20_000)],
])('%s are shown as text', (_, text) => {
  expect(isReadableMarkdown(text)).toBe(false)
})

test.each([
  ['a note of many lines', '- a **b** [c](https://d.example)\n'.repeat(60)],
  ['a table', `|a|b|\n|-|-|\n${'|`x`|*y*|\n'.repeat(100)}`],
  ['a long text', `${'A line of words.\n\n'.repeat(2000)}`],
  ['nested lists and quotes', '- a\n  - b\n    - c\n      > d\n      > > e\n1. f\n'],
  ['code that is indented', `\`\`\`\n${' '.repeat(60)}x\n\`\`\``],
  ['a rule of dashes', '-'.repeat(200)],
  ['numbers', '1.2.3.4\n2026. A year'],
])('%s is rendered', (_, text) => {
  expect(isReadableMarkdown(text)).toBe(true)
})
