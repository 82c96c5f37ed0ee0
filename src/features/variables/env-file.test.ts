import { expect, test } from 'vitest'
import { formatEnvFile, parseEnvFile } from './env-file.ts'

const pairsOf = (text: string) =>
  parseEnvFile(text).map((line) => (line.kind === 'pair' ? [line.line, line.name, line.value] : line))

test('reads names and values, and skips comments and blank lines', () => {
  const text = [
    '# the broker',
    'MQTT_HOST=broker.example',
    '',
    'export MQTT_PORT = 1883',
    'EMPTY=',
    'URL=https://x.example/#top # where',
    'NONE= # nothing',
  ].join('\r\n')
  expect(pairsOf(text)).toEqual([
    [2, 'MQTT_HOST', 'broker.example'],
    [4, 'MQTT_PORT', '1883'],
    [5, 'EMPTY', ''],
    [6, 'URL', 'https://x.example/#top'],
    [7, 'NONE', ''],
  ])
})

test('quotes preserve spaces, comments and line breaks; only double quotes support escapes', () => {
  const text = `A=" a # b "\nB='x\\n$y'\nC="one\\ntwo \\"three\\""\nD="first\nsecond"\nE=1`
  expect(pairsOf(text)).toEqual([
    [1, 'A', ' a # b '],
    [2, 'B', 'x\\n$y'],
    [3, 'C', 'one\ntwo "three"'],
    [4, 'D', 'first\nsecond'],
    [6, 'E', '1'],
  ])
})

test('reports lines that cannot be parsed, and reads the others', () => {
  expect(parseEnvFile("A=1\nnonsense\nB=\"open\nC=3\nD='x' y")).toEqual([
    { line: 1, kind: 'pair', name: 'A', value: '1' },
    { line: 2, kind: 'problem', problem: 'no-equals' },
    { line: 3, kind: 'problem', problem: 'unclosed-quote' },
    { line: 4, kind: 'pair', name: 'C', value: '3' },
    { line: 5, kind: 'problem', problem: 'after-quote' },
  ])
})

test.each([
  'plain',
  '',
  ' blanks ',
  'a # b',
  "it's",
  'say "x"',
  `both ' and "`,
  'two\nlines',
  'back\\slash',
  "back\\slash'n",
  '$HOME `x`',
  'é=ü',
  'a\r\nb',
])('formats and parses %j without changes', (value) => {
  expect(pairsOf(formatEnvFile([{ name: 'A', value }]))).toEqual([[1, 'A', value]])
})

test('reads what other tools write', () => {
  const text = [
    '\uFEFF# prod',
    'export API_URL="https://x.example/?a=1&b=2#frag"',
    'PASSWORD=p@ss#word',
    'WIN_PATH="C:\\temp\\docs"',
    'SPACED = value with spaces   # note',
    "SINGLE='it is $HOME \\n'",
    'JSON={"a":"b c"}',
    'BACKTICK=`multi "word"`',
    'YAMLISH: value',
    'URL: "https://x.example"',
    'TIME=12:30: noon',
    'DOLLAR="\\$HOME"',
    'TAB="a\\tb"',
    "IT='it''s'",
  ].join('\r\n')
  expect(pairsOf(text)).toEqual([
    [2, 'API_URL', 'https://x.example/?a=1&b=2#frag'],
    [3, 'PASSWORD', 'p@ss#word'],
    [4, 'WIN_PATH', 'C:\\temp\\docs'],
    [5, 'SPACED', 'value with spaces'],
    [6, 'SINGLE', 'it is $HOME \\n'],
    [7, 'JSON', '{"a":"b c"}'],
    [8, 'BACKTICK', 'multi "word"'],
    [9, 'YAMLISH', 'value'],
    [10, 'URL', 'https://x.example'],
    [11, 'TIME', '12:30: noon'],
    [12, 'DOLLAR', '$HOME'],
    [13, 'TAB', 'a\\tb'],
    { line: 14, kind: 'problem', problem: 'after-quote' },
  ])
})
