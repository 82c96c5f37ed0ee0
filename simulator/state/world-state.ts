import type { Instant } from '../base/clock.ts'
import { between, chance, draw, shuffled, valueAt } from '../base/random.ts'
import { streams, type Stream } from '../base/streams.ts'
import { deviceName } from '../definition/device-names.ts'
import {
  PERSONAS,
  deviceProfiles,
  personaAt,
  type DeviceProfile,
  type PersonaName,
} from '../definition/device-profiles.ts'
import { generatedUuid } from '../definition/identity.ts'
import type { DeviceBatch, Hardware, ReleasePlan } from '../definition/world-definition.ts'
import type { Configuring } from '../device/configuration.ts'
import { HEARTBEAT_STATES, OVERALL_STATUSES } from '../device/device-state.ts'
import { noVariables, type Variables } from '../device/environment.ts'
import type { History } from '../device/event-history.ts'
import type { ExternalDevice } from '../device/external-device.ts'
import {
  CONNECTIVITIES,
  DEFAULT_POLL_INTERVAL_MS,
  isInTouch,
  linkAt,
  type Link,
  type LinkParameters,
} from '../device/link.ts'
import type { SystemPart, SystemUpdate } from '../device/os-update.ts'
import type { Power } from '../device/power.ts'
import type { Recreation } from '../device/recreation.ts'
import type { ServiceRun } from '../device/services.ts'
import type { Update } from '../device/update.ts'
import { ChangeLog } from './change-log.ts'
import { idAt, instantAt, makeColumns, setInstant, type Columns } from './columns.ts'
import { TimerQueue } from './timer-queue.ts'

export interface StoredBatch {
  plan: DeviceBatch
  firstIndex: number
  /** The world's time when the batch was added. */
  at: Instant
}

export interface FleetState {
  id: number
  name: string
  uuid: string
  targetReleaseId: number | null
  targetChanges: { at: Instant; releaseId: number | null }[]
  config: Map<string, string>
  members: Int32Array
  memberCount: number
  /** By index in OVERALL_STATUSES. */
  counts: Int32Array
}

/** Provisioning of a device that registers itself. */
export interface ProvisioningState {
  registeredAt: Instant
  /** Until then an installer writes the internal storage; null for hardware without one. */
  flashedAt: Instant | null
  firstContactAt: Instant
}

export type SystemUpdates = Readonly<Partial<Record<SystemPart, SystemUpdate>>>

/** Which container of a service runs. */
export interface ContainerRecord {
  /** The number of updates of the device when its image was installed. */
  installs: number
  /** How often it was recreated since. */
  generation: number
  /** When it was created, and when the one before it; until then, that one still exists. */
  at: Instant
  before: Instant
}

/** A file that a user wrote in a shell, or removed. */
export interface StoredFile {
  text: string
  at: Instant
  /** Permissions; 0o644 when absent. */
  mode?: number
  /** In bytes, for a file that is larger than its text; of a removed file, what it freed. */
  size?: number
  /** The target of a symbolic link. */
  link?: string
  /** A file of the device itself that was removed. */
  gone?: boolean
}

/** Storage that users' files take, less what removed files freed, in bytes, up to a time. */
export function storedBytes(state: WorldState, index: number, at: Instant): number {
  let bytes = 0
  for (const [path, file] of state.files.get(index) ?? []) {
    // The rest is in memory.
    if (file.at > at || !/^\/mnt\/data\/|^[^/]/.test(path)) continue
    bytes += file.gone === true ? -(file.size ?? 0) : (file.size ?? file.text.length)
  }
  return bytes
}

