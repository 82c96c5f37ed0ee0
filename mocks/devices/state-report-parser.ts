import { HEARTBEAT_STATES, INSTALL_STATUSES, UPDATE_STATUSES } from '../../simulator/device/device-state.ts'
import type { InstallStatus, UpdateStatus } from '../../simulator/device/device-state.ts'
import type { ExternalMetrics, ExternalReport, ExternalService } from '../../simulator/world/world.ts'
import { HttpError, unauthorized } from '../base/http-error.ts'
import { isJsonObject } from '../http/request-context.ts'
import type { JsonObject } from '../http/request-context.ts'
import { splitVersion } from '../os/system-releases.ts'
import { registerRelease } from '../releases/release-sync.ts'
import type { Store } from '../store/store.ts'
import type { Value, Values } from '../store/table.ts'

/** What a device reports: what the world knows of it, and what only the platform stores. */
export interface DeviceReport {
  state: ExternalReport
  stored: Values
}

/** The update status of a device is the first of these that any of its releases reports (docs/platform/device-protocol.md). */
const PRECEDENCE: readonly UpdateStatus[] = [
  'rejected',
  'aborted',
  'downloading',
  'downloaded',
  'applying changes',
  'done',
]

const malformed = () => new HttpError(400)

function objectOf(value: unknown): JsonObject {
  if (!isJsonObject(value)) throw malformed()
  return value
}

/** A column for whole numbers takes no others; a number that is too large for it is cut. */
const MAX_INTEGER = 2 ** 31 - 1

/** An integer or null; undefined when absent. Throws 400 with an empty body on any other type. */
function integerOf(body: JsonObject, key: string): number | null | undefined {
  const value = body[key]
  if (value === undefined || value === null) return value
  if (typeof value !== 'number' || !Number.isInteger(value)) throw malformed()
  return Math.min(value, MAX_INTEGER)
}

function flagOf(body: JsonObject, key: string): boolean | undefined {
  const value = body[key]
  if (value === undefined || typeof value === 'boolean') return value
  throw malformed()
}

function oneOf<T extends string>(values: readonly T[], value: string): T {
  const found = values.find((one) => one === value)
  if (found === undefined) throw new HttpError(400, 'Check constraint violated')
  return found
}

/** Texts that a device can also report as null. */
const NULLABLE: ReadonlySet<string> = new Set([
  'api_secret',
  'cpu_id',
  'os_variant',
  'os_version',
  'provisioning_state',
  'storage_block_device',
  'is_on__commit',
])

/** The lengths to which reported texts are cut; a list of addresses after the last complete one. */
const TEXT_LIMITS: Readonly<Record<string, number>> = {
  status: 50,
  os_version: 70,
  supervisor_version: 20,
  api_secret: 64,
}
const LIST_LIMITS: Readonly<Record<string, number>> = { ip_address: 2000, mac_address: 900 }

function cutText(key: string, text: string): string {
  const limit = LIST_LIMITS[key]
  if (limit === undefined) return text.slice(0, TEXT_LIMITS[key])
  if (text.length <= limit) return text
  const start = text.slice(0, limit + 1)
  return start.slice(0, Math.max(0, start.lastIndexOf(' ')))
}

/** A reported text; undefined when absent. Throws 400 with an empty body on another type, and on null unless it is allowed. */
function textOf(body: JsonObject, key: string): string | null | undefined {
  const value = body[key]
  if (value === undefined) return undefined
  if (value === null && NULLABLE.has(key)) return null
  if (typeof value !== 'string') throw malformed()
  return cutText(key, value)
}

/** A reported text; '' when it is cleared. */
function clearedText(body: JsonObject, key: string): string | undefined {
  const value = textOf(body, key)
  return value === null ? '' : value
}

/** The id of a CPU is stored in lower case; one that cannot be printed is ignored. */
function cpuIdOf(body: JsonObject): string | undefined {
  const value = clearedText(body, 'cpu_id')
  return value === undefined || /[^\x20-\x7e]/.test(value) ? undefined : value.toLowerCase()
}

const withoutAbsent = <T extends object>(fields: { [K in keyof T]: T[K] | undefined }): Partial<T> =>
  // Undefined values have been removed.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>

/** The metrics of a report; undefined when it has none. */
function metricsOf(report: JsonObject): ExternalMetrics | undefined {
  const found = withoutAbsent<ExternalMetrics>({
    cpuUsage: integerOf(report, 'cpu_usage'),
    cpuTemp: integerOf(report, 'cpu_temp'),
    memoryUsage: integerOf(report, 'memory_usage'),
    memoryTotal: integerOf(report, 'memory_total'),
    storageUsage: integerOf(report, 'storage_usage'),
    storageTotal: integerOf(report, 'storage_total'),
    storageBlockDevice: clearedText(report, 'storage_block_device'),
    cpuId: cpuIdOf(report),
    isUndervolted: flagOf(report, 'is_undervolted'),
  })
  return Object.keys(found).length === 0 ? undefined : found
}

