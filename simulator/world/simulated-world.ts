import type { Instant } from '../base/clock.ts'
import { fleetUuid, indexOfGeneratedUuid } from '../definition/identity.ts'
import type { DeviceBatch, FleetPlan, ReleasePlan } from '../definition/world-definition.ts'
import {
  OVERALL_STATUSES,
  type Command,
  type CommandResult,
  type LogLine,
  type Metrics,
  type OverallStatus,
} from '../device/device-state.ts'
import type { VariableOwner } from '../device/environment.ts'
import type { ExternalLogLine, ExternalReport } from '../device/external-device.ts'
import type { Connectivity } from '../device/link.ts'
import type { SystemPart, SystemUpdate, SystemUpdatePlan } from '../device/os-update.ts'
import {
  commandDevice,
  rename,
  setActive,
  setConfig,
  setFleetConfig,
  setConnectivity,
  setFleetTarget,
  setFlock,
  setFrozen,
  setLock,
  setLockFile,
  setPin,
} from '../engine/actions.ts'
import { recomputeDevice } from '../engine/derived-state.ts'
import {
  addBatch,
  addOne,
  isSilent,
  moveToFleet,
  powerOn,
  removeOne,
  setUuid,
} from '../engine/device-registry.ts'
import { withEnvironmentsKept } from '../engine/environments.ts'
import { ReportSlots } from '../engine/report-slots.ts'
import { record, runUntil } from '../engine/runner.ts'
import { beginSystemUpdate, systemUpdateOf } from '../engine/system-updates.ts'
import { renameFleet, setLabel, setVariable } from '../engine/variables.ts'
import { writeFile } from '../state/files.ts'
import { worldFingerprint, stateFromSnapshot, takeSnapshot, type WorldSnapshot } from '../state/snapshot.ts'
import {
  configValueAt,
  makeState,
  requireDevice,
  requireFleet,
  requireRelease,
  storedBytes,
  type StoredFile,
  type WorldState,
} from '../state/world-state.ts'
import { changedIndexes, columnVersion, makeColumnSelectors, sortColumn } from '../views/column-selectors.ts'
import { readDevice, type DeviceState } from '../views/device-fields.ts'
import { logsOf, nextLogOf } from '../views/log-store.ts'
import { imageBytes, metricsAt } from '../views/metrics-view.ts'
import { movedDevices, stateIntervalsOf, type StateInterval } from '../views/state-intervals.ts'
import { isSupervisorRunning, isUnitRunning } from '../views/units.ts'
import {
  attachExternalDevice,
  applyLogLines,
  applyPoll,
  applyReport,
  linesSince,
} from './external-devices.ts'
import type {
  ColumnName,
  ColumnValue,
  LogWindow,
  NewDevice,
  World,
  WorldMark,
  WorldOptions,
} from './world.ts'

/** A world in memory. It owns the state and the caches; the rules are in the modules that it calls. */
class SimulatedWorld implements World {
  readonly #state: WorldState
  readonly #readers: ReturnType<typeof makeColumnSelectors>
  readonly #sorted = new Map<ColumnName, { version: number; order: Int32Array }>()
  readonly #slots: ReportSlots
  readonly #listeners = new Map<number, Set<() => void>>()
  #edits = 0

  constructor(seed: number, now: Instant, state = makeState(seed, now)) {
    this.#state = state
    this.#readers = makeColumnSelectors(state)
    this.#slots = new ReportSlots(seed)
  }

  static restore(snapshot: WorldSnapshot): SimulatedWorld {
    return new SimulatedWorld(snapshot.seed, snapshot.now, stateFromSnapshot(snapshot))
  }

  get seed(): number {
    return this.#state.seed
  }

  get size(): number {
    return this.#state.size
  }

  now(): Instant {
    return this.#state.now
  }

  advanceTo(at: Instant): number {
    // Listeners are called at the end, because they may read or even advance the world.
    const watched = new Set<number>()
    const events = runUntil(this.#state, at, (index) => {
      if (this.#listeners.has(index)) watched.add(index)
    })
    if (events > 0) this.#edits++
    for (const index of watched) this.#changed(index)
    return events
  }

