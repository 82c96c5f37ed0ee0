const MIB = 1_048_576

export function textHash(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Typical sizes of compressed images in MiB, by architecture. */
const TYPICAL: Readonly<Record<string, number>> = {
  rpi: 128,
  armv7hf: 152,
  aarch64: 196,
  i386: 210,
  amd64: 318,
}
/** What the drivers of these families add. */
const DRIVERS: Readonly<Record<string, number>> = { jetson: 240, x86: 60 }

/**
 * The size that the platform states for the download of an image, in bytes: that of a real one. The image that is served
 * is much smaller (`imageSize`).
 */
export function downloadSize(
  type: { slug: string; arch: string; isFlasher: boolean },
  version: string,
): number {
  const family =
    Object.keys(DRIVERS).find((name) => type.slug.startsWith(name)) ?? (type.arch === 'amd64' ? 'x86' : '')
  // A flasher contains the image that it writes.
  const typical = ((TYPICAL[type.arch] ?? 180) + (DRIVERS[family] ?? 0)) * (type.isFlasher ? 1.25 : 1)
  const [major = 0, minor = 0] = version.split('.').map(Number)
  // Each line is a little larger than the one before; extended support versions start with a year.
  const growth = 1 + Math.min(major, 8) * 0.03 + Math.min(minor, 40) * 0.001
  return Math.round(typical * growth * MIB) + (textHash(`${type.slug} ${version}`) % (3 * MIB))
}

/** Size of a mock image in bytes, 4 to 7 MiB. */
export const imageSize = (deviceType: string, version: string): number =>
  4 * MIB + (textHash(`${deviceType} ${version}`) % (3 * 2048)) * 512
