import { readFileSync } from 'node:fs'

const css = readFileSync(new URL('../tokens.css', import.meta.url), 'utf8')

export type Scheme = 'light' | 'dark' | 'light, high contrast' | 'dark, high contrast'

/** The colours of a scheme: those of `:root`, overridden by its own, as in the cascade. */
export function palette(scheme: Scheme, styles = css): Map<string, string> {
  const blocks = [
    /:root \{([^}]*)\}/,
    ...(scheme.startsWith('dark') ? [/:root\[data-mantine-color-scheme='dark'\][^{]*\{([^}]*)\}/] : []),
    ...(scheme.endsWith('high contrast') ? [/:root\[data-contrast='more'\] \{([^}]*)\}/] : []),
    ...(scheme === 'dark, high contrast'
      ? [/:root\[data-contrast='more'\]\[data-mantine-color-scheme='dark'\][^{]*\{([^}]*)\}/]
      : []),
  ]
  const colours = new Map<string, string>()
  for (const block of blocks)
    for (const [, name = '', colour = ''] of (block.exec(styles)?.[1] ?? '').matchAll(
      /--([\w-]+): (#[0-9a-f]{6});/g,
    ))
      colours.set(name, colour)
  return colours
}

export function colourOf(colours: Map<string, string>, name: string): string {
  const colour = colours.get(name)
  if (colour === undefined) throw new Error(`tokens.css has no colour --${name}`)
  return colour
}

const grounds = ['bg', 'surface', 'sunken', 'brand-soft']
type Pairs = readonly [text: string, grounds: readonly string[]]
const on = (text: string, ...under: string[]): Pairs => [text, under]

/** Text colours with their backgrounds. */
export const texts: readonly Pairs[] = [
  ...['ink', 'ink-2', 'ink-3', 'brand-ink', 'bad'].map((text) => on(text, ...grounds)),
  ...['ok', 'warn', 'bad', 'info', 'idle'].map((tone) => on(tone, `${tone}-soft`, 'surface', 'bg')),
  ...['ok', 'warn', 'bad', 'info'].map((tone) => on('ink', `${tone}-soft`)),
  on('on-brand', 'brand', 'brand-hover'),
  on('on-bad', 'bad', 'bad-hover'),
  on('avatar-ink', 'avatar'),
  ...['ink', 'dim', 'blue', 'green', 'yellow', 'purple', 'red'].map((name) => on(`term-${name}`, 'term')),
]

/** Control colours with their backgrounds. */
export const controls: readonly Pairs[] = ['control', 'brand', 'focus'].map((control) =>
  on(control, 'bg', 'surface', 'brand-soft'),
)

/** Fills of charts and bars, with what is under them. */
export const fills: readonly Pairs[] = ['ok', 'warn', 'bad', 'info', 'idle'].map((tone) =>
  on(`${tone}-fill`, 'bg', 'surface', 'sunken'),
)

/** The text that people read at length. */
export const bodyTexts: readonly Pairs[] = [on('ink', ...grounds), on('ink-2', 'surface')]

/** What separates and frames, in high contrast. */
export const borders: readonly Pairs[] = ['line', 'line-strong', 'control'].map((line) =>
  on(line, 'bg', 'surface', 'sunken'),
)
