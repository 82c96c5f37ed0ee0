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

/** What a file means, on one line: NAME=value, or !problem. */
const meaningOf = (text: string) =>
  parseEnvFile(text)
    .map((line) => (line.kind === 'pair' ? `${line.name}=${JSON.stringify(line.value)}` : `!${line.problem}`))
    .join(' ')

// Compared with what the package dotenv reads (18.0), which has no problems: it skips or repairs such lines silently.
test.each([
  ['  A = 1', 'A="1"'],
  ['\tA=1', 'A="1"'],
  ['export  A=1', 'A="1"'],
  ['A\u00a0=\u00a01', 'A="1"'],
  ['A: 1', 'A="1"'],
  ['A=a  b', 'A="a  b"'],
  ['A=a\t# c', 'A="a"'],
  ['A=#c', 'A=""'],
  ['A="a"#c', 'A="a"'],
  ['A="a" # it\'s', 'A="a"'],
  ['A=yes # "', 'A="yes"'],
  ['A=a"b"c', 'A="a\\"b\\"c"'],
  ['A=a\\ b', 'A="a\\\\ b"'],
  ['A=a\\nb', 'A="a\\\\nb"'],
  ['A="a\\nb"', 'A="a\\nb"'],
  ['A="a\\u00e9"', 'A="a\\\\u00e9"'],
  ['A=C:\\Users\\new', 'A="C:\\\\Users\\\\new"'],
  ['A="C:\\Users\\new"', 'A="C:\\\\Users\\new"'],
  ['A=${B:-x}$(date)%C%', 'A="${B:-x}$(date)%C%"'],
  ['A=`x "y" \'z\'`', 'A="x \\"y\\" \'z\'"'],
  ['A=a=b==', 'A="a=b=="'],
  ['A=1;', 'A="1;"'],
  ['A=1 B=2', 'A="1 B=2"'],
  ['A=1\rB=2\r\n\r\nC=3', 'A="1" B="2" C="3"'],
  ["A='one\n# two'\nB=1", 'A="one\\n# two" B="1"'],
  ['A="-----BEGIN X-----\nMII=\n-----END X-----"', 'A="-----BEGIN X-----\\nMII=\\n-----END X-----"'],
  ['# A=1\n#B=2\n#!/bin/sh', ''],
  // Other formats: each line says that it is none of these, so that nothing is taken for what it is not.
  ['A', '!no-equals'],
  ['export A', '!no-equals'],
  ['unset A', '!no-equals'],
  ['setx A 1', '!no-equals'],
  ['ENV A 1', '!no-equals'],
  ['[section]', '!no-equals'],
  ['; comment', '!no-equals'],
  ['// comment', '!no-equals'],
  ['---', '!no-equals'],
  ['{"A":"1"}', '!no-equals'],
  ['- A: 1', '!no-equals'],
  ['A:1', '!no-equals'],
  ['A<<EOF', '!no-equals'],
  ['A="1";', '!after-quote'],
  ["A='a'\\''b'", '!after-quote'],
  ['A="a""b"', '!after-quote'],
  ['export A="1" B="2"', '!after-quote'],
  ['Environment="A=1" "B=2"', '!after-quote'],
  ['A="', '!unclosed-quote'],
  ['A="a\\"', '!unclosed-quote'],
  ["A='a\nB=1", '!unclosed-quote B="1"'],
  // Their names are refused by the rules of names.
  ['=b', '="b"'],
  ['"A"=1', '"A"="1"'],
  ['set A=1', 'set A="1"'],
  ['$env:A = "1"', '$env:A="1"'],
  ['declare -x A="1"', 'declare -x A="1"'],
  ['A+=b', 'A+="b"'],
  ['- A=1', '- A="1"'],
])('%j means %j', (text, meaning) => expect(meaningOf(text)).toBe(meaning))
