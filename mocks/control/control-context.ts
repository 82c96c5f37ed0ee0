import type { WorldFile } from '../../openapi/generated/world-file.d.ts'
import type { World } from '../../simulator/world.ts'
import type { CloudClock } from '../clock.ts'
import type { Faults } from '../faults.ts'
import type { Platform, PlatformName } from '../platforms/platform.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { Store } from '../store/store.ts'
import type { History } from '../replay/replay.ts'
import type { RequestLog } from './request-log.ts'

/** What a reset may choose anew; what is left out stays as it is. */
export interface ResetRequest {
  scenario?: string
  /** In place of a scenario. */
  worldFile?: WorldFile | undefined
  platform?: PlatformName
  seed?: number
  devices?: number
  at?: number
}

/** What the control API may look at and touch: always of the world that is open. */
export interface ControlContext {
  readonly scenario: Scenario
  readonly platform: Platform
  readonly seed: number
  /** How many devices were asked for; undefined: as many as the scenario has. */
  readonly wantedDevices: number | undefined
  readonly world: World
  readonly store: Store
  readonly clock: CloudClock
  readonly faults: Faults
  readonly history: History
  readonly journal: RequestLog
  /** How many things the simulated devices did since the world was opened here. */
  readonly events: number
  reset(wanted: ResetRequest): void
  /** The world up to the clock's now. */
  advance(): void
}
