import { expect, test } from 'vitest'
import { contrast } from './contrast.ts'
import { colourOf, controls, palette, texts } from './testing/palette.ts'

test.each([
  ['text', 'light', 4.5, texts],
  ['text', 'dark', 4.5, texts],
  ['controls', 'light', 3, controls],
  ['controls', 'dark', 3, controls],
] as const)('%s of the %s scheme has a contrast of at least %f', (_, scheme, least, pairs) => {
  const colours = palette(scheme)
  const low = pairs.flatMap(([text, under]) =>
    under
      .map((ground) => ({
        text,
        ground,
        ratio: contrast(colourOf(colours, text), colourOf(colours, ground)),
      }))
      .filter(({ ratio }) => ratio < least),
  )
  expect(low).toEqual([])
})
