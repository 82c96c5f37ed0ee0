import type { Instant } from '../base/clock.ts'
import { deviceNameRank } from '../definition/device-names.ts'
import { cpuId, generatedUuidRank, localAddress, macAddress, publicAddress } from '../definition/identity.ts'
import type { Hardware, Place } from '../definition/world-definition.ts'
import { HEARTBEAT_STATES, type Metrics, type ServiceState } from '../device/device-state.ts'
import { CONNECTIVITIES } from '../device/link.ts'
import {
  cpuTemp,
  cpuUsage,
  isUndervolted,
  memoryUsage,
  storageUsage,
  type MeasureFacts,
} from '../device/metrics.ts'
import { overallProgress } from '../device/status.ts'
import { deviceSkewMs } from '../engine/device-parameters.ts'
import { idAt, instantAt } from '../state/columns.ts'
import {
  bootedAt,
  hardwareOf,
  isInLocalMode,
  lockHolder,
  nameAt,
  overallStatusAt,
  personaOf,
  profileOf,
  provisionedAt,
  requireDevice,
  seenAt,
  targetReleaseAt,
  uuidAt,
  type ChangeGroup,
  type WorldState,
} from '../state/world-state.ts'
import {
  downloadProgress,
  downServices,
  isMatchingTarget,
  devicePlace,
  provisioningText,
  reportedServices,
  statusFacts,
  statusText,
  updateStatusOf,
} from './device-view.ts'
import { hasReported, lastReportAt, measureFacts, metricsAt } from './metrics-view.ts'

/** A field of a device: how to read it, what it changes with, and how it sorts. */
export interface DeviceField<Value> {
  /** A reader for one world; cheap to call for many devices. */
  of(state: WorldState): (index: number) => Value
  changesWith: readonly ChangeGroup[]
  /** Interval at which it also changes with time: reports are aligned to a grid of 10 s (docs/platform/device-protocol.md). */
  stepMs?: number
  /** A text that is derived from the seed unless a user set it: ordered by number, and cached once it was read. */
  generated?: {
    overrides(state: WorldState): ReadonlyMap<number, string>
    rank(seed: number, index: number): number
  }
}

const field = <Value>(
  of: (state: WorldState) => (index: number) => Value,
  changesWith: readonly ChangeGroup[] = [],
  more: Pick<DeviceField<Value>, 'stepMs' | 'generated'> = {},
): DeviceField<Value> => ({ of, changesWith, ...more })

/** The same, for a function that takes the world with each device. */
const read = <Value>(
  one: (state: WorldState, index: number) => Value,
  changesWith: readonly ChangeGroup[] = [],
  more: Pick<DeviceField<Value>, 'stepMs' | 'generated'> = {},
) => field((state) => (index) => one(state, index), changesWith, more)

const CLOUDLINK = CONNECTIVITIES.indexOf('cloudlink')
const TUNNEL = CONNECTIVITIES.indexOf('tunnel')

function isConnected({ columns }: WorldState, index: number): boolean {
  const contact = columns.contact[index]
  return contact === CLOUDLINK || contact === TUNNEL
}

