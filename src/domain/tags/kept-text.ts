/** Maximum length of a tag value of a fleet or release (docs/platform/errors.md). */
export const LONGEST_VALUE = 1_000

/** FNV-1a checksum, to detect edited or truncated text. */
export function textChecksum(text: string): number {
  let sum = 0x811c9dc5
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return sum >>> 0
}

/** JSON in ASCII: the platform counts other characters with more than one. */
export const jsonInBasicLetters = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
