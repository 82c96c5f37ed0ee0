/** The value of no tag of a fleet or release is longer (docs/platform/errors.md). */
export const LONGEST_VALUE = 1_000

/** FNV-1a, to notice what was changed by hand or cut off. */
export function sumOf(text: string): number {
  let sum = 0x811c9dc5
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return sum >>> 0
}

/** JSON in basic letters: beyond them a text may be longer for the platform than it is here. */
export const jsonInBasicLetters = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
