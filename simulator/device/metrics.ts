import type { Instant } from '../base/clock.ts'
import { chance, draw, drift } from '../base/random.ts'
import { streams, type Stream } from '../base/streams.ts'
import type { DeviceProfile } from '../definition/device-profiles.ts'
import { cpuId } from '../definition/identity.ts'
import type { Hardware, ReleasePlan } from '../definition/world-definition.ts'
import type { Metrics } from './device-state.ts'
import { unpackedBytesOf } from './images.ts'
import { RESOURCE_USAGE, lifeAt, type ServiceFailure } from './services.ts'
import { filledShare, type Filling } from './storage.ts'

/** The supervisor reports metrics every 300 s (docs/platform/device-protocol.md). */
export const REPORT_INTERVAL_MS = 300_000
/** Reports are aligned to a grid of 10 s (docs/platform/device-protocol.md), so that not all devices report at once. */
export const REPORT_SLOTS = 30
export const SLOT_MS = REPORT_INTERVAL_MS / REPORT_SLOTS

const MINUTES = 60_000
const HOURS = 60 * MINUTES
const DAYS = 24 * HOURS
const MIB = 1024 * 1024

export interface MeasureFacts {
  seed: number
  index: number
  hardware: Hardware
  temperament: DeviceProfile
  provisionedAt: Instant
  /** What runs at the time of the report; null: only the operating system. */
  release: ReleasePlan | null
  failure: ServiceFailure | null
  /** Downloading or unpacking images loads the CPU. */
  updating: boolean
  /** When data was last purged; null: never. */
  purgedAt: Instant | null
  filling: Filling | null
  /** The usual load, where it does not follow from the persona and the services: percent, and °C. */
  usage?:
    | Readonly<Partial<Record<'cpu' | 'memory' | 'storage' | 'temperature', number | undefined>>>
    | undefined
  /** What the complete images take, also those of a release that waits; default: those of the release that runs. */
  imagesMiB?: number
  /** What users' files take, less what removed ones freed; default: 0. */
  storedMiB?: number
}

/** The slot of a device in the grid of reports, from 0 to 29. */
export function reportSlot(seed: number, index: number): number {
  return draw(seed, streams.reportSlot, index) % REPORT_SLOTS
}

/** The last report at or before a time. */
export function reportAt(seed: number, index: number, at: Instant): Instant {
  const offset = reportSlot(seed, index) * SLOT_MS
  return Math.floor((at - offset) / REPORT_INTERVAL_MS) * REPORT_INTERVAL_MS + offset
}

interface Demand {
  /** Percent of one core. */
  cpu: number
  /** MiB. */
  memory: number
}

const demands = new WeakMap<ReleasePlan, Demand>()

function demandOf(release: ReleasePlan | null): Demand {
  if (!release) return { cpu: 0, memory: 0 }
  const known = demands.get(release)
  if (known) return known
  const demand = { cpu: 0, memory: 0 }
  for (const { kind } of release.services) {
    demand.cpu += RESOURCE_USAGE[kind].cpu
    demand.memory += RESOURCE_USAGE[kind].memory
  }
  demands.set(release, demand)
  return demand
}

/** 0 at night and 1 at midday, UTC, without a sine (whose last digit differs between machines). */
function daylight(at: Instant): number {
  const part = (at % DAYS) / DAYS
  const x = part < 0.5 ? part * 2 : 2 - part * 2
  return x * x * (3 - 2 * x)
}

/** A usual value with a swing of a tenth around it, rounded. */
function swinging({ seed, index }: MeasureFacts, stream: Stream, usual: number, at: Instant): number {
  return usual * (0.95 + 0.1 * drift(seed, stream, index, at, 40 * MINUTES)) + 0.5
}

/** Percent of all cores, 1 to 100, in a report. */
export function cpuUsage(facts: MeasureFacts, at: Instant): number {
  const { seed, index, hardware, temperament: profile } = facts
  const busy = facts.updating ? 18 / Math.sqrt(hardware.cores) + 8 : 0
  const usual = facts.usage?.cpu
  if (usual !== undefined) return clampInteger(swinging(facts, streams.cpuLoad, usual, at) + busy, 1, 100)
  const own = (2 + demandOf(facts.release).cpu / hardware.cores) * profile.load
  const wave = 0.7 + 0.3 * daylight(at) + 0.5 * drift(seed, streams.cpuLoad, index, at, 40 * MINUTES)
  const jitter = 4 * chance(seed, streams.cpuLoad, index, Math.floor(at / REPORT_INTERVAL_MS), 1)
  return clampInteger(own * wave + jitter + busy, 1, 100)
}

