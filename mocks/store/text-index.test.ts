import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTextIndex } from './text-index.ts'

const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '-', 'É'), maxLength: 5 }), {
  maxLength: 12,
})
const part = fc.string({ unit: fc.constantFrom('a', 'b', '-', 'É'), maxLength: 3 })

test('the joined texts answer as looking at each of them does', () => {
  fc.assert(
    fc.property(texts, part, (all, wanted) => {
      const handles = all.map((_, at) => at * 3)
      const index = createTextIndex(handles, (handle) => all[handle / 3] ?? '')
      const those = (test: (text: string) => boolean) =>
        handles.filter((handle) => test(all[handle / 3] ?? ''))
      expect(index?.search(wanted, 'contains')).toEqual(those((text) => text.includes(wanted)))
      expect(index?.search(wanted, 'startswith')).toEqual(those((text) => text.startsWith(wanted)))
      expect(index?.search(wanted, 'endswith')).toEqual(those((text) => text.endsWith(wanted)))
    }),
    { seed: 20_261_120, numRuns: 400 },
  )
})

test('a text with the border in it cannot be joined, and a part with it is nowhere', () => {
  expect(createTextIndex([0], () => 'a\u0000b')).toBeUndefined()
  expect(createTextIndex([0, 1], () => 'ab')?.search('b\u0000a', 'contains')).toEqual([])
})
