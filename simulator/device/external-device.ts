import type { Instant } from '../base/clock.ts'
import type {
  HeartbeatState,
  InstallStatus,
  LogLine,
  Metrics,
  ServiceState,
  UpdateStatus,
} from './device-state.ts'
import { hasCloudlink, nextHeartbeatAt, type Link } from './link.ts'

/** An external device, as known from its reports and polls (docs/platform/device-protocol.md). */
export interface ExternalDevice {
  /** The poll interval in its configuration. */
  pollIntervalMs: number
  /** The platform reaches it by its address instead of a VPN: its connection begins and ends with its heartbeat. */
  isReached: boolean
  /** The cloudlink state that was last reported, by the device or by a cloudlink server. */
  cloudlink: boolean
  /** When the cloudlink state was last reported; null if it never was. */
  cloudlinkAt: Instant | null
  /** Whether it is online: as reported, and the same as its cloudlink after each report of that. */
  online: boolean
  /** The address from which it connected, or that a client wrote; '' when unknown. */
  publicAddress: string
  /** Whether it was simulated before, and keeps the place it had. */
  hasPlace: boolean
  /** Whether the variant of its OS is known. */
  hasVariant: boolean
  status: string
  /** The last reported value, which can be '' or null; null before the first report. */
  provisioningState: string | null
  provisioningProgress: number | null
  downloadProgress: number | null
  ipAddress: string
  macAddress: string
  metrics: ExternalMetrics
  metricsAt: Instant | null
  /** When metrics were last due; until the minimum interval has passed, they are stored only together with other changes. */
  metricsDueAt: Instant | null
  /** The last stored report of each image after the one that added it, for the minimum interval of download progress. */
  reportedInstalls: ReadonlyMap<number, ReportedInstall>
  /** Current services, and former ones with the status `deleted`. */
  services: readonly ServiceState[]
  /** The newest lines, in order of arrival. */
  lines: readonly LogLine[]
  /** Total number of lines, including those no longer stored. */
  written: number
}

export type ExternalMetrics = { readonly [K in keyof Metrics]?: Metrics[K] | null }

/** A stored report of an installed image. */
export interface ReportedInstall {
  at: Instant
  releaseId: number
  status?: InstallStatus | undefined
  downloadProgress?: number | null | undefined
}

/** A reported service. Without a status or a progress, those of its image do not change. */
export interface ExternalService extends Omit<ServiceState, 'installedAt' | 'status' | 'downloadProgress'> {
  status?: InstallStatus | undefined
  downloadProgress?: number | null | undefined
}

/** A report of an external device. Missing fields do not change. */
export interface ExternalReport {
  cloudlink?: boolean
  online?: boolean
  /** When it last went online or offline, if a client writes it. */
  connectivityAt?: Instant | null
  /** Written by a client. */
  heartbeat?: HeartbeatState
  publicAddress?: string
  status?: string
  provisioningState?: string | null
  provisioningProgress?: number | null
  downloadProgress?: number | null
  osVersion?: string
  osVariant?: 'prod' | 'dev' | null
  supervisorVersion?: string
  ipAddress?: string
  macAddress?: string
  metrics?: ExternalMetrics
  runningReleaseId?: number | null
  updateStatus?: UpdateStatus | null
  /** When the update status changed; by default now. */
  updateStatusAt?: Instant | null
  /** All services of the device; any other becomes `deleted`. */
  services?: readonly ExternalService[]
  /** Whether it changes something that the world does not know; metrics are then stored in any case. */
  changesMore?: boolean
  /** Replaces all services, including their dates. */
  installs?: readonly ServiceState[]
}

/** A log line without the time of its arrival. */
export type ExternalLogLine = Omit<LogLine, 'createdAt'>

export const NEVER_REPORTED: ExternalDevice = {
  pollIntervalMs: 600_000,
  isReached: false,
  cloudlink: false,
  cloudlinkAt: null,
  online: false,
  publicAddress: '',
  hasPlace: false,
  hasVariant: false,
  status: '',
  provisioningState: null,
  provisioningProgress: null,
  downloadProgress: null,
  ipAddress: '',
  macAddress: '',
  metrics: {},
  metricsAt: null,
  metricsDueAt: null,
  reportedInstalls: new Map(),
  services: [],
  lines: [],
  written: 0,
}