/** Early versions named their variant in the version: `Resin OS 2.0.0+rev5 (prod)`. */
function variantOf(report: JsonObject, os: string | undefined): 'prod' | 'dev' | null | undefined {
  const reported = textOf(report, 'os_variant')
  if (reported === null) return null
  const variant = reported ?? (os === undefined ? undefined : splitVersion(os).variant)
  return variant === 'prod' || variant === 'dev' ? variant : undefined
}

/** The fields common to all versions of reports, to registrations and to writes of clients (docs/platform/device-protocol.md). */
export function reportedScalars(report: JsonObject): ExternalReport {
  const os = clearedText(report, 'os_version')
  return withoutAbsent<ExternalReport>({
    online: flagOf(report, 'is_online'),
    status: textOf(report, 'status') ?? undefined,
    provisioningState: textOf(report, 'provisioning_state'),
    provisioningProgress: integerOf(report, 'provisioning_progress'),
    osVersion: os === undefined ? undefined : splitVersion(os).version,
    osVariant: variantOf(report, os),
    supervisorVersion: textOf(report, 'supervisor_version') ?? undefined,
    ipAddress: textOf(report, 'ip_address') ?? undefined,
    macAddress: textOf(report, 'mac_address') ?? undefined,
    metrics: metricsOf(report),
  })
}

/** The port and the secret of the supervisor's own API, which only the platform stores. */
function storedOf(report: JsonObject, port: number | null | undefined): Values {
  if (port === null) throw malformed()
  const secret = textOf(report, 'api_secret')
  return {
    ...(port === undefined ? {} : { api_port: port }),
    ...(secret === undefined ? {} : { api_secret: secret }),
  }
}

/** Reported texts. Clearing one has the same effect as never reporting it. */
const TEXTS = ['ip_address', 'mac_address', 'public_address', 'status', 'supervisor_version'] as const

const isHeartbeat = (value: Value | undefined) => HEARTBEAT_STATES.find((one) => one === value)

/** Converts changes that a client makes to reported fields of a device to a report. */
export function writtenReport(store: Store, changes: Values): ExternalReport {
  const emptied = TEXTS.filter((field) => changes[field] === null).map((field) => [field, ''] as const)
  const parsed: JsonObject = { ...changes, ...Object.fromEntries(emptied) }
  const { is_running__release: running, update_status: update, public_address: address } = changes
  const { last_connectivity_event: connectivityAt, last_update_status_event: updateStatusAt } = changes
  const {
    is_connected_to_vpn: cloudlink,
    api_heartbeat_state: heartbeat,
    download_progress: progress,
  } = changes
  if (typeof running === 'number') registerRelease(store, running)
  const instant = (value: Value | undefined) =>
    value === null || typeof value === 'number' ? value : undefined
  return {
    ...reportedScalars(parsed),
    ...withoutAbsent<ExternalReport>({
      cloudlink: typeof cloudlink === 'boolean' ? cloudlink : undefined,
      heartbeat: isHeartbeat(heartbeat),
      downloadProgress: progress === null || typeof progress === 'number' ? progress : undefined,
      runningReleaseId: running === null || typeof running === 'number' ? running : undefined,
      updateStatus:
        update === null ? null : typeof update === 'string' ? oneOf(UPDATE_STATUSES, update) : undefined,
      publicAddress: address === null ? '' : typeof address === 'string' ? address : undefined,
      connectivityAt: instant(connectivityAt),
      updateStatusAt: instant(updateStatusAt),
    }),
  }
}

/** The successful releases of an application with these commits. Throws 401 with an empty body when one is missing. */
function releasesWith(
  store: Store,
  fleet: number | undefined,
  commits: ReadonlySet<string>,
): Map<string, number> {
  const releases = store.rows('release')
  const found = new Map<string, number>()
  for (const id of fleet === undefined
    ? []
    : Array.from(releases.find('belongs_to__application', fleet) ?? [])) {
    const { commit, status } = releases.row(id)
    if (status === 'success' && commits.has(commit)) found.set(commit, id)
  }
  if (found.size !== commits.size) throw unauthorized()
  for (const id of found.values()) registerRelease(store, id)
  return found
}

interface ImageOfRelease {
  imageId: number
  serviceId: number
  name: string
  location: string
  hash: string | null
}

