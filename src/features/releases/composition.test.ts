import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readComposition } from './composition.ts'

test('shows a composition as the original compose file', () => {
  const composition = readComposition({ version: '2.1', services: { main: { build: './main' } } })
  expect(composition).toEqual({
    kind: 'parsed',
    yaml: 'version: "2.1"\nservices:\n  main:\n    build: ./main\n',
    services: new Map([['main', { preBuilt: false }]]),
  })
})

test('a service with an image and no build is pre-built', () => {
  const composition = readComposition('services:\n  db: { image: "postgres:16" }\n  app: { build: . }\n')
  expect(composition.kind === 'parsed' && [...composition.services]).toEqual([
    ['db', { preBuilt: true }],
    ['app', { preBuilt: false }],
  ])
})

test.each([
  ['services: [', 'services: ['],
  ['just words', 'just words'],
  [{ services: ['main'] }, '{\n  "services": [\n    "main"\n  ]\n}'],
  [[1], '[\n  1\n]'],
  [null, 'null'],
])('keeps %j, which is not a composition, as is', (value, text) => {
  expect(readComposition(value)).toEqual({ kind: 'raw', text })
})

test('the compose file has the same meaning for readers of YAML 1.1 and 1.2', () => {
  const texts = [
    'no',
    'NO',
    'yes',
    'y',
    'n',
    'on',
    'Off',
    'true',
    'null',
    '~',
    '',
    ' ',
    'a ',
    '<<',
    '=',
    '2222:22',
    '22:22',
    '8080:80',
    '1:2:3',
    '190:20:30.15',
    '2024-01-01',
    '2024-1-1T1:2:3Z',
    '2001-12-14 21:59:43',
    '0o14',
    '014',
    '0x1F',
    '0b11',
    '1_000',
    '1e3',
    '1.',
    '.5',
    '+1',
    '-1',
    '.inf',
    '-.INF',
    '.nan',
    '1,000',
    '#a',
    'a #b',
    'a: b',
    '- a',
    '? a',
    '!a',
    '&a',
    '*a',
    '%a',
    '@a',
    '`a',
    '[a',
    '{a',
    '"a',
    "'a",
    '|',
    '>',
    'a\nb',
    'a\n',
    '\n',
    'sh -c "x"',
    'tab\tb',
    '\u0085',
    '\u2028a',
    'é',
    '😀',
    '\u0000',
    'main',
    './main',
    'io.balena.features.dbus',
  ]
  const value = {
    version: '2.1',
    services: {
      sftp: {
        image: 'mini/sftp:1',
        restart: 'no',
        ports: texts,
        environment: Object.fromEntries(texts.map((text, nth) => [`V${nth}`, text])),
        labels: Object.fromEntries(texts.filter((text) => text !== '<<').map((text) => [text, '1'])),
        cpu_shares: 512,
        privileged: true,
        healthcheck: null,
      },
    },
    networks: {},
  }
  const composition = readComposition(value)
  if (composition.kind !== 'parsed') throw new Error('not a composition')
  expect(parse(composition.yaml, { version: '1.2' })).toEqual(value)
  expect(parse(composition.yaml, { version: '1.1' })).toEqual(value)
})

test.each([
  ['a line break', 'first\nsecond'],
  ['a separator of lines', 'a\u2028b'],
  ['more letters than YAML allows for a key', 'x'.repeat(1_100)],
])('a name with %s is written as JSON, which every reader of YAML takes', (_, name) => {
  const composition = { services: { a: { image: 'x', labels: { [name]: 'no' } } } }
  const read = readComposition(composition)
  expect(read.kind === 'parsed' && JSON.parse(read.yaml)).toEqual(composition)
})

test('line breaks of YAML 1.1 are escaped in the compose file', () => {
  const texts = ['\u0085x', 'a\u2028b', 'a\nb\u2029', '\uFEFFx']
  const read = readComposition({ services: { a: { command: texts } } })
  const yaml = read.kind === 'parsed' ? read.yaml : ''
  expect(yaml).not.toMatch(/[\u0085\u2028\u2029\uFEFF]/)
  expect(parse(yaml)).toEqual({ services: { a: { command: texts } } })
})

test('a text that is a compose file has its services, with what they merge', () => {
  const text = 'x: &x { image: redis }\nservices:\n  cache: { <<: *x }\n  main: { build: . }\n'
  expect(readComposition(text)).toEqual({
    kind: 'parsed',
    yaml: text,
    services: new Map([
      ['cache', { preBuilt: true }],
      ['main', { preBuilt: false }],
    ]),
  })
})

test.each([
  ['dashes', '- '.repeat(30_000)],
  ['brackets', '['.repeat(30_000) + ']'.repeat(30_000)],
  [
    'aliases that multiply',
    `a0: &a0 [x]\n${Array.from({ length: 30 }, (_, nth) => `a${nth + 1}: &a${nth + 1} [*a${nth}, *a${nth}, *a${nth}]`).join('\n')}\nservices: {}`,
  ],
])('a text full of %s is shown as it is', (_, text) => {
  expect(readComposition(text)).toEqual({ kind: 'raw', text })
})

test('a composition that is nested endlessly takes no page away', () => {
  let deep: unknown = 'x'
  for (let at = 0; at < 30_000; at += 1) deep = { a: deep }
  expect(readComposition({ services: {}, deep })).toEqual({ kind: 'raw', text: '' })
})
