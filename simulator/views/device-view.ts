import type { Instant } from '../base/clock.ts'
import { pick, valueAt } from '../base/random.ts'
import { streams, type Stream } from '../base/streams.ts'
import { nearby } from '../definition/identity.ts'
import type { Place, ReleasePlan, Spread } from '../definition/world-definition.ts'
import {
  UPDATE_STATUSES,
  type Metrics,
  type ServiceState,
  type UpdateStatus,
} from '../device/device-state.ts'
import { fetchedAt, imagesToFetch } from '../device/images.ts'
import { hasCloudlink } from '../device/link.ts'
import { measure, reportAt, type MeasureFacts } from '../device/metrics.ts'
import { systemProgress, systemText } from '../device/os-update.ts'
import {
  serviceFailureOf,
  DOWN_STATUSES,
  servicesAt,
  type ServiceFacts,
  type ServiceRun,
} from '../device/services.ts'
import { type StatusFacts } from '../device/status.ts'
import { knownPhase, outcome } from '../device/update.ts'
import { isFlashing } from '../engine/derived-state.ts'
import { fillingAt, updateParameters } from '../engine/device-parameters.ts'
import { externalStatusFacts, externalMetrics } from '../engine/external-device-view.ts'
import { showsSystemUpdate, systemUpdateOf } from '../engine/system-updates.ts'
import { idAt, instantAt } from '../state/columns.ts'
import {
  batchOf,
  batchShare,
  configOf,
  hardwareOf,
  isCloudlinkAllowed,
  provisionedAt,
  readLink,
  requireRelease,
  seenAt,
  storedBytes,
  targetOf,
  profileOf,
  type WorldState,
} from '../state/world-state.ts'

export function placeOf(state: WorldState, index: number): Place {
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

export function provisioningProgress(state: WorldState, index: number, at: Instant): number | null {
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
    targetReleaseId: targetOf(state, index),
  }
}

/** False while variables, configuration or a release wait to be applied. */
export function isMatchingTarget(state: WorldState, index: number): boolean {
  const external = state.outsiders.get(index)
  const running = idAt(state.columns.running, index)
  if (external) return running === targetOf(state, index)
  return (
    running === targetOf(state, index) &&
    !state.updates.has(index) &&
    !state.configuring.has(index) &&
    !state.recreations.has(index)
  )
}

/** The release that ran at a time, as far as the device's history reaches. */
function releaseAt(state: WorldState, index: number, at: Instant): ReleasePlan | null {
  let id = idAt(state.columns.running, index)
  if (at < (state.columns.runningSince[index] ?? 0)) {
    const list = state.histories.get(index)?.list ?? []
    for (const it of list.toReversed()) if (it.kind === 'done' && it.startedAt > at) id = it.from
  }
  return id === null ? null : requireRelease(state, id)
}

/** Inputs for the metrics of a report; each is computed on demand. */
class FactsOfReport implements MeasureFacts {
  readonly #state: WorldState
  readonly #report: Instant
  readonly seed: number
  readonly index: number

  constructor(state: WorldState, index: number, report: Instant) {
    this.#state = state
    this.#report = report
    this.seed = state.seed
    this.index = index
  }

  get hardware() {
    return hardwareOf(this.#state, this.index)
  }

  get temperament() {
    return profileOf(this.#state, this.index)
  }

  get provisionedAt() {
    return provisionedAt(this.#state, this.index)
  }

  get release() {
    return releaseAt(this.#state, this.index, this.#report)
  }

  /** Only a memory leak affects the metrics: for all other devices no service facts are collected. */
  get failure() {
    return this.temperament.leak === null ? null : serviceFailureOf(serviceFacts(this.#state, this.index))
  }

  get updating() {
    const update = this.#state.updates.get(this.index)
    const phase = update && knownPhase(update)
    const moves = phase?.kind === 'downloading' || phase?.kind === 'applying'
    return moves && phase.startedAt <= this.#report
  }

  get purgedAt() {
    return this.#state.purges.get(this.index) ?? null
  }

  get storedMiB() {
    return storedBytes(this.#state, this.index, this.#report) / 1_048_576
  }

  get usage() {
    const { usage } = batchOf(this.#state, this.index).plan
    if (usage === undefined) return undefined
    const level = (spread: Spread | undefined, stream: Stream) =>
      spread && valueAt(spread, batchShare(this.#state, this.index, stream))
    return {
      cpu: level(usage.cpu, streams.usualCpu),
      memory: level(usage.memory, streams.usualMemory),
      storage: level(usage.storage, streams.usualStorage),
      temperature: level(usage.temperature, streams.usualHeat),
    }
  }

  get filling() {
    return this.temperament.fills ? fillingAt(this.#state, this.index, this.#report) : null
  }
}

export const measureFacts = (state: WorldState, index: number, report: Instant): MeasureFacts =>
  new FactsOfReport(state, index, report)

/** Whether a simulated device reports metrics. */
function reportsMetrics(state: WorldState, index: number): boolean {
  return (
    instantAt(state.columns.polledAt, index) !== null &&
    configOf(state, index, 'SUPERVISOR_HARDWARE_METRICS') !== 'false'
  )
}

/** Whether metrics of a device are known. */
export function hasReported(state: WorldState, index: number): boolean {
  const external = state.outsiders.get(index)
  return external ? external.metricsAt !== null : reportsMetrics(state, index)
}

/** When the last report of a device was made; null before its first and while reports are disabled. */
export function lastReportAt(state: WorldState, index: number, at: Instant): Instant | null {
  const external = state.outsiders.get(index)
  if (external) return external.metricsAt
  if (!reportsMetrics(state, index)) return null
  const report = reportAt(state.seed, index, seenAt(state, index, at))
  // No random number is needed if the whole batch joined long before.
  if (report >= batchOf(state, index).plan.provisioned[1]) return report
  return Math.max(report, Math.min(provisionedAt(state, index), at))
}

export function metricsAt(state: WorldState, index: number, at: Instant): Metrics | null {
  const external = state.outsiders.get(index)
  if (external) return externalMetrics(external)
  const report = lastReportAt(state, index, at)
  if (report === null || at < provisionedAt(state, index)) return null
  return measure(measureFacts(state, index, report), report)
}
