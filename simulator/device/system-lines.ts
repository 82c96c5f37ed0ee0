import type { Instant } from '../base/clock.ts'
import { imageDigest, imageLocation } from '../definition/identity.ts'
import type { ServicePlan } from '../definition/world-definition.ts'
import { applySteps, clearSteps, type ApplyStep } from './apply-steps.ts'
import { CONFIG_DEFAULTS, isBootConfig, supervisorName } from './configuration.ts'
import type { DeviceEvent } from './event-history.ts'
import { fetchedAt, imageCompleteAt, imagesToFetch, isStalled, type MissingImage } from './images.ts'
import { compactTime, lockReason, lockRetries } from './lock.ts'
import { lifeAt, type ServiceFailure, type ServiceRun } from './services.ts'
import type { Update, UpdateParameters } from './update.ts'

/** A log line of the supervisor, in the wording of the real one. */
export interface SystemLine {
  at: Instant
  message: string
  serviceId: number | null
}

export interface SystemLineFacts {
  parameters: UpdateParameters
  /** The services of the release that ran at the time of the event. */
  services: readonly ServicePlan[]
  appId: number
  appName: string
  /** The longest wait between two attempts to take the update locks. */
  pollIntervalMs: number
  /** True when the storage returns errors, which shows up in the messages. */
  hasBadStorage: boolean
}

function named(service: ServicePlan): string {
  return `'${service.name} sha256:${imageDigest(service.imageId)}'`
}

function about(service: ServicePlan, at: Instant, verb: string): SystemLine {
  return { at, message: `${verb} service ${named(service)}`, serviceId: service.serviceId }
}

function plain(at: Instant, message: string): SystemLine {
  return { at, message, serviceId: null }
}

function image(service: ServicePlan, at: Instant, verb: string): SystemLine {
  return { at, message: `${verb} image '${imageLocation(service.imageId)}'`, serviceId: service.serviceId }
}

/** The log lines of an event, oldest first. */
export function systemLines(it: DeviceEvent, end: Instant, facts: SystemLineFacts): SystemLine[] {
  const { parameters, services } = facts
  const at = it.startedAt
  switch (it.kind) {
    case 'downloading':
      return downloadLines(it, at, facts)
    case 'backing-off':
      return failureLines(it, facts)
    case 'clearing':
      return clearLines(it, at, end, facts)
    case 'downloaded':
      return lockLines(it.heldBy, at, end, facts)
    case 'applying':
      return applyLines(it, at, facts)
    case 'resumed':
      return resumedLines(it.phase, at, end, facts)
    case 'done':
      return doneLines(it, parameters)
    case 'rejected':
      return rejectionLines(at, it.releaseId, facts)
    case 'aborted':
      return [plain(at + 1, `Update to release ${commitOf(it, parameters)} was aborted`)]
    case 'service': {
      const service = services.find((one) => one.name === it.name)
      return service ? runLines(service, it.run) : []
    }
    case 'booted': {
      // The engine itself starts the containers that ran before.
      return [plain(at + 5, 'Supervisor starting')]
    }
    case 'going-down':
      return [
        plain(at + 10, 'Taking update locks'),
        plain(at + 20, it.returns ? 'Rebooting' : 'Shutting down'),
        plain(at + 30, 'Releasing update locks'),
      ]
    case 'purged':
      return purgeLines(it, facts)
    case 'configured': {
      return configurationLines(it)
    }
    case 'config-held':
      return lockLines(it.heldBy, at, end, facts)
    case 'recreating':
      return it.heldBy === null
        ? [plain(at + 40, 'Taking update locks')]
        : lockLines(it.heldBy, at, end, facts)
    case 'recreated':
      return [plain(at + 10, 'Releasing update locks')]
    case 'system':
      return it.part === 'supervisor' && it.phase === 'done' ? [plain(at + 5, 'Supervisor starting')] : []
    default:
      return []
  }
}

function commitOf({ releaseId }: { releaseId: number | null }, parameters: UpdateParameters): string {
  return releaseId === null ? 'none' : parameters.release(releaseId).commit.slice(0, 7)
}

type Downloading = Extract<Update, { kind: 'downloading' }>

function downloadLines(phase: Downloading, from: Instant, { parameters }: SystemLineFacts): SystemLine[] {
  const have = fetchedAt(phase, from, parameters)
  const waiting = imagesToFetch(parameters, phase.from, phase.releaseId).filter((it) => it.bytes > have)
  return [
    ...waiting.map((it, i) => {
      const line = image(it, from + 5 + 20 * i, 'Downloading')
      return it.isDelta ? { ...line, message: line.message.replace('image', 'delta for image') } : line
    }),
    ...(isStalled(phase) ? [] : waiting).map((it) =>
      image(it, imageCompleteAt(phase, it, parameters), 'Downloaded'),
    ),
  ]
}

