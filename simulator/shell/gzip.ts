import { bytesToText, crc32, textToBytes } from './hashes.ts'

const letters = (...codes: number[]) => String.fromCharCode(...codes)
const little = (value: number, size: number) =>
  letters(...Array.from({ length: size }, (_, i) => (value >>> (8 * i)) & 255))
/** A text of which each character is a byte. */
export const bytesText = (bytes: readonly number[]) => bytes.map((it) => String.fromCharCode(it)).join('')

/** A gzip file whose blocks are stored as they are. */
export function gzipped(text: string): string {
  const bytes = textToBytes(text)
  let blocks = ''
  for (let i = 0; i === 0 || i < bytes.length; i += 65_535) {
    const part = bytes.slice(i, i + 65_535)
    const isLast = i + 65_535 >= bytes.length
    blocks +=
      letters(isLast ? 1 : 0) + little(part.length, 2) + little(~part.length & 0xffff, 2) + bytesText(part)
  }
  return (
    letters(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3) + blocks + little(crc32(bytes), 4) + little(bytes.length, 4)
  )
}

/** null for what is no such file. */
export function gunzipped(text: string): string | null {
  if (!text.startsWith(letters(0x1f, 0x8b, 8))) return null
  const bytes: number[] = []
  let at = 10
  for (;;) {
    const head = text.charCodeAt(at)
    if (head > 1) return null
    const length = text.charCodeAt(at + 1) | (text.charCodeAt(at + 2) << 8)
    for (let i = 0; i < length; i++) bytes.push(text.charCodeAt(at + 5 + i) & 255)
    at += 5 + length
    if (head === 1) return bytesToText(bytes)
    if (at >= text.length) return null
  }
}
