import type { WorldFile } from '../../openapi/generated/world-file.d.ts'
import type { World } from '../../simulator/world/world.ts'
import type { CloudClock } from '../base/clock.ts'
import type { Faults } from '../faults/faults.ts'
import type { Platform, PlatformName } from '../platforms/platform.ts'
import type { History } from '../replay/replay.ts'
import type { Store } from '../store/store.ts'
import type { Scenario } from '../worlds/scenario.ts'
import type { RequestLog } from './request-log.ts'

/** Parameters of a reset; omitted ones do not change. */
export interface ResetRequest {
  scenario?: string
  /** Instead of a scenario. */
  worldFile?: WorldFile | undefined
  platform?: PlatformName
  seed?: number
  devices?: number
  at?: number
}

/** What the control API can access, always for the current world. */
export interface ControlContext {
  readonly scenario: Scenario
  readonly platform: Platform
  readonly seed: number
  /** The requested number of devices; undefined: that of the scenario. */
  readonly requestedDevices: number | undefined
  readonly world: World
  readonly store: Store
  readonly clock: CloudClock
  readonly faults: Faults
  readonly history: History
  readonly requestLog: RequestLog
  /** The number of events since the world was opened here. */
  readonly events: number
  reset(request: ResetRequest): void
  /** The world, advanced to the current time. */
  advance(): void
}
