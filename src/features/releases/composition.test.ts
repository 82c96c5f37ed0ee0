import { expect, test } from 'vitest'
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