/** °C in a report. */
export function cpuTemp(facts: MeasureFacts, at: Instant): number {
  const { seed, index, temperament: profile } = facts
  const usual = facts.usage?.temperature
  if (usual !== undefined) return clampInteger(swinging(facts, streams.heat, usual, at), 15, 98)
  const room =
    31 +
    8 * chance(seed, streams.heat, index) +
    4 * daylight(at) +
    3 * drift(seed, streams.heat, index, at, 2 * HOURS)
  return clampInteger(room + cpuUsage(facts, at) * 0.28 + profile.heat, 15, 98)
}

/** MiB in a report. */
export function memoryUsage(facts: MeasureFacts, at: Instant): number {
  const { seed, index, hardware } = facts
  const system = 96 + 70 * chance(seed, streams.memory, index) + Math.min(180, hardware.memoryMiB * 0.03)
  const services =
    demandOf(facts.release).memory * (0.85 + 0.3 * drift(seed, streams.memory, index, at, 90 * MINUTES))
  const usual = facts.usage?.memory
  const share = facts.temperament.memoryShare
  const used =
    usual !== undefined
      ? (swinging(facts, streams.memory, usual, at) * hardware.memoryMiB) / 100
      : share === null
        ? system + services
        : hardware.memoryMiB * (share + 0.05 * drift(seed, streams.memory, index, at, 90 * MINUTES))
  const top = hardware.memoryMiB * 0.97
  return clampInteger(used + leaked(facts, at, Math.max(0, top - used)), 1, top)
}

function leaked({ failure }: MeasureFacts, at: Instant, room: number): number {
  if (failure?.kind !== 'leak' || at < failure.since) return 0
  const { startsAt, exitsAt } = lifeAt(failure, at)
  return at < exitsAt ? (room * (at - startsAt)) / (exitsAt - startsAt) : 0
}

/** What the engine, the supervisor's image and the system take on the data partition. */
export const SYSTEM_MIB = 180

function imagesOf({ imagesMiB, release }: MeasureFacts): number {
  return imagesMiB ?? (release === null ? 0 : unpackedBytesOf(release) / MIB)
}

/** MiB in a report. */
export function storageUsage(facts: MeasureFacts, at: Instant): number {
  const { seed, index, hardware, temperament: profile, purgedAt } = facts
  const total = hardware.storageMiB
  const since = purgedAt !== null && purgedAt <= at ? purgedAt : facts.provisionedAt
  const old =
    purgedAt !== null && purgedAt <= at
      ? 0.01
      : profile.fill * (0.8 + 0.4 * chance(seed, streams.disk, index))
  const growth = Math.min(0.12, ((at - since) / DAYS) * 0.0006 * chance(seed, streams.disk, index, 1))
  const rotated = 0.004 * drift(seed, streams.disk, index, at, 6 * HOURS)
  const usual = facts.usage?.storage
  const least = SYSTEM_MIB + imagesOf(facts)
  const used =
    usual === undefined
      ? least + total * (old + growth + rotated)
      : Math.max(least, (swinging(facts, streams.disk, usual, at) * total) / 100)
  const filled = facts.filling ? (total * 0.994 - used) * filledShare(facts.filling, at) : 0
  return clampInteger(used + Math.max(0, filled) + (facts.storedMiB ?? 0), 1, total * 0.995)
}

/** True in a report that was made during undervoltage. */
export function isUndervolted({ seed, index, temperament: profile }: MeasureFacts, at: Instant): boolean {
  return isWeakHour(seed, index, profile, at)
}

/** True in an hour with undervoltage. */
export function isWeakHour(
  seed: number,
  index: number,
  { undervoltage }: Pick<DeviceProfile, 'undervoltage'>,
  at: Instant,
): boolean {
  return undervoltage > 0 && chance(seed, streams.voltage, index, Math.floor(at / HOURS)) < undervoltage
}

/** The metrics of a report. Pure: nothing is stored between reports. */
export function measure(facts: MeasureFacts, at: Instant): Metrics {
  return {
    cpuUsage: cpuUsage(facts, at),
    cpuTemp: cpuTemp(facts, at),
    memoryUsage: memoryUsage(facts, at),
    memoryTotal: facts.hardware.memoryMiB,
    storageUsage: storageUsage(facts, at),
    storageTotal: facts.hardware.storageMiB,
    storageBlockDevice: `/dev/${facts.hardware.blockDevice}`,
    cpuId: cpuId(facts.seed, facts.index),
    isUndervolted: isUndervolted(facts, at),
  }
}

function clampInteger(value: number, low: number, high: number): number {
  return Math.floor(Math.max(low, Math.min(high, value)))
}
