import type { Instant } from '../clock.ts'
import type { Hardware, PersonaName, Place } from './world-definition.ts'

export const OVERALL_STATUSES = [
  'configuring',
  'post-provisioning',
  'updating',
  'operational',
  'reduced-functionality',
  'disconnected',
  'inactive',
] as const
export type OverallStatus = (typeof OVERALL_STATUSES)[number]

export const HEARTBEAT_STATES = ['unknown', 'online', 'timeout', 'offline'] as const
export type HeartbeatState = (typeof HEARTBEAT_STATES)[number]

export const UPDATE_STATUSES = [
  'rejected',
  'downloading',
  'downloaded',
  'applying changes',
  'aborted',
  'done',
] as const
export type UpdateStatus = (typeof UPDATE_STATUSES)[number]

/** The values of `image_install.status`; devices of this world report the first twelve. */
export const INSTALL_STATUSES = [
  'Downloading',
  'Downloaded',
  'Stopping',
  'Stopped',
  'Installing',
  'Installed',
  'Starting',
  'Running',
  'exited',
  'restarting',
  'Handing over',
  'Awaiting handover',
  'Idle',
  'Deleting',
  'deleted',
  'Dead',
  'paused',
  'removing',
  'configuring',
  'Unknown',
] as const
export type InstallStatus = (typeof INSTALL_STATUSES)[number]

/**
 * One service on one device as it reports it. `imageId` and `releaseId` say which install; while an update is in
 * flight there are two entries of one name.
 */
export interface ServiceState {
  serviceId: number
  name: string
  imageId: number
  releaseId: number
  status: InstallStatus
  /** Percent while downloading, else null. */
  downloadProgress: number | null
  installedAt: Instant
}

export interface Metrics {
  /** Percent. */
  cpuUsage: number
  /** °C. */
  cpuTemp: number
  /** MiB. */
  memoryUsage: number
  /** MiB. */
  memoryTotal: number
  /** MiB. */
  storageUsage: number
  /** MiB. */
  storageTotal: number
  /** For example `/dev/mmcblk0p6`. */
  storageBlockDevice: string
  cpuId: string
  isUndervolted: boolean
}

/** Everything a device reports at a moment. A pure function of (world state, now). */
export interface DeviceState {
  index: number
  id: number
  uuid: string
  name: string
  fleetId: number
  isActive: boolean
  provisionedAt: Instant
  modifiedAt: Instant
  cloudlink: boolean
  lastConnectivityEvent: Instant | null
  heartbeat: HeartbeatState
  heartbeatChangedAt: Instant | null
  overallStatus: OverallStatus
  overallProgress: number | null
  /** What the supervisor says it is doing: Idle, Downloading, Updating … */
  status: string
  provisioningState: string
  provisioningProgress: number | null
  updateStatus: UpdateStatus | null
  updateStatusAt: Instant | null
  downloadProgress: number | null
  runningReleaseId: number | null
  targetReleaseId: number | null
  pinnedReleaseId: number | null
  services: ServiceState[]
  osVersion: string
  osVariant: 'prod' | 'dev'
  supervisorVersion: string
  ipAddress: string
  publicAddress: string
  macAddress: string
  /** The place of its batch with its own small offset. */
  place: Place
  /** null when it has never reported. */
  metrics: Metrics | null
  /** When `metrics` were measured. */
  metricsAt: Instant | null
  bootedAt: Instant | null
  /** The service that holds the update lock. */
  lockedBy: string | null
  /** The cloud tells it nothing new until somebody pays. */
  isFrozen: boolean
  /** How far its own clock is wrong; positive when it is fast. */
  clockSkewMs: number
  localMode: boolean
  persona: PersonaName
  hardware: Hardware
}

export interface LogLine {
  /** The device's own time stamp. */
  at: Instant
  /** When the cloud received it. */
  createdAt: Instant
  isSystem: boolean
  isStdErr: boolean
  serviceId: number | null
  message: string
}

/** Something that happened to a device: the source of its system lines and of the answer to "why is it so?". */
export interface DescribedEvent {
  /** Counts up for each device. */
  n: number
  at: Instant
  kind: string
  /** A sentence. */
  detail: string
  /** The `n` of the event that led to this one; null for a first cause. */
  because: number | null
}

export type Command =
  | { kind: 'blink' }
  | { kind: 'restart'; force?: boolean }
  | { kind: 'reboot' | 'shutdown'; force?: boolean }
  | { kind: 'purge'; force?: boolean }
  | { kind: 'update'; force?: boolean }
  | {
      kind: 'start-service' | 'stop-service' | 'restart-service'
      imageId?: number
      serviceName?: string
      force?: boolean
    }

export type CommandResult =
  | { ok: true }
  | { ok: false; reason: 'offline' | 'locked' | 'no-such-service'; message: string }
