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