function imagesOf(store: Store, release: number): ImageOfRelease[] {
  const joins = store.rows('release_image')
  const images = store.rows('image')
  const nameOf = store.rows('service').reader('service_name')
  return Array.from(joins.find('is_part_of__release', release) ?? []).map((join) => {
    const imageId = joins.row(join).image
    const {
      is_a_build_of__service: service,
      is_stored_at__image_location: location,
      content_hash: hash,
    } = images.row(imageId)
    const serviceId = service
    return {
      imageId,
      serviceId,
      name: nameOf(serviceId),
      location,
      hash: typeof hash === 'string' ? hash : null,
    }
  })
}

/** An install that a device reports, by the location of its image. */
interface ReportedImage {
  location: string
  status: string | undefined
  progress: number | null | undefined
}

interface ReportedRelease {
  updateStatus: UpdateStatus | undefined
  images: ReportedImage[]
}

interface ReportedApp {
  running: string | undefined
  releases: Map<string, ReportedRelease>
}

function required<T>(value: T | null | undefined): T {
  if (value === undefined || value === null) throw malformed()
  return value
}

function reportedImage(value: unknown): ReportedImage {
  const service = objectOf(value)
  return {
    location: required(textOf(service, 'image')),
    status: textOf(service, 'status') ?? undefined,
    progress: integerOf(service, 'download_progress'),
  }
}

function reportedRelease(value: unknown): ReportedRelease {
  const { update_status: status, services } = objectOf(value)
  const updateStatus = UPDATE_STATUSES.find((one) => one === status)
  if (status !== undefined && updateStatus === undefined) throw malformed()
  return {
    updateStatus,
    images: services === undefined ? [] : Object.values(objectOf(services)).map(reportedImage),
  }
}

function reportedApp(value: unknown): ReportedApp {
  const app = objectOf(value)
  const releases = app['releases'] === undefined ? [] : Object.entries(objectOf(app['releases']))
  return {
    running: textOf(app, 'release_uuid') ?? undefined,
    releases: new Map(releases.map(([commit, release]) => [commit, reportedRelease(release)])),
  }
}

/** Throws 500 when a service has no known status but its image is not installed yet. An unknown status of others is ignored. */
function installOf(
  store: Store,
  index: number,
  { imageId, serviceId, name }: ImageOfRelease,
  releaseId: number,
  { status, progress }: Omit<ReportedImage, 'location'>,
): ExternalService {
  const known: InstallStatus | undefined = INSTALL_STATUSES.find((one) => one === status)
  const isInstalled = () => store.states.of(index).services.some((one) => one.imageId === imageId)
  if (known === undefined && !isInstalled()) throw new HttpError(500, 'Server error')
  return {
    imageId,
    serviceId,
    name,
    releaseId,
    ...(known === undefined ? {} : { status: known }),
    ...(progress === undefined ? {} : { downloadProgress: progress }),
  }
}

/** The releases and images that an app reports, by commit and by location. */
interface FoundApp {
  releases: ReadonlyMap<string, number>
  images: readonly ImageOfRelease[]
}

/** A reported location: that of the image, and its digest, if it has one. */
function locatedAt(image: ImageOfRelease, reported: string): boolean {
  const [location, hash] = reported.split('@')
  return image.location === location && (hash === undefined || hash === '' || image.hash === hash)
}

/**
 * Looks up what an app reports. Throws 401 with an empty body when a release is unknown, or when its releases contain more or fewer
 * of the images than were reported.
 */
function foundApp(store: Store, uuid: string, app: ReportedApp, home: number): FoundApp {
  const [fleet] = Array.from(store.rows('application').find('uuid', uuid) ?? [])
  const commits = new Set([...app.releases.keys(), ...(app.running ? [app.running] : [])])
  if (commits.size === 0) return { releases: new Map(), images: [] }
  const isVisible =
    fleet === home || (fleet !== undefined && store.rows('application').row(fleet).is_public === true)
  const releases = releasesWith(store, isVisible ? fleet : undefined, commits)
  const locations = [...app.releases.values()].flatMap(({ images }) => images.map(({ location }) => location))
  const images = [...releases.values()]
    .flatMap((id) => imagesOf(store, id))
    .filter((image) => locations.some((location) => locatedAt(image, location)))
  if (locations.length > 0 && images.length !== locations.length) throw unauthorized()
  return { releases, images }
}

