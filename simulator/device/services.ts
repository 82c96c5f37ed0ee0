import type { Instant } from '../base/clock.ts'
import { between, chance } from '../base/random.ts'
import { streams } from '../base/streams.ts'
import type { ServicePlan } from '../definition/world-definition.ts'
import { applySteps, clearedNames, clearSteps, type ApplyStep, type ClearStep } from './apply-steps.ts'
import type { InstallStatus, ServiceState } from './device-state.ts'
import { fetchedAt, imageProgress, imagesToFetch } from './images.ts'
import { knownPhase, outcome, type Update, type UpdateParameters } from './update.ts'

/** The effect of a user action, boot or purge on a service. Without one, the service just runs. */
export type ServiceRun =
  | { kind: 'stopped'; at: Instant; stoppedAt: Instant }
  | { kind: 'started'; at: Instant; runningAt: Instant }
  | { kind: 'restarted'; at: Instant; stoppedAt: Instant; runningAt: Instant }

export type ServiceEvent =
  | { type: 'stop'; at: Instant }
  | { type: 'start'; at: Instant }
  | { type: 'restart'; at: Instant }

/** Pure transition: the same run and event always produce the same run. A service that is already stopped does not change. */
export function advanceService(
  run: ServiceRun | undefined,
  event: ServiceEvent,
  parameters: { seed: number; index: number; pace: number; serviceId: number },
): ServiceRun | undefined {
  const { seed, index, pace, serviceId } = parameters
  const second = Math.floor(event.at / 1000)
  const stopsAt =
    event.at +
    Math.round(between(700, 3800, chance(seed, streams.serviceStop, index, serviceId, second)) * pace)
  const startMs = Math.round(
    between(600, 2200, chance(seed, streams.serviceStart, index, serviceId, second)) * pace,
  )
  const isStopped = run?.kind === 'stopped'
  switch (event.type) {
    case 'stop':
      return isStopped ? run : { kind: 'stopped', at: event.at, stoppedAt: stopsAt }
    case 'start':
      return isStopped ? { kind: 'started', at: event.at, runningAt: event.at + startMs } : run
    case 'restart':
      return isStopped
        ? { kind: 'started', at: event.at, runningAt: event.at + startMs }
        : { kind: 'restarted', at: event.at, stoppedAt: stopsAt, runningAt: stopsAt + startMs }
  }
}

/** After a boot all services start one after the other, including stopped ones. */
export function bootRuns(
  services: readonly ServicePlan[],
  at: Instant,
  { seed, index, pace }: { seed: number; index: number; pace: number },
): Map<string, ServiceRun> {
  const runs = new Map<string, ServiceRun>()
  for (const [i, { name, serviceId }] of services.entries()) {
    const startsAt = at + 400 * (i + 1)
    const durationMs = Math.round(
      between(700, 2600, chance(seed, streams.serviceStart, index, serviceId)) * pace,
    )
    runs.set(name, { kind: 'started', at: startsAt, runningAt: startsAt + durationMs })
  }
  return runs
}

export function runStatus(run: ServiceRun | undefined, at: Instant): InstallStatus {
  // For a device that does not report, only the earlier state is known.
  if (!run || (run.kind !== 'started' && at < run.at)) return 'Running'
  if (run.kind === 'stopped') return at < run.stoppedAt ? 'Stopping' : 'Stopped'
  if (run.kind === 'restarted' && at < run.stoppedAt) return 'Stopping'
  return at < run.runningAt ? 'Starting' : 'Running'
}

/** A service that crashes repeatedly. All times are derived from the seed and time; nothing is stored. */
export interface ServiceFailure {
  kind: 'crash-loop' | 'leak'
  serviceId: number
  /** The first run of the service starts here. */
  since: Instant
  periodMs: number
  /** The part of a period during which it runs. */
  runsMs: number
}

/** The run at a time: `exitsAt` is before `nextAt`, the next restart. */
export function lifeAt(
  failure: ServiceFailure,
  at: Instant,
): { startsAt: Instant; exitsAt: Instant; nextAt: Instant } {
  const turn = Math.floor((at - failure.since) / failure.periodMs)
  const startsAt = failure.since + turn * failure.periodMs
  return { startsAt, exitsAt: startsAt + failure.runsMs, nextAt: startsAt + failure.periodMs }
}

