import type { Instant } from '../base/clock.ts'
import { pick } from '../base/random.ts'
import { streams } from '../base/streams.ts'
import { nearby } from '../definition/identity.ts'
import type { Place } from '../definition/world-definition.ts'
import { UPDATE_STATUSES, type ServiceState, type UpdateStatus } from '../device/device-state.ts'
import { fetchedAt, imagesToFetch } from '../device/images.ts'
import { hasCloudlink } from '../device/link.ts'
import { systemProgress, systemText } from '../device/os-update.ts'
import { DOWN_STATUSES, servicesAt, type ServiceFacts, type ServiceRun } from '../device/services.ts'
import { type StatusFacts } from '../device/status.ts'
import { knownPhase, outcome } from '../device/update.ts'
import { isFlashing } from '../engine/derived-state.ts'
import { updateParameters } from '../engine/device-parameters.ts'
import { externalStatusFacts } from '../engine/external-device-view.ts'
import { showsSystemUpdate, systemUpdateOf } from '../engine/system-updates.ts'
import { idAt } from '../state/columns.ts'
import {
  batchOf,
  batchShare,
  isCloudlinkAllowed,
  readLink,
  seenAt,
  targetReleaseAt,
  profileOf,
  type WorldState,
} from '../state/world-state.ts'

export function devicePlace(state: WorldState, index: number): Place {
  const { places } = batchOf(state, index).plan
  return nearby(state.seed, index, pick(places, batchShare(state, index, streams.place)))
}

export function serviceFacts(state: WorldState, index: number): ServiceFacts {
  return {
    parameters: updateParameters(state, index),
    runningReleaseId: idAt(state.columns.running, index),
    runningSince: state.columns.runningSince[index] ?? 0,
    leak: profileOf(state, index).leak,
    update: state.updates.get(index) ?? null,
    runs: state.runs.get(index),
  }
}

/** Total progress of the download in percent, or of the last attempt while waiting for a retry. */
export function downloadProgress(state: WorldState, index: number, at: Instant): number | null {
  const external = state.outsiders.get(index)
  if (external) return external.downloadProgress
  const update = state.updates.get(index)
  if (!update) return null
  const phase = knownPhase(update)
  if (phase.kind !== 'downloading' && phase.kind !== 'backing-off') return null
  const parameters = updateParameters(state, index)
  const fetched = fetchedAt(phase, update.kind === 'out-of-touch' ? update.since : at, parameters)
  let have = 0
  let all = 0
  for (const { bytes } of imagesToFetch(parameters, phase.from, phase.releaseId)) {
    have += Math.min(bytes, fetched)
    all += bytes
  }
  return all === 0 ? 100 : Math.min(100, Math.floor((have * 100) / all))
}

/**
 * Services as the cloud knows them. A supervisor that rejected a release reports none, although the former ones keep running: their
 * images become `deleted` (docs/platform/device-protocol.md).
 */
export function reportedServices(
  state: WorldState,
  index: number,
  services: readonly ServiceState[],
): ServiceState[] {
  return hasRejected(state, index)
    ? services.map((it): ServiceState => ({ ...it, status: 'deleted', downloadProgress: null }))
    : [...services]
}

const hasRejected = (state: WorldState, index: number) =>
  !state.outsiders.has(index) && updateStatusOf(state, index) === 'rejected'

/** The statuses of reported services that are not running, separated by commas. Returns quickly for most devices, which have none. */
export function downServices(state: WorldState, index: number): string {
  if (hasRejected(state, index)) return ''
  const services = state.outsiders.get(index)?.services ?? suspects(state, index)
  const down = services.filter(({ status }) => DOWN_STATUSES.includes(status))
  return [...new Set(down.map(({ status }) => status))].join()
}

/** Services of a device of which one may be down: stopped by a user, or crashing. */
function suspects(state: WorldState, index: number): readonly ServiceState[] {
  if (!crashes(state, index) && !isStopped(state.runs.get(index))) return []
  return servicesAt(serviceFacts(state, index), seenAt(state, index, state.now))
}

function crashes({ seed, releases, columns }: WorldState, index: number): boolean {
  const release = releases.get(columns.running[index] ?? 0)
  return (
    release?.crashLoops !== undefined &&
    outcome({ seed, index, release: () => release }, release.id) === 'crash-loop'
  )
}

function isStopped(runs: ReadonlyMap<string, ServiceRun> | undefined): boolean {
  for (const run of runs?.values() ?? []) if (run.kind === 'stopped') return true
  return false
}

/** The current activity of the supervisor. */
export function statusText(state: WorldState, index: number): string {
  const external = state.outsiders.get(index)
  if (external) return external.status
  if (isFlashing(state, index)) return 'Post-Provisioning'
  const update = state.updates.get(index)
  const kind = update && knownPhase(update).kind
  if (kind === 'downloading' || kind === 'backing-off') return 'Downloading'
  if (showsSystemUpdate(state, index)) return 'configuring'
  return kind === 'applying' || kind === 'clearing' ? 'Updating' : 'Idle'
}

/** The provisioning or OS update state; empty when there is none. As reported, for an external device. */
export function provisioningText(state: WorldState, index: number): string | null {
  const external = state.outsiders.get(index)
  if (external) return external.provisioningState
  return isFlashing(state, index) ? 'Post-Provisioning' : systemText(systemUpdateOf(state, index, 'os'))
}

function provisioningProgress(state: WorldState, index: number, at: Instant): number | null {
  const joining = state.joining.get(index)
  if (!joining?.flashedAt) return systemProgress(systemUpdateOf(state, index, 'os'))
  const share = (at - joining.registeredAt) / (joining.flashedAt - joining.registeredAt)
  return Math.max(0, Math.min(99, Math.floor(share * 100)))
}

export function updateStatusOf({ columns }: WorldState, index: number): UpdateStatus | null {
  return UPDATE_STATUSES[(columns.updateStatus[index] ?? 0) - 1] ?? null
}

export function statusFacts(
  state: WorldState,
  index: number,
  at: Instant,
): StatusFacts & { installs: ServiceState[] } {
  const external = state.outsiders.get(index)
  if (external) return externalStatusFacts(state, index, external)
  const link = readLink(state, index)
  return {
    isActive: state.columns.active[index] === 1,
    provisioningState: provisioningText(state, index),
    provisioningProgress: provisioningProgress(state, index, at),
    cloudlink: hasCloudlink(link),
    everConnected: link.changedAt !== null,
    heartbeat: link.heartbeat,
    status: statusText(state, index),
    downloadProgress: downloadProgress(state, index, at),
    cloudlinkAllowed: isCloudlinkAllowed(state, index),
    installs: servicesAt(serviceFacts(state, index), seenAt(state, index, at)),
    targetReleaseId: targetReleaseAt(state, index),
  }
}

/** False while variables, configuration or a release wait to be applied. */
export function isMatchingTarget(state: WorldState, index: number): boolean {
  const external = state.outsiders.get(index)
  const running = idAt(state.columns.running, index)
  if (external) return running === targetReleaseAt(state, index)
  return (
    running === targetReleaseAt(state, index) &&
    !state.updates.has(index) &&
    !state.configuring.has(index) &&
    !state.recreations.has(index)
  )
}
