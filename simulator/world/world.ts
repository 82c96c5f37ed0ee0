import type { Instant } from '../base/clock.ts'
import type { DeviceBatch, FleetPlan, ReleasePlan } from '../definition/world-definition.ts'
import type { Command, CommandResult, LogLine, Metrics, OverallStatus } from '../device/device-state.ts'
import type { VariableOwner } from '../device/environment.ts'
import type { ExternalLogLine, ExternalReport } from '../device/external-device.ts'
import type { Connectivity } from '../device/link.ts'
import type { SystemPart, SystemUpdate, SystemUpdatePlan } from '../device/os-update.ts'
import type { NewDevice } from '../engine/device-registry.ts'
import type { WorldMark } from '../state/change-log.ts'
import type { WorldSnapshot } from '../state/snapshot.ts'
import type { StoredFile, WorldState } from '../state/world-state.ts'
import type { ColumnName, ColumnValues, DeviceState } from '../views/device-fields.ts'
import type { LogWindow } from '../views/log-store.ts'
import type { StateInterval } from '../views/state-intervals.ts'

export type {
  Command,
  CommandResult,
  DescribedEvent,
  LogLine,
  Metrics,
  OverallStatus,
  ServiceState,
} from '../device/device-state.ts'
export type { SystemPart, SystemUpdate, SystemUpdatePlan } from '../device/os-update.ts'
export type {
  ExternalLogLine,
  ExternalMetrics,
  ExternalReport,
  ExternalService,
} from '../device/external-device.ts'
export type { ColumnName, ColumnValues, DeviceState } from '../views/device-fields.ts'
export type { VariableOwner } from '../device/environment.ts'
export type { Container } from '../views/containers.ts'

export type { LogWindow } from '../views/log-store.ts'
export type { WorldMark } from '../state/change-log.ts'
export type { NewDevice } from '../engine/device-registry.ts'
export type { StateInterval } from '../views/state-intervals.ts'
export type { Reason } from '../explain/status-explanations.ts'
export type { WorldSnapshot } from '../state/snapshot.ts'

export interface WorldOptions {
  seed: number
  now: Instant
}

export type ColumnValue<K extends ColumnName> = ColumnValues[K]

/** A fleet of simulated devices that changes with time. */
export interface World {
  readonly seed: number
  /** The time up to which the world has been advanced. */
  now(): Instant
  /** Runs all events up to a time, in order; returns how many. Throws if the time is in the past. */
  advanceTo(at: Instant): number
  /** The time of the next scheduled event; null if there is none. */
  nextWakeAt(): Instant | null
  /** The same with the device that it is about. */
  nextWake(): { at: Instant; index: number } | null
  /**
   * A view of the state, such as `deviceContainers` or `explainStatus`. Views that only few requests need are not methods, so that a
   * browser loads them when they are needed.
   */
  read<Rest extends unknown[], Result>(
    view: (state: WorldState, ...rest: Rest) => Result,
    ...rest: Rest
  ): Result

  /** Add releases and fleets before the devices that use them. */
  addRelease(plan: ReleasePlan): void
  addFleet(plan: FleetPlan): void
  release(id: number): ReleasePlan | undefined
  fleet(id: number): FleetPlan | undefined
  /** Changes the target of every device of the fleet without a pin. `since` is for history added before there are devices. */
  setFleetTarget(fleetId: number, releaseId: number | null, since?: Instant): void
  /** A configuration variable of the fleet; a variable of the device takes precedence. */
  setFleetConfig(fleetId: number, name: string, value: string | null): void
  /** Ids are consecutive: the index plus one. */
  addDevices(batch: DeviceBatch): { firstIndex: number; count: number }
  /** Adds a device that registers and connects for the first time some seconds later; returns its index. */
  addDevice(one: NewDevice): number
  /** Powers on a preregistered device: it connects some seconds later and is `steady` from then on. Throws for any other. */
  powerOn(index: number): void
  /** Whether the device is only preregistered, so that it can be powered on. */
  isSilent(index: number): boolean
  /** Leaves a gap: indexes never change. */
  removeDevice(index: number): void
  moveDevice(index: number, fleetId: number): void
  setPin(index: number, releaseId: number | null): void
  rename(index: number, name: string): void
  /** A new UUID that no other device has. */
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
  /** All devices whose UUID starts with the text. */
  indexesOfUuidPrefix(prefix: string): number[]
  /** Indexes of existing devices, in no particular order. Do not keep the list across changes. */
  devicesOfFleet(fleetId: number): ArrayLike<number>
  /** A superset of all devices with an update lock, in no particular order. */
  lockedDevices(): Iterable<number>
  /** Maintained incrementally: the cost does not depend on the number of devices. */
  fleetCounts(fleetId: number): Record<OverallStatus, number>

