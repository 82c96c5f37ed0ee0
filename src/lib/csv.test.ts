import { expect, test } from 'vitest'
import { csvText } from './csv.ts'

test('commas, quotes and line breaks are kept, nothing is an empty cell', () => {
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

test('a text that a spreadsheet would run as a formula is only a text, a negative number stays one', () => {
  expect(csvText(['Name'], [['=HYPERLINK("x")'], ['@cmd'], ['+1'], [-3]])).toBe(
    'Name\r\n"\'=HYPERLINK(""x"")"\r\n\'@cmd\r\n\'+1\r\n-3\r\n',
  )
})

const marks = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
const before = ['', ' ', '   ', '\t', '\r', '\n', '\0', '\u00a0', '\u3000', '\u200b', '\ufeff', ' \t ', '\0 ']

test.each(marks)('nothing that may stand before %s makes a formula of a text', (mark) => {
  for (const start of before) {
    const text = csvText(['Name'], [[`${start}${mark}1+1`]]).slice('Name\r\n'.length)
    expect(text.replace(/^"/, ''), JSON.stringify(start)).toMatch(/^'/)
  }
})

test('a tab or a line end at the start of a cell stays in it, a character that is not shown goes', () => {
  expect(csvText(['Name'], [['\tcmd'], ['\rcmd'], ['a\0b\u0007']])).toBe(
    'Name\r\n"\'\tcmd"\r\n"\'\rcmd"\r\nab\r\n',
  )
})

test('ordinary names stay as they are', () => {
  expect(csvText(['Name'], [['pump-7'], [' north'], ['a=b'], ['冷蔵庫']])).toBe(
    'Name\r\npump-7\r\n north\r\na=b\r\n冷蔵庫\r\n',
  )
})
