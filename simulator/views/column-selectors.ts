import { idAt, instantAt } from '../world/columns.ts'
import { HEARTBEAT_STATES } from '../world/device-state.ts'
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
import { cpuId, drawnUuidRank, localAddress, macAddress, publicAddress } from '../world/identity.ts'
import {
  downloadProgress,
  downServices,
  hasReported,
  lastReportAt,
  measureFacts,
  placeOf,
  provisioningText,
  statusFacts,
  statusText,
  updateStatusOf,
  uuidOf,
} from './device-view.ts'
import type { ReportSlots } from '../engine/report-slots.ts'
import { merged, orderOf } from './sorting.ts'
import { deviceName, deviceNameRank } from '../world/device-names.ts'
import {
  hardwareOf,
  lockHolder,
  overallOf,
  personaOf,
  provisionedAt,
  seenAt,
  targetOf,
  profileOf,
  type ChangeGroup,
  type WorldState,
} from '../world/world-state.ts'
import type { ColumnName, ColumnValues, WorldMark } from '../world.ts'

type Readers = { [K in ColumnName]: (index: number) => ColumnValues[K] }

/** One reader for each column. Texts that follow from the seed are kept once they have been read. */
export function makeColumnSelectors(state: WorldState): Readers {
  const { seed } = state
  const names: string[] = []
  const uuids: string[] = []
  const measured =
    (name: Measured, read: (facts: MeasureFacts, at: number) => number) =>
    (index: number): number | null => {
      const outside = state.outsiders.get(index)
      if (outside) return outside.metrics[name] ?? null
      const report = lastReportAt(state, index, state.now)
      return report === null ? null : read(measureFacts(state, index, report), report)
    }
  const total =
    (name: Measured, field: 'memoryMiB' | 'storageMiB') =>
    (index: number): number | null => {
      const outside = state.outsiders.get(index)
      if (outside) return outside.metrics[name] ?? null
      return hasReported(state, index) ? hardwareOf(state, index)[field] : null
    }
  return {
    id: (index) => index + 1,
    uuid: (index) => state.uuids.get(index) ?? (uuids[index] ??= uuidOf(state, index)),
    name: (index) => state.names.get(index) ?? (names[index] ??= deviceName(seed, index)),
    fleetId: (index) => state.columns.fleet[index] ?? 0,
    deviceTypeId: (index) => hardwareOf(state, index).deviceTypeId,
    isActive: (index) => state.columns.active[index] === 1,
    overallStatus: (index) => overallOf(state, index),
    overallProgress: (index) =>
      state.updates.has(index) ||
      state.joining.has(index) ||
      state.systemUpdates.has(index) ||
      state.outsiders.has(index)
        ? overallProgress(statusFacts(state, index, state.now))
        : null,
    cloudlink: (index) => {
      const contact = state.columns.contact[index]
      return contact === CLOUDLINK || contact === TUNNEL
    },
    isOnline: (index) => {
      const contact = state.columns.contact[index]
      return state.outsiders.get(index)?.online ?? (contact === CLOUDLINK || contact === TUNNEL)
    },
    lastConnectivityEvent: (index) => instantAt(state.columns.changedAt, index),
    heartbeat: (index) => HEARTBEAT_STATES[state.columns.heartbeat[index] ?? 0] ?? 'unknown',
    heartbeatChangedAt: (index) => instantAt(state.columns.heartbeatAt, index),
    status: (index) => statusText(state, index),
    updateStatus: (index) => updateStatusOf(state, index),
    updateStatusAt: (index) => instantAt(state.columns.updateStatusAt, index),
    downloadProgress: (index) => downloadProgress(state, index, seenAt(state, index, state.now)),
    runningReleaseId: (index) => idAt(state.columns.running, index),
    targetReleaseId: (index) => targetOf(state, index),
    pinnedReleaseId: (index) => idAt(state.columns.pinned, index),
    osVersion: (index) => state.systems[state.columns.os[index] ?? 0]?.version ?? '',
    osVariant: (index) => state.systems[state.columns.os[index] ?? 0]?.variant ?? 'prod',
    supervisorVersion: (index) => state.supervisors[state.columns.supervisor[index] ?? 0] ?? '',
    createdAt: (index) => provisionedAt(state, index),
    modifiedAt: (index) => state.columns.modifiedAt[index] ?? 0,
    ipAddress: (index) => state.outsiders.get(index)?.ipAddress ?? localAddress(seed, index),
    publicAddress: (index) => state.outsiders.get(index)?.publicAddress ?? publicAddress(seed, index),
    macAddress: (index) => state.outsiders.get(index)?.macAddress ?? macAddress(seed, index),
    provisioningState: (index) => provisioningText(state, index),
    placeName: (index) => placeOf(state, index).name,
    latitude: (index) => placeOf(state, index).latitude,
    longitude: (index) => placeOf(state, index).longitude,
    cpuUsage: measured('cpuUsage', cpuUsage),
    cpuTemp: measured('cpuTemp', cpuTemp),
    memoryUsage: measured('memoryUsage', memoryUsage),
    memoryTotal: total('memoryTotal', 'memoryMiB'),
    storageUsage: measured('storageUsage', storageUsage),
    storageTotal: total('storageTotal', 'storageMiB'),
    isUndervolted: (index) => {
      const outside = state.outsiders.get(index)
      if (outside) return outside.metrics.isUndervolted ?? false
      // Most devices have a good supply, and all are looked at when somebody asks for those that have not.
      if (profileOf(state, index).undervoltage === 0) return false
      const report = lastReportAt(state, index, state.now)
      return report !== null && isUndervolted(measureFacts(state, index, report), report)
    },
    cpuId: (index) => {
      if (!hasReported(state, index)) return null
      const outside = state.outsiders.get(index)
      return outside ? (outside.metrics.cpuId ?? '') : cpuId(seed, index)
    },
    lockedBy: (index) => lockHolder(state, index),
    downServices: (index) => downServices(state, index),
    persona: (index) => personaOf(state, index),
  }
}