/** Fields of `device()` that are also columns of the fleet table. */
const stateFields = {
  id: field(() => (index) => index + 1),
  uuid: read(uuidAt, [], { generated: { overrides: ({ uuids }) => uuids, rank: generatedUuidRank } }),
  name: read(nameAt, ['names'], { generated: { overrides: ({ names }) => names, rank: deviceNameRank } }),
  fleetId: read(({ columns }, index) => columns.fleet[index] ?? 0, ['fleets']),
  isActive: read(({ columns }, index) => columns.active[index] === 1, ['active']),
  modifiedAt: read(({ columns }, index) => columns.modifiedAt[index] ?? 0, ['modified']),
  cloudlink: read(isConnected, ['link']),
  lastConnectivityEvent: read(({ columns }, index) => instantAt(columns.changedAt, index), ['link']),
  heartbeat: read(
    ({ columns }, index) => HEARTBEAT_STATES[columns.heartbeat[index] ?? 0] ?? 'unknown',
    ['link'],
  ),
  heartbeatChangedAt: read(({ columns }, index) => instantAt(columns.heartbeatAt, index), ['link']),
  overallStatus: read(overallStatusAt, ['overall']),
  overallProgress: read(
    (state, index) =>
      state.updates.has(index) ||
      state.joining.has(index) ||
      state.systemUpdates.has(index) ||
      state.outsiders.has(index)
        ? overallProgress(statusFacts(state, index, state.now))
        : null,
    ['overall', 'update', 'link', 'system', 'reports'],
    { stepMs: 1 },
  ),
  /** The current activity of the supervisor: Idle, Downloading, Updating … */
  status: read(statusText, ['update', 'system', 'reports']),
  provisioningState: read(provisioningText, ['overall', 'update', 'link', 'system', 'reports']),
  updateStatus: read(updateStatusOf, ['update']),
  updateStatusAt: read(({ columns }, index) => instantAt(columns.updateStatusAt, index), ['update']),
  downloadProgress: read(
    (state, index) => downloadProgress(state, index, seenAt(state, index, state.now)),
    ['update', 'link', 'reports'],
    { stepMs: 1 },
  ),
  runningReleaseId: read(({ columns }, index) => idAt(columns.running, index), ['running']),
  targetReleaseId: read(targetReleaseAt, ['target', 'fleets']),
  pinnedReleaseId: read(({ columns }, index) => idAt(columns.pinned, index), ['target', 'fleets']),
  osVersion: read(
    ({ systems, columns }, index) => systems[columns.os[index] ?? 0]?.version ?? '',
    ['system'],
  ),
  /** null for an external device that has not reported it, or has cleared it. */
  osVariant: read(
    ({ systems, columns, outsiders }, index) =>
      outsiders.get(index)?.hasVariant === false
        ? null
        : (systems[columns.os[index] ?? 0]?.variant ?? 'prod'),
    ['system'],
  ),
  supervisorVersion: read(
    ({ supervisors, columns }, index) => supervisors[columns.supervisor[index] ?? 0] ?? '',
    ['system'],
  ),
  ipAddress: read(
    ({ outsiders, seed }, index) => outsiders.get(index)?.ipAddress ?? localAddress(seed, index),
    ['reports'],
  ),
  // Only a simulated device has an invented address.
  publicAddress: read(
    ({ outsiders, seed }, index) => outsiders.get(index)?.publicAddress ?? publicAddress(seed, index),
    ['reports'],
  ),
  macAddress: read(
    ({ outsiders, seed }, index) => outsiders.get(index)?.macAddress ?? macAddress(seed, index),
    ['reports'],
  ),
  /** The service that holds the update lock. */
  lockedBy: read(lockHolder, ['lock']),
  persona: read(personaOf),
}

const knownPlaceOf = (state: WorldState, index: number): Place | undefined =>
  state.outsiders.get(index)?.hasPlace === false ? undefined : devicePlace(state, index)

const MEASURED: readonly ChangeGroup[] = ['link', 'running', 'update', 'lock', 'reports']
const REPORTED: readonly ChangeGroup[] = ['link', 'lock', 'reports']

type Measure = 'cpuUsage' | 'cpuTemp' | 'memoryUsage' | 'memoryTotal' | 'storageUsage' | 'storageTotal'

const measured = (name: Measure, measure: (facts: MeasureFacts, at: Instant) => number) =>
  read(
    (state, index): number | null => {
      const external = state.outsiders.get(index)
      if (external) return external.metrics[name] ?? null
      const report = lastReportAt(state, index, state.now)
      return report === null ? null : measure(measureFacts(state, index, report), report)
    },
    MEASURED,
    { stepMs: 10_000 },
  )

const total = (name: Measure, part: 'memoryMiB' | 'storageMiB') =>
  read((state, index): number | null => {
    const external = state.outsiders.get(index)
    if (external) return external.metrics[name] ?? null
    return hasReported(state, index) ? hardwareOf(state, index)[part] : null
  }, REPORTED)