/** Minimum intervals between updates of metrics, and of download progress (docs/platform/device-protocol.md). */
const METRICS_INTERVAL_MS = 60_000
const PROGRESS_INTERVAL_MS = 30_000
const MAX_LINES = 1000
const MAX_DELETED = 64

/** The link after a poll, which counts as heartbeat (docs/platform/device-protocol.md). The cloudlink does not change. */
export function afterPoll(link: Link, at: Instant): Link {
  return {
    ...link,
    contact: hasCloudlink(link) ? 'cloudlink' : 'polls',
    turnAt: null,
    heartbeat: 'online',
    heartbeatChangedAt: link.heartbeat === 'online' ? link.heartbeatChangedAt : at,
    polledAt: at,
  }
}

const beats = ({ heartbeat }: Link) => heartbeat === 'online' || heartbeat === 'timeout'

/** The link after a report of the cloudlink state. Reports do not count as heartbeats (docs/platform/device-protocol.md). */
export function afterCloudlinkReport(link: Link, up: boolean, at: Instant): Link {
  const without = link.contact === 'never-connected' ? 'never-connected' : beats(link) ? 'polls' : 'away'
  return {
    ...link,
    contact: up ? (beats(link) ? 'cloudlink' : 'tunnel') : without,
    turnAt: null,
    changedAt: at,
  }
}

/** The link after a report whether the device is online. It counts as having connected; its cloudlink does not change. */
export function afterOnlineReport(link: Link, at: Instant): Link {
  const contact = link.contact === 'never-connected' ? 'away' : link.contact
  return { ...link, contact, turnAt: null, changedAt: at }
}

/** The link after a client wrote the heartbeat. */
export function afterHeartbeatWrite(link: Link, heartbeat: HeartbeatState, at: Instant): Link {
  return link.heartbeat === heartbeat ? link : { ...link, heartbeat, heartbeatChangedAt: at }
}

/** The next state of a silent device: the heartbeat times out, then it is offline. Its cloudlink does not change. */
export function afterSilence(link: Link, at: Instant): Link {
  if (link.heartbeat === 'online') return { ...link, heartbeat: 'timeout', heartbeatChangedAt: at }
  const contact = hasCloudlink(link) ? 'tunnel' : 'away'
  return { ...link, contact, turnAt: null, heartbeat: 'offline', heartbeatChangedAt: at }
}

/** When the link of a silent device changes; null when it will not change again. */
export const nextSilenceAt = (link: Link, { pollIntervalMs }: Pick<ExternalDevice, 'pollIntervalMs'>) =>
  nextHeartbeatAt(link, pollIntervalMs)

const isMetricsDue = ({ metricsDueAt }: ExternalDevice, at: Instant) =>
  metricsDueAt === null || at - metricsDueAt > METRICS_INTERVAL_MS

/** `cpu_id` and undervoltage are stored in any case, other metrics only when they are due or with another change. */
function unthrottledOf({ cpuId, isUndervolted }: ExternalMetrics): ExternalMetrics {
  return {
    ...(cpuId === undefined ? {} : { cpuId }),
    ...(isUndervolted === undefined ? {} : { isUndervolted }),
  }
}

/** The fields of a device after a report, without its metrics and services. */
function withFields(before: ExternalDevice, report: ExternalReport): ExternalDevice {
  return {
    ...before,
    cloudlink: report.cloudlink ?? before.cloudlink,
    online: report.online ?? report.cloudlink ?? before.online,
    publicAddress: report.publicAddress ?? before.publicAddress,
    hasVariant: report.osVariant === undefined ? before.hasVariant : report.osVariant !== null,
    status: report.status ?? before.status,
    provisioningState:
      report.provisioningState === undefined ? before.provisioningState : report.provisioningState,
    provisioningProgress:
      report.provisioningProgress === undefined ? before.provisioningProgress : report.provisioningProgress,
    downloadProgress:
      report.downloadProgress === undefined ? before.downloadProgress : report.downloadProgress,
    ipAddress: report.ipAddress ?? before.ipAddress,
    macAddress: report.macAddress ?? before.macAddress,
  }
}

/**
 * Whether a report changes anything of the device itself; its services do not count. `changesMore`: it changes fields that are
 * stored elsewhere.
 */