/** Groups of columns that change together; each has a counter. */
const CHANGE_GROUPS = [
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
 * Data stored for individual devices, by index: their state machines, and what only some devices have. Entries are
 * removed with their device, and are part of snapshots and of the fingerprint, in this order.
 */
const makeDeviceMaps = () => ({
  updates: new Map<number, Update>(),
  runs: new Map<number, ReadonlyMap<string, ServiceRun>>(),
  /** The services that hold an update lock, with the time since when; their lock files. */
  locks: new Map<number, ReadonlyMap<string, Instant>>(),
  powers: new Map<number, Power>(),
  joining: new Map<number, ProvisioningState>(),
  boots: new Map<number, Instant>(),
  purges: new Map<number, Instant>(),
  names: new Map<number, string>(),
  uuids: new Map<number, string>(),
  configs: new Map<number, ReadonlyMap<string, string>>(),
  histories: new Map<number, History>(),
  /** Files written in a shell. */
  files: new Map<number, ReadonlyMap<string, StoredFile>>(),
  /** OS and supervisor updates; the last of each is kept when it is complete. */
  systemUpdates: new Map<number, SystemUpdates>(),
  /** External devices. */
  outsiders: new Map<number, ExternalDevice>(),
  /** Configuration changes that devices have not applied yet. */
  configuring: new Map<number, Configuring>(),
  /** Variables of running containers, by service, that differ from the target; null: not set. */
  outdated: new Map<number, ReadonlyMap<string, ReadonlyMap<string, string | null>>>(),
  /** Containers that will be recreated, because variables have changed. */
  recreations: new Map<number, Recreation>(),
  /** Containers that are not those of the last update, by service. */
  containers: new Map<number, ReadonlyMap<string, ContainerRecord>>(),
  /** The services of which a program holds the lock file with flock. */
  flocks: new Map<number, ReadonlySet<string>>(),
  /** The release of the supervisor that an OS update made the target. */
  supervisorTargets: new Map<number, number>(),
})
export type DeviceMaps = ReturnType<typeof makeDeviceMaps>

// An object made by makeDeviceMaps has exactly the keys of its type.
const DEVICE_MAPS = Object.keys(makeDeviceMaps()) as (keyof DeviceMaps)[]

/** Identity and history of a device, which stay when an external device replaces the simulated one. */
const OF_THE_DEVICE: readonly string[] = [
  'names',
  'uuids',
  'configs',
  'histories',
  'outsiders',
  'supervisorTargets',
]

/** All maps, or only those of a simulated device. */
export const deviceMaps = (
  state: DeviceMaps,
  which: 'all' | 'machine' = 'all',
): (readonly [string, Map<number, unknown>])[] =>
  DEVICE_MAPS.filter((name) => which === 'all' || !OF_THE_DEVICE.includes(name))
    // A world saved by an earlier version may lack some.
    .map((name) => [name, state[name] ?? new Map()])

/** The whole state of a world. Plain data and typed arrays, except for the queue, which is derived from `wakeAt`. */
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
  variables: Variables
  /** Frozen devices; the set is replaced, never changed. */
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
    variables: noVariables(),
    frozen: new Set(),
    changes: noChanges(),
    journal: new ChangeLog(),
    queue: new TimerQueue(),
    ...makeDeviceMaps(),
  }
}

