import { INSTALL_STATUSES, UPDATE_STATUSES } from '../../simulator/device/device-state.ts'
import type { InstallStatus, UpdateStatus } from '../../simulator/device/device-state.ts'
import type { ExternalMetrics, ExternalReport, ExternalService } from '../../simulator/world/world.ts'
import { HttpError, unauthorized } from '../base/http-error.ts'
import { isJsonObject, textOf } from '../http/request-context.ts'
import type { JsonObject } from '../http/request-context.ts'
import { splitVersion } from '../os/system-releases.ts'
import { registerRelease } from '../releases/release-sync.ts'
import type { Store } from '../store/store.ts'
import type { Value, Values } from '../store/table.ts'

/** The update status of a device is the first of these that any of its apps reports (docs/platform/device-protocol.md). */
const PRECEDENCE: readonly UpdateStatus[] = [
  'rejected',
  'aborted',
  'downloading',
  'downloaded',
  'applying changes',
  'done',
]

function objectOf(value: unknown): JsonObject {
  if (!isJsonObject(value)) throw new HttpError(400)
  return value
}

/** An integer or null; undefined when absent. Throws 400 with an empty body on any other type. */
function integerOf(body: JsonObject, key: string): number | null | undefined {
  const value = body[key]
  if (value === undefined || value === null) return value
  if (typeof value !== 'number' || !Number.isInteger(value)) throw new HttpError(400)
  return value
}

function flagOf(body: JsonObject, key: string): boolean | undefined {
  const value = body[key]
  if (value === undefined || typeof value === 'boolean') return value
  throw new HttpError(400)
}

function oneOf<T extends string>(values: readonly T[], value: string): T {
  const found = values.find((one) => one === value)
  if (found === undefined) throw new HttpError(400, 'Check constraint violated')
  return found
}

const METRICS = {
  cpu_usage: 'cpuUsage',
  cpu_temp: 'cpuTemp',
  memory_usage: 'memoryUsage',
  memory_total: 'memoryTotal',
  storage_usage: 'storageUsage',
  storage_total: 'storageTotal',
} as const

/** The metrics of a report; undefined when it has none. */
function metricsOf(report: JsonObject): ExternalMetrics | undefined {
  const found: Record<string, number | string | boolean | null> = {}
  for (const [field, name] of Object.entries(METRICS)) {
    const value = integerOf(report, field)
    if (value !== undefined) found[name] = value
  }
  const [block, cpu] = [textOf(report, 'storage_block_device'), textOf(report, 'cpu_id')]
  if (block !== undefined) found['storageBlockDevice'] = block
  if (cpu !== undefined) found['cpuId'] = cpu
  const undervolted = flagOf(report, 'is_undervolted')
  if (undervolted !== undefined) found['isUndervolted'] = undervolted
  return Object.keys(found).length === 0 ? undefined : found
}

const withoutAbsent = <T extends object>(fields: { [K in keyof T]: T[K] | undefined }): Partial<T> =>
  // Undefined values have been removed.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>

/** The fields common to all versions of reports, and to registrations (docs/platform/device-protocol.md). */
export function scalarsOf(report: JsonObject): ExternalReport {
  const os = textOf(report, 'os_version')
  const parsed = os === undefined ? undefined : splitVersion(os)
  const variant = textOf(report, 'os_variant') ?? parsed?.variant
  const state = report['provisioning_state'] === null ? null : textOf(report, 'provisioning_state')
  return withoutAbsent<Required<ExternalReport>>({
    cloudlink: flagOf(report, 'is_online'),
    status: textOf(report, 'status'),
    provisioningState: state,
    provisioningProgress: integerOf(report, 'provisioning_progress'),
    downloadProgress: integerOf(report, 'download_progress'),
    osVersion: parsed?.version,
    osVariant: variant === 'prod' || variant === 'dev' ? variant : undefined,
    supervisorVersion: textOf(report, 'supervisor_version'),
    ipAddress: textOf(report, 'ip_address'),
    macAddress: textOf(report, 'mac_address'),
    metrics: metricsOf(report),
    runningReleaseId: undefined,
    updateStatus: undefined,
    services: undefined,
    installs: undefined,
    online: undefined,
    connectivityAt: undefined,
    publicAddress: undefined,
    updateStatusAt: undefined,
  })
}

/** Reported texts. Clearing one has the same effect as never reporting it. */
const TEXTS = [
  'cpu_id',
  'ip_address',
  'mac_address',
  'os_version',
  'provisioning_state',
  'public_address',
  'status',
  'storage_block_device',
  'supervisor_version',
] as const

