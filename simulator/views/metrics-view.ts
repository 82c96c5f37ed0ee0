import type { Instant } from '../base/clock.ts'
import { valueAt } from '../base/random.ts'
import type { Stream } from '../base/streams.ts'
import { streams } from '../base/streams.ts'
import type { ReleasePlan, Spread } from '../definition/world-definition.ts'
import type { Metrics, ServiceState } from '../device/device-state.ts'
import { isUpdatePhase } from '../device/event-history.ts'
import { unpackedBytes, unpackedBytesOf } from '../device/images.ts'
import { measure, reportAt, type MeasureFacts } from '../device/metrics.ts'
import { serviceFailureOf, servicesAt } from '../device/services.ts'
import { knownPhase, type Update } from '../device/update.ts'
import { fillingAt } from '../engine/device-parameters.ts'
import { externalMetrics } from '../engine/external-device-view.ts'
import { idAt, instantAt } from '../state/columns.ts'
import {
  batchOf,
  batchShare,
  configValueAt,
  hardwareOf,
  profileOf,
  provisionedAt,
  requireRelease,
  seenAt,
  storedBytes,
  type WorldState,
} from '../state/world-state.ts'
import { serviceFacts } from './device-view.ts'

/** The release that ran at a time, as far as the device's history reaches. */
function releaseAt(state: WorldState, index: number, at: Instant): ReleasePlan | null {
  let id = idAt(state.columns.running, index)
  if (at < (state.columns.runningSince[index] ?? 0)) {
    const list = state.histories.get(index)?.list ?? []
    for (const it of list.toReversed()) if (it.kind === 'done' && it.startedAt > at) id = it.from
  }
  return id === null ? null : requireRelease(state, id)
}

/** The update that was in progress at a time, as far as the device's history reaches. */
function updateAt(state: WorldState, index: number, at: Instant): Update | null {
  const update = state.updates.get(index)
  if (update !== undefined && knownPhase(update).startedAt <= at) return update
  const list = state.histories.get(index)?.list ?? []
  const last = list.findLast((it) => it.startedAt <= at && (it.kind === 'resumed' || isUpdatePhase(it)))
  if (last?.kind === 'resumed') return last.phase
  return last !== undefined && isUpdatePhase(last) && 'until' in last ? last : null
}

/** The services whose images were complete at a time: of the release that ran, and of the one that was being installed. */
export function servicesWithImages(state: WorldState, index: number, at: Instant): ServiceState[] {
  const facts = serviceFacts(state, index)
  const update = updateAt(state, index, at)
  const runningReleaseId = releaseAt(state, index, at)?.id ?? null
  return servicesAt({ ...facts, update, runningReleaseId }, at).filter(
    ({ status }) => status !== 'Downloading',
  )
}

/** What the complete images of a simulated device take on its storage, in bytes. */
export function imageBytes(state: WorldState, index: number, at: Instant): number {
  const isSettled = !state.updates.has(index) && at >= (state.columns.runningSince[index] ?? 0)
  const running = idAt(state.columns.running, index)
  if (isSettled) return running === null ? 0 : unpackedBytesOf(requireRelease(state, running))
  const sizes = new Map<number, number>()
  for (const { releaseId, imageId } of servicesWithImages(state, index, at)) {
    const plan = state.releases.get(releaseId)?.services.find((it) => it.imageId === imageId)
    if (plan) sizes.set(imageId, unpackedBytes(plan))
  }
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
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

  get imagesMiB() {
    return imageBytes(this.#state, this.index, this.#report) / 1_048_576
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
    configValueAt(state, index, 'SUPERVISOR_HARDWARE_METRICS') !== 'false'
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
