import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTextIndex } from './text-index.ts'
import type { TextPlace } from './text-index.ts'

const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '-', 'É'), maxLength: 5 }), {
  maxLength: 12,
})
const part = fc.string({ unit: fc.constantFrom('a', 'b', '-', 'É'), maxLength: 3 })

test('the joined texts answer as looking at each of them does', () => {
  fc.assert(
    fc.property(texts, part, (all, wanted) => {
      const handles = all.map((_, at) => at * 3)
      const index = createTextIndex(handles, (handle) => all[handle / 3] ?? '')
      const searched = (place: TextPlace) => Array.from(index?.search(wanted, place) ?? [])
      const those = (test: (text: string) => boolean) =>
        handles.filter((handle) => test(all[handle / 3] ?? ''))
      expect(searched('contains')).toEqual(those((text) => text.includes(wanted)))
      expect(searched('startswith')).toEqual(those((text) => text.startsWith(wanted)))
      expect(searched('endswith')).toEqual(those((text) => text.endsWith(wanted)))
      expect(searched('equals')).toEqual(those((text) => text === wanted))
      expect(searched('contains'), 'once more').toEqual(those((text) => text.includes(wanted)))
    }),
    { seed: 20_261_120, numRuns: 400 },
  )
})

test('a text with the border in it cannot be joined, and a part with it is nowhere', () => {
  expect(createTextIndex([0], () => 'a\u0000b')).toBeUndefined()
  expect(createTextIndex([0, 1], () => 'ab')?.search('b\u0000a', 'contains')).toHaveLength(0)
})
