import type { Instant } from '../clock.ts'

/** What the shape of a service's log lines and its appetite follow from. */
export type ServiceKind = 'sensor' | 'uplink' | 'dashboard' | 'watchdog' | 'camera' | 'database' | 'worker'

/** How an update replaces a service: its label `io.balena.update.strategy` (docs/platform/device-protocol.md). */
export const UPDATE_STRATEGIES = [
  'download-then-kill',
  'kill-then-download',
  'delete-then-download',
  'hand-over',
] as const
export type UpdateStrategy = (typeof UPDATE_STRATEGIES)[number]

/** A part of an image, which other images may share. */
export interface ImageLayer {
  id: number
  bytes: number
}

export interface ServicePlan {
  serviceId: number
  name: string
  kind: ServiceKind
  imageId: number
  /** Bytes. */
  imageSize: number
  /** Their bytes add up to the image's; without any the image is one piece that is shared with no other. */
  layers?: readonly ImageLayer[]
  /** Differences that can be fetched in place of the whole, by the image they start from. */
  deltas?: readonly { fromImageId: number; bytes: number }[]
  /** `download-then-kill` when left out. */
  strategy?: UpdateStrategy
}

export interface ReleasePlan {
  id: number
  fleetId: number
  /** 40 hex digits. */
  commit: string
  version: string
  services: readonly ServicePlan[]
  /** Since when devices can be told to run it; absent: for ever. */
  availableAt?: Instant
  /** Shares from 0 to 1 of the devices on which an update to this release ends that way; drawn by seed for each device. */
  rejects?: number
  aborts?: number
  crashLoops?: number
}

export interface FleetPlan {
  id: number
  name: string
  /** null: nothing to run yet. */
  targetReleaseId: number | null
}

export type PersonaName =
  | 'steady'
  | 'flaky'
  | 'slow'
  | 'dying-card'
  | 'runaway-memory'
  | 'hot'
  | 'asleep'
  | 'never-seen'
  | 'undervolted'
  | 'flapping'
  | 'api-blocked'
  | 'filling'
  | 'wrong-clock'
  | 'provisioning-refused'
  | 'no-registry'

/** Weighted choices: the chance of each value is its weight over the sum of weights. */
export type Weighted<T> = readonly { value: T; weight: number }[]

export interface Place {
  name: string
  latitude: number
  longitude: number
}

export interface Hardware {
  deviceTypeId: number
  model: string
  arch: string
  cores: number
  memoryMiB: number
  storageMiB: number
  /** For example `mmcblk0p6`. */
  blockDevice: string
}

/** Many devices that differ only by chance; everything about the n-th is drawn from (seed, its index). */
export interface DeviceBatch {
  fleetId: number
  count: number
  hardware: Hardware
  personas: Weighted<PersonaName>
  /** What they run at the start; null: not yet anything. */
  runningRelease: Weighted<number | null>
  os: Weighted<{ version: string; variant: 'prod' | 'dev' }>
  supervisor: Weighted<string>
  places: Weighted<Place>
  /** Oldest and newest moment of provisioning. */
  provisioned: readonly [Instant, Instant]
  /** Share of devices on which a service holds an update lock. */
  locked?: number
  /** Where in its update a device whose running release is not its target starts: true spreads them over the whole cycle. */
  updating?: boolean
  /** Names by pattern, numbered on from there; drawn from the seed when left out. */
  names?: { pattern: string; from: number }
}