/** All columns of the fleet table: to add one, add an entry here. */
export const deviceFields = {
  ...stateFields,
  deviceTypeId: read((state, index) => hardwareOf(state, index).deviceTypeId),
  /** When the VPN last connected or disconnected. */
  lastVpnEvent: read(
    ({ outsiders, columns }, index) => {
      const external = outsiders.get(index)
      return external ? external.cloudlinkAt : instantAt(columns.changedAt, index)
    },
    ['link', 'reports'],
  ),
  /** Follows the VPN; as reported, for an external device. */
  isOnline: read(
    (state, index) => state.outsiders.get(index)?.online ?? isConnected(state, index),
    ['link', 'reports'],
  ),
  createdAt: read(provisionedAt),
  /** When it last reported its measures. */
  measuredAt: read((state, index) => lastReportAt(state, index, state.now), ['link', 'lock', 'reports'], {
    stepMs: 10_000,
  }),
  /** The statuses of services that are not running, separated by commas; empty if there are none. */
  downServices: read(downServices, ['running', 'update', 'link', 'reports']),
  /** Only a simulated device has a place. */
  placeName: read((state, index) => knownPlaceOf(state, index)?.name ?? '', ['reports']),
  latitude: read((state, index) => knownPlaceOf(state, index)?.latitude ?? null, ['reports']),
  longitude: read((state, index) => knownPlaceOf(state, index)?.longitude ?? null, ['reports']),
  cpuUsage: measured('cpuUsage', cpuUsage),
  cpuTemp: measured('cpuTemp', cpuTemp),
  memoryUsage: measured('memoryUsage', memoryUsage),
  memoryTotal: total('memoryTotal', 'memoryMiB'),
  storageUsage: measured('storageUsage', storageUsage),
  storageTotal: total('storageTotal', 'storageMiB'),
  isUndervolted: read(
    (state, index) => {
      const external = state.outsiders.get(index)
      if (external) return external.metrics.isUndervolted ?? false
      // Most devices have a good power supply; skip them quickly, because a search for undervoltage reads all devices.
      if (profileOf(state, index).undervoltage === 0) return false
      const report = lastReportAt(state, index, state.now)
      return report !== null && isUndervolted(measureFacts(state, index, report), report)
    },
    REPORTED,
    { stepMs: 10_000 },
  ),
  cpuId: read((state, index): string | null => {
    const external = state.outsiders.get(index)
    if (external) return external.metrics.cpuId ?? null
    return hasReported(state, index) ? cpuId(state.seed, index) : null
  }, REPORTED),
}

type ValuesOf<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends DeviceField<infer Value> ? Value : never
}

/** The values of all columns of the fleet table. */
export type ColumnValues = ValuesOf<typeof deviceFields>
export type ColumnName = keyof ColumnValues

/** Everything a device reports at a time. A pure function of (world state, now). */
export interface DeviceState extends ValuesOf<typeof stateFields> {
  index: number
  provisionedAt: Instant
  provisioningProgress: number | null
  services: ServiceState[]
  /** Its services as the cloud knows them: `deleted` after it rejected a release. */
  reportedServices: ServiceState[]
  /** The coordinates of its place with a small offset of its own. */
  place: Place
  /** null when it has never reported. */
  metrics: Metrics | null
  /** When `metrics` were measured. */
  metricsAt: Instant | null
  bootedAt: Instant | null
  /** Gets no new target until the organization pays. */
  isFrozen: boolean
  /** How far its clock is wrong; positive when it is fast. */
  clockSkewMs: number
  localMode: boolean
  /** False while variables, configuration or a release wait to be applied. */
  isMatchingTarget: boolean
  hardware: Hardware
}

function stateValues(state: WorldState, index: number): ValuesOf<typeof stateFields> {
  const values = Object.entries(stateFields).map(([name, { of }]) => [name, of(state)(index)])
  // Each field was read by the reader of its type.
  return Object.fromEntries(values) as ValuesOf<typeof stateFields>
}

/** Everything a device reports at the world's current time. */
export function readDevice(state: WorldState, index: number): DeviceState {
  requireDevice(state, index)
  const { now } = state
  const facts = statusFacts(state, index, now)
  const external = state.outsiders.get(index)
  const services = external ? [...external.services] : facts.installs
  return {
    ...stateValues(state, index),
    index,
    provisionedAt: provisionedAt(state, index),
    overallProgress: overallProgress(facts),
    provisioningProgress: facts.provisioningProgress,
    downloadProgress: facts.downloadProgress,
    services,
    reportedServices: reportedServices(state, index, services),
    place: devicePlace(state, index),
    metrics: metricsAt(state, index, now),
    metricsAt: lastReportAt(state, index, now),
    bootedAt: bootedAt(state, index),
    isFrozen: state.frozen.has(index),
    clockSkewMs: deviceSkewMs(state, index),
    localMode: isInLocalMode(state, index),
    isMatchingTarget: isMatchingTarget(state, index),
    hardware: hardwareOf(state, index),
  }
}
