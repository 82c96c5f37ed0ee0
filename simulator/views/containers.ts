import type { Instant } from '../base/clock.ts'
import { containerId, imageDigest, imageLocation } from '../definition/identity.ts'
import type { ServicePlan } from '../definition/world-definition.ts'
import { applySteps } from '../device/apply-steps.ts'
import type { InstallStatus, ServiceState } from '../device/device-state.ts'
import { labelsOf, type ContainerOwner, type Environment } from '../device/environment.ts'
import { lockPath } from '../device/lock.ts'
import { lifeAt, serviceFailureOf, servicesAt } from '../device/services.ts'
import { environmentOf, newEnvironment } from '../engine/environments.ts'
import { containerRecord } from '../engine/service-runs.ts'
import { idAt } from '../state/columns.ts'
import { bootedAt, requireDevice, type ContainerRecord, type WorldState } from '../state/world-state.ts'
import { serviceFacts } from './device-view.ts'
import { servicesWithImages } from './metrics-view.ts'

/** A container of a service on a device, as its engine and supervisor know it. */
export interface Container {
  name: string
  serviceId: number
  imageId: number
  releaseId: number
  status: InstallStatus
  /** 64 hexadecimal digits; each recreation has another one. */
  id: string
  /** `service_image_release_commit`, as the supervisor names it. */
  containerName: string
  createdAt: Instant
  /** Its last start; null before the first. */
  startedAt: Instant | null
  /** The complete environment. */
  environment: Environment
  labels: Environment
}

/** An image on a device. */
export interface DeviceImage {
  imageId: number
  serviceId: number
  serviceName: string
  location: string
  /** 64 hexadecimal digits. */
  digest: string
  /** Download size. */
  bytes: number
  /** When it was downloaded. */
  at: Instant
}

/** The lock file of a service, by which it holds back updates. */
export interface LockFile {
  service: string
  /** On the host. */
  path: string
  at: Instant
  /** Whether a program holds it with flock, so that OS updates wait too. */
  isHeld: boolean
}

/** Statuses of installs without a container. */
const WITHOUT_CONTAINER: ReadonlySet<InstallStatus> = new Set([
  'Downloading',
  'Downloaded',
  'Installing',
  'Deleting',
  'deleted',
])
/** Statuses of containers that have been created, but not started. */
const NOT_STARTED: ReadonlySet<InstallStatus> = new Set(['Installed', 'Starting'])

/** All containers of a simulated device at the world's current time; an external device has none that are known. */
export function deviceContainers(state: WorldState, index: number): Container[] {
  requireDevice(state, index)
  if (state.outsiders.has(index)) return []
  const now = state.now
  const running = idAt(state.columns.running, index)
  const facts = serviceFacts(state, index)
  const { update } = facts
  const phase = update?.kind === 'applying' ? update : null
  const steps = phase === null ? [] : applySteps(phase, facts.parameters)
  const labels = supervisorLabels(state, index)
  return servicesAt(facts, now).flatMap((service): Container[] => {
    const plan = planOf(state, service)
    if (plan === undefined || WITHOUT_CONTAINER.has(service.status)) return []
    const owner: ContainerOwner = {
      index,
      fleetId: state.columns.fleet[index] ?? 0,
      releaseId: service.releaseId,
      plan,
    }
    const isNew = phase !== null && service.releaseId === phase.releaseId && service.releaseId !== running
    const step = isNew ? steps.find(({ name }) => name === service.name) : undefined
    const record = isNew
      ? newRecord(state, index, step?.installedAt ?? now)
      : currentRecord(containerRecord(state, index, service.name), now)
    // Most readers want no environment, which is the larger part of the work.
    let environment: Environment | undefined
    return [
      {
        name: service.name,
        serviceId: service.serviceId,
        imageId: service.imageId,
        releaseId: service.releaseId,
        status: service.status,
        id: containerId(state.seed, index, service.imageId, record),
        containerName: containerName(state, service),
        createdAt: record.at,
        startedAt: isNew
          ? startedBefore(step?.runningAt ?? null, now)
          : startOf(state, index, service, record.at),
        get environment() {
          environment ??= isNew ? newEnvironment(state, owner) : environmentOf(state, owner)
          return environment
        },
        labels: { ...labelsOf(state.variables, owner), ...labels, ...serviceLabels(owner) },
      },
    ]
  })
}

