import { generateMersenne53Randomizer } from '@faker-js/faker'

/** What scenarios draw named things with. */
export interface Rng {
  /** A whole number, both ends included. */
  int(range: { min?: number; max: number }): number
  oneOf<T>(list: readonly T[]): T
  /** So many different ones of a list, in any order. */
  someOf<T>(list: readonly T[], count: number): T[]
  /** Lower-case hexadecimal digits. */
  hex(length: number): string
}

/** Those of both cases, as the faker draws them before it makes them small. */
const DIGITS = '0123456789abcdefABCDEF'

/**
 * The faker's own chance and the four of its drawings that scenarios need. Its classes bring calendars, patterns and
 * templates along, a tenth of the whole worker; `rng.test.ts` holds each drawing against theirs.
 */
export function createRng(seed: number): Rng {
  const chance = generateMersenne53Randomizer(seed)
  const int: Rng['int'] = ({ min = 0, max }) =>
    // Where there is nothing to choose, no chance is used up.
    min === max ? min : Math.floor(chance.next() * (max - min + 1) + min)
  return {
    int,
    oneOf(list) {
      const one = list[int({ max: list.length - 1 })]
      if (one === undefined) throw new Error('There is nothing to choose from')
      return one
    },
    someOf(list, count) {
      const mixed = [...list]
      const first = Math.max(0, list.length - count)
      // Of all of them the last one left needs no drawing.
      for (let at = list.length - 1; at >= Math.max(1, first); at--) {
        const other = int({ max: at })
        const picked = mixed.splice(other, 1, ...mixed.slice(at, at + 1))
        mixed.splice(at, 1, ...picked)
      }
      return mixed.slice(first)
    },
    hex: (length) =>
      Array.from({ length }, () => DIGITS[int({ max: DIGITS.length - 1 })])
        .join('')
        .toLowerCase(),
  }
}
