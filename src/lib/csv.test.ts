import { expect, test } from 'vitest'
import { cellText, csvText, lineText, safeText, tsvText } from './csv.ts'

test('keeps commas, quotes and line breaks; null is an empty cell', () => {
  expect(
    csvText(
      ['Name', 'Note'],
      [
        ['a,b', 'say "hi"\nthere'],
        [null, true],
      ],
    ),
  ).toBe('Name,Note\r\n"a,b","say ""hi""\nthere"\r\n,true\r\n')
})

test('escapes text that a spreadsheet would run as a formula, and keeps negative numbers', () => {
  expect(csvText(['Name'], [['=HYPERLINK("x")'], ['@cmd'], ['+1'], [-3]])).toBe(
    'Name\r\n"\'=HYPERLINK(""x"")"\r\n\'@cmd\r\n\'+1\r\n-3\r\n',
  )
})

const marks = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
const before = ['', ' ', '   ', '\t', '\r', '\n', '\0', '\u00a0', '\u3000', '\u200b', '\ufeff', ' \t ', '\0 ']

test.each(marks)('no character before %s turns a text into a formula', (mark) => {
  for (const start of before) {
    const text = csvText(['Name'], [[`${start}${mark}1+1`]]).slice('Name\r\n'.length)
    expect(text.replace(/^"/, ''), JSON.stringify(start)).toMatch(/^'/)
  }
})

test('keeps a tab or line break at the start of a cell, and removes invisible characters', () => {
  expect(csvText(['Name'], [['\tcmd'], ['\rcmd'], ['a\0b\u0007']])).toBe(
    'Name\r\n"\'\tcmd"\r\n"\'\rcmd"\r\nab\r\n',
  )
})

test('keeps ordinary names', () => {
  expect(csvText(['Name'], [['pump-7'], [' north'], ['a=b'], ['冷蔵庫']])).toBe(
    'Name\r\npump-7\r\n north\r\na=b\r\n冷蔵庫\r\n',
  )
})

test('copied rows stay one line each, and formulas are escaped [OPS-095]', () => {
  expect(
    tsvText(
      ['Name', 'Notes'],
      [
        ['one', 'two\tand\r\nthree'],
        ['=HYPERLINK("https://evil.example")', '\u0007\u001B[31mred'],
        [' @cmd', '-5 °C'],
      ],
    ),
  ).toBe(
    [
      'Name\tNotes',
      'one\ttwo and three',
      `'=HYPERLINK("https://evil.example")\t[31mred`,
      "'@cmd\t'-5 °C",
    ].join('\n'),
  )
})

test('copies a single value unchanged, without characters that press Enter in a terminal [OPS-095]', () => {
  expect(lineText('=1+1')).toBe('=1+1')
  expect(lineText('reboot\n\u001B[A\u2028now')).toBe('reboot [A now')
})

/** The cells of a row for a spreadsheet that separates by semicolons, which knows no quotes in the middle of a cell. */
const bySemicolons = (row: string) => row.split(/[;\r\n]/).map((cell) => cell.replaceAll('"', ''))

test.each([
  'x;=1+1',
  'x; =1+1;y',
  'x;"=1+1"',
  ';+1',
  'a\n=1+1',
  'a\r\n@cmd',
  'a\t-1+1',
  'a;\u00a0＝1',
  "a;'=1;=2",
])('no part of %j is a formula where semicolons separate', (text) => {
  const [, row = ''] = csvText(['Name', 'Note'], [['pump', text]]).split(/\r\n(.*)/s)
  for (const cell of bySemicolons(row)) expect(cell).not.toMatch(/^[\s]*[=+\-@＝]/)
  expect(cellText(safeText(text))).toBe(text)
})

test('semicolons in ordinary texts stay as they are', () => {
  expect(csvText(['Note'], [['a; b; c-d']])).toBe('Note\r\n"a; b; c-d"\r\n')
})
