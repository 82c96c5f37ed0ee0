import type { Instant } from '../base/clock.ts'
import { OVERALL_STATUSES } from '../device/device-state.ts'
import { nextSilenceAt } from '../device/external-device.ts'
import { hasCloudlink, isInTouch, nextLinkWakeAt } from '../device/link.ts'
import { nextPowerWakeAt } from '../device/power.ts'
import { overallStatus } from '../device/status.ts'
import { knownPhase, nextUpdateWakeAt } from '../device/update.ts'
import {
  isCloudlinkAllowed,
  linkParameters,
  markDirty,
  readLink,
  type WorldState,
} from '../state/world-state.ts'
import { nextConfigApplyAt } from './config-apply.ts'
import { externalStatusFacts } from './external-device-view.ts'
import { nextRecreationAt } from './recreations.ts'
import { nextSystemUpdateAt, showsSystemUpdate } from './system-updates.ts'

/** Recomputes the derived state after any change of a device: its status, the counts of its fleet and its next event. */
export function recomputeDevice(state: WorldState, index: number, at: Instant): void {
  recomputeStatus(state, index, at)
  schedule(state, index)
}

/** Recomputes the status, and the counts of the fleet. */
export function recomputeStatus(state: WorldState, index: number, at: Instant): void {
  const { columns } = state
  const overall = statusPosition(state, index)
  const before = columns.overall[index] ?? 0
  if (overall !== before) {
    const counts = state.fleets.get(columns.fleet[index] ?? 0)?.counts
    if (counts) {
      counts[before] = (counts[before] ?? 0) - 1
      counts[overall] = (counts[overall] ?? 0) + 1
    }
    columns.overall[index] = overall
    markDirty(state, index, at, 'overall')
  }
}

/** Schedules the next event of the device. */
export function schedule(state: WorldState, index: number): void {
  const { columns, queue } = state
  const at = nextWakeOf(state, index)
  if (columns.wakeAt[index] === at) return
  columns.wakeAt[index] = at
  if (at !== Infinity) queue.push(at, index)
}

/** The time of the device's next event; Infinity for never. */
export function nextWakeOf(state: WorldState, index: number): Instant {
  const link = readLink(state, index)
  const external = state.outsiders.get(index)
  if (external) return nextSilenceAt(link, external) ?? Infinity
  let at = link.turnAt ?? Infinity
  // The heartbeat of connected devices never expires, so only the others need their intervals looked up.
  if (!isInTouch(link)) at = nextLinkWakeAt(link, linkParameters(state, index)) ?? Infinity
  const update = state.updates.get(index)
  if (update) at = Math.min(at, nextUpdateWakeAt(update) ?? Infinity)
  const power = state.powers.get(index)
  if (power) at = Math.min(at, nextPowerWakeAt(power) ?? Infinity)
  const joining = state.joining.get(index)
  if (joining?.flashedAt) at = Math.min(at, joining.flashedAt)
  return Math.min(
    at,
    nextSystemUpdateAt(state, index),
    nextConfigApplyAt(state, index),
    nextRecreationAt(state, index),
    nextStopAt(state, index),
  )
}

/** Services that have finished stopping at this time. */
export function recordStops(state: WorldState, index: number, at: Instant): void {
  for (const run of state.runs.get(index)?.values() ?? []) {
    if (run.kind !== 'stopped' || run.stoppedAt !== at) continue
    state.changes.running++
    state.journal.note(index)
  }
}

/** When the next of the stopping services will have stopped. */
export function nextStopAt(state: WorldState, index: number): Instant {
  let at = Infinity
  for (const run of state.runs.get(index)?.values() ?? [])
    if (run.kind === 'stopped' && run.stoppedAt > state.now) at = Math.min(at, run.stoppedAt)
  return at
}

function statusPosition(state: WorldState, index: number): number {
  const { columns } = state
  const external = state.outsiders.get(index)
  if (external) return OVERALL_STATUSES.indexOf(overallStatus(externalStatusFacts(state, index, external)))
  const link = readLink(state, index)
  const update = state.updates.get(index)
  const phase = update ? knownPhase(update) : undefined
  const downloading = phase?.kind === 'downloading' || phase?.kind === 'backing-off'
  const status = overallStatus({
    isActive: columns.active[index] === 1,
    provisioningState: isFlashing(state, index) ? 'Post-Provisioning' : '',
    provisioningProgress: showsSystemUpdate(state, index) ? 0 : null,
    cloudlink: hasCloudlink(link),
    everConnected: link.changedAt !== null,
    heartbeat: link.heartbeat,
    status: downloading ? 'Downloading' : 'Idle',
    // The actual percentage does not matter here.
    downloadProgress: downloading ? 0 : null,
    cloudlinkAllowed: isCloudlinkAllowed(state, index),
    installs: [],
    targetReleaseId: null,
  })
  return OVERALL_STATUSES.indexOf(status)
}

/** True while an installer writes the internal storage of the device. */
export function isFlashing(state: WorldState, index: number): boolean {
  return (state.joining.get(index)?.flashedAt ?? null) !== null
}