/** When it last crashed before a time. */
export function lastExitAt(failure: ServiceFailure, at: Instant): Instant {
  const { exitsAt } = lifeAt(failure, at)
  return exitsAt <= at ? exitsAt : exitsAt - failure.periodMs
}

/**
 * The reported status. Reports are less frequent than crashes, so a crash-looping service is never reported as running;
 * one that is killed every few hours restarts soon.
 */
export function failureStatus(failure: ServiceFailure, at: Instant): InstallStatus {
  if (failure.kind === 'crash-loop') return 'restarting'
  return at < failure.since || at < lifeAt(failure, at).exitsAt ? 'Running' : 'Starting'
}

/** A state that lasts until an action or event ends it. */
export const DOWN_STATUSES: readonly InstallStatus[] = ['restarting', 'exited', 'Stopped', 'Dead']

interface FailureFacts {
  parameters: UpdateParameters
  runningReleaseId: number | null
  /** When the running release was installed. */
  runningSince: Instant
  leak: readonly [number, number] | null
}

/** The failing service, if any. A crash-looping release hides a memory leak. */
export function serviceFailureOf(facts: FailureFacts): ServiceFailure | null {
  const { parameters, runningReleaseId, runningSince, leak } = facts
  if (runningReleaseId === null) return null
  const { services } = parameters.release(runningReleaseId)
  const { seed, index } = parameters
  if (services.length === 0) return null
  if (outcome(parameters, runningReleaseId) === 'crash-loop') {
    const service =
      services[Math.floor(chance(seed, streams.serviceCrash, index, runningReleaseId) * services.length)]
    const periodMs = Math.round(between(38_000, 70_000, chance(seed, streams.serviceCrash, index, 1)))
    const runsMs = Math.round(between(5_000, 16_000, chance(seed, streams.serviceCrash, index, 2)))
    return service
      ? { kind: 'crash-loop', serviceId: service.serviceId, since: runningSince, periodMs, runsMs }
      : null
  }
  if (!leak) return null
  const largest = services.reduce((best, it) =>
    RESOURCE_USAGE[it.kind].memory > RESOURCE_USAGE[best.kind].memory ? it : best,
  )
  const periodMs = Math.round(between(leak[0], leak[1], chance(seed, streams.serviceLeak, index)))
  const since = runningSince - Math.floor(chance(seed, streams.serviceLeak, index, 1) * periodMs)
  return { kind: 'leak', serviceId: largest.serviceId, since, periodMs, runsMs: periodMs - 5000 }
}

/** Resource usage by kind of service: percent of one core, and MiB. */
export const RESOURCE_USAGE = {
  sensor: { cpu: 4, memory: 38 },
  uplink: { cpu: 6, memory: 64 },
  dashboard: { cpu: 10, memory: 176 },
  watchdog: { cpu: 1, memory: 18 },
  camera: { cpu: 46, memory: 310 },
  database: { cpu: 9, memory: 250 },
  worker: { cpu: 20, memory: 132 },
} as const

export interface ServiceFacts extends FailureFacts {
  update: Update | null
  runs: ReadonlyMap<string, ServiceRun> | undefined
}

/** All installs of a device as known to the cloud (docs/platform/derived-values.md, docs/platform/device-protocol.md). */
export function servicesAt(facts: ServiceFacts, at: Instant): ServiceState[] {
  const phase = facts.update ? knownPhase(facts.update) : null
  const reportedAt = facts.update?.kind === 'out-of-touch' ? Math.min(at, facts.update.since) : at
  const steps = phase?.kind === 'applying' ? applySteps(phase, facts.parameters) : []
  const old = oldInstalls(facts, phase, steps, reportedAt)
  return phase ? [...old, ...newInstalls(facts, phase, steps, reportedAt)] : old
}

