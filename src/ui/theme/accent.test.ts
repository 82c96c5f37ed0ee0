import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentFor, accentStyles, stateColours, surroundings } from './accent.ts'
import { contrast } from './contrast.ts'
import { toOklab } from './oklab.ts'
import { colourOf, controls, palette, texts, type Scheme } from './testing/palette.ts'

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

const channel = fc.integer({ min: 0, max: 255 })
const aColour = fc
  .tuple(channel, channel, channel)
  .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`)

test('[WORLD-007] any wished accent becomes one that is readable in both schemes and is no state', () => {
  fc.assert(
    fc.property(aColour, (wished) => {
      const { colour, shifted } = accentFor(wished)
      expect(schemes.map((scheme) => lowContrastIn(accentStyles(wished), scheme))).toEqual([[], []])
      const [, green, blue] = toOklab(colour)
      for (const state of stateColours) {
        const [, otherGreen, otherBlue] = toOklab(state)
        expect(Math.hypot(green - otherGreen, blue - otherBlue)).toBeGreaterThan(0.069)
      }
      expect(shifted === null).toBe(colour === wished)
    }),
    { numRuns: 40 },
  )
})

test('the states that accents keep away from are those of the tokens', () => {
  expect(stateColours).toEqual(
    ['ok-fill', 'warn-fill', 'bad-fill', 'info-fill'].map((name) => colourOf(palette('light'), name)),
  )
})

test.each([
  ['#1f77d0', null],
  ['#1F77D0', null],
  // The green of a device that is well.
  ['#0a7f5a', 'state'],
  ['#c0392b', 'state'],
  ['#FFFF00', 'contrast'],
  ['#101010', 'contrast'],
  ['#ffffff', 'contrast'],
])('[WORLD-007] the accent %s is shifted: %s', (wished, shifted) => {
  const accent = accentFor(wished)
  expect(accent.shifted).toBe(shifted)
  expect(accent.colour === wished.toLowerCase()).toBe(shifted === null)
})
