import type { ScenarioSummary } from '../../openapi/generated/control.d.ts'
import type { Instant } from '../../simulator/clock.ts'
import type { WorldFile } from '../../openapi/generated/world-file.d.ts'
import type { Store } from '../store/store.ts'
import type { SceneBuilder } from './builder.ts'
import type { DemoPerson } from './people.ts'

/** By what people look for a world. */
export type ScenarioTag =
  | 'everyday'
  | 'updates'
  | 'connectivity'
  | 'builds'
  | 'operating system'
  | 'billing'
  | 'people'
  | 'sign-in'
  | 'scale'

/** A named world: the same name, seed and size give the same people, fleets and devices. */
export interface Scenario {
  name: string
  /** For people. */
  title: string
  /** One sentence: what there is to see. */
  description: string
  /** Who is worth being in it, the most telling first; `<name>@flotilla.example`. */
  people: readonly string[]
  /** About how many devices it has, in all organizations. */
  devices: number
  tags: readonly ScenarioTag[]
  /** When it opens, unless another moment is asked for. */
  start: Instant
  /**
   * How long before it opens its devices begin to live, in milliseconds; 0 when left out. `build` may already move
   * them, up to the opening; `scene.start` is the opening.
   */
  leadMs?: number
  build(scene: SceneBuilder): void
  /** What happens by itself after the opening, in order. */
  happenings?(opening: Instant): readonly Happening[]
  /** Everybody whom one can be; the demo people when left out. */
  everybody?: readonly DemoPerson[]
  /** What it is written as (docs/worlds.md), where it is. */
  worldFile?: WorldFile
}

/** Something that happens to a world at its moment. */
export interface Happening {
  at: Instant
  happen(store: Store): void
}

export function summaryOf({ name, title, description, people, devices, tags }: Scenario): ScenarioSummary {
  return { name, title, description, people: [...people], devices, tags: [...tags] }
}

/** 14:00 UTC on the day of all scenarios. */
export const START: Instant = Date.UTC(2026, 10, 20, 14)

export const DEFAULT_SEED = 42
