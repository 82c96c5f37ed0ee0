import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** The colours of a scheme: those of `:root`, and over them those of the dark scheme. */
function palette(scheme: 'light' | 'dark'): Map<string, string> {
  const blocks = [/:root \{([^}]*)\}/, /:root\[data-mantine-color-scheme='dark'\] \{([^}]*)\}/]
  const used = scheme === 'light' ? blocks.slice(0, 1) : blocks
  const colours = new Map<string, string>()
  for (const block of used)
    for (const [, name = '', colour = ''] of (block.exec(css)?.[1] ?? '').matchAll(
      /--([\w-]+): (#[0-9a-f]{6});/g,
    ))
      colours.set(name, colour)
  return colours
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['bg', 'surface', 'sunken', 'brand-soft']
type Pairs = readonly [text: string, grounds: readonly string[]]
const on = (text: string, ...under: string[]): Pairs => [text, under]

const texts: readonly Pairs[] = [
  ...['ink', 'ink-2', 'ink-3', 'brand-ink', 'bad'].map((text) => on(text, ...grounds)),
  ...['ok', 'warn', 'bad', 'info', 'idle'].map((tone) => on(tone, `${tone}-soft`, 'surface', 'bg')),
  ...['ok', 'warn', 'bad', 'info'].map((tone) => on('ink', `${tone}-soft`)),
  on('on-brand', 'brand', 'brand-hover'),
  on('on-bad', 'bad', 'bad-hover'),
  on('avatar-ink', 'avatar'),
  ...['ink', 'dim', 'blue', 'green', 'yellow', 'purple', 'red'].map((name) => on(`term-${name}`, 'term')),
]

const colourOf = (colours: Map<string, string>, name: string) => {
  const colour = colours.get(name)
  if (colour === undefined) throw new Error(`tokens.css has no colour --${name}`)
  return colour
}

test.each(['light', 'dark'] as const)('text has a contrast of at least 4.5 in the %s scheme', (scheme) => {
  const colours = palette(scheme)
  const low = texts.flatMap(([text, under]) =>
    under
      .map((ground) => ({
        text,
        ground,
        ratio: contrast(colourOf(colours, text), colourOf(colours, ground)),
      }))
      .filter(({ ratio }) => ratio < 4.5),
  )
  expect(low).toEqual([])
})

test.each(['light', 'dark'] as const)('controls have a contrast of at least 3 in the %s scheme', (scheme) => {
  const colours = palette(scheme)
  for (const ground of ['bg', 'surface', 'brand-soft'])
    for (const control of ['control', 'brand', 'focus'])
      expect(contrast(colourOf(colours, control), colourOf(colours, ground))).toBeGreaterThanOrEqual(3)
})
