import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTextIndex } from './text-index.ts'
import type { TextPlace } from './text-index.ts'

const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '-', 'É'), maxLength: 5 }), {
  maxLength: 12,
})
const part = fc.string({ unit: fc.constantFrom('a', 'b', '-', 'É'), maxLength: 3 })

test('finds the same texts as a scan', () => {
  fc.assert(
    fc.property(texts, part, (all, query) => {
      const handles = all.map((_, at) => at * 3)
      const index = createTextIndex(handles, (handle) => all[handle / 3] ?? '')
      const searched = (place: TextPlace) => Array.from(index?.search(query, place) ?? [])
      const matching = (test: (text: string) => boolean) =>
        handles.filter((handle) => test(all[handle / 3] ?? ''))
      expect(searched('contains')).toEqual(matching((text) => text.includes(query)))
      expect(searched('startswith')).toEqual(matching((text) => text.startsWith(query)))
      expect(searched('endswith')).toEqual(matching((text) => text.endsWith(query)))
      expect(searched('equals')).toEqual(matching((text) => text === query))
      expect(searched('contains'), 'once more').toEqual(matching((text) => text.includes(query)))
    }),
    { seed: 20_261_120, numRuns: 400 },
  )
})

test('does not index texts that contain the separator, and never finds it', () => {
  expect(createTextIndex([0], () => 'a\u0000b')).toBeUndefined()
  expect(createTextIndex([0, 1], () => 'ab')?.search('b\u0000a', 'contains')).toHaveLength(0)
})
