import type { Instant } from '../../simulator/clock.ts'
import type { SceneBuilder } from './builder.ts'

/** A named world: the same name, seed and size give the same people, fleets and devices. */
export interface Scenario {
  name: string
  /** For people. */
  title: string
  /** One sentence: what there is to see. */
  lookAt: string
  /** When it opens, unless another moment is asked for. */
  start: Instant
  build(scene: SceneBuilder): void
}

/** 14:00 UTC on the day of all scenarios. */
export const START: Instant = Date.UTC(2026, 10, 20, 14)

export const DEFAULT_SEED = 42
