import type { Instant } from './clock.ts'
import type {
  Command,
  CommandResult,
  DescribedEvent,
  LogLine,
  Metrics,
  OverallStatus,
} from './world/device-state.ts'
import type { ExternalLogLine, ExternalReport } from './external-devices/external-device.ts'
import type { Connectivity } from './device/link.ts'
import type { SystemPart, SystemUpdate, SystemUpdatePlan } from './device/os-update.ts'
import type { ColumnName, ColumnValues, DeviceState } from './views/device-fields.ts'
import type { StateInterval } from './views/state-intervals.ts'
import type { DeviceBatch, FleetPlan, Hardware, PersonaName, ReleasePlan } from './world/world-definition.ts'
import type { Reason } from './explain/status-explanations.ts'
import type { WorldSnapshot } from './world/snapshot.ts'
import type { StoredFile } from './world/world-state.ts'

export type {
  Command,
  CommandResult,
  DescribedEvent,
  HeartbeatState,
  InstallStatus,
  LogLine,
  Metrics,
  OverallStatus,
  ServiceState,
  UpdateStatus,
} from './world/device-state.ts'
export type { SystemPart, SystemUpdate, SystemUpdatePlan } from './device/os-update.ts'
export type {
  ExternalLogLine,
  ExternalMetrics,
  ExternalReport,
  ExternalService,
} from './external-devices/external-device.ts'
export type { ColumnName, ColumnValues, DeviceState } from './views/device-fields.ts'
export type { StateInterval } from './views/state-intervals.ts'
export type { Cause, Reason } from './explain/status-explanations.ts'
export type { WorldSnapshot } from './world/snapshot.ts'

export interface WorldOptions {
  seed: number
  now: Instant
}

export type ColumnValue<K extends ColumnName> = ColumnValues[K]

/** A moment of one world's history. */
export interface WorldMark {
  readonly changes: number
  readonly now: Instant
}

/** The next thing that happens in a world by itself. */
export interface NextEvent {
  at: Instant
  index: number
  /** A sentence. */
  what: string
}

export interface LogWindow {
  /** Only lines later than this. */
  after?: Instant
  /** Only lines up to and including this; the world's now when left out. */
  before?: Instant
  /** At most so many, the newest of the window; 1000 when left out, and at most. */
  count?: number
}

export interface NewDevice {
  fleetId: number
  hardware: Hardware
  /** 32 or 62 lower-case hexadecimal digits; drawn from the seed when left out. */
  uuid?: string
  name?: string
  at: Instant
  /** `steady` when left out; `never-seen` is a device registered ahead of time that does not exist yet. */
  persona?: PersonaName
  os?: { version: string; variant: 'prod' | 'dev' }
  supervisor?: string
}

export interface World {
  readonly seed: number
  /** As far as the world has been advanced. */
  now(): Instant
  /** Runs what is due, in order of when it is due; returns how many events ran. Throws on a moment in the past. */
  advanceTo(at: Instant): number
  /** When something next happens by itself; null when nothing will. */
  nextWakeAt(): Instant | null
  /** What that will be, and to which device. */
  nextEvent(): NextEvent | null

  /** Releases and fleets come before the devices that use them. */
  addRelease(plan: ReleasePlan): void
  addFleet(plan: FleetPlan): void
  release(id: number): ReleasePlan | undefined
  fleet(id: number): FleetPlan | undefined
  /** Moves every device of the fleet that has no pin of its own. `since` is for a history told before there are devices. */
  setFleetTarget(fleetId: number, releaseId: number | null, since?: Instant): void
  /** A configuration variable of the fleet, which a device's own outranks. */
  setFleetConfig(fleetId: number, name: string, value: string | null): void
  /** Ids are consecutive and one above the index. */
  addDevices(batch: DeviceBatch): { firstIndex: number; count: number }
  /** A single device that registers and, some seconds later, connects for the first time; returns its index. */
  addDevice(one: NewDevice): number
  /**
   * Switches on the machine of a device that was only registered so far: it connects some seconds later, and is `steady` from
   * then on. Throws for any other.
   */
  powerOn(index: number): void
  /** Whether the device was only registered so far, so that its machine can be switched on. */
  isSilent(index: number): boolean
  /** Leaves a hole: indexes never move. */
  removeDevice(index: number): void
  moveDevice(index: number, fleetId: number): void
  setPin(index: number, releaseId: number | null): void
  rename(index: number, name: string): void
  /** Another uuid, which no other device has. */
  setUuid(index: number, uuid: string): void
  setConfig(index: number, name: string, value: string | null): void
  setActive(index: number, active: boolean): void