function oldInstalls(
  facts: ServiceFacts,
  phase: KnownPhase | null,
  steps: readonly ApplyStep[],
  at: Instant,
): ServiceState[] {
  const { parameters, runningReleaseId } = facts
  if (runningReleaseId === null) return []
  const failure = serviceFailureOf(facts)
  const clearing = phase?.kind === 'clearing' && phase.heldBy === null ? clearSteps(phase, parameters) : []
  const cleared = phase ? clearedServices(phase, parameters) : []
  return parameters.release(runningReleaseId).services.flatMap((service) => {
    if (cleared.includes(service.name)) return []
    const clear = clearing.find((it) => it.service.name === service.name)
    const step = steps.find((it) => it.name === service.name)
    const settled = settledStatus(facts, failure, service, at)
    const busy = clear ? clearingStatus(clear, at, settled) : step && stoppingStatus(step, at)
    const status = busy === undefined ? settled : busy
    return status ? [install(service, runningReleaseId, status, facts.runningSince)] : []
  })
}

function newInstalls(
  { parameters }: ServiceFacts,
  phase: KnownPhase,
  steps: readonly ApplyStep[],
  at: Instant,
): ServiceState[] {
  const { releaseId, beganAt } = phase
  if (releaseId === null) return []
  if (phase.kind === 'downloading' || phase.kind === 'backing-off' || phase.kind === 'downloaded') {
    const fetched = phase.kind === 'downloaded' ? Infinity : fetchedAt(phase, at, parameters)
    return imagesToFetch(parameters, phase.from, releaseId).map((service) => {
      const percent = imageProgress(service, fetched)
      const status = percent < 100 ? 'Downloading' : 'Downloaded'
      const state = install(service, releaseId, status, beganAt)
      return status === 'Downloading' ? { ...state, downloadProgress: percent } : state
    })
  }
  return steps.flatMap((step) =>
    step.next ? [install(step.next, releaseId, startingStatus(step, at), beganAt)] : [],
  )
}

function settledStatus(
  facts: ServiceFacts,
  failure: ServiceFailure | null,
  service: ServicePlan,
  at: Instant,
): InstallStatus {
  const run = facts.runs?.get(service.name)
  const status = runStatus(run, at)
  if (failure?.serviceId !== service.serviceId) return status
  const settles = status === 'Running' || (failure.kind === 'crash-loop' && run?.kind !== 'stopped')
  return settles ? failureStatus(failure, at) : status
}

/** Old services that are removed while the new images are downloaded, until the new ones run. */
export function clearedServices(phase: KnownPhase, parameters: UpdateParameters): readonly string[] {
  const isPast = CLEARED.has(phase.kind) && phase.releaseId !== null
  return isPast ? clearedNames(phase, parameters) : []
}

type KnownPhase = Exclude<Update, { kind: 'out-of-touch' }>

const CLEARED: ReadonlySet<Update['kind']> = new Set(['downloading', 'backing-off', 'downloaded', 'applying'])

function clearingStatus(step: ClearStep, at: Instant, settled: InstallStatus): InstallStatus | null {
  // Services that are down come first, so the list changes only at events.
  if (at < step.stoppingAt && !DOWN_STATUSES.includes(settled)) return settled
  return at < step.stoppedAt + 200 ? 'Stopping' : null
}

/** null once the old container is gone. */
function stoppingStatus(step: ApplyStep, at: Instant): InstallStatus | null {
  if (step.handsOver && at >= (step.runningAt ?? 0)) {
    if (at < (step.stoppingAt ?? 0)) return 'Handing over'
    return at < step.stoppedAt ? 'Stopping' : null
  }
  if (step.handsOver) return 'Running'
  if (step.stoppingAt === null || at < step.stoppingAt) return 'Running'
  return at < step.stoppedAt ? 'Stopping' : null
}

function startingStatus(step: ApplyStep, at: Instant): InstallStatus {
  if (at < step.installingAt) return 'Downloaded'
  if (at < step.installedAt) return 'Installing'
  if (at < step.startingAt) return 'Installed'
  if (step.runningAt !== null && at < step.runningAt) return 'Starting'
  return step.handsOver && at < (step.stoppingAt ?? 0) ? 'Awaiting handover' : 'Running'
}

function install(
  service: ServicePlan,
  releaseId: number | null,
  status: InstallStatus,
  installedAt: Instant,
): ServiceState {
  return {
    serviceId: service.serviceId,
    name: service.name,
    imageId: service.imageId,
    releaseId: releaseId ?? 0,
    status,
    downloadProgress: null,
    installedAt,
  }
}
