import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import * as z from 'zod/mini'
import { readDataFile } from './data-file.ts'

const schema = z.strictObject({
  title: z.string(),
  steps: z.array(z.strictObject({ say: z.string({ error: 'must be text' }) })),
})

test('YAML and JSON give the same value', () => {
  const value = { title: 'Two', steps: [{ say: 'one' }, { say: 'two' }] }
  expect(readDataFile('title: Two\nsteps:\n  - say: one\n  - say: two\n', schema)).toEqual(value)
  expect(readDataFile(JSON.stringify(value), schema)).toEqual(value)
})

test.each([
  ['title: x\nsteps:\n  - say: one\n  - say: 3\n', 'Line 4: steps.1.say must be text'],
  ['title: x\nsteps:\n  - say: one\n    shout: loud\n', 'Line 4: steps.0 must not have "shout"'],
  ['title: x\nsteps: [\n', /^Line \d: /],
  ['title: &a x\nsteps:\n  - say: *a\n', 'The file has aliases (*name); write out what they stand for'],
  ['steps: []\n', 'Line 1: title is missing'],
  ['title: 3\nsteps: []\n', 'Line 1: title must be of type string'],
  ['['.repeat(90_000), 'The file is nested too deeply'],
  ['- '.repeat(90_000), 'The file is nested too deeply'],
  ['x'.repeat(500_001), 'The file is too large'],
  ['__proto__: { title: x }\nsteps: []\n', 'Line 1: title is missing'],
])('rejects %j with line and reason', (text, reason) => {
  expect(() => readDataFile(text, schema)).toThrow(reason)
  expect('title' in {}).toBe(false)
})

test('all errors are reported at once, in the order of the lines, with the names that were probably meant', () => {
  const kinds = z.strictObject({
    ...schema.shape,
    people: z.optional(
      z.array(z.strictObject({ role: z.enum(['observer', 'developer'], { error: 'must be a role' }) })),
    ),
  })
  const text = 'titel: x\nsteps:\n  - sya: one\n  - say: 3\npeople:\n  - role: obsever\n  - role: king\n'
  expect(() => readDataFile(text, kinds)).toThrow(
    [
      'Line 1: title is missing',
      'Line 1: The file must not have "titel"; did you mean "title"?',
      'Line 3: steps.0.say must be text',
      'Line 3: steps.0 must not have "sya"; did you mean "say"?',
      'Line 4: steps.1.say must be text',
      'Line 6: people.0.role must be a role; did you mean "observer"?',
      'Line 7: people.1.role must be a role',
    ].join('\n'),
  )
})

test('many errors are counted', () => {
  const steps = '  - say: 3\n'.repeat(30)
  expect(() => readDataFile(`title: x\nsteps:\n${steps}`, schema)).toThrow(
    /steps\.19\.say must be text\nand 10 more$/,
  )
})

test('brackets in texts hide no nesting, and many line breaks are harmless', () => {
  expect(() => readDataFile('["]",'.repeat(5_000), schema)).toThrow('The file is nested too deeply')
  expect(() => readDataFile('\n'.repeat(130_000), schema)).toThrow(/The file (must be of type object|is)/)
})

test('a long file with a key twice is refused with its line, as a short one; the same key in other objects is not', () => {
  const long = { mostYaml: 10 }
  const read = (text: string) => readDataFile(text, schema, long)
  expect(() => read('{"title": "a",\n"steps": [],\n"t\\u0069tle": "b"}')).toThrow(
    'Line 3: “title” is there twice',
  )
  expect(() => read('{"title": "a", "steps": [{"say": "x", "say": "y"}]}')).toThrow('“say” is there twice')
  const text = '{"title": "say: \\"say\\" {", "steps": [{"say": "title"}, {"say": "}"}]}'
  expect(read(text)).toEqual(JSON.parse(text))
})

test('a file that a writer of YAML or JSON made is read: only control characters are refused', () => {
  for (const title of ['a\u007fb', 'a\ufffeb', 'a\uffffb', 'a\u0001b', 'a\ud800b', 'a\u0085b', '\u{1f600}']) {
    const steps = [{ say: title }]
    expect(readDataFile(stringify({ title, steps }), schema)).toEqual({ title, steps })
    expect(readDataFile(JSON.stringify({ title, steps }), schema)).toEqual({ title, steps })
  }
  expect(() => readDataFile('title: a\u0001b\nsteps: []', schema)).toThrow(
    'Line 1: There is a control character',
  )
})

test('the sentences are the same if the process uses the library with another language', () => {
  z.config(z.locales.en())
  try {
    expect(() => readDataFile('steps: []\n', schema)).toThrow('Line 1: title is missing')
    expect(() => readDataFile('[]', schema)).toThrow('The file must be of type object')
    const either = z.object({ fleet: z.union([z.string({ error: 'must be text' }), z.number()]) })
    expect(() => readDataFile('{}', either)).toThrow('fleet is missing')
    expect(() => readDataFile('fleet: [1]', either)).toThrow('Line 1: fleet must be text')
  } finally {
    z.config({ localeError: undefined })
  }
})
