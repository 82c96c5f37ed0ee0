import { contrast, mixed } from './contrast.ts'
import { colourFrom, toOklab } from './oklab.ts'

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
  if (grounds.some((ground) => contrast(accent, ground) < CONTROL)) return null
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

/** The colours of states in charts and marks, in the light scheme; the dark one has the same hues. */
export const stateColours = ['#26905c', '#ad7a00', '#dc4650', '#16869f']
/** Colours that are nearer than this in their hue and chroma are taken for each other. */
const TOO_NEAR = 0.07

const isNearState = (colour: string) => {
  const [, green, blue] = toOklab(colour)
  return stateColours.some((state) => {
    const [, otherGreen, otherBlue] = toOklab(state)
    return Math.hypot(green - otherGreen, blue - otherBlue) < TOO_NEAR
  })
}

const isReadableAccent = (colour: string) =>
  coloursOf(colour, 'light') !== null && coloursOf(colour, 'dark') !== null

/** Steps in which hue and lightness are shifted, and how far. */
const HUE_STEP = 6
const MAX_HUE = 90
const LIGHTNESS_STEP = 0.02
const MAX_LIGHTNESS = 0.7
/** A degree of hue changes a colour as much as so much lightness. */
const LIGHTNESS_PER_DEGREE = 0.004
/** What is nearly grey needs less chroma than it has; others keep it as far as a screen can show it. */
const CHROMA_SHARES = [1, 0.85, 0.7, 0.55]

export interface Accent {
  /** The colour that is used. */
  colour: string
  /** Why it is another than the wished one; null if it is the same. */
  shifted: 'contrast' | 'state' | null
}

/**
 * The accent for a wished colour: the same, or the nearest one that is readable in both schemes and is not taken for the colour
 * of a state.
 */
export function accentFor(wished: string): Accent {
  const colour = wished.toLowerCase()
  const isReadable = isReadableAccent(colour)
  if (isReadable && !isNearState(colour)) return { colour, shifted: null }
  const found = nearby(colour).find((one) => !isNearState(one) && isReadableAccent(one))
  return { colour: found ?? OURS, shifted: isReadable ? 'state' : 'contrast' }
}

/** The brand's colour of the light scheme, for a colour without any suitable neighbour. */
const OURS = '#1f5fd6'

/** Colours around another, the nearest first. */
function nearby(colour: string): string[] {
  const [lightness, green, blue] = toOklab(colour)
  const chroma = Math.hypot(green, blue)
  const hue = Math.atan2(blue, green)
  const found: { colour: string; cost: number }[] = []
  for (let turn = -MAX_HUE; turn <= MAX_HUE; turn += HUE_STEP)
    for (let lift = -MAX_LIGHTNESS; lift <= MAX_LIGHTNESS; lift += LIGHTNESS_STEP)
      for (const [nth, share] of CHROMA_SHARES.entries()) {
        const angle = hue + (turn * Math.PI) / 180
        const one = colourFrom([
          lightness + lift,
          chroma * share * Math.cos(angle),
          chroma * share * Math.sin(angle),
        ])
        const cost = Math.abs(lift) + Math.abs(turn) * LIGHTNESS_PER_DEGREE + nth * LIGHTNESS_STEP
        if (one !== null) found.push({ colour: one, cost })
      }
  return found.toSorted((a, b) => a.cost - b.cost).map((one) => one.colour)
}

const block = (selector: string, colours: Readonly<Record<string, string>>) =>
  `${selector} {${Object.entries(colours)
    .map(([name, colour]) => ` --${name}: ${colour};`)
    .join('')} }`

/** The styles for an organization's accent, shifted if it has to be. */
export function accentStyles(wished: string): string {
  const { colour } = accentFor(wished)
  const [light, dark] = [coloursOf(colour, 'light'), coloursOf(colour, 'dark')]
  // Ours has colours of its own in the dark scheme.
  if (light === null || dark === null) return ''
  const rules = [block(':root', light), block(":root[data-mantine-color-scheme='dark']", dark)]
  return `@media (forced-colors: none) { ${rules.join(' ')} }`
}
