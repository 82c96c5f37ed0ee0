import type { Instant } from '../base/clock.ts'
import type { Weighted } from '../base/random.ts'
import type { PersonaName } from './device-profiles.ts'

/** The kind of a service determines its log lines and resource usage. */
export type ServiceKind = 'sensor' | 'uplink' | 'dashboard' | 'watchdog' | 'camera' | 'database' | 'worker'

/** How an update replaces a service: its label `io.balena.update.strategy` (docs/platform/device-protocol.md). */
export const UPDATE_STRATEGIES = [
  'download-then-kill',
  'kill-then-download',
  'delete-then-download',
  'hand-over',
] as const
export type UpdateStrategy = (typeof UPDATE_STRATEGIES)[number]

/** A layer of an image, which other images may share. */
export interface ImageLayer {
  id: number
  bytes: number
}

/** A line that a service writes again and again. Fields in its text are filled in for each line (`own-lines.ts`). */
export interface LinePattern {
  text: string
  /** Average time between two of these lines. */
  everyMs: number
  /** Warnings and errors are written to the error output. */
  level: 'info' | 'warning' | 'error'
}

/** What a service writes, instead of what services of its kind write. */
export interface ServiceLog {
  lines: readonly LinePattern[]
  /** After its start. */
  start?: readonly string[]
  /** Before it exits by itself. */
  crash?: readonly string[]
  /** When the storage is full. */
  full?: string
}

export interface ServicePlan {
  serviceId: number
  name: string
  kind: ServiceKind
  /** Default: that of its kind. */
  log?: ServiceLog
  imageId: number
  /** Bytes. */
  imageSize: number
  /** Their sizes add up to the image's; without layers, the image is one piece that is not shared. */
  layers?: readonly ImageLayer[]
  /** Variables and labels of the composition of its release. */
  environment?: Readonly<Record<string, string>>
  labels?: Readonly<Record<string, string>>
  /** Deltas that can be downloaded instead of the whole image, by the image they start from. */
  deltas?: readonly { fromImageId: number; bytes: number }[]
  /** Default: `download-then-kill`. */
  strategy?: UpdateStrategy
}

export interface ReleasePlan {
  id: number
  fleetId: number
  /** 40 hex digits. */
  commit: string
  version: string
  services: readonly ServicePlan[]
  /** The time from which devices can be set to run it; absent: always. */
  availableAt?: Instant
  /** Shares (0 to 1) of devices on which an update to this release ends in this way, drawn by seed for each device. */
  rejects?: number
  aborts?: number
  crashLoops?: number
}

export interface FleetPlan {
  id: number
  name: string
  /** 32 hexadecimal digits; default: derived from the id. */
  uuid?: string
  /** null: no release yet. */
  targetReleaseId: number | null
}

export interface Place {
  name: string
  latitude: number
  longitude: number
}

export interface Hardware {
  deviceTypeId: number
  model: string
  /** The slug of the device type, such as `raspberrypi4-64`; default: the model. */
  slug?: string
  arch: string
  cores: number
  memoryMiB: number
  storageMiB: number
  /** For example `mmcblk0p6`. */
  blockDevice: string
}

/** Values at equal steps from the lowest of a group of devices to the highest; those between are interpolated. */
export type Spread = readonly number[]

/** The connection of devices when the world begins, and for how long they have had it. */
export interface HeldConnection {
  /** `cloudlink` reaches everything, `polls` only the API, `tunnel` only the VPN, `away` nothing. */
  contact: 'cloudlink' | 'polls' | 'tunnel' | 'away'
  heldMs: Spread
}

/** The usual load of devices: percent of the CPU, of the memory and of the storage, and °C. */
export interface UsageSpread {
  cpu?: Spread
  memory?: Spread
  storage?: Spread
  temperature?: Spread
}

/** Many devices that differ only randomly; everything about the n-th is derived from (seed, its index). */
export interface DeviceBatch {
  fleetId: number
  count: number
  hardware: Hardware
  personas: Weighted<PersonaName>
  /** The release at the start; null: none. */
  runningRelease: Weighted<number | null>
  os: Weighted<{ version: string; variant: 'prod' | 'dev' }>
  supervisor: Weighted<string>
  places: Weighted<Place>
  /** Earliest and latest time of provisioning. */
  provisioned: readonly [Instant, Instant]
  /** Share of devices on which a service holds an update lock. */
  locked?: number
  /** The stage of the update at which devices start whose release is not their target: true spreads them over all stages. */
  updating?: boolean | 'downloading' | 'installing'
  /** Weights are numbers of devices, and the result has exactly these; otherwise they are probabilities. */
  exact?: boolean
  /** Default: by the persona. A device that is not connected comes back after as long as it has been away. */
  connection?: HeldConnection
  /** Default: by the persona and the services. */
  usage?: UsageSpread
  /** The release that the devices are pinned to. */
  pinnedRelease?: number
  /** Deactivated, so that the devices are neither billed nor reported. */
  inactive?: boolean
  /** Names by pattern, numbered from there; default: names derived from the seed. */
  names?: { pattern: string; from: number }
}