type Measured = 'cpuUsage' | 'cpuTemp' | 'memoryUsage' | 'memoryTotal' | 'storageUsage' | 'storageTotal'

const CLOUDLINK = CONNECTIVITIES.indexOf('cloudlink')
const TUNNEL = CONNECTIVITIES.indexOf('tunnel')

const GROUPS: Record<ColumnName, readonly ChangeGroup[]> = {
  id: [],
  uuid: [],
  name: ['names'],
  fleetId: ['fleets'],
  deviceTypeId: [],
  isActive: ['active'],
  overallStatus: ['overall'],
  overallProgress: ['overall', 'update', 'link', 'system', 'reports'],
  cloudlink: ['link'],
  isOnline: ['link', 'reports'],
  lastConnectivityEvent: ['link'],
  heartbeat: ['link'],
  heartbeatChangedAt: ['link'],
  status: ['update', 'system', 'reports'],
  updateStatus: ['update'],
  updateStatusAt: ['update'],
  downloadProgress: ['update', 'link', 'reports'],
  runningReleaseId: ['running'],
  targetReleaseId: ['target', 'fleets'],
  pinnedReleaseId: ['target', 'fleets'],
  osVersion: ['system'],
  osVariant: ['system'],
  supervisorVersion: ['system'],
  createdAt: [],
  modifiedAt: ['modified'],
  ipAddress: ['reports'],
  publicAddress: ['reports'],
  macAddress: ['reports'],
  provisioningState: ['overall', 'update', 'link', 'system', 'reports'],
  placeName: [],
  latitude: [],
  longitude: [],
  cpuUsage: ['link', 'running', 'update', 'lock', 'reports'],
  cpuTemp: ['link', 'running', 'update', 'lock', 'reports'],
  memoryUsage: ['link', 'running', 'update', 'lock', 'reports'],
  memoryTotal: ['link', 'lock', 'reports'],
  storageUsage: ['link', 'running', 'update', 'lock', 'reports'],
  storageTotal: ['link', 'lock', 'reports'],
  isUndervolted: ['link', 'lock', 'reports'],
  cpuId: ['link', 'lock', 'reports'],
  lockedBy: ['lock'],
  downServices: ['running', 'update', 'link', 'reports'],
  persona: [],
}

