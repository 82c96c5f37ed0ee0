import type { ScenarioSummary } from '../../openapi/generated/control.d.ts'
import type { WorldFile } from '../../openapi/generated/world-file.d.ts'
import type { Instant } from '../../simulator/base/clock.ts'
import type { Store } from '../store/store.ts'
import type { SceneBuilder } from './builder.ts'
import type { DemoPerson } from './people.ts'

/** Categories of scenarios. */
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
  title: string
  description: string
  /** Usernames of the demo users to sign in as, the most useful first. */
  people: readonly string[]
  /** Number of devices in all organizations. */
  devices: number
  tags: readonly ScenarioTag[]
  /** The default opening time. */
  start: Instant
  /**
   * Milliseconds that devices run before the world opens; 0 by default. `build` may advance the world up to the opening,
   * which is `scene.start`.
   */
  leadMs?: number
  /** Loads the code of `build`, where it is not part of what is loaded first. */
  prepare?(): Promise<unknown>
  build(scene: SceneBuilder): void
  /** Scheduled events, in order. */
  scheduledEvents?(opening: Instant): readonly ScheduledEvent[]
  /** All users that can sign in; the demo users by default. */
  allPeople?: readonly DemoPerson[]
  /** The world file (docs/worlds.md), if it has one. */
  worldFile?: WorldFile
}

/** A scheduled event of a world. */
export interface ScheduledEvent {
  at: Instant
  happen(store: Store): void
}

export function scenarioSummary({
  name,
  title,
  description,
  people,
  devices,
  tags,
}: Scenario): ScenarioSummary {
  return { name, title, description, people: [...people], devices, tags: [...tags] }
}

/** The opening time of all scenarios. */
export const START: Instant = Date.UTC(2026, 10, 20, 14)

export const DEFAULT_SEED = 42
