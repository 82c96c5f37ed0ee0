import type { Instant } from '../clock.ts'
import { idAt, instantAt, makeColumns, setInstant, type Columns } from './columns.ts'
import { HEARTBEAT_STATES, OVERALL_STATUSES } from './device-state.ts'
import type { Configuring } from '../device/configuration.ts'
import {
  CONNECTIVITIES,
  DEFAULT_POLL_INTERVAL_MS,
  isInTouch,
  linkAt,
  type Link,
  type LinkParameters,
} from '../device/link.ts'
import type { ExternalDevice } from '../external-devices/external-device.ts'
import type { Power } from '../device/power.ts'
import type { SystemPart, SystemUpdate } from '../device/os-update.ts'
import type { ServiceRun } from '../device/services.ts'
import type { Update } from '../device/update.ts'
import type { History } from './event-history.ts'
import { ChangeLog } from './change-log.ts'
import { PERSONAS, deviceProfiles, type DeviceProfile } from './device-profiles.ts'
import type { DeviceBatch, Hardware, PersonaName, ReleasePlan } from './world-definition.ts'
import { between, chance } from '../random.ts'
import { TimerQueue } from '../engine/timer-queue.ts'

export interface StoredBatch {
  plan: DeviceBatch
  firstIndex: number
  /** The world's now when the batch was added. */
  at: Instant
}

export interface FleetState {
  id: number
  name: string
  targetReleaseId: number | null
  targetChanges: { at: Instant; releaseId: number | null }[]
  config: Map<string, string>
  members: Int32Array
  memberCount: number
  /** By position in OVERALL_STATUSES. */
  counts: Int32Array
}

/** The first minutes of a device that registers on its own. */
export interface ProvisioningState {
  registeredAt: Instant
  /** Until then an installer writes the internal storage; null for hardware without one. */
  flashedAt: Instant | null
  firstContactAt: Instant
}

export type SystemUpdates = Readonly<Partial<Record<SystemPart, SystemUpdate>>>

/** What a person wrote in a shell. */
export interface StoredFile {
  text: string
  at: Instant
}

/** Groups of columns that change together; each has a counter. */
export const CHANGE_GROUPS = [
  'rows',
  'names',
  'fleets',
  'active',
  'overall',
  'link',
  'update',
  'running',
  'target',
  'modified',
  'lock',
  'system',
  'reports',
] as const
export type ChangeGroup = (typeof CHANGE_GROUPS)[number]

/**
 * What is kept of single devices, by index: the machines that they consist of, and what only some of them have. What is
 * entered here goes with its device, is kept in snapshots, and is part of the fingerprint, in this order.
 */
const makeDeviceMaps = () => ({
  updates: new Map<number, Update>(),
  runs: new Map<number, ReadonlyMap<string, ServiceRun>>(),
  locks: new Map<number, string>(),
  powers: new Map<number, Power>(),
  joining: new Map<number, ProvisioningState>(),
  boots: new Map<number, Instant>(),
  purges: new Map<number, Instant>(),
  names: new Map<number, string>(),
  uuids: new Map<number, string>(),
  configs: new Map<number, ReadonlyMap<string, string>>(),
  histories: new Map<number, History>(),
  /** What people wrote in a shell. */
  files: new Map<number, ReadonlyMap<string, StoredFile>>(),
  /** Replacements of the operating system and of the supervisor, the last of each kept when it is over. */
  systemUpdates: new Map<number, SystemUpdates>(),
  /** Devices that are machines outside of this world. */
  outsiders: new Map<number, ExternalDevice>(),
  /** Changes of their configuration that devices have not taken on yet. */
  configuring: new Map<number, Configuring>(),
})
export type DeviceMaps = ReturnType<typeof makeDeviceMaps>

// The keys of an object made by makeDeviceMaps are exactly those of its type.
const DEVICE_MAPS = Object.keys(makeDeviceMaps()) as (keyof DeviceMaps)[]

/** Who a device is and what it went through: it stays when another machine takes the place of the simulated one. */
const OF_THE_DEVICE: readonly string[] = ['names', 'uuids', 'configs', 'histories', 'outsiders']

/** Every map, or those of a simulated machine alone. */
export const deviceMaps = (
  state: DeviceMaps,
  which: 'all' | 'machine' = 'all',
): (readonly [string, Map<number, unknown>])[] =>
  DEVICE_MAPS.filter((name) => which === 'all' || !OF_THE_DEVICE.includes(name))
    // A world that was kept by an earlier version may lack some.
    .map((name) => [name, state[name] ?? new Map()])