function failureLines(phase: Extract<Update, { kind: 'backing-off' }>, facts: SystemLineFacts): SystemLine[] {
  const { parameters } = facts
  const [first] = imagesToFetch(parameters, phase.from, phase.releaseId).filter(
    (it) => it.bytes > phase.fetched,
  )
  if (!first) return []
  if (phase.processing === true)
    return [plain(phase.startedAt + 1, 'Delta still processing remotely. Will retry...')]
  const why = failureOf(first, phase, facts)
  const at = phase.startedAt + 1
  return [
    {
      ...image(first, at, 'Failed to download'),
      message: `Failed to download image '${imageLocation(first.imageId)}' due to '${why}'`,
    },
  ]
}

function failureOf(
  image: MissingImage,
  { isFull, unreachable }: Extract<Update, { kind: 'backing-off' }>,
  { hasBadStorage }: SystemLineFacts,
): string {
  if (unreachable === true) {
    const registry = imageLocation(image.imageId).split('/')[0]
    return `Get https://${registry}/v2/: net/http: request canceled while waiting for connection (Client.Timeout exceeded while awaiting headers)`
  }
  const blob = `/var/lib/docker/tmp/GetImageBlob${image.imageId}`
  if (isFull) return `write ${blob}: no space left on device`
  return hasBadStorage
    ? `write ${blob}: input/output error`
    : 'read tcp 10.114.102.1:46512->203.0.113.40:443: i/o timeout'
}

/** Services that are stopped before their new images are downloaded. */
function clearLines(
  phase: Extract<Update, { kind: 'clearing' }>,
  from: Instant,
  end: Instant,
  facts: SystemLineFacts,
): SystemLine[] {
  const { parameters } = facts
  if (phase.heldBy !== null) return lockLines(phase.heldBy, from, end, facts)
  const lines = [plain(phase.startedAt + 40, 'Taking update locks')]
  for (const { service, stoppingAt, stoppedAt, deletes } of clearSteps(phase, parameters)) {
    lines.push(about(service, stoppingAt, 'Killing'), about(service, stoppedAt, 'Killed'))
    if (deletes)
      lines.push(image(service, stoppedAt + 60, 'Deleting'), image(service, stoppedAt + 220, 'Deleted'))
  }
  return lines.filter((it) => it.at >= from)
}

/** Each attempt takes the locks of all services, and gives them back when one is missing. */
function lockLines(
  heldBy: string | null,
  from: Instant,
  end: Instant,
  { appId, pollIntervalMs }: Pick<SystemLineFacts, 'appId' | 'pollIntervalMs'>,
): SystemLine[] {
  if (heldBy === null) return []
  const lines: SystemLine[] = []
  // Only the newest thousand lines are kept, so a day of waiting is enough.
  const last = Math.min(end, from + 86_400_000)
  for (const { at, waitMs } of lockRetries(from, pollIntervalMs)) {
    if (at >= last) return lines
    lines.push(
      plain(at + 40, 'Taking update locks'),
      plain(at + 60, 'Releasing update locks'),
      plain(
        at + 80,
        `Updates are locked, retrying in ${compactTime(waitMs)}. Reason: ${lockReason(appId, heldBy)}`,
      ),
    )
  }
  return lines
}

function purgeLines(
  { startedAt: at, stoppedAt = at + 2500, endsAt = at + 3000 }: Extract<DeviceEvent, { kind: 'purged' }>,
  { appId }: SystemLineFacts,
): SystemLine[] {
  return [
    plain(at + 15, `Purging data for app ${appId}`),
    plain(at + 60, 'Taking update locks'),
    plain(stoppedAt + 5, "Removing volume 'data'"),
    plain(stoppedAt + 10, 'Releasing update locks'),
    plain(stoppedAt + 15, "Creating volume 'data'"),
    plain(endsAt + 30, 'Purged data'),
  ]
}

/** Variables of the supervisor and of the files from which the device boots are applied separately. */
function configurationLines({
  startedAt: at,
  changes,
  reboots,
  boot,
}: Extract<DeviceEvent, { kind: 'configured' }>): SystemLine[] {
  const supervisor = Object.entries(changes).filter(([name]) => !isBootConfig(name))
  const own = Object.fromEntries(
    supervisor.map(([name, value]) => {
      const short = supervisorName(name)
      return [short, value ?? CONFIG_DEFAULTS[short] ?? '']
    }),
  )
  const lines: SystemLine[] = []
  if (supervisor.length > 0) {
    lines.push(
      plain(at - 700, `Applying configuration change ${JSON.stringify(own)}`),
      plain(at - 400, `Applied configuration change ${JSON.stringify(own)}`),
    )
  }
  if (boot !== undefined) {
    lines.push(
      plain(at - 300, `Applying boot config: ${JSON.stringify(boot)}`),
      plain(at - 100, `Applied boot config: ${JSON.stringify(boot)}`),
    )
  }
  if (reboots) {
    const reasons = boot ?? own
    lines.push(plain(at - 50, `Reboot has been scheduled to apply changes: ${JSON.stringify(reasons)}`))
  }
  return lines
}

