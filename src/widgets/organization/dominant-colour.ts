import { toOklab } from '@/ui/theme/oklab.ts'

/** Less chroma is grey, which is no accent. */
const MIN_CHROMA = 0.05
/** Degrees of hue that count together. */
const BUCKET = 20
const SIDE = 48

/** The colour of most of a picture's coloured pixels (red, green, blue, opacity), as `#rrggbb`; null if it has none. */
export function dominantColour(pixels: ArrayLike<number>): string | null {
  const buckets = new Map<number, { weight: number; sum: [number, number, number] }>()
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = Array.from(
      { length: 4 },
      (_, nth) => pixels[at + nth],
    )
    if (opacity < 128) continue
    const [, a, b] = toOklab(hex([red, green, blue]))
    const chroma = Math.hypot(a, b)
    if (chroma < MIN_CHROMA) continue
    const hue = Math.floor(((Math.atan2(b, a) * 180) / Math.PI + 360) / BUCKET)
    const bucket = buckets.get(hue) ?? { weight: 0, sum: [0, 0, 0] }
    bucket.weight += chroma
    bucket.sum = [bucket.sum[0] + red * chroma, bucket.sum[1] + green * chroma, bucket.sum[2] + blue * chroma]
    buckets.set(hue, bucket)
  }
  const [most] = [...buckets.values()].toSorted((one, other) => other.weight - one.weight)
  return most === undefined ? null : hex(most.sum.map((channel) => Math.round(channel / most.weight)))
}

const hex = (channels: readonly number[]) =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

/** The dominant colour of a logo; null if it has none, or cannot be read: a host may forbid it. */
export async function colourOfLogo(href: string): Promise<string | null> {
  try {
    const image = new Image()
    image.crossOrigin = 'anonymous'
    image.src = href
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = SIDE
    canvas.height = SIDE
    const pen = canvas.getContext('2d', { willReadFrequently: true })
    if (pen === null) return null
    pen.drawImage(image, 0, 0, SIDE, SIDE)
    return dominantColour(pen.getImageData(0, 0, SIDE, SIDE).data)
  } catch {
    return null
  }
}