/** Everything that a world is. Plain data and typed arrays, save for the queue, which follows from `wakeAt`. */
export interface WorldState extends DeviceMaps {
  seed: number
  now: Instant
  size: number
  columns: Columns
  batches: StoredBatch[]
  systems: { version: string; variant: 'prod' | 'dev' }[]
  supervisors: string[]
  releases: Map<number, ReleasePlan>
  fleets: Map<number, FleetState>
  uuidIndexes: Map<string, number>
  /** Devices that the cloud tells nothing new; the set is replaced, never changed. */
  frozen: ReadonlySet<number>
  changes: Record<ChangeGroup, number>
  journal: ChangeLog
  queue: TimerQueue
}

export function makeState(seed: number, now: Instant): WorldState {
  return {
    seed,
    now,
    size: 0,
    columns: makeColumns(64),
    batches: [],
    systems: [],
    supervisors: [],
    releases: new Map(),
    fleets: new Map(),
    uuidIndexes: new Map(),
    frozen: new Set(),
    changes: noChanges(),
    journal: new ChangeLog(),
    queue: new TimerQueue(),
    ...makeDeviceMaps(),
  }
}

/** No group has changed yet. */
export function noChanges(): Record<ChangeGroup, number> {
  // Each name of the list is a group, and each group is in the list.
  return Object.fromEntries(CHANGE_GROUPS.map((group) => [group, 0])) as Record<ChangeGroup, number>
}

export function requireDevice(state: WorldState, index: number): void {
  if (!state.columns.live[index]) throw new Error(`There is no device at index ${index}`)
}

export function requireRelease(state: WorldState, id: number): ReleasePlan {
  const release = state.releases.get(id)
  if (!release) throw new Error(`There is no release ${id}: add releases before what refers to them`)
  return release
}

export function requireFleet(state: WorldState, id: number): FleetState {
  const fleet = state.fleets.get(id)
  if (!fleet) throw new Error(`There is no fleet ${id}: add fleets before what refers to them`)
  return fleet
}

export function batchOf(state: WorldState, index: number): StoredBatch {
  const batch = state.batches[state.columns.batch[index] ?? -1]
  if (!batch) throw new Error(`There is no device at index ${index}`)
  return batch
}

export function hardwareOf(state: WorldState, index: number): Hardware {
  return batchOf(state, index).plan.hardware
}

export function personaOf(state: WorldState, index: number): PersonaName {
  return PERSONAS[state.columns.persona[index] ?? 0] ?? 'steady'
}

/** By the number that a device keeps of its persona: all are asked for theirs again and again. */
const PROFILES = PERSONAS.map((persona) => deviceProfiles[persona])

export function profileOf(state: WorldState, index: number): DeviceProfile {
  return PROFILES[state.columns.persona[index] ?? 0] ?? deviceProfiles.steady
}

function positionOf<T>(list: T[], value: T, same: (a: T, b: T) => boolean): number {
  const known = list.findIndex((it) => same(it, value))
  return known >= 0 ? known : list.push(value) - 1
}

/** Where a system stands in the list of the world, in which every version has one place. */
export function systemPosition(
  state: WorldState,
  value: { version: string; variant: 'prod' | 'dev' },
): number {
  return positionOf(state.systems, value, (a, b) => a.version === b.version && a.variant === b.variant)
}

export function supervisorPosition(state: WorldState, value: string): number {
  return positionOf(state.supervisors, value, (a, b) => a === b)
}

export function targetOf(state: WorldState, index: number): number | null {
  const pin = idAt(state.columns.pinned, index)
  return pin ?? requireFleet(state, state.columns.fleet[index] ?? 0).targetReleaseId
}

const PROVISIONED = 701
const BOOTED = 702
const SINCE = 704

/** Devices of a batch were provisioned one after the other, so that ids and dates rise together. */
export function provisionedAt(state: WorldState, index: number): Instant {
  const { plan, firstIndex } = batchOf(state, index)
  const share = (index - firstIndex + chance(state.seed, PROVISIONED, index)) / plan.count
  return Math.floor(between(plan.provisioned[0], plan.provisioned[1], share))
}

/** When the release that a device of a batch began with was installed. */
export function firstRunningSince(state: WorldState, index: number, releaseId: number | null): Instant {
  const share = chance(state.seed, SINCE, index)
  const { at } = batchOf(state, index)
  const since = at - Math.floor((0.02 + 9 * share) * 86_400_000)
  // What was away when its world began had installed nothing since it left.
  const latest = Math.min(at, awaySince(state, index) ?? at)
  const earliest = Math.max(provisionedAt(state, index) + 120_000, availableAt(state, releaseId) + 60_000)
  if (since >= earliest && since <= latest) return since
  return earliest >= latest ? latest : Math.floor(between(earliest, latest, share))
}

/** Since when a device of a batch had been away when it was added; null when it was not. */
export function awaySince(state: WorldState, index: number): Instant | null {
  if (profileOf(state, index).link.kind !== 'comes-and-goes') return null
  const link = linkAt(batchOf(state, index).at, linkParameters(state, index))
  return isInTouch(link) ? null : link.changedAt
}

