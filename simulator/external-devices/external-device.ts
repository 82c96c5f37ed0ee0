import type { Instant } from '../clock.ts'
import type { LogLine, Metrics, ServiceState, UpdateStatus } from '../world/device-state.ts'
import { hasCloudlink, nextHeartbeatAt, type Link } from '../device/link.ts'

/** A machine outside of this world: of it is known what it has told, and when it last asked (docs/platform/device-protocol.md). */
export interface ExternalDevice {
  /** How often it has been told to ask for its target. */
  pollIntervalMs: number
  /** Whether it says that its cloudlink is up. */
  cloudlink: boolean
  /** Whether somebody wrote that it is online; left out, that follows from its cloudlink. */
  online?: boolean | undefined
  /** As somebody wrote it; left out, the one from which it was heard. */
  publicAddress?: string | undefined
  status: string
  /** As it was last told, '' and null too; null until then. */
  provisioningState: string | null
  provisioningProgress: number | null
  downloadProgress: number | null
  ipAddress: string
  macAddress: string
  metrics: ExternalMetrics
  metricsAt: Instant | null
  /** When percents alone were last taken over. */
  progressAt: Instant | null
  /** What it has, and what it had with the status `deleted`. */
  services: readonly ServiceState[]
  /** The newest lines, in the order in which they came. */
  lines: readonly LogLine[]
  /** How many lines it has written in all. */
  written: number
}

export type ExternalMetrics = { readonly [K in keyof Metrics]?: Metrics[K] | null }

export type ExternalService = Omit<ServiceState, 'installedAt'>

/** What a machine tells of itself; what is left out stays as it was. */
export interface ExternalReport {
  cloudlink?: boolean
  online?: boolean
  /** When it last came or went, where somebody says so. */
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
  /** When the update status became what it is; now when left out. */
  updateStatusAt?: Instant | null
  /** All services that it has: whatever else it had is `deleted`. */
  services?: readonly ExternalService[]
  /** Exactly these services, each since its own date. */
  installs?: readonly ServiceState[]
}

/** A line as a machine writes it: without the time at which it came. */
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

/** Metrics are taken over at most so often, and percents of downloads at most so often (docs/platform/device-protocol.md). */
export const METRICS_EVERY_MS = 60_000
export const PROGRESS_EVERY_MS = 30_000
const KEPT_LINES = 1000
const KEPT_DELETED = 64

/** A poll is the heartbeat (docs/platform/device-protocol.md); with it the cloudlink that the machine speaks of is believed again. */
export function polled(link: Link, at: Instant, { cloudlink }: Pick<ExternalDevice, 'cloudlink'>): Link {
  const contact = cloudlink ? 'cloudlink' : 'polls'
  return {
    ...withContact(link, contact, at),
    heartbeat: 'online',
    heartbeatChangedAt: link.heartbeat === 'online' ? link.heartbeatChangedAt : at,
    polledAt: at,
  }
}

/** What a report says of the cloudlink; a report is no heartbeat (docs/platform/device-protocol.md). */
export function toldCloudlink(link: Link, up: boolean, at: Instant): Link {
  const beats = link.heartbeat === 'online' || link.heartbeat === 'timeout'
  const without = link.contact === 'never-connected' ? 'never-connected' : beats ? 'polls' : 'away'
  return withContact(link, up ? 'cloudlink' : without, at)
}

/** Somebody has written that it is online, or no longer: it has been somewhere, and its tunnel stays as it is. */
export function toldOnline(link: Link, at: Instant): Link {
  const contact = link.contact === 'never-connected' ? 'away' : link.contact
  return { ...link, contact, turnAt: null, changedAt: at }
}

/** The first of what is due: a heartbeat times out, then it is offline and the cloudlink counts as down. */
export function silent(link: Link, at: Instant): Link {
  if (link.heartbeat === 'online') return { ...link, heartbeat: 'timeout', heartbeatChangedAt: at }
  return { ...withContact(link, 'away', at), heartbeat: 'offline', heartbeatChangedAt: at }
}

/** When the link of a machine that says nothing changes; null when it has changed as far as it does. */
export const nextSilenceAt = (link: Link, { pollIntervalMs }: Pick<ExternalDevice, 'pollIntervalMs'>) =>
  nextHeartbeatAt(link, pollIntervalMs)

function withContact(link: Link, contact: Link['contact'], at: Instant): Link {
  const turned = (contact === 'cloudlink') !== hasCloudlink(link)
  return { ...link, contact, turnAt: null, changedAt: turned ? at : link.changedAt }
}

/** What is known after a report. What is `written` in its place counts at once, however soon after the last report. */
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
  const isDue = written || before.metricsAt === null || at - before.metricsAt >= METRICS_EVERY_MS
  if (metrics !== undefined && isDue) {
    after.metrics = { ...before.metrics, ...metrics }
    after.metricsAt = at
  }
  const reported = services === undefined ? before.services : installed(before.services, services, at)
  const installs = report.installs ?? reported
  const progress = downloadProgress === undefined ? before.downloadProgress : downloadProgress
  if (written || !differsInPercentAlone(before, after.status, installs, progress)) {
    after.services = installs
    after.downloadProgress = progress
    after.progressAt = at
  } else if (before.progressAt === null || at - before.progressAt >= PROGRESS_EVERY_MS) {
    after.services = installs
    after.downloadProgress = progress
    after.progressAt = at
  }
  return after
}

function differsInPercentAlone(
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

function installed(
  before: readonly ServiceState[],
  reported: readonly ExternalService[],
  at: Instant,
): ServiceState[] {
  const images = new Set(reported.map(({ imageId }) => imageId))
  const here = reported.map((it) => ({
    ...it,
    installedAt: before.find(({ imageId }) => imageId === it.imageId)?.installedAt ?? at,
  }))
  const gone = before
    .filter(({ imageId }) => !images.has(imageId))
    .map((it): ServiceState => ({ ...it, status: 'deleted', downloadProgress: null }))
  return [...here, ...gone.slice(0, KEPT_DELETED)]
}

/** With the lines that came at a moment. */
export function withLines(
  before: ExternalDevice,
  lines: readonly ExternalLogLine[],
  at: Instant,
): ExternalDevice {
  return {
    ...before,
    lines: [...before.lines, ...lines.map((it) => ({ ...it, createdAt: at }))].slice(-KEPT_LINES),
    written: before.written + lines.length,
  }
}