/** Converts changes that a client makes to reported fields of a device to a report. */
export function writtenReport(store: Store, changes: Values): ExternalReport {
  const emptied = TEXTS.filter((field) => changes[field] === null).map((field) => [field, ''] as const)
  const { is_online: online, ...parsed } = { ...changes, ...Object.fromEntries(emptied) }
  const { is_running__release: running, update_status: update, public_address: address } = parsed
  const { last_connectivity_event: connectivityAt, last_update_status_event: updateStatusAt } = parsed
  if (typeof running === 'number') registerRelease(store, running)
  const instant = (value: Value | undefined) =>
    value === null || typeof value === 'number' ? { value } : undefined
  return {
    ...scalarsOf(parsed),
    ...(typeof online === 'boolean' ? { online } : {}),
    ...(running === null || typeof running === 'number' ? { runningReleaseId: running } : {}),
    ...(update === null ? { updateStatus: null } : {}),
    ...(typeof update === 'string' ? { updateStatus: oneOf(UPDATE_STATUSES, update) } : {}),
    ...(typeof address === 'string' ? { publicAddress: address } : {}),
    ...(instant(connectivityAt) && { connectivityAt: instant(connectivityAt)?.value ?? null }),
    ...(instant(updateStatusAt) && { updateStatusAt: instant(updateStatusAt)?.value ?? null }),
  }
}

/** Finds a release by commit and registers it in the world. Throws 401 with an empty body when there is none. */
function releaseWith(store: Store, fleet: number, commit: string): number {
  const releases = store.rows('release')
  const commitOf = releases.reader('commit')
  const found = Array.from(releases.find('belongs_to__application', fleet) ?? [])
  const release = found.find((id) => commitOf(id) === commit)
  if (release === undefined) throw unauthorized()
  registerRelease(store, release)
  return release
}

interface ImageOfRelease {
  imageId: number
  serviceId: number
  name: string
}

function imagesOf(store: Store, release: number): ImageOfRelease[] {
  const joins = store.rows('release_image')
  const serviceOf = store.rows('image').reader('is_a_build_of__service')
  const nameOf = store.rows('service').reader('service_name')
  return Array.from(joins.find('is_part_of__release', release) ?? []).map((join) => {
    const imageId = joins.row(join).image
    const serviceId = Number(serviceOf(imageId))
    return { imageId, serviceId, name: String(nameOf(serviceId)) }
  })
}

function serviceOf(
  image: ImageOfRelease | undefined,
  releaseId: number,
  parsed: JsonObject,
): ExternalService & { status: InstallStatus } {
  if (image === undefined) throw unauthorized()
  return {
    ...image,
    releaseId,
    status: oneOf(INSTALL_STATUSES, textOf(parsed, 'status') ?? 'Unknown'),
    downloadProgress: integerOf(parsed, 'download_progress') ?? null,
  }
}

/** Parses the report of a newer supervisor. Throws 401 with an empty body on an unknown app or release. */
export function reportV3(store: Store, index: number, report: JsonObject): ExternalReport {
  const parsed: ExternalReport = scalarsOf(report)
  if (report['apps'] === undefined) return parsed
  const home = store.world.column('fleetId')(index)
  const statuses = new Set<UpdateStatus>()
  let services: ExternalService[] | undefined
  for (const [uuid, value] of Object.entries(objectOf(report['apps']))) {
    const app = objectOf(value)
    const [fleet] = Array.from(store.rows('application').find('uuid', uuid) ?? [])
    if (fleet === undefined) throw unauthorized()
    const running = textOf(app, 'release_uuid')
    if (running !== undefined && fleet === home) parsed.runningReleaseId = releaseWith(store, fleet, running)
    if (app['releases'] === undefined) continue
    services ??= []
    for (const [commit, part] of Object.entries(objectOf(app['releases']))) {
      const release = objectOf(part)
      const id = releaseWith(store, fleet, commit)
      const status = textOf(release, 'update_status')
      if (status !== undefined && fleet === home) statuses.add(oneOf(UPDATE_STATUSES, status))
      const images = imagesOf(store, id)
      for (const [name, service] of Object.entries(objectOf(release['services'] ?? {}))) {
        const image = images.find((one) => one.name === name)
        services.push(serviceOf(image, id, objectOf(service)))
      }
    }
  }
  const status = PRECEDENCE.find((one) => statuses.has(one))
  if (status !== undefined) parsed.updateStatus = status
  if (services !== undefined) parsed.services = services
  return parsed
}

/** Parses the report of an older supervisor, which is under `local`. */
export function reportV2(store: Store, index: number, local: JsonObject): ExternalReport {
  const parsed: ExternalReport = scalarsOf(local)
  const home = store.world.column('fleetId')(index)
  const commit = textOf(local, 'is_on__commit')
  if (commit !== undefined) parsed.runningReleaseId = releaseWith(store, home, commit)
  if (local['apps'] === undefined) return parsed
  const services: ExternalService[] = []
  for (const app of Object.values(objectOf(local['apps']))) {
    for (const [image, value] of Object.entries(objectOf(objectOf(app)['services'] ?? {}))) {
      const service = objectOf(value)
      const release = integerOf(service, 'releaseId')
      if (typeof release !== 'number' || store.rows('release').byId(release) < 0) throw unauthorized()
      const images = imagesOf(store, release)
      services.push(
        serviceOf(
          images.find(({ imageId }) => imageId === Number(image)),
          release,
          service,
        ),
      )
    }
  }
  parsed.services = services
  return parsed
}
