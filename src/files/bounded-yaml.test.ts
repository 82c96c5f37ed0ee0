import { expect, test } from 'vitest'
import { boundedDocument } from './bounded-yaml.ts'

test('a key that is there twice is refused with its line; the same key in different mappings is not', () => {
  expect(() => boundedDocument('a: 1\nb:\n  a: 2\n  c: 3\n  a: 4\n')).toThrow(
    expect.objectContaining({ line: 5, reason: '“a” is there twice' }),
  )
  expect(boundedDocument('- a: 1\n- a: 2\n').document.toJS()).toEqual([{ a: 1 }, { a: 2 }])
})

test('many keys are compared in linear time', () => {
  // Compared one with another they take a minute.
  const text = Array.from({ length: 30_000 }, (_, nth) => `key${nth}: 1`).join('\n')
  expect(Object.keys(boundedDocument(text).document.toJS() as object)).toHaveLength(30_000)
}, 20_000)

test('too many aliases are refused, a few are not', () => {
  const text = (count: number) => `- &a x\n${'- *a\n'.repeat(count)}`
  expect(boundedDocument(text(90)).document.toJS()).toHaveLength(91)
  expect(() => boundedDocument(text(1_001))).toThrow('The file has too many aliases (*name)')
})