/** No group has changed yet. */
export function noChanges(): Record<ChangeGroup, number> {
  // The list contains exactly the groups of the type.
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

/**
 * The number (0 to 1) that selects a value for a device of a batch. In an exact batch each device has a step of its own, so
 * that as many devices have each value as its weight says.
 */
export function batchShare(state: WorldState, index: number, stream: Stream): number {
  const { plan, firstIndex } = batchOf(state, index)
  if (plan.exact !== true) return chance(state.seed, stream, index)
  const step = shuffled(draw(state.seed, stream, firstIndex), index - firstIndex, plan.count)
  return (step + 0.5) / plan.count
}

/** For how long a device had had its connection when its world began; undefined if its batch does not say. */
export function connectionHeldMs(state: WorldState, index: number): number | undefined {
  const { connection } = batchOf(state, index).plan
  return connection && valueAt(connection.heldMs, batchShare(state, index, streams.linkHeld))
}

export function nameAt(state: WorldState, index: number): string {
  return state.names.get(index) ?? deviceName(state.seed, index)
}

export function uuidAt(state: WorldState, index: number): string {
  return state.uuids.get(index) ?? generatedUuid(state.seed, index)
}

export function hardwareOf(state: WorldState, index: number): Hardware {
  return batchOf(state, index).plan.hardware
}

export function personaOf(state: WorldState, index: number): PersonaName {
  return personaAt(state.columns.persona[index] ?? 0)
}

/** Profiles by index of the persona, for fast access. */
const PROFILES = PERSONAS.map((persona) => deviceProfiles[persona])

export function profileOf(state: WorldState, index: number): DeviceProfile {
  return PROFILES[state.columns.persona[index] ?? 0] ?? deviceProfiles[personaOf(state, index)]
}

function positionOf<T>(list: T[], value: T, same: (a: T, b: T) => boolean): number {
  const known = list.findIndex((it) => same(it, value))
  return known >= 0 ? known : list.push(value) - 1
}

/** The index of an OS version in the world's list, which contains each version once. */
export function systemPosition(
  state: WorldState,
  value: { version: string; variant: 'prod' | 'dev' },
): number {
  return positionOf(state.systems, value, (a, b) => a.version === b.version && a.variant === b.variant)
}

export function supervisorPosition(state: WorldState, value: string): number {
  return positionOf(state.supervisors, value, (a, b) => a === b)
}

/** The OS or supervisor version of a device. */
export function systemVersion(
  { columns, systems, supervisors }: WorldState,
  index: number,
  part: SystemPart,
): string {
  return part === 'os'
    ? (systems[columns.os[index] ?? 0]?.version ?? '')
    : (supervisors[columns.supervisor[index] ?? 0] ?? '')
}

export function targetReleaseAt(state: WorldState, index: number): number | null {
  const pin = idAt(state.columns.pinned, index)
  return pin ?? requireFleet(state, state.columns.fleet[index] ?? 0).targetReleaseId
}

/** Devices of a batch were provisioned one after the other, so ids and dates increase together. */
export function provisionedAt(state: WorldState, index: number): Instant {
  const { plan, firstIndex } = batchOf(state, index)
  const share = (index - firstIndex + chance(state.seed, streams.provisioned, index)) / plan.count
  return Math.floor(between(plan.provisioned[0], plan.provisioned[1], share))
}

/** When the initial release of a device in a batch was installed. */
export function firstRunningSince(state: WorldState, index: number, releaseId: number | null): Instant {
  const share = chance(state.seed, streams.runningSince, index)
  const { at } = batchOf(state, index)
  const since = at - Math.floor((0.02 + 9 * share) * 86_400_000)
  // A device that was disconnected when its world began has installed nothing since.
  const latest = Math.min(at, awaySince(state, index) ?? at)
  const earliest = Math.max(provisionedAt(state, index) + 120_000, availableAt(state, releaseId) + 60_000)
  if (since >= earliest && since <= latest) return since
  return earliest >= latest ? latest : Math.floor(between(earliest, latest, share))
}

/** Since when a device of a batch had been disconnected when it was added; null when it was connected. */
export function awaySince(state: WorldState, index: number): Instant | null {
  const { at, plan } = batchOf(state, index)
  if (plan.connection !== undefined)
    return isInTouch(plan.connection) ? null : at - Math.floor(connectionHeldMs(state, index) ?? 0)
  if (profileOf(state, index).link.kind !== 'comes-and-goes') return null
  const link = linkAt(at, linkParameters(state, index))
  return isInTouch(link) ? null : link.changedAt
}

/** Since when a release can be run; -Infinity for always. */
export function availableAt(state: WorldState, releaseId: number | null): Instant {
  return (releaseId === null ? undefined : state.releases.get(releaseId)?.availableAt) ?? -Infinity
}

export function bootedAt(state: WorldState, index: number): Instant | null {
  if (state.outsiders.has(index)) return null
  return state.boots.get(index) ?? initialBootAt(state, index)
}

/** When a device of a batch had booted before its world began; null if it never connected. */
export function initialBootAt(state: WorldState, index: number): Instant | null {
  if (instantAt(state.columns.polledAt, index) === null) return null
  const { at } = batchOf(state, index)
  const days = between(0.05, 42, chance(state.seed, streams.booted, index))
  return Math.max(provisionedAt(state, index) + 60_000, Math.floor(at - days * 86_400_000))
}

/**
 * A configuration variable of the device, else of its fleet; `BALENA_` takes precedence over `RESIN_`
 * (docs/platform/derived-values.md). `suffix` is the name without its prefix.
 */
export function configValueAt(state: WorldState, index: number, suffix: string): string | undefined {
  const own = state.configs.size === 0 ? undefined : state.configs.get(index)
  const fleets = state.fleets.get(state.columns.fleet[index] ?? 0)?.config
  if (!own && !fleets?.size) return undefined
  const [name, olderName] = namesOf(suffix)
  return own?.get(name) ?? own?.get(olderName) ?? fleets?.get(name) ?? fleets?.get(olderName)
}

const variableNames = new Map<string, readonly [string, string]>()

/** A variable's name with both prefixes, cached because it is read for every device. */
function namesOf(suffix: string): readonly [string, string] {
  const known = variableNames.get(suffix)
  if (known !== undefined) return known
  const names = [`BALENA_${suffix}`, `RESIN_${suffix}`] as const
  variableNames.set(suffix, names)
  return names
}

export function pollIntervalMs(state: WorldState, index: number): number {
  const value = Number(configValueAt(state, index, 'SUPERVISOR_POLL_INTERVAL'))
  return Number.isFinite(value) && value >= 1000 ? Math.min(value, 86_400_000) : DEFAULT_POLL_INTERVAL_MS
}

export function isCloudlinkAllowed(state: WorldState, index: number): boolean {
  return configValueAt(state, index, 'SUPERVISOR_VPN_CONTROL') !== 'false'
}

/** `is_in_local_mode` on the wire: the variable equals '1'. */
export function isInLocalMode(state: WorldState, index: number): boolean {
  return configValueAt(state, index, 'SUPERVISOR_LOCAL_MODE') === '1'
}

/** The service that holds the update lock, unless the configuration overrides locks (docs/platform/device-protocol.md). */
export function lockHolder(state: WorldState, index: number): string | null {
  const [holder] = state.locks.get(index)?.keys() ?? []
  return holder === undefined || overridesLocks(state, index) ? null : holder
}

/** The service whose lock file a program holds with flock, unless the configuration overrides locks. */
export function flockHolder(state: WorldState, index: number): string | null {
  const [holder] = state.flocks.get(index) ?? []
  return holder === undefined || overridesLocks(state, index) ? null : holder
}

function overridesLocks(state: WorldState, index: number): boolean {
  const value =
    configValueAt(state, index, 'SUPERVISOR_OVERRIDE_LOCK') ?? configValueAt(state, index, 'OVERRIDE_LOCK')
  return value === '1' || value === 'true'
}

/** Records a change for caches of columns that is none of the row of the device (docs/platform/data-api.md). */
export function noteChange(state: WorldState, index: number, group: ChangeGroup): void {
  state.changes[group]++
  state.changes.modified++
  state.journal.note(index)
}

/** Records a change for `modified_at` and for caches of columns. */
export function markDirty(state: WorldState, index: number, at: Instant, group: ChangeGroup): void {
  noteChange(state, index, group)
  state.columns.modifiedAt[index] = at
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

export function overallStatusAt({ columns }: WorldState, index: number) {
  return OVERALL_STATUSES[columns.overall[index] ?? 0] ?? 'configuring'
}

/** The time of the last report: a disconnected device does not change for the cloud. */
export function seenAt(state: WorldState, index: number, at: Instant): Instant {
  const contact = CONNECTIVITIES[state.columns.contact[index] ?? 0]
  if (contact === 'cloudlink' || contact === 'polls') return at
  return Math.min(at, instantAt(state.columns.changedAt, index) ?? at)
}
