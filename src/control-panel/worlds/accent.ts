import { contrast, mixed } from '@/ui/theme/contrast.ts'

const WHITE = '#ffffff'
const BLACK = '#000000'

/** The surrounding colours of an accent, equal to those of src/ui/theme/tokens.css. */
export const surroundings = {
  light: { grounds: ['#f6f7f9', '#ffffff', '#eef1f5'], texts: ['#5f6c82', '#b4232c'], control: '#7f8a9d' },
  dark: { grounds: ['#0e141d', '#151d29', '#101823'], texts: ['#8b98ab', '#ff8d94'], control: '#66768f' },
} as const

type Scheme = keyof typeof surroundings

const TEXT = 4.5
const CONTROL = 3

/** Mixes a colour with increasing shares of another, and returns the first mixture that satisfies the condition. */
function firstMixture(
  from: string,
  to: string,
  first: number,
  isSuitable: (colour: string) => boolean,
): string | null {
  for (let share = first; share <= 1.0001; share += 0.02) {
    const colour = mixed(from, to, Math.min(1, share))
    if (isSuitable(colour)) return colour
  }
  return null
}

const isReadable = (text: string, grounds: readonly string[]) =>
  grounds.every((ground) => contrast(text, ground) >= TEXT)

/** The colours of one scheme; null if the accent has too little contrast to its background, or no text is readable on it. */
function coloursOf(accent: string, scheme: Scheme): Record<string, string> | null {
  const { grounds, texts, control } = surroundings[scheme]
  const isLight = scheme === 'light'
  const onBrand = [WHITE, BLACK].find((text) => contrast(text, accent) >= TEXT)
  const soft = firstMixture(
    accent,
    grounds[1],
    isLight ? 0.86 : 0.7,
    (ground) =>
      texts.every((text) => isReadable(text, [ground])) &&
      [accent, control].every((colour) => contrast(colour, ground) >= CONTROL),
  )
  if (onBrand === undefined || soft === null) return null
  if (grounds.some((ground) => contrast(accent, ground) < CONTROL)) return null
  const ink = firstMixture(accent, isLight ? BLACK : WHITE, 0, (text) => isReadable(text, [...grounds, soft]))
  if (ink === null) return null
  return {
    brand: accent,
    'brand-hover': mixed(accent, onBrand === WHITE ? BLACK : WHITE, 0.2),
    'brand-soft': soft,
    'brand-ink': ink,
    'on-brand': onBrand,
    focus: accent,
  }
}

const block = (selector: string, colours: Readonly<Record<string, string>>) =>
  `${selector} {${Object.entries(colours)
    .map(([name, colour]) => ` --${name}: ${colour};`)
    .join('')} }`

/** The styles for an organization's accent; null if it is not readable in both schemes. */
export function accentStyles(accent: string): string | null {
  const [light, dark] = [coloursOf(accent.toLowerCase(), 'light'), coloursOf(accent.toLowerCase(), 'dark')]
  if (light === null || dark === null) return null
  const rules = [block(':root', light), block(":root[data-mantine-color-scheme='dark']", dark)]
  return `@media (forced-colors: none) { ${rules.join(' ')} }`
}