/** Since when a release can be run; -Infinity for ever. */
export function availableAt(state: WorldState, releaseId: number | null): Instant {
  return (releaseId === null ? undefined : state.releases.get(releaseId)?.availableAt) ?? -Infinity
}

export function bootedAt(state: WorldState, index: number): Instant | null {
  if (state.outsiders.has(index)) return null
  const booted = state.boots.get(index)
  if (booted !== undefined) return booted
  if (instantAt(state.columns.polledAt, index) === null) return null
  const { at } = batchOf(state, index)
  const days = between(0.05, 42, chance(state.seed, BOOTED, index))
  return Math.max(provisionedAt(state, index) + 60_000, Math.floor(at - days * 86_400_000))
}

/**
 * A configuration variable of the device, else of its fleet; `BALENA_` before `RESIN_` (docs/platform/derived-values.md).
 * `suffix` is the name without its prefix.
 */
export function configOf(state: WorldState, index: number, suffix: string): string | undefined {
  const own = state.configs.size === 0 ? undefined : state.configs.get(index)
  const fleets = state.fleets.get(state.columns.fleet[index] ?? 0)?.config
  if (!own && !fleets?.size) return undefined
  const [name, olderName] = namesOf(suffix)
  return own?.get(name) ?? own?.get(olderName) ?? fleets?.get(name) ?? fleets?.get(olderName)
}

const variableNames = new Map<string, readonly [string, string]>()

/** A variable's name with either prefix. They are made once: every device is asked for them again and again. */
function namesOf(suffix: string): readonly [string, string] {
  const known = variableNames.get(suffix)
  if (known !== undefined) return known
  const names = [`BALENA_${suffix}`, `RESIN_${suffix}`] as const
  variableNames.set(suffix, names)
  return names
}

export function pollIntervalMs(state: WorldState, index: number): number {
  const value = Number(configOf(state, index, 'SUPERVISOR_POLL_INTERVAL'))
  return Number.isFinite(value) && value >= 1000 ? Math.min(value, 86_400_000) : DEFAULT_POLL_INTERVAL_MS
}

export function isCloudlinkAllowed(state: WorldState, index: number): boolean {
  return configOf(state, index, 'SUPERVISOR_VPN_CONTROL') !== 'false'
}

/** `is_in_local_mode` on the wire: the variable equals '1'. */
export function isInLocalMode(state: WorldState, index: number): boolean {
  return configOf(state, index, 'SUPERVISOR_LOCAL_MODE') === '1'
}

/** The service that holds the update lock, unless the configuration overrides locks (docs/platform/device-protocol.md). */
export function lockHolder(state: WorldState, index: number): string | null {
  const holder = state.locks.get(index)
  return holder === undefined || configOf(state, index, 'OVERRIDE_LOCK') === '1' ? null : holder
}

export function linkParameters(state: WorldState, index: number): LinkParameters {
  return {
    seed: state.seed,
    index,
    habit: profileOf(state, index).link,
    pollIntervalMs: pollIntervalMs(state, index),
    cloudlinkAllowed: isCloudlinkAllowed(state, index),
  }
}

export function readLink({ columns }: WorldState, index: number): Link {
  return {
    contact: CONNECTIVITIES[columns.contact[index] ?? 0] ?? 'never-connected',
    changedAt: instantAt(columns.changedAt, index),
    heartbeat: HEARTBEAT_STATES[columns.heartbeat[index] ?? 0] ?? 'unknown',
    heartbeatChangedAt: instantAt(columns.heartbeatAt, index),
    polledAt: instantAt(columns.polledAt, index),
    turnAt: instantAt(columns.turnAt, index),
    turns: columns.turns[index] ?? 0,
  }
}

export function writeLink({ columns }: WorldState, index: number, link: Link): void {
  columns.contact[index] = CONNECTIVITIES.indexOf(link.contact)
  columns.heartbeat[index] = HEARTBEAT_STATES.indexOf(link.heartbeat)
  columns.turns[index] = link.turns
  setInstant(columns.changedAt, index, link.changedAt)
  setInstant(columns.heartbeatAt, index, link.heartbeatChangedAt)
  setInstant(columns.polledAt, index, link.polledAt)
  setInstant(columns.turnAt, index, link.turnAt)
}

export function overallOf({ columns }: WorldState, index: number) {
  return OVERALL_STATUSES[columns.overall[index] ?? 0] ?? 'configuring'
}

/** The world is seen by people as it was last reported: a device out of touch stands still. */
export function seenAt(state: WorldState, index: number, at: Instant): Instant {
  const contact = CONNECTIVITIES[state.columns.contact[index] ?? 0]
  if (contact === 'cloudlink' || contact === 'polls') return at
  return Math.min(at, instantAt(state.columns.changedAt, index) ?? at)
}