  device(index: number): DeviceState
  /** A fast reader of one field, for scans: it does not build a DeviceState. */
  column<K extends ColumnName>(name: K): (index: number) => ColumnValue<K>
  /** Indexes of existing devices sorted by a column (nulls last, ties by index), cached until a value changes. */
  sortedBy(name: ColumnName): Int32Array
  /** Increases with each change of a value of that column, for caches. */
  version(name: ColumnName): number
  /** The current point in the world's history, for `changedSince`. */
  mark(): WorldMark
  /**
   * Devices whose value of that column may have changed since; null if that is too long ago or too many. May contain
   * duplicates and removed devices.
   */
  changedSince(name: ColumnName, mark: WorldMark): Int32Array | null
  /** Increases with each change of a device, by a method of the world or by the passing of time: for what caches their states. */
  readonly edits: number
  /** Calls the listener after each change of that device. Returns a function that unsubscribes. */
  watch(index: number, listener: () => void): () => void

  /** The response of the supervisor to a request (docs/platform/device-protocol.md). */
  command(index: number, command: Command): CommandResult
  /** Disconnects the device from all networks, or reconnects it. */
  setLink(index: number, up: boolean): void
  /** `polls` disconnects only the VPN, `tunnel` only the API, `away` everything; `cloudlink` restores all. */
  setConnectivity(index: number, contact: Exclude<Connectivity, 'never-connected'>): void
  /** Sets the frozen devices, which get no new target; all others are not frozen. */
  setFrozen(indexes: ReadonlySet<number>): void
  /** One service takes the update lock, or all release it with null. */
  setLock(index: number, serviceName: string | null): void
  /** Writes or removes the lock file of one service: several can hold one at the same time. */
  setLockFile(index: number, serviceName: string, held: boolean): void

  /** A program takes or releases the lock file of a service with flock, which creates the file. */
  setFlock(index: number, serviceName: string, held: boolean): void

  /**
   * Sets an environment variable, or removes it with null. Devices recreate the containers whose environment it changes,
   * once they know. `isInitial`: all have applied it already, because the world begins with it.
   */
  setVariable(owner: VariableOwner, name: string, value: string | null, isInitial?: boolean): void
  /** Sets a label of containers, which may grant them access to APIs. */
  setLabel(
    owner: Extract<VariableOwner, { of: 'service' | 'image' }>,
    name: string,
    value: string | null,
    isInitial?: boolean,
  ): void
  /** Its name is part of the environment of all containers. */
  renameFleet(fleetId: number, name: string): void

  /** Requests an OS or supervisor update; a disconnected device receives it when it reconnects. */
  startSystemUpdate(index: number, plan: SystemUpdatePlan): void
  /** The current or last OS or supervisor update; undefined if there was none. */
  systemUpdate(index: number, part: SystemPart): SystemUpdate | undefined
  /** The release of the supervisor that the last OS update made the target; undefined if there was none. */
  supervisorTarget(index: number): number | undefined

  /** Oldest first: routine lines of the services and lines of the supervisor. */
  logs(index: number, window: LogWindow): LogLine[]
  /**
   * Unless the device is changed from outside, no line comes before this time: the time of its next line or of its next
   * event. null if there is neither.
   */
  nextLogAt(index: number, after: Instant): Instant | null
  /** Its states between changes, oldest first; limited. */
  periods(index: number): StateInterval[]
  /** Devices that have moved to another fleet, as far as recorded. */
  movedDevices(): number[]
  /** The last report at that time; null before the first one. */
  metricsAt(index: number, at: Instant): Metrics | null

  /** Turns the device into an external device: from now on only its reports change it. */
  attachExternalDevice(index: number): void
  /** Whether it is an external device. The methods below throw for any other. */
  isExternal(index: number): boolean
  /** The indexes of all external devices. */
  externalDevices(): number[]
  /** It has polled its target, and its polling interval is this. */
  applyPoll(index: number, pollIntervalMs: number, isReached?: boolean): void
  /** What it has reported, or what was `written` in its place, which does not count as contact. */
  applyReport(index: number, report: ExternalReport, written?: boolean): void
  applyLogLines(index: number, lines: readonly ExternalLogLine[]): void
  /** Lines received after the first so many, and the total number; nothing for a simulated device. */
  linesSince(index: number, written: number): { lines: readonly LogLine[]; written: number }

  /** Files that users wrote on the device in a shell, by path. */
  files(index: number): ReadonlyMap<string, StoredFile>
  /** Writes a file, or forgets it with null. Throws when the limit is reached. */
  writeFile(index: number, path: string, text: string | null, more?: Partial<Omit<StoredFile, 'text'>>): void
  /** A configuration variable without its prefix `BALENA_` or `RESIN_`: of the device, else of its fleet. */
  config(index: number, suffix: string): string | undefined
  /** Storage that users' files take, less what removed files freed, in bytes, up to a time. */
  storedBytes(index: number, at: Instant): number
  /** Whether a unit of the host OS runs: it can be stopped in a terminal of the host, until the next boot. */
  isUnitRunning(index: number, unit: string): boolean
  isSupervisorRunning(index: number): boolean
  /** Storage that the complete images of a simulated device took at a time, in bytes. */
  imageBytes(index: number, at: Instant): number

  /** The whole world, for structured cloning. */
  snapshot(): WorldSnapshot
  /** A hash of the whole state. */
  fingerprint(): string
}
