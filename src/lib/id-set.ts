/** Larger than any set written here: longer ones are rejected. */
const MAX_IDS = 2_000_000

/** Positive whole numbers as a compact text: delta-encoded in ascending order, seven bits per byte, in base64. */
export function packIds(ids: Iterable<number>): string {
  const bytes: number[] = []
  let last = 0
  for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
    let gap = id - last
    last = id
    while (gap > 0x7f) {
      bytes.push(0x80 | (gap % 0x80))
      gap = Math.floor(gap / 0x80)
    }
    bytes.push(gap)
  }
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** Decodes the output of `packIds`, ascending; undefined when invalid. */
export function unpackIds(text: string): number[] | undefined {
  let bytes: string
  try {
    bytes = atob(text)
  } catch {
    return undefined
  }
  const ids: number[] = []
  let [last, gap, factor] = [0, 0, 1]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes.charCodeAt(at)
    gap += (byte & 0x7f) * factor
    factor *= 0x80
    if (byte > 0x7f) continue
    last += gap
    if (gap === 0 || !Number.isSafeInteger(last) || ids.length >= MAX_IDS) return undefined
    ids.push(last)
    ;[gap, factor] = [0, 1]
  }
  return factor === 1 ? ids : undefined
}