export function changesDevice(
  before: ExternalDevice,
  report: ExternalReport,
  at: Instant,
  changesMore: boolean,
): boolean {
  const { metrics = {} } = report
  return (
    changesMore ||
    changesValues(before, withFields(before, report)) ||
    changesValues(before.metrics, isMetricsDue(before, at) ? metrics : unthrottledOf(metrics))
  )
}

/**
 * The device after a report. `changesMore`: the report also changes fields that are stored elsewhere. `written` by a
 * client: the minimum intervals do not apply.
 */
export function advanceExternalDevice(
  before: ExternalDevice,
  report: ExternalReport,
  at: Instant,
  { written = false, changesMore = false }: { written?: boolean; changesMore?: boolean } = {},
): ExternalDevice {
  const { cloudlink, metrics, services, installs } = report
  const after: ExternalDevice = {
    ...withFields(before, report),
    cloudlinkAt: cloudlink === undefined ? before.cloudlinkAt : at,
  }
  if (metrics !== undefined) {
    const unthrottled = unthrottledOf(metrics)
    const isDue = isMetricsDue(before, at)
    const hasThrottled = Object.keys(metrics).length > Object.keys(unthrottled).length
    if (hasThrottled && isDue && !written) after.metricsDueAt = at
    const isStored = written || isDue || changesDevice(before, report, at, changesMore)
    after.metrics = { ...before.metrics, ...(isStored ? metrics : unthrottled) }
    if (hasThrottled && isStored) after.metricsAt = at
  }
  if (installs !== undefined) return { ...after, services: installs }
  return services === undefined ? after : withServices(after, services, at)
}

function changesValues(before: object, after: object): boolean {
  const known = new Map(Object.entries(before))
  return Object.entries(after).some(([name, value]) => value !== known.get(name))
}

/** Merges a report of all services: images that it does not contain become `deleted`. */
function withServices(
  before: ExternalDevice,
  reported: readonly ExternalService[],
  at: Instant,
): ExternalDevice {
  const reportedInstalls = new Map(before.reportedInstalls)
  const images = new Map(before.services.map((it) => [it.imageId, it]))
  const named = new Set<number>()
  for (const { status, downloadProgress, ...service } of reported) {
    const { imageId, releaseId } = service
    const known = images.get(imageId)
    named.add(imageId)
    if (known === undefined) {
      images.set(imageId, {
        ...service,
        status: status ?? 'Unknown',
        downloadProgress: downloadProgress ?? null,
        installedAt: at,
      })
      continue
    }
    const now: ReportedInstall = {
      at,
      releaseId,
      ...(status === undefined ? {} : { status }),
      ...(downloadProgress === undefined ? {} : { downloadProgress }),
    }
    const last = reportedInstalls.get(imageId)
    if (!isStored(last, now)) continue
    reportedInstalls.set(imageId, { downloadProgress: last?.downloadProgress, ...now })
    images.set(imageId, {
      ...known,
      ...service,
      status: status ?? known.status,
      downloadProgress: downloadProgress === undefined ? known.downloadProgress : downloadProgress,
    })
  }
  const all = [...images.values()]
  const deleted = all
    .filter(({ imageId }) => !named.has(imageId))
    .map((it): ServiceState => ({ ...it, status: 'deleted', downloadProgress: null }))
  return {
    ...before,
    reportedInstalls,
    services: [...all.filter(({ imageId }) => named.has(imageId)), ...deleted.slice(0, MAX_DELETED)],
  }
}

/** How long the last report of an image is remembered. */
const REMEMBERED_MS = 300_000

/** Whether a report of an installed image is stored: progress alone only after the minimum interval, all other changes always. */
function isStored(last: ReportedInstall | undefined, now: ReportedInstall): boolean {
  if (last === undefined || now.at - last.at > REMEMBERED_MS) return true
  const [before, after] = [last.downloadProgress ?? null, now.downloadProgress ?? null]
  return (
    last.status !== now.status ||
    last.releaseId !== now.releaseId ||
    (before === null) !== (after === null) ||
    after === 100 ||
    (before !== after && now.at - last.at > PROGRESS_INTERVAL_MS)
  )
}

/** Adds log lines that arrived at a time. */
export function withLines(
  before: ExternalDevice,
  lines: readonly ExternalLogLine[],
  at: Instant,
): ExternalDevice {
  return {
    ...before,
    lines: [...before.lines, ...lines.map((it) => ({ ...it, createdAt: at }))].slice(-MAX_LINES),
    written: before.written + lines.length,
  }
}
