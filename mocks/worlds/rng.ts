import { generateMersenne53Randomizer } from '@faker-js/faker'

/** The random number generator of scenarios. */
export interface Rng {
  /** An integer, both ends included. */
  int(range: { min?: number; max: number }): number
  oneOf<T>(list: readonly T[]): T
  /** `count` different elements in random order. */
  someOf<T>(list: readonly T[], count: number): T[]
  /** Lowercase hexadecimal digits. */
  hex(length: number): string
}

/** Has both cases, because faker draws from these digits and converts the result to lowercase. */
const DIGITS = '0123456789abcdefABCDEF'

/**
 * Reimplements the four functions of faker that scenarios need, because its classes would be a tenth of the size of the
 * worker. `rng.test.ts` compares the results.
 */
export function createRng(seed: number): Rng {
  const chance = generateMersenne53Randomizer(seed)
  const int: Rng['int'] = ({ min = 0, max }) =>
    // Like faker, consumes no random number if there is only one value.
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
      // When drawing all elements, the last one needs no random number.
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
