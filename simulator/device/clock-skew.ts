import { chance } from '../base/random.ts'
import { streams } from '../base/streams.ts'

/** How far a device's clock is wrong, in ms; positive when it is fast. At least large enough to be noticed. */
export function clockSkew(seed: number, index: number, max: number): number {
  if (max === 0) return 0
  const share = chance(seed, streams.clockSkew, index)
  const ms = Math.round(max * (0.2 + 0.8 * chance(seed, streams.clockSkew, index, 1)))
  return share < 0.5 ? -ms : ms
}
