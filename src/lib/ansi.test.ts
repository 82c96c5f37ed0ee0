import { expect, test } from 'vitest'
import { ansiRuns, plainText } from './ansi.ts'

const texts = (message: string) =>
  ansiRuns(message).map(({ text, colour }) => (colour ? [text, colour] : text))

test('a plain message is one run', () => {
  expect(ansiRuns('probe=3 temp=-18.4C')).toEqual([{ text: 'probe=3 temp=-18.4C', at: 0 }])
})

test('colours last until they are reset', () => {
  expect(texts('\u001b[31mred \u001b[1mbold\u001b[0m plain')).toEqual([
    ['red ', 'red'],
    ['bold', 'red'],
    ' plain',
  ])
  expect(texts('\u001b[92mbright\u001b[39m default')).toEqual([['bright', 'green'], ' default'])
})

test('parameters of a 256-colour sequence are not parsed as colours', () => {
  expect(texts('\u001b[38;5;31mshade')).toEqual(['shade'])
  expect(texts('\u001b[38;2;1;2;31mshade\u001b[32m green')).toEqual(['shade', [' green', 'green']])
})

test('sequences that move the cursor or set a title are removed', () => {
  expect(plainText('a\u001b[2Kb\u001b]0;title\u0007c\u0008\rd')).toBe('abcd')
})

test('markup stays text', () => {
  expect(plainText('<b>&amp;</b>')).toBe('<b>&amp;</b>')
})
