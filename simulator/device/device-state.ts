import type { Instant } from '../base/clock.ts'

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

/** The values of `image_install.status`; simulated devices report the first twelve. */
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
 * A service on a device as reported. `imageId` and `releaseId` identify the install; during an update there are two
 * entries with the same name.
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

export interface LogLine {
  /** The timestamp of the device. */
  at: Instant
  /** When the cloud received it. */
  createdAt: Instant
  isSystem: boolean
  isStdErr: boolean
  serviceId: number | null
  message: string
}

/** An event of a device: the source of its system log lines and of explanations. */
export interface DescribedEvent {
  /** Counts up for each device. */
  n: number
  at: Instant
  kind: string
  /** A sentence. */
  detail: string
  /** The `n` of the event that caused this one; null without a cause. */
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