/** Columns that also change because time passes, and how often: reports leave on a grid of 10 s (docs/platform/device-protocol.md). */
const STEPS_MS: Partial<Record<ColumnName, number>> = {
  overallProgress: 1,
  downloadProgress: 1,
  cpuUsage: 10_000,
  cpuTemp: 10_000,
  memoryUsage: 10_000,
  storageUsage: 10_000,
  isUndervolted: 10_000,
}

/** Grows with each change of a value of that column. */
export function columnVersion(state: WorldState, name: ColumnName): number {
  let version = state.changes.rows
  for (const group of GROUPS[name]) version += state.changes[group]
  const step = STEPS_MS[name]
  return step === undefined ? version : version + Math.floor(state.now / step)
}

/**
 * Devices whose value of a column may have changed since a moment; null when that is too long ago or too many to tell.
 * May name a device twice, and one that is gone.
 */
export function changedIndexes(
  state: WorldState,
  slots: ReportSlots,
  name: ColumnName,
  since: WorldMark,
): Int32Array | null {
  const step = STEPS_MS[name]
  if (step === 1) return null
  const touched = state.journal.since(since.changes)
  if (touched === null || step === undefined) return touched
  const reporting = slots.between(since.now, state.now, state.size)
  if (reporting === null) return null
  const found = new Int32Array(reporting.reduce((sum, list) => sum + list.length, touched.length))
  found.set(touched)
  let at = touched.length
  for (const list of reporting) {
    found.set(list, at)
    at += list.length
  }
  return found
}

/** Live indexes in rising order of a column: nulls last, equals by index. */
export function sortColumn(state: WorldState, readers: Readers, name: ColumnName): Int32Array {
  if (name === 'name') return sortDrawnTexts(state, readers.name, state.names, deviceNameRank)
  if (name === 'uuid') return sortDrawnTexts(state, readers.uuid, state.uuids, drawnUuidRank)
  const live = liveIndexes(state)
  const read = readers[name]
  const values = Array.from(live, (index) => read(index))
  const keys = values.every((it) => typeof it !== 'string') ? values.map(numberOf) : ranksOf(values)
  return orderOf(Float64Array.from(keys)).map((at) => live[at] ?? 0)
}

function numberOf(value: number | boolean | string | null): number {
  if (value === null) return Number.NaN
  return Number(value)
}

function ranksOf(values: readonly (number | boolean | string | null)[]): number[] {
  const texts = [...new Set(values)].filter((it) => it !== null).map(String)
  const ranks = new Map(texts.sort().map((text, rank) => [text, rank]))
  return values.map((it) => (it === null ? Number.NaN : (ranks.get(String(it)) ?? Number.NaN)))
}

function liveIndexes({ columns, size }: WorldState): Int32Array {
  const live = new Int32Array(size)
  let count = 0
  for (let index = 0; index < size; index++) if (columns.live[index]) live[count++] = index
  return live.slice(0, count)
}

/** Texts drawn from the seed are ordered by number; only those that people chose are compared as texts. */
function sortDrawnTexts(
  state: WorldState,
  read: (index: number) => string,
  chosen: ReadonlyMap<number, string>,
  rank: (seed: number, index: number) => number,
): Int32Array {
  const drawn =
    chosen.size === 0 ? liveIndexes(state) : liveIndexes(state).filter((index) => !chosen.has(index))
  const keys = new Float64Array(drawn.length)
  for (let i = 0; i < drawn.length; i++) keys[i] = rank(state.seed, drawn[i] ?? 0)
  const sorted = orderOf(keys).map((at) => drawn[at] ?? 0)
  if (chosen.size === 0) return sorted
  const compare = (a: number, b: number) => {
    const x = read(a)
    const y = read(b)
    return x < y ? -1 : x > y ? 1 : a - b
  }
  const others = [...chosen.keys()].filter((index) => state.columns.live[index]).sort(compare)
  return merged(sorted, others, compare)
}