function containerName(
  state: WorldState,
  { name, imageId, releaseId }: Pick<ServiceState, 'name' | 'imageId' | 'releaseId'>,
): string {
  const commit = state.releases.get(releaseId)?.commit ?? ''
  return `${name}_${imageId}_${releaseId}_${commit}`
}

function planOf(state: WorldState, service: ServiceState): ServicePlan | undefined {
  return state.releases.get(service.releaseId)?.services.find(({ imageId }) => imageId === service.imageId)
}

function newRecord(state: WorldState, index: number, at: Instant): ContainerRecord {
  return { installs: (state.columns.installs[index] ?? 0) + 1, generation: 0, at, before: at }
}

/** While the old container is still being stopped, it is the one that exists. */
function currentRecord(record: ContainerRecord, now: Instant): ContainerRecord {
  return record.generation > 0 && now < record.at
    ? { ...record, generation: record.generation - 1, at: record.before }
    : record
}

const startedBefore = (at: Instant | null, now: Instant): Instant | null =>
  at !== null && at <= now ? at : null

/** A container starts with the device, and when it is created or started. */
function startOf(
  state: WorldState,
  index: number,
  service: ServiceState,
  createdAt: Instant,
): Instant | null {
  if (NOT_STARTED.has(service.status)) return null
  const { now } = state
  const boot = bootedAt(state, index)
  const run = state.runs.get(index)?.get(service.name)
  const started =
    run !== undefined && run.kind !== 'stopped' && run.runningAt <= now ? run.runningAt : -Infinity
  const first = Math.max(createdAt, boot === null ? -Infinity : boot + BOOT_MS, started)
  const failure = serviceFailureOf(serviceFacts(state, index))
  if (failure?.serviceId !== service.serviceId || now < failure.since) return first
  return Math.max(first, lifeAt(failure, now).startsAt)
}

/** From the start of the kernel until the engine starts containers. */
const BOOT_MS = 9000

/** The labels that the supervisor adds to every container. */
function supervisorLabels(state: WorldState, index: number): Environment {
  const fleetId = state.columns.fleet[index] ?? 0
  return {
    'io.balena.app-id': String(fleetId),
    'io.balena.app-uuid': state.fleets.get(fleetId)?.uuid ?? '',
    'io.balena.supervised': 'true',
  }
}

const serviceLabels = ({ plan }: ContainerOwner): Environment => ({
  'io.balena.service-id': String(plan.serviceId),
  'io.balena.service-name': plan.name,
})

/** The images on a device that are complete. */
export function deviceImages(state: WorldState, index: number): DeviceImage[] {
  requireDevice(state, index)
  if (state.outsiders.has(index)) return []
  const found = new Map<number, DeviceImage>()
  for (const service of servicesWithImages(state, index, state.now)) {
    const plan = planOf(state, service)
    if (plan === undefined) continue
    found.set(service.imageId, {
      imageId: service.imageId,
      serviceId: service.serviceId,
      serviceName: service.name,
      location: imageLocation(service.imageId),
      digest: imageDigest(service.imageId),
      bytes: plan.imageSize,
      at: service.installedAt,
    })
  }
  return [...found.values()]
}

export function deviceLockFiles(state: WorldState, index: number): LockFile[] {
  requireDevice(state, index)
  const appId = state.columns.fleet[index] ?? 0
  return Array.from(state.locks.get(index) ?? [], ([service, at]) => ({
    service,
    path: lockPath(appId, service),
    at,
    isHeld: state.flocks.get(index)?.has(service) === true,
  }))
}
