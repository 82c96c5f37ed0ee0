import type { Instant } from '../base/clock.ts'
import type { LogLine, Metrics, ServiceState, UpdateStatus } from './device-state.ts'
import { hasCloudlink, nextHeartbeatAt, type Link } from './link.ts'

/** An external device, as known from its reports and polls (docs/platform/device-protocol.md). */
export interface ExternalDevice {
  /** The poll interval in its configuration. */
  pollIntervalMs: number
  /** The reported cloudlink state. */
  cloudlink: boolean
  /** Set if a client wrote whether it is online; otherwise, this follows from its cloudlink. */
  online?: boolean | undefined
  /** Set if a client wrote it; otherwise, the address from which it connected. */
  publicAddress?: string | undefined
  status: string
  /** The last reported value, which can be '' or null; null before the first report. */
  provisioningState: string | null
  provisioningProgress: number | null
  downloadProgress: number | null
  ipAddress: string
  macAddress: string
  metrics: ExternalMetrics
  metricsAt: Instant | null
  /** When progress was last updated. */
  progressAt: Instant | null
  /** Current services, and former ones with the status `deleted`. */
  services: readonly ServiceState[]
  /** The newest lines, in order of arrival. */
  lines: readonly LogLine[]
  /** Total number of lines, including those no longer stored. */
  written: number
}

export type ExternalMetrics = { readonly [K in keyof Metrics]?: Metrics[K] | null }

export type ExternalService = Omit<ServiceState, 'installedAt'>

/** A report of an external device. Missing fields do not change. */
export interface ExternalReport {
  cloudlink?: boolean
  online?: boolean
  /** When it last went online or offline, if a client writes it. */
  connectivityAt?: Instant | null
  publicAddress?: string
  status?: string
  provisioningState?: string | null
  provisioningProgress?: number | null
  downloadProgress?: number | null
  osVersion?: string
  osVariant?: 'prod' | 'dev'
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
  /** Replaces all services, including their dates. */
  installs?: readonly ServiceState[]
}

/** A log line without the time of its arrival. */
export type ExternalLogLine = Omit<LogLine, 'createdAt'>

export const NEVER_REPORTED: ExternalDevice = {
  pollIntervalMs: 600_000,
  cloudlink: false,
  status: '',
  provisioningState: null,
  provisioningProgress: null,
  downloadProgress: null,
  ipAddress: '',
  macAddress: '',
  metrics: {},
  metricsAt: null,
  progressAt: null,
  services: [],
  lines: [],
  written: 0,
}

/** Minimum intervals between updates of metrics, and of download progress (docs/platform/device-protocol.md). */
export const METRICS_INTERVAL_MS = 60_000
const PROGRESS_INTERVAL_MS = 30_000
const MAX_LINES = 1000
const MAX_DELETED = 64

/** The link after a poll, which counts as heartbeat (docs/platform/device-protocol.md) and restores the reported cloudlink state. */
export function afterPoll(link: Link, at: Instant, { cloudlink }: Pick<ExternalDevice, 'cloudlink'>): Link {
  const contact = cloudlink ? 'cloudlink' : 'polls'
  return {
    ...withContact(link, contact, at),
    heartbeat: 'online',
    heartbeatChangedAt: link.heartbeat === 'online' ? link.heartbeatChangedAt : at,
    polledAt: at,
  }
}

/** The link after a report of the cloudlink state. Reports do not count as heartbeats (docs/platform/device-protocol.md). */
export function afterCloudlinkReport(link: Link, up: boolean, at: Instant): Link {
  const beats = link.heartbeat === 'online' || link.heartbeat === 'timeout'
  const without = link.contact === 'never-connected' ? 'never-connected' : beats ? 'polls' : 'away'
  return withContact(link, up ? 'cloudlink' : without, at)
}

