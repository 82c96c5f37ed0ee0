import { expect, test } from 'vitest'
import { CsvError, readCsv } from './csv-read.ts'
import { cellText, csvText, safeText } from './csv.ts'

const read = (text: string) => [...readCsv(text)].map(({ line, cells }) => [line, ...cells])
const problemOf = (text: string) => {
  try {
    read(text)
    return 'none'
  } catch (error) {
    return error instanceof CsvError ? `${error.problem} ${error.line}` : 'another'
  }
}

test.each([
  [
    'a,b\r\n1,2\r\n',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  [
    '\uFEFFa;b\n1;2',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  [
    'a\tb\r1\t2',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  [
    'a,b\n\n,\n1,',
    [
      [1, 'a', 'b'],
      [4, '1', ''],
    ],
  ],
  [
    'a,b\n"x\r\ny","q""q"\n3,4',
    [
      [1, 'a', 'b'],
      [2, 'x\r\ny', 'q"q'],
      [4, '3', '4'],
    ],
  ],
  [
    '"a,;;;",b\n1,2',
    [
      [1, 'a,;;;', 'b'],
      [2, '1', '2'],
    ],
  ],
  [
    'a,b\nsay "hi",2',
    [
      [1, 'a', 'b'],
      [2, 'say "hi"', '2'],
    ],
  ],
  ['', []],
])('parses %j into rows with line numbers [OPS-101]', (text, rows) => expect(read(text)).toEqual(rows))

test('reports wrong quotes with their line [OPS-101]', () => {
  expect(problemOf('a,b\n1,"2\n3,4\n')).toBe('open-quote 2')
  expect(problemOf('a,b\n"1"x,2\n')).toBe('after-quote 2')
})

test('reads what was written, including formulas [OPS-100]', () => {
  const values = [
    '=1+1',
    '-5',
    '@x',
    'two\nlines',
    'a "b", c',
    "'quoted'",
    '＝1',
    'x;=1+1;y',
    '- a\n- b',
    'a;b',
    'a\tb',
    '\t=1',
    'a\r\nb\rc',
    '"',
    '""',
    'a"',
    '"a"',
    'a,"b\nc";d',
    '  x ',
    "'=1",
    'é 日本 😀',
    'a\u2028b',
    '\u202Etxt',
    '007',
    '1,5',
    '=HYPERLINK("x","y")',
    '%0A\\n\\',
    '#NAME?',
    '(delete)',
  ]
  const headers = values.map((_, nth) => `column ${nth}`)
  const [, row] = [...readCsv(csvText(headers, [values]))]
  expect(row?.cells).toEqual(values.map(safeText))
  expect(row?.cells.map(cellText)).toEqual(values)
})

test('a separator may follow a quoted cell, in the header too [OPS-101]', () => {
  expect(read('"a";"b"\n"1";"2,3"\n')).toEqual([
    [1, 'a', 'b'],
    [2, '1', '2,3'],
  ])
  expect(read('"a;,,",b\n"1,",2\n')).toEqual([
    [1, 'a;,,', 'b'],
    [2, '1,', '2'],
  ])
  expect(read('a\t"b"\n"1"\t2\n')).toEqual([
    [1, 'a', 'b'],
    [2, '1', '2'],
  ])
})
