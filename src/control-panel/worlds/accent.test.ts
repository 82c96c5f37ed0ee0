import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast } from '@/ui/theme/contrast.ts'
import { colourOf, controls, palette, texts, type Scheme } from '@/ui/theme/testing/palette.ts'
import { accentStyles, surroundings } from './accent.ts'

const schemes = ['light', 'dark'] as const

test.each(schemes)('the %s scheme matches the assumptions of accents', (scheme) => {
  const colours = palette(scheme)
  const around = surroundings[scheme]
  expect(around.grounds).toEqual(['bg', 'surface', 'sunken'].map((name) => colourOf(colours, name)))
  expect(around.texts).toEqual(['ink-3', 'bad'].map((name) => colourOf(colours, name)))
  expect(around.control).toBe(colourOf(colours, 'control'))
})

/** Texts and controls with too little contrast to their background. */
function lowContrastIn(styles: string, scheme: Scheme): string[] {
  const colours = new Map([...palette(scheme), ...palette(scheme, styles)])
  const low = (pairs: typeof texts, least: number) =>
    pairs.flatMap(([text, under]) =>
      under
        .filter((ground) => contrast(colourOf(colours, text), colourOf(colours, ground)) < least)
        .map((ground) => `${text} on ${ground}`),
    )
  return [...low(texts, 4.5), ...low(controls, 3)]
}

test('[WORLD-007] an accepted accent is readable in both schemes', () => {
  const channel = fc.integer({ min: 0, max: 255 })
  let kept = 0
  fc.assert(
    fc.property(channel, channel, channel, (...parts) => {
      const styles = accentStyles(`#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`)
      if (styles === null) return
      kept++
      expect(schemes.map((scheme) => lowContrastIn(styles, scheme))).toEqual([[], []])
    }),
    { numRuns: 500 },
  )
  expect(kept).toBeGreaterThan(40)
})

test.each([
  ['#0a7f5a', true],
  ['#1f77d0', true],
  ['#FFFF00', false],
  ['#101010', false],
  ['#ffffff', false],
])('[WORLD-007] the accent %s: %s', (accent, isKept) => {
  expect(accentStyles(accent) !== null).toBe(isKept)
})