/** The supervisor names the services whose requirements the device does not meet. */
function rejectionLines(
  at: Instant,
  releaseId: number | null,
  { appName, parameters }: SystemLineFacts,
): SystemLine[] {
  const services = releaseId === null ? [] : parameters.release(releaseId).services
  const names = services.slice(0, 1).map(({ name }) => name)
  return [
    plain(
      at + 1,
      'Could not move to new release: Some releases were rejected due to having unmet requirements:',
    ),
    plain(at + 2, `  ${appName}: Services with unmet requirements: ${names.join(', ')}`),
  ]
}

function applyLines(
  phase: Extract<Update, { kind: 'applying' }>,
  from: Instant,
  { parameters }: SystemLineFacts,
): SystemLine[] {
  const lines = [plain(phase.startedAt + 40, 'Taking update locks')]
  const steps = applySteps(phase, parameters)
  const old = phase.from === null ? null : parameters.release(phase.from).fleetId
  const next = phase.releaseId === null ? null : parameters.release(phase.releaseId).fleetId
  // Another fleet has networks and volumes of its own; those of the former one go with its services.
  if (old !== next) {
    const cleared = steps.flatMap(({ old: gone, stoppedAt }) => (gone ? [stoppedAt] : []))
    const clearedAt = Math.max(phase.startedAt + 60, ...cleared)
    if (old !== null) {
      lines.push(
        plain(clearedAt + 5, "Removing network 'default'"),
        plain(clearedAt + 10, "Removing volume 'data'"),
      )
    }
    if (next !== null) {
      const createdAt = old === null ? phase.startedAt + 80 : clearedAt + 15
      lines.push(
        plain(createdAt, "Creating network 'default'"),
        plain(createdAt + 5, "Creating volume 'data'"),
      )
    }
  }
  for (const step of steps) lines.push(...stepLines(step))
  return lines.filter((it) => it.at >= from)
}

function stepLines(step: ApplyStep): SystemLine[] {
  const lines: SystemLine[] = []
  if (step.handsOver && step.old && step.runningAt !== null) {
    lines.push(about(step.old, step.runningAt + 30, 'Handing over'))
  }
  if (step.old && step.stoppingAt !== null) {
    lines.push(about(step.old, step.stoppingAt, 'Killing'), about(step.old, step.stoppedAt, 'Killed'))
  }
  if (step.next && step.runningAt !== null) {
    lines.push(
      about(step.next, step.installingAt, 'Installing'),
      about(step.next, step.installedAt, 'Installed'),
      about(step.next, step.startingAt, 'Starting'),
      about(step.next, step.runningAt, 'Started'),
    )
  }
  return lines
}

function resumedLines(phase: Update, from: Instant, end: Instant, facts: SystemLineFacts): SystemLine[] {
  if (phase.kind === 'downloading') return downloadLines(phase, from, facts)
  if (phase.kind === 'clearing') return clearLines(phase, from, end, facts)
  if (phase.kind === 'downloaded') return lockLines(phase.heldBy, from, end, facts)
  return phase.kind === 'applying' ? applyLines(phase, from, facts) : []
}

function doneLines(
  { from, releaseId, startedAt }: Extract<Update, { kind: 'done' }>,
  parameters: UpdateParameters,
): SystemLine[] {
  const lines = [plain(startedAt + 10, 'Releasing update locks')]
  // Services of the old release that the new one does not have.
  const cleared = clearSteps({ from, releaseId, startedAt }, parameters).filter(({ deletes }) => deletes)
  const left = imagesToFetch(parameters, releaseId, from).filter(
    (it) => !cleared.some(({ service }) => service.imageId === it.imageId),
  )
  for (const [i, old] of left.entries()) {
    lines.push(
      image(old, startedAt + 400 + 500 * i, 'Deleting'),
      image(old, startedAt + 800 + 500 * i, 'Deleted'),
    )
  }
  return lines
}

function runLines(service: ServicePlan, run: ServiceRun): SystemLine[] {
  const lines: SystemLine[] = []
  if (run.kind !== 'started') {
    lines.push(about(service, run.at + 10, 'Killing'), about(service, run.stoppedAt, 'Killed'))
  }
  if (run.kind === 'restarted') {
    // A restart removes the container and creates a new one.
    const createdAt = run.stoppedAt + 20
    lines.push(
      about(service, createdAt, 'Installing'),
      about(service, Math.min(createdAt + 250, run.runningAt - 30), 'Installed'),
    )
  }
  if (run.kind !== 'stopped') {
    const from = run.kind === 'started' ? run.at + 30 : Math.min(run.stoppedAt + 290, run.runningAt - 20)
    lines.push(about(service, from, 'Starting'), about(service, run.runningAt, 'Started'))
  }
  return lines
}

/** Supervisor lines about a crashing service in a time range. */
export function serviceFailureLines(
  service: ServicePlan,
  failure: ServiceFailure,
  from: Instant,
  to: Instant,
): SystemLine[] {
  const lines: SystemLine[] = []
  for (
    let life = lifeAt(failure, Math.max(from, failure.since));
    life.exitsAt < to;
    life = lifeAt(failure, life.nextAt)
  ) {
    const exited = `Service exited ${named(service)}`
    lines.push({ at: life.exitsAt + 5, message: exited, serviceId: service.serviceId })
    lines.push(about(service, life.nextAt, 'Restarting'))
  }
  return lines
}