  nextWakeAt(): Instant | null {
    return this.nextWake()?.at ?? null
  }

  read<Rest extends unknown[], Result>(
    view: (state: WorldState, ...rest: Rest) => Result,
    ...rest: Rest
  ): Result {
    return view(this.#state, ...rest)
  }

  nextWake(): { at: Instant; index: number } | null {
    const { queue, columns } = this.#state
    // Drops stale entries of rescheduled devices as well.
    for (;;) {
      const at = queue.soonest()
      if (at === Infinity) return null
      const index = queue.first()
      if (columns.wakeAt[index] === at && columns.live[index]) return { at, index }
      queue.pop()
    }
  }

  addRelease(plan: ReleasePlan): void {
    this.#state.releases.set(plan.id, plan)
    this.#edits++
  }

  addFleet(plan: FleetPlan): void {
    if (this.#state.fleets.has(plan.id)) throw new Error(`There is a fleet ${plan.id} already`)
    if (plan.targetReleaseId !== null) requireRelease(this.#state, plan.targetReleaseId)
    this.#state.fleets.set(plan.id, {
      id: plan.id,
      name: plan.name,
      uuid: plan.uuid ?? fleetUuid(plan.id),
      targetReleaseId: plan.targetReleaseId,
      targetChanges: [],
      config: new Map(),
      members: new Int32Array(16),
      memberCount: 0,
      counts: new Int32Array(OVERALL_STATUSES.length),
    })
  }

  release(id: number): ReleasePlan | undefined {
    return this.#state.releases.get(id)
  }

  fleet(id: number): FleetPlan | undefined {
    const fleet = this.#state.fleets.get(id)
    return (
      fleet && { id: fleet.id, name: fleet.name, uuid: fleet.uuid, targetReleaseId: fleet.targetReleaseId }
    )
  }

  setFleetTarget(fleetId: number, releaseId: number | null, since = this.#state.now): void {
    for (const index of setFleetTarget(this.#state, fleetId, releaseId, since)) this.#changed(index)
  }

  setFleetConfig(fleetId: number, name: string, value: string | null): void {
    for (const index of setFleetConfig(this.#state, fleetId, name, value)) this.#changed(index)
  }

  addDevices(batch: DeviceBatch): { firstIndex: number; count: number } {
    return addBatch(this.#state, batch)
  }

  addDevice(one: NewDevice): number {
    return addOne(this.#state, one)
  }

  removeDevice(index: number): void {
    removeOne(this.#state, index)
    this.#changed(index)
  }

  moveDevice(index: number, fleetId: number): void {
    requireDevice(this.#state, index)
    record(this.#state, index, { kind: 'moved', startedAt: this.#state.now, fleetId })
    withEnvironmentsKept(this.#state, index, () => moveToFleet(this.#state, index, fleetId))
    this.#changed(index)
  }

  setPin(index: number, releaseId: number | null): void {
    setPin(this.#state, index, releaseId)
    this.#changed(index)
  }

  rename(index: number, name: string): void {
    rename(this.#state, index, name)
    this.#changed(index)
  }

  setUuid(index: number, uuid: string): void {
    setUuid(this.#state, index, uuid)
    this.#changed(index)
  }

  setConfig(index: number, name: string, value: string | null): void {
    setConfig(this.#state, index, name, value)
    this.#changed(index)
  }

  setActive(index: number, active: boolean): void {
    setActive(this.#state, index, active)
    this.#changed(index)
  }

  exists(index: number): boolean {
    return this.#state.columns.live[index] === 1
  }

  indexOfId(id: number): number {
    return this.exists(id - 1) ? id - 1 : -1
  }

  indexOfUuid(uuid: string): number {
    const known = this.#state.uuidIndexes.get(uuid)
    if (known !== undefined) return known
    const index = indexOfGeneratedUuid(this.#state.seed, uuid)
    return this.exists(index) && this.#readers.uuid(index) === uuid ? index : -1
  }

  indexesOfUuidPrefix(prefix: string): number[] {
    const order = this.sortedBy('uuid')
    let low = 0
    let high = order.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#readers.uuid(order[middle] ?? 0) < prefix) low = middle + 1
      else high = middle
    }
    const found: number[] = []
    for (let at = low; at < order.length; at++) {
      const index = order[at] ?? 0
      if (!this.#readers.uuid(index).startsWith(prefix)) break
      found.push(index)
    }
    return found
  }

  devicesOfFleet(fleetId: number): ArrayLike<number> {
    const fleet = requireFleet(this.#state, fleetId)
    return fleet.members.subarray(0, fleet.memberCount)
  }

  fleetCounts(fleetId: number): Record<OverallStatus, number> {
    const { counts } = requireFleet(this.#state, fleetId)
    const count = (status: OverallStatus) => counts[OVERALL_STATUSES.indexOf(status)] ?? 0
    return {
      configuring: count('configuring'),
      'post-provisioning': count('post-provisioning'),
      updating: count('updating'),
      operational: count('operational'),
      'reduced-functionality': count('reduced-functionality'),
      disconnected: count('disconnected'),
      inactive: count('inactive'),
    }
  }

  device(index: number): DeviceState {
    return readDevice(this.#state, index)
  }

  column<K extends ColumnName>(name: K): (index: number) => ColumnValue<K> {
    return this.#readers[name]
  }

  sortedBy(name: ColumnName): Int32Array {
    const version = this.version(name)
    const known = this.#sorted.get(name)
    if (known?.version === version) return known.order
    const order = sortColumn(this.#state, this.#readers, name)
    this.#sorted.set(name, { version, order })
    return order
  }

  lockedDevices(): Iterable<number> {
    return this.#state.locks.keys()
  }

  version(name: ColumnName): number {
    return columnVersion(this.#state, name)
  }

  mark(): WorldMark {
    return { changes: this.#state.journal.count, now: this.#state.now }
  }

  changedSince(name: ColumnName, mark: WorldMark): Int32Array | null {
    return changedIndexes(this.#state, this.#slots, name, mark)
  }

  watch(index: number, listener: () => void): () => void {
    const listeners = this.#listeners.get(index) ?? new Set()
    this.#listeners.set(index, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(index)
    }
  }

  get edits(): number {
    return this.#edits
  }

  #changed(index: number): void {
    this.#edits++
    const listeners = this.#listeners.get(index)
    if (listeners) for (const listener of [...listeners]) listener()
  }

  command(index: number, command: Command): CommandResult {
    const result = commandDevice(this.#state, index, command)
    this.#changed(index)
    return result
  }

  setLink(index: number, up: boolean): void {
    this.setConnectivity(index, up ? 'cloudlink' : 'away')
  }

  setConnectivity(index: number, contact: Exclude<Connectivity, 'never-connected'>): void {
    setConnectivity(this.#state, index, contact)
    this.#changed(index)
  }

  setFrozen(indexes: ReadonlySet<number>): void {
    for (const index of setFrozen(this.#state, indexes)) this.#changed(index)
  }

  setLock(index: number, serviceName: string | null): void {
    setLock(this.#state, index, serviceName)
    this.#changed(index)
  }

  startSystemUpdate(index: number, plan: SystemUpdatePlan): void {
    beginSystemUpdate(this.#state, index, plan)
    recomputeDevice(this.#state, index, this.#state.now)
    this.#changed(index)
  }

  systemUpdate(index: number, part: SystemPart): SystemUpdate | undefined {
    requireDevice(this.#state, index)
    return systemUpdateOf(this.#state, index, part)
  }

  supervisorTarget(index: number): number | undefined {
    requireDevice(this.#state, index)
    return this.#state.supervisorTargets.get(index)
  }

  logs(index: number, window: LogWindow): LogLine[] {
    return logsOf(this.#state, index, window)
  }

  nextLogAt(index: number, after: Instant): Instant | null {
    return nextLogOf(this.#state, index, after)
  }

  periods(index: number): StateInterval[] {
    return stateIntervalsOf(this.#state, index)
  }

  movedDevices(): number[] {
    return movedDevices(this.#state)
  }

  metricsAt(index: number, at: Instant): Metrics | null {
    requireDevice(this.#state, index)
    return metricsAt(this.#state, index, Math.min(at, this.#state.now))
  }

  powerOn(index: number): void {
    powerOn(this.#state, index)
    this.#changed(index)
  }

  isSilent(index: number): boolean {
    return isSilent(this.#state, index)
  }

  attachExternalDevice(index: number): void {
    attachExternalDevice(this.#state, index)
    this.#changed(index)
  }

  externalDevices(): number[] {
    return [...this.#state.outsiders.keys()]
  }

  isExternal(index: number): boolean {
    return this.#state.outsiders.has(index)
  }

  applyPoll(index: number, pollIntervalMs: number, isReached?: boolean): void {
    applyPoll(this.#state, index, pollIntervalMs, isReached)
    this.#changed(index)
  }

  applyReport(index: number, report: ExternalReport, written = false): void {
    applyReport(this.#state, index, report, written)
    this.#changed(index)
  }

  applyLogLines(index: number, lines: readonly ExternalLogLine[]): void {
    applyLogLines(this.#state, index, lines)
    this.#changed(index)
  }

  linesSince(index: number, written: number) {
    return linesSince(this.#state, index, written)
  }

  setLockFile(index: number, serviceName: string, held: boolean): void {
    setLockFile(this.#state, index, serviceName, held)
    this.#changed(index)
  }

  setVariable(owner: VariableOwner, name: string, value: string | null, isInitial = false): void {
    for (const index of setVariable(this.#state, owner, name, value, isInitial)) this.#changed(index)
  }

  setLabel(
    owner: Extract<VariableOwner, { of: 'service' | 'image' }>,
    name: string,
    value: string | null,
    isInitial = false,
  ): void {
    for (const index of setLabel(this.#state, owner, name, value, isInitial)) this.#changed(index)
  }

  renameFleet(fleetId: number, name: string): void {
    for (const index of renameFleet(this.#state, fleetId, name)) this.#changed(index)
  }

  setFlock(index: number, serviceName: string, held: boolean): void {
    setFlock(this.#state, index, serviceName, held)
    this.#changed(index)
  }

  files(index: number): ReadonlyMap<string, StoredFile> {
    requireDevice(this.#state, index)
    return this.#state.files.get(index) ?? new Map()
  }

  writeFile(
    index: number,
    path: string,
    text: string | null,
    more?: Partial<Omit<StoredFile, 'text'>>,
  ): void {
    writeFile(this.#state, index, path, text, more)
    this.#edits++
  }

  config(index: number, suffix: string): string | undefined {
    requireDevice(this.#state, index)
    return configValueAt(this.#state, index, suffix)
  }

  storedBytes(index: number, at: Instant): number {
    requireDevice(this.#state, index)
    return storedBytes(this.#state, index, at)
  }

  isUnitRunning(index: number, unit: string): boolean {
    requireDevice(this.#state, index)
    return isUnitRunning(this.#state, index, unit)
  }

  isSupervisorRunning(index: number): boolean {
    requireDevice(this.#state, index)
    return isSupervisorRunning(this.#state, index)
  }

  imageBytes(index: number, at: Instant): number {
    requireDevice(this.#state, index)
    return imageBytes(this.#state, index, at)
  }

  snapshot(): WorldSnapshot {
    return takeSnapshot(this.#state)
  }

  fingerprint(): string {
    return worldFingerprint(this.#state)
  }
}

export const createWorld = ({ seed, now }: WorldOptions): World => new SimulatedWorld(seed, now)

/** Restores exactly the same world from a snapshot. */
export const restoreWorld = (snapshot: WorldSnapshot): World => SimulatedWorld.restore(snapshot)
