import type { Instant } from '../../simulator/clock.ts'
import type { FaultsSnapshot } from '../faults.ts'
import type { ControlContext } from './control-context.ts'
import type { PlatformName } from '../platforms/platform.ts'
import { MOST_DEVICES_KEPT } from './history.ts'
import type { Action } from './action-log.ts'

/** How a world came to be what it is: enough to make it again, or to go on from an earlier snapshot of it. */
export interface RecordedSession {
  scenario: string
  /** Absent in what an earlier version kept: the hosted one. */
  platform?: PlatformName
  seed: number
  /** How many devices were asked for; absent: as many as the scenario has. */
  devices?: number
  openedAt: Instant
  /** Sessions are signed with it: who had signed in stays signed in. */
  signingKey: Uint8Array<ArrayBuffer>
  /** What was done to it; another list after each change. */
  actions: readonly Action[]
  faults: FaultsSnapshot
  /** Another number after each reset and each way back: what was kept before does not lead here. */
  branch: number
  /** A snapshot of it would take too long. */
  isLarge: boolean
}

export function recordedSessionOf(
  { scenario, platform, seed, wantedDevices, world, store, faults, history }: ControlContext,
  branch: number,
): RecordedSession {
  return {
    scenario: scenario.name,
    platform: platform.name,
    seed,
    ...(wantedDevices === undefined ? {} : { devices: wantedDevices }),
    openedAt: history.openedAt,
    signingKey: store.vault.signingKey,
    actions: history.recorder.actions,
    faults: faults.snapshot(),
    branch,
    isLarge: world.size > MOST_DEVICES_KEPT,
  }
}

/** Does again what was done after a world was opened or kept. Returns how much of it could not be done again. */
export async function replaySession(
  { faults, history }: ControlContext,
  course: Pick<RecordedSession, 'actions' | 'faults'>,
  until: Instant,
): Promise<number> {
  const diverged = await history.replay(course.actions, until)
  faults.restore(course.faults)
  return diverged.length
}