  /** The highest index plus one. */
  readonly size: number
  exists(index: number): boolean
  /** -1 when there is none. */
  indexOfId(id: number): number
  /** -1 when there is none. Does not scan. */
  indexOfUuid(uuid: string): number
  /** All whose uuid begins so. */
  indexesOfUuidPrefix(prefix: string): number[]
  /** Live indexes, in no promised order. Do not keep it over a change. */
  devicesOfFleet(fleetId: number): ArrayLike<number>
  /** At least all devices of which a service holds the update lock, in no promised order. */
  lockedDevices(): Iterable<number>
  /** Kept as devices change: costs the same for ten and for a million. */
  fleetCounts(fleetId: number): Record<OverallStatus, number>

  device(index: number): DeviceState
  /** A cheap reader of one field, for scans over many: it never builds a DeviceState. */
  column<K extends ColumnName>(name: K): (index: number) => ColumnValue<K>
  /** Live indexes in rising order of a column (nulls last, equals by index), cached until a value changes. */
  sortedBy(name: ColumnName): Int32Array
  /** Grows with each change of a value of that column, so that callers can cache. */
  version(name: ColumnName): number
  /** This moment of the world's history, to ask later what has changed since. */
  mark(): WorldMark
  /**
   * Devices whose value of that column may have changed since; null when that is too long ago or too many to tell. May
   * name a device twice, and one that is gone.
   */
  changedSince(name: ColumnName, mark: WorldMark): Int32Array | null
  /** Calls the listener after each change of that device. Returns a way to stop. */
  watch(index: number, listener: () => void): () => void

  /** What the supervisor on the device would do with a request (docs/platform/device-protocol.md). */
  command(index: number, command: Command): CommandResult
  /** Takes the device off every network, or brings it back. */
  setLink(index: number, up: boolean): void
  /** `polls` takes its cloudlink alone, `tunnel` leaves it nothing else, `away` takes all, `cloudlink` brings all back. */
  setConnectivity(index: number, contact: Exclude<Connectivity, 'never-connected'>): void
  /** Devices that the cloud tells nothing new: these and no others. */
  setFrozen(indexes: ReadonlySet<number>): void
  setLock(index: number, serviceName: string | null): void

  /** Tells the device to replace its operating system or supervisor; one out of touch learns of it when it is back. */
  startSystemUpdate(index: number, plan: SystemUpdatePlan): void
  /** The replacement that is under way or was the last; undefined when there was none. */
  systemUpdate(index: number, part: SystemPart): SystemUpdate | undefined

  /** Oldest first: the routine lines of its services and the supervisor's own. */
  logs(index: number, window: LogWindow): LogLine[]
  /**
   * Unless somebody acts on the device, no line comes before this moment: that of its next line, or of its next
   * wake. null when neither is in sight.
   */
  nextLogAt(index: number, after: Instant): Instant | null
  /** What happened to it and why, oldest first; bounded. */
  events(index: number): DescribedEvent[]
  /** What it was from one change to the next, oldest first; bounded. */
  periods(index: number): StateInterval[]
  /** Devices that have moved from one fleet to another, as far back as is remembered. */
  movedDevices(): number[]
  /** Why it is as it is: each state that is worth a word, with the chain of what led to it. */
  why(index: number): Reason[]
  /** The last report at that moment; null before the first one. */
  metricsAt(index: number, at: Instant): Metrics | null

  /** From now on a machine outside of this world is this device: nothing happens to it here but what is told. */
  attachExternalDevice(index: number): void
  /** Whether a machine outside of this world is this device. The calls below throw for any other. */
  isOutside(index: number): boolean
  /** It has asked for its target, and was told to ask again so often. */
  applyPoll(index: number, pollIntervalMs: number): void
  /** What it has told of itself, or what somebody has `written` in its place, which is no sign of life. */
  applyReport(index: number, report: ExternalReport, written?: boolean): void
  applyLogLines(index: number, lines: readonly ExternalLogLine[]): void
  /** What came after so many lines had been written, and how many have been; nothing of a device of this world. */
  linesSince(index: number, written: number): { lines: readonly LogLine[]; written: number }

  /** Files that people wrote on the device in a shell, by path. */
  files(index: number): ReadonlyMap<string, StoredFile>
  /** Writes a file, or removes it with null. Throws when the few that are kept are used up. */
  writeFile(index: number, path: string, text: string | null): void

  /** All of the world, for structured cloning. */
  snapshot(): WorldSnapshot
  /** A number that differs when the state of anything differs. */
  fingerprint(): string
}
