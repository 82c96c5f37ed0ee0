import type { Stream } from './streams.ts'

/** Weighted choices: the probability of a value is its weight divided by the sum of weights. */
export type Weighted<T> = readonly { value: T; weight: number }[]

/**
 * A whole number from 0 to 2^32 - 1, derived from a seed and up to four whole numbers. It is stateless and uses only
 * 32-bit integer arithmetic, so that the result is the same on every machine.
 */
export function draw(seed: number, a: number, b = 0, c = 0, d = 0): number {
  let h = seed | 0
  h = fold(h, a)
  h = fold(h, b)
  h = fold(h, c)
  h = fold(h, d)
  h ^= h >>> 16
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae35)
  h ^= h >>> 16
  return h >>> 0
}

function fold(h: number, value: number): number {
  let k = Math.imul(value | 0, 0xcc9e2d51)
  k = (k << 15) | (k >>> 17)
  h ^= Math.imul(k, 0x1b873593)
  h = (h << 13) | (h >>> 19)
  return (Math.imul(h, 5) + 0xe6546b64) | 0
}

/** A drawn number as one from 0 up to, but not including, 1. */
export const portion = (drawn: number): number => drawn / 4294967296

/** A number from 0 up to, but not including, 1, from one of the streams and up to three whole numbers. */
export function chance(seed: number, stream: Stream, b = 0, c = 0, d = 0): number {
  return portion(draw(seed, stream, b, c, d))
}

/** A number from `low` up to, but not including, `high`. */
export function between(low: number, high: number, share: number): number {
  return low + (high - low) * share
}

/** A whole number from `low` to `high`, inclusive. */
export function integerBetween(low: number, high: number, share: number): number {
  return low + Math.floor((high - low + 1) * share)
}

/** The index of the weighted choice for `share` (0 to 1). Throws when there are no choices. */
export function pickIndex<T>(choices: Weighted<T>, share: number): number {
  let total = 0
  for (const choice of choices) total += choice.weight
  if (!(total > 0)) throw new Error('A weighted choice needs at least one value with a weight above 0')
  let rest = share * total
  for (let i = 0; i < choices.length; i++) {
    rest -= choices[i]?.weight ?? 0
    if (rest < 0) return i
  }
  return choices.length - 1
}

/** The weighted choice for `share` (0 to 1). */
export function pick<T>(choices: Weighted<T>, share: number): T {
  const chosen = choices[pickIndex(choices, share)]
  if (!chosen) throw new Error('A weighted choice needs at least one value with a weight above 0')
  return chosen.value
}

/** The value of an ascending list of values at equal steps at `share` (0 to 1), interpolated. */
export function valueAt(spread: readonly number[], share: number): number {
  const place = share * (spread.length - 1)
  const low = spread[Math.floor(place)]
  if (low === undefined) throw new Error('A spread needs at least one value')
  const high = spread[Math.ceil(place)] ?? low
  return low + (high - low) * (place - Math.floor(place))
}

/** One item of a list, with equal probability. */
export function pickOne<T>(list: readonly T[], share: number): T {
  const chosen = list[Math.floor(share * list.length)]
  if (chosen === undefined) throw new Error('There is nothing to choose from')
  return chosen
}

/** A bijection of the whole numbers from 0 to 2^32 - 1; `unscramble` is its inverse. */
export function scramble(seed: number, value: number): number {
  let x = (value ^ seed) | 0
  x ^= x >>> 16
  x = Math.imul(x, 0x7feb352d)
  x ^= x >>> 15
  x = Math.imul(x, 0x846ca68b)
  x ^= x >>> 16
  return x >>> 0
}

export function unscramble(seed: number, value: number): number {
  let x = value | 0
  x ^= x >>> 16
  x = Math.imul(x, 0x43021123)
  x ^= (x >>> 15) ^ (x >>> 30)
  x = Math.imul(x, 0x1d69e2a5)
  x ^= x >>> 16
  return (x ^ seed) >>> 0
}

/**
 * A bijection of the whole numbers from 0 to `size - 1`: permutes a slightly larger power of two and repeats until the
 * result is inside.
 */
export function shuffled(seed: number, value: number, size: number): number {
  let bits = 1
  while (1 << bits < size) bits++
  const mask = (1 << bits) - 1
  const half = Math.max(1, bits >> 1)
  let x = value
  do {
    x = (Math.imul(x, 0x2c1b3c6d) + seed) & mask
    x ^= x >>> half
    x = (Math.imul(x, 0x297a2d39) + (seed >>> 7)) & mask
    x ^= x >>> half
  } while (x >= size)
  return x
}

const BYTES = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, '0'))

/** The lowest byte of a number as two hexadecimal digits. */
export function hex2(value: number): string {
  return BYTES[value & 0xff] ?? ''
}

/** Eight hexadecimal digits. */
export function hex8(value: number): string {
  return hex2(value >>> 24) + hex2(value >>> 16) + hex2(value >>> 8) + hex2(value)
}

/**
 * Smooth noise from 0 to 1: one random value per step of `stepMs`, interpolated by a polynomial (no transcendental
 * function, whose last digit differs between machines).
 */
export function drift(seed: number, stream: Stream, b: number, at: number, stepMs: number): number {
  const step = Math.floor(at / stepMs)
  const part = at / stepMs - step
  const ease = part * part * (3 - 2 * part)
  const from = chance(seed, stream, b, step)
  const to = chance(seed, stream, b, step + 1)
  return from + (to - from) * ease
}