/** The link after a client wrote whether the device is online. It counts as having connected; its cloudlink does not change. */
export function afterOnlineWrite(link: Link, at: Instant): Link {
  const contact = link.contact === 'never-connected' ? 'away' : link.contact
  return { ...link, contact, turnAt: null, changedAt: at }
}

/** The next state of a silent device: first the heartbeat times out, then the device and its cloudlink go offline. */
export function afterSilence(link: Link, at: Instant): Link {
  if (link.heartbeat === 'online') return { ...link, heartbeat: 'timeout', heartbeatChangedAt: at }
  return { ...withContact(link, 'away', at), heartbeat: 'offline', heartbeatChangedAt: at }
}

/** When the link of a silent device changes; null when it will not change again. */
export const nextSilenceAt = (link: Link, { pollIntervalMs }: Pick<ExternalDevice, 'pollIntervalMs'>) =>
  nextHeartbeatAt(link, pollIntervalMs)

function withContact(link: Link, contact: Link['contact'], at: Instant): Link {
  const turned = (contact === 'cloudlink') !== hasCloudlink(link)
  return { ...link, contact, turnAt: null, changedAt: turned ? at : link.changedAt }
}

/** The device after a report. `written` by a client: the minimum intervals do not apply. */
export function advanceExternalDevice(
  before: ExternalDevice,
  report: ExternalReport,
  at: Instant,
  written = false,
): ExternalDevice {
  const { metrics, services, downloadProgress } = report
  const after: ExternalDevice = {
    ...before,
    cloudlink: report.cloudlink ?? before.cloudlink,
    online: report.online ?? (report.cloudlink === undefined ? before.online : undefined),
    publicAddress: report.publicAddress ?? before.publicAddress,
    status: report.status ?? before.status,
    provisioningState:
      report.provisioningState === undefined ? before.provisioningState : report.provisioningState,
    provisioningProgress:
      report.provisioningProgress === undefined ? before.provisioningProgress : report.provisioningProgress,
    ipAddress: report.ipAddress ?? before.ipAddress,
    macAddress: report.macAddress ?? before.macAddress,
  }
  const isDue = written || before.metricsAt === null || at - before.metricsAt >= METRICS_INTERVAL_MS
  if (metrics !== undefined && isDue) {
    after.metrics = { ...before.metrics, ...metrics }
    after.metricsAt = at
  }
  const reported = services === undefined ? before.services : mergeServices(before.services, services, at)
  const installs = report.installs ?? reported
  const progress = downloadProgress === undefined ? before.downloadProgress : downloadProgress
  const isProgressDue =
    written || before.progressAt === null || at - before.progressAt >= PROGRESS_INTERVAL_MS
  if (isProgressDue || !differsOnlyInProgress(before, after.status, installs, progress)) {
    after.services = installs
    after.downloadProgress = progress
    after.progressAt = at
  }
  return after
}

function differsOnlyInProgress(
  before: ExternalDevice,
  status: string,
  services: readonly ServiceState[],
  progress: number | null,
): boolean {
  return (
    before.status === status &&
    (before.downloadProgress === null) === (progress === null) &&
    before.services.length === services.length &&
    before.services.every((old, at) => {
      const now = services[at]
      return (
        now !== undefined &&
        old.imageId === now.imageId &&
        old.status === now.status &&
        old.releaseId === now.releaseId &&
        (old.downloadProgress === null) === (now.downloadProgress === null)
      )
    })
  )
}

function mergeServices(
  before: readonly ServiceState[],
  reported: readonly ExternalService[],
  at: Instant,
): ServiceState[] {
  const images = new Set(reported.map(({ imageId }) => imageId))
  const current = reported.map((it) => ({
    ...it,
    installedAt: before.find(({ imageId }) => imageId === it.imageId)?.installedAt ?? at,
  }))
  const deleted = before
    .filter(({ imageId }) => !images.has(imageId))
    .map((it): ServiceState => ({ ...it, status: 'deleted', downloadProgress: null }))
  return [...current, ...deleted.slice(0, MAX_DELETED)]
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
