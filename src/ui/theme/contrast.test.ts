import { expect, test } from 'vitest'
import { contrast } from './contrast.ts'
import { bodyTexts, borders, colourOf, controls, fills, palette, texts } from './testing/palette.ts'

test.each([
  ['text', 'light', 4.5, texts],
  ['text', 'dark', 4.5, texts],
  ['controls', 'light', 3, controls],
  ['controls', 'dark', 3, controls],
  ['fills', 'light', 3, fills],
  ['fills', 'dark', 3, fills],
  ['body text', 'light', 7, bodyTexts],
  ['body text', 'dark', 7, bodyTexts],
  ['text', 'light, high contrast', 7, texts],
  ['text', 'dark, high contrast', 7, texts],
  ['controls', 'light, high contrast', 4.5, controls],
  ['controls', 'dark, high contrast', 4.5, controls],
  ['borders', 'light, high contrast', 4.5, borders],
  ['borders', 'dark, high contrast', 4.5, borders],
  ['fills', 'light, high contrast', 4.5, fills],
  ['fills', 'dark, high contrast', 4.5, fills],
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