/** Parses the report of a newer supervisor. Throws 401 with an empty body on an unknown app, release or image. */
export function reportV3(store: Store, index: number, report: JsonObject): DeviceReport {
  const state = reportedScalars(report)
  const stored = storedOf(report, integerOf(report, 'api_port'))
  if (report['apps'] === undefined) return { state, stored }
  const home = store.world.column('fleetId')(index)
  const own = store.rows('application').row(home).uuid
  const apps = Object.entries(objectOf(report['apps']))
    .map(([uuid, app]) => ({ uuid, app: reportedApp(app) }))
    .map((one) => ({ ...one, found: foundApp(store, one.uuid, one.app, home) }))
  const images = apps.flatMap(({ found }) => found.images)
  for (const { uuid, app, found } of apps) {
    if (uuid !== own) continue
    const running = app.running === undefined ? undefined : found.releases.get(app.running)
    if (running !== undefined) state.runningReleaseId = running
    const statuses = new Set([...app.releases.values()].map(({ updateStatus }) => updateStatus))
    const status = PRECEDENCE.find((one) => statuses.has(one))
    if (status !== undefined) state.updateStatus = status
  }
  state.services = apps.flatMap(({ app, found }) =>
    [...app.releases].flatMap(([commit, { images: reported }]) =>
      reported.map((one) => {
        // As on the platform, an install is of the release that reports it, even if its image is of another one.
        const image = images.find(({ location }) => location === one.location.split('@')[0])
        if (image === undefined) throw unauthorized()
        return installOf(store, index, image, found.releases.get(commit) ?? 0, one)
      }),
    ),
  )
  return { state, stored }
}

/** The fields of a report that the platform stores. */
const REPORTED: ReadonlySet<string> = new Set([
  ...NULLABLE,
  ...Object.keys(TEXT_LIMITS),
  ...Object.keys(LIST_LIMITS),
  'api_port',
  'apps',
  'cpu_temp',
  'cpu_usage',
  'is_online',
  'is_undervolted',
  'memory_total',
  'memory_usage',
  'name',
  'provisioning_progress',
  'storage_total',
  'storage_usage',
])

/** Whether a report of a newer supervisor has anything to store; the others change nothing, whoever sends them. */
export const reportsAnything = (report: JsonObject): boolean =>
  Object.keys(report).some((field) => REPORTED.has(field))

/** A number, or a text that starts with one. */
function leadingInteger(value: unknown): number {
  const number = typeof value === 'string' ? Number.parseInt(value, 10) : value
  if (typeof number !== 'number' || !Number.isInteger(number)) throw malformed()
  return number
}

function installOfOlder(store: Store, index: number, image: string, value: unknown): ExternalService {
  const service = objectOf(value)
  const imageId = Number.parseInt(image, 10)
  if (!Number.isFinite(imageId)) throw new HttpError(400, 'Invalid image ID value in request')
  if (typeof service['releaseId'] !== 'number' && typeof service['releaseId'] !== 'string') throw malformed()
  const release = Number.parseInt(String(service['releaseId']), 10)
  if (!Number.isFinite(release)) throw new HttpError(400, 'Invalid release ID value in request')
  if (store.rows('release').byId(release) < 0) throw unauthorized()
  const found = imagesOf(store, release).find((one) => one.imageId === imageId)
  if (found === undefined) throw unauthorized()
  registerRelease(store, release)
  return installOf(store, index, found, release, {
    status: textOf(service, 'status') ?? undefined,
    progress: integerOf(service, 'download_progress'),
  })
}

/** The running release of an older supervisor: null clears it, and an unknown commit is ignored. */
function runningOfOlder(store: Store, home: number, commit: string | null): number | null | undefined {
  if (commit === null) return null
  const releases = store.rows('release')
  const found = Array.from(releases.find('belongs_to__application', home) ?? []).find((id) => {
    const row = releases.row(id)
    return row.commit === commit && row.status === 'success'
  })
  if (found !== undefined) registerRelease(store, found)
  return found
}

/** Parses the report of an older supervisor, which is under `local`. */
export function reportV2(store: Store, index: number, local: JsonObject): DeviceReport {
  const state = reportedScalars(local)
  const progress = integerOf(local, 'download_progress')
  if (progress !== undefined) state.downloadProgress = progress
  const port = local['api_port']
  const note = textOf(local, 'note')
  const pin = integerOf(local, 'should_be_running__release')
  const stored: Values = {
    ...storedOf(local, port === undefined ? undefined : leadingInteger(port)),
    ...(typeof note === 'string' ? { note } : {}),
    ...(typeof pin === 'number' ? { is_pinned_on__release: pin } : {}),
  }
  const commit = textOf(local, 'is_on__commit')
  const running =
    commit === undefined ? undefined : runningOfOlder(store, store.world.column('fleetId')(index), commit)
  if (running !== undefined) state.runningReleaseId = running
  if (local['apps'] === undefined) return { state, stored }
  state.services = Object.values(objectOf(local['apps'])).flatMap((app) =>
    Object.entries(objectOf(objectOf(app)['services'] ?? {})).map(([image, service]) =>
      installOfOlder(store, index, image, service),
    ),
  )
  return { state, stored }
}
