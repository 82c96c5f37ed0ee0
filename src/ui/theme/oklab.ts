/** Lightness, and the two axes of colour, as people see them (OKLab). */
export type Lab = readonly [lightness: number, green: number, blue: number]

/** Parses `#rrggbb`. */
export function toOklab(colour: string): Lab {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ]
}

/** As `#rrggbb`; null if no screen can show it. */
export function colourFrom([lightness, green, blue]: Lab): string | null {
  const long = (lightness + 0.3963377774 * green + 0.2158037573 * blue) ** 3
  const medium = (lightness - 0.1055613458 * green - 0.0638541728 * blue) ** 3
  const short = (lightness - 0.0894841775 * green - 1.291485548 * blue) ** 3
  const channels = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ].map((share) =>
    Math.round(255 * (share <= 0.0031308 ? 12.92 * share : 1.055 * share ** (1 / 2.4) - 0.055)),
  )
  if (channels.some((channel) => !(channel >= 0 && channel <= 255))) return null
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
