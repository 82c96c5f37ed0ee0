import type { Instant } from '../base/clock.ts'
import { chance, pickIndex, type Weighted } from '../base/random.ts'
import { streams } from '../base/streams.ts'
import { numberedName } from '../definition/device-names.ts'
import { deviceProfiles, personaPosition, type PersonaName } from '../definition/device-profiles.ts'
import { generatedUuid } from '../definition/identity.ts'
import type { DeviceBatch, Hardware, ReleasePlan } from '../definition/world-definition.ts'
import { UPDATE_STATUSES } from '../device/device-state.ts'
import { advanceExternalDevice } from '../device/external-device.ts'
import { heldLinkAt, linkAt, nextPollAt, isInTouch, NEVER_CONNECTED, type Link } from '../device/link.ts'
import { advanceUpdate, isMoving, nextUpdateWakeAt, startUpdate, type Update } from '../device/update.ts'
import { resizedColumns, setInstant } from '../state/columns.ts'
import {
  markDirty,
  deviceMaps,
  availableAt,
  awaySince,
  batchOf,
  batchShare,
  connectionHeldMs,
  personaOf,
  firstRunningSince,
  linkParameters,
  pollIntervalMs,
  provisionedAt,
  readLink,
  requireDevice,
  requireFleet,
  requireRelease,
  supervisorPosition,
  systemPosition,
  targetReleaseAt,
  profileOf,
  writeLink,
  type FleetState,
  type WorldState,
} from '../state/world-state.ts'
import { recomputeDevice } from './derived-state.ts'
import { updateParameters } from './device-parameters.ts'
import { record, REPORTED_STATUSES, retarget } from './runner.ts'

export interface NewDevice {
  fleetId: number
  hardware: Hardware
  /** 32 or 62 lowercase hexadecimal digits; default: derived from the seed. */
  uuid?: string
  name?: string
  at: Instant
  /** Default: `steady`. `never-seen` is a preregistered device that does not exist yet. */
  persona?: PersonaName
  os?: { version: string; variant: 'prod' | 'dev' }
  supervisor?: string
}

/** Reserves rows in advance, so that adding devices one by one stays cheap. */
function reserve(state: WorldState, count: number): void {
  const capacity = state.columns.live.length
  const needed = state.size + count
  if (needed <= capacity) return
  state.columns = resizedColumns(state.columns, Math.max(needed, Math.ceil(capacity * 1.5)))
}

/** Weighted choices shared by many devices: sums are computed once. */
function chooser<T>(choices: Weighted<T>): (share: number) => number {
  if (choices.length === 1) return () => 0
  return (share) => pickIndex(choices, share)
}

function joinFleet(state: WorldState, fleet: FleetState, index: number): void {
  if (fleet.memberCount === fleet.members.length) {
    const members = new Int32Array(Math.max(16, fleet.members.length * 2))
    members.set(fleet.members)
    fleet.members = members
  }
  state.columns.fleet[index] = fleet.id
  state.columns.position[index] = fleet.memberCount
  fleet.members[fleet.memberCount++] = index
  const overall = state.columns.overall[index] ?? 0
  fleet.counts[overall] = (fleet.counts[overall] ?? 0) + 1
}

function leaveFleet(state: WorldState, index: number): void {
  const { columns } = state
  const fleet = requireFleet(state, columns.fleet[index] ?? 0)
  const hole = columns.position[index] ?? 0
  const last = fleet.members[--fleet.memberCount] ?? 0
  fleet.members[hole] = last
  columns.position[last] = hole
  const overall = columns.overall[index] ?? 0
  fleet.counts[overall] = (fleet.counts[overall] ?? 0) - 1
}

function checkBatch(state: WorldState, batch: DeviceBatch): FleetState {
  if (!Number.isInteger(batch.count) || batch.count < 0)
    throw new Error(`A batch cannot have ${batch.count} devices`)
  if (batch.places.length === 0) throw new Error('A batch needs at least one place')
  for (const { value } of batch.runningRelease) if (value !== null) requireRelease(state, value)
  if (batch.pinnedRelease !== undefined) requireRelease(state, batch.pinnedRelease)
  return requireFleet(state, batch.fleetId)
}

/** Adds devices that have been in use for a while: everything about the n-th is derived from (seed, its index). */
export function addBatch(state: WorldState, plan: DeviceBatch): { firstIndex: number; count: number } {
  const fleet = checkBatch(state, plan)
  const personas = plan.personas.map(({ value }) => personaPosition(value))
  reserve(state, plan.count)
  const { columns, now } = state
  const firstIndex = state.size
  const batch = state.batches.push({ plan, firstIndex, at: now }) - 1
  state.size += plan.count
  const systems = plan.os.map(({ value }) => systemPosition(state, value))
  const supervisors = plan.supervisor.map(({ value }) => supervisorPosition(state, value))
  const choosePersona = chooser(plan.personas)
  const chooseRelease = chooser(plan.runningRelease)
  const chooseOs = chooser(plan.os)
  const chooseSupervisor = chooser(plan.supervisor)

  for (let index = firstIndex; index < state.size; index++) {
    columns.live[index] = 1
    columns.batch[index] = batch
    columns.persona[index] = personas[choosePersona(batchShare(state, index, streams.persona))] ?? 0
    columns.os[index] = systems[chooseOs(batchShare(state, index, streams.osVersion))] ?? 0
    columns.supervisor[index] =
      supervisors[chooseSupervisor(batchShare(state, index, streams.supervisorVersion))] ?? 0
    columns.wakeAt[index] = Infinity
    setInstant(columns.updateStatusAt, index, null)
    if (plan.names !== undefined)
      state.names.set(index, numberedName(plan.names.pattern, plan.names.from + index - firstIndex))
    joinFleet(state, fleet, index)
    columns.pinned[index] = plan.pinnedRelease ?? 0
    const link = startingLink(state, index, plan)
    // A device that has never connected is not billed and not reported as missing.
    columns.active[index] = link.contact === 'never-connected' || plan.inactive === true ? 0 : 1
    writeLink(state, index, link)
    const chosen = plan.runningRelease[chooseRelease(batchShare(state, index, streams.runningRelease))]
    initializeHistory(state, index, plan, chosen?.value ?? null)
    recomputeDevice(state, index, now)
    state.journal.note(index)
  }
  state.changes.rows++
  return { firstIndex, count: plan.count }
}

function startingLink(state: WorldState, index: number, { connection }: DeviceBatch): Link {
  const parameters = linkParameters(state, index)
  if (connection === undefined || parameters.habit.kind === 'never') return linkAt(state.now, parameters)
  return heldLinkAt(state.now, { ...connection, heldMs: connectionHeldMs(state, index) ?? 0 }, parameters)
}

/** A device that was disconnected when a release came out still runs the newest release before it. */
function releaseKnownTo(state: WorldState, index: number, releaseId: number | null): number | null {
  const left = batchOf(state, index).plan.connection === undefined ? awaySince(state, index) : null
  if (releaseId === null || left === null || availableAt(state, releaseId) < left) return releaseId
  const { fleetId } = requireRelease(state, releaseId)
  let newest: ReleasePlan | undefined
  for (const release of state.releases.values()) {
    const at = availableAt(state, release.id)
    if (release.fleetId !== fleetId || at >= left) continue
    if (newest === undefined || at >= availableAt(state, newest.id)) newest = release
  }
  return newest?.id ?? releaseId
}

/** Initializes the history of a device in a batch before the world begins. */
function initializeHistory(
  state: WorldState,
  index: number,
  plan: DeviceBatch,
  releaseId: number | null,
): void {
  const { seed, columns, now } = state
  const provisioned = provisionedAt(state, index)
  const contact = columns.contact[index] ?? 0
  const { link, provisioning } = profileOf(state, index)
  const runsNothing = link.kind === 'never' || provisioning !== 'works'
  const running = runsNothing ? null : releaseKnownTo(state, index, releaseId)
  columns.running[index] = running ?? 0
  columns.runningSince[index] = firstRunningSince(state, index, running)
  // No device connects before it is provisioned.
  for (const column of [columns.changedAt, columns.heartbeatAt, columns.polledAt]) {
    if ((column[index] ?? 0) < provisioned) column[index] = provisioned
  }
  columns.modifiedAt[index] = Math.max(
    provisioned,
    columns.changedAt[index] || 0,
    columns.heartbeatAt[index] || 0,
  )
  if (running !== null) {
    columns.updateStatus[index] = UPDATE_STATUSES.indexOf('done') + 1
    columns.updateStatusAt[index] = columns.runningSince[index] ?? now
    if (plan.locked && chance(seed, streams.lock, index) < plan.locked) {
      const { services } = requireRelease(state, running)
      const holder = services[Math.floor(chance(seed, streams.lock, index, 1) * services.length)]
      if (holder) state.locks.set(index, new Map([[holder.name, now]]))
    }
  }
  const target = targetReleaseAt(state, index)
  if (contact === 0 || target === running) return
  startInProgress(state, index, { target, running, updating: plan.updating ?? false })
}

/** Initializes a device that does not run its target: it has not noticed the target yet, or is being updated. */
function startInProgress(
  state: WorldState,
  index: number,
  {
    target,
    running,
    updating,
  }: { target: number | null; running: number | null; updating: Exclude<DeviceBatch['updating'], undefined> },
): void {
  const { seed, columns, now } = state
  const link: Link = {
    contact: isDisconnected(state, index) ? 'away' : 'cloudlink',
    changedAt: null,
    heartbeat: 'online',
    heartbeatChangedAt: null,
    polledAt: columns.polledAt[index] ?? now,
    turnAt: null,
    turns: 0,
  }
  if (!isInTouch(link)) return
  const interval = pollIntervalMs(state, index)
  const stage = chance(seed, streams.stage, index)
  const noticedAt = nextPollAt(link, now + 1, interval) ?? now + 1000
  const isUnnoticed = updating === true && stage < 0.22 && !state.locks.has(index)
  if (updating === false || isUnnoticed) {
    state.updates.set(index, startUpdate(running, target, now, noticedAt))
    return
  }
  const share = chance(seed, streams.stage, index, 1)
  const start = startUpdate(running, target, 0, 0)
  const update = updateInProgress(state, index, start, { share, updating })
  // A device that has already lost its connection keeps its state; `now` is the time at which this stage is observed.
  const reported = update.kind === 'out-of-touch' ? null : REPORTED_STATUSES[update.kind]
  // A device that has not noticed the new target still reports the previous update.
  const position = UPDATE_STATUSES.indexOf(reported ?? 'done') + 1
  columns.updateStatus[index] = position
  if (position > 0 && 'startedAt' in update) columns.updateStatusAt[index] = update.startedAt
  if (update.kind !== 'out-of-touch') record(state, index, update)
  if (isMoving(update)) state.updates.set(index, update)
  else if (update.kind === 'done') {
    columns.running[index] = update.releaseId ?? 0
    columns.runningSince[index] = update.startedAt
  } else if (update.kind !== 'out-of-touch') columns.refused[index] = update.releaseId ?? 0
  columns.modifiedAt[index] = Math.max(columns.modifiedAt[index] ?? 0, columns.updateStatusAt[index] ?? 0)
}

/** Limits updates that never end; this many phases take a few hours. */
const MAX_PHASES = 40

const STAGES = { downloading: 'downloading', installing: 'applying' } as const

/** Simulates the update from an assumed start, then shifts it so that `share` of it, or of its download, has passed. */
function updateInProgress(
  state: WorldState,
  index: number,
  start: Update,
  { share, updating }: { share: number; updating: Exclude<DeviceBatch['updating'], undefined> },
): Update {
  const target = targetReleaseAt(state, index)
  const parameters = updateParameters(state, index)
  const phases: { from: Instant; update: Update }[] = []
  for (
    let it = start, due = nextUpdateWakeAt(it);
    due !== null && phases.length < MAX_PHASES;
    due = nextUpdateWakeAt(it)
  ) {
    it = advanceUpdate(it, { type: 'time-passed', at: due }, parameters)
    phases.push({ from: due, update: it })
  }
  const last = phases.at(-1)
  const end = last?.from ?? 0
  // No update starts before the release exists.
  const maxElapsed = Math.max(0, Math.min(MAX_WAIT_MS, state.now - availableAt(state, target) - 60_000))
  const isRejected = last?.update.kind === 'rejected' || last?.update.kind === 'aborted'
  let elapsed = share * end
  if (isRejected) elapsed = share * maxElapsed
  else if (parameters.lockedBy !== null) elapsed = end + 1 + share * (maxElapsed - end)
  const stage =
    typeof updating === 'string' ? phases.findIndex(({ update: { kind } }) => STAGES[updating] === kind) : -1
  const from = phases[stage]?.from
  if (from === undefined) elapsed = Math.min(elapsed, maxElapsed)
  else elapsed = from + share * ((phases[stage + 1]?.from ?? from + 1) - from - 1)
  const { update } = phases.findLast((it) => it.from <= elapsed) ?? { update: start }
  return shifted(update, Math.floor(state.now - elapsed))
}

/** A device that is waiting for a lock, or has aborted, when the world begins has done so for up to this long. */
const MAX_WAIT_MS = 2 * 3_600_000

function shifted(update: Update, ms: number): Update {
  if (update.kind === 'out-of-touch') return update
  const moved = {
    ...update,
    startedAt: Math.ceil(update.startedAt + ms),
    beganAt: Math.ceil(update.beganAt + ms),
  }
  if (!('until' in moved)) return moved
  if (moved.kind === 'downloaded' || moved.kind === 'clearing')
    return { ...moved, until: moved.until === null ? null : Math.ceil(moved.until + ms) }
  return { ...moved, until: Math.ceil(moved.until + ms) }
}

function isDisconnected(state: WorldState, index: number): boolean {
  return !isInTouch(readLink(state, index))
}

/** Adds a device that registers now and connects for the first time some seconds later (docs/platform/device-protocol.md). */
export function addOne(state: WorldState, one: NewDevice): number {
  const fleet = requireFleet(state, one.fleetId)
  if (one.uuid !== undefined) {
    if (!/^([0-9a-f]{32}|[0-9a-f]{62})$/.test(one.uuid)) {
      throw new Error(`A device uuid has 32 or 62 lower-case hexadecimal digits: ${one.uuid}`)
    }
    if (state.uuidIndexes.has(one.uuid))
      throw new Error(`There is a device with the uuid ${one.uuid} already`)
  }
  const persona: PersonaName = one.persona ?? 'steady'
  const position = personaPosition(persona)
  reserve(state, 1)
  const { seed, columns } = state
  const index = state.size++
  const nowhere = [{ value: { name: 'Unknown', latitude: 51.5, longitude: -0.1 }, weight: 1 }]
  const os = one.os ?? { version: '6.1.0', variant: 'prod' as const }
  const supervisor = one.supervisor ?? '17.0.1'
  const sibling = state.batches.find(({ plan }) => plan.fleetId === one.fleetId)
  const batch = state.batches.push({
    plan: {
      fleetId: one.fleetId,
      count: 1,
      hardware: one.hardware,
      personas: [{ value: persona, weight: 1 }],
      runningRelease: [{ value: null, weight: 1 }],
      os: [{ value: os, weight: 1 }],
      supervisor: [{ value: supervisor, weight: 1 }],
      places: sibling?.plan.places ?? nowhere,
      provisioned: [one.at, one.at],
    },
    firstIndex: index,
    at: one.at,
  })
  columns.live[index] = 1
  columns.batch[index] = batch - 1
  columns.persona[index] = position
  columns.os[index] = systemPosition(state, os)
  columns.supervisor[index] = supervisorPosition(state, supervisor)
  columns.wakeAt[index] = Infinity
  columns.runningSince[index] = one.at
  columns.modifiedAt[index] = one.at
  setInstant(columns.updateStatusAt, index, null)
  joinFleet(state, fleet, index)
  joinWorld(state, index, one, persona)
  if (one.name !== undefined) state.names.set(index, one.name)
  if (one.uuid !== undefined && one.uuid !== generatedUuid(seed, index)) {
    state.uuids.set(index, one.uuid)
    state.uuidIndexes.set(one.uuid, index)
  }
  state.changes.rows++
  state.journal.note(index)
  recomputeDevice(state, index, state.now)
  return index
}

function joinWorld(state: WorldState, index: number, one: NewDevice, persona: PersonaName): void {
  if (deviceProfiles[persona].link.kind === 'never') writeLink(state, index, NEVER_CONNECTED)
  else startUp(state, index, one.at, one.hardware.arch)
  state.histories.set(index, { forgotten: 0, list: [{ kind: 'registered', startedAt: one.at }] })
}

/** A device that is powered on at a time, and first flashes its internal storage if its type has one. */
function startUp(state: WorldState, index: number, at: Instant, arch: string): void {
  const { seed } = state
  const flashedAt =
    arch === 'amd64' ? at + 70_000 + Math.floor(40_000 * chance(seed, streams.stage, index, 2)) : null
  const firstContactAt =
    (flashedAt ?? at) + 12_000 + Math.floor(15_000 * chance(seed, streams.stage, index, 3))
  // A device that flashes its internal storage is connected meanwhile.
  state.columns.active[index] = flashedAt === null ? 0 : 1
  state.joining.set(index, { registeredAt: at, flashedAt, firstContactAt })
  writeLink(state, index, { ...NEVER_CONNECTED, turnAt: firstContactAt })
}

/** Whether a device is only preregistered: neither a simulated nor an external device has used it. */
export function isSilent(state: WorldState, index: number): boolean {
  return (
    personaOf(state, index) === 'never-seen' &&
    readLink(state, index).contact === 'never-connected' &&
    !state.outsiders.has(index)
  )
}

export function powerOn(state: WorldState, index: number): void {
  requireDevice(state, index)
  if (!isSilent(state, index)) throw new Error(`The device at index ${index} has a machine already`)
  const { columns, now } = state
  columns.persona[index] = personaPosition('steady')
  const arch = state.batches[columns.batch[index] ?? 0]?.plan.hardware.arch ?? ''
  startUp(state, index, now, arch)
  markDirty(state, index, now, 'system')
  recomputeDevice(state, index, now)
}

/** A new UUID that no other device has. */
export function setUuid(state: WorldState, index: number, uuid: string): void {
  requireDevice(state, index)
  const before = state.uuids.get(index)
  if (before !== undefined) state.uuidIndexes.delete(before)
  state.uuids.set(index, uuid)
  state.uuidIndexes.set(uuid, index)
  state.columns.modifiedAt[index] = state.now
  state.changes.rows++
  state.journal.note(index)
}

/** The row stays as a gap; all data of the device is removed. */
export function removeOne(state: WorldState, index: number): void {
  requireDevice(state, index)
  leaveFleet(state, index)
  const { columns } = state
  columns.live[index] = 0
  columns.wakeAt[index] = Infinity
  const uuid = state.uuids.get(index)
  if (uuid !== undefined) state.uuidIndexes.delete(uuid)
  for (const [, sparse] of deviceMaps(state)) sparse.delete(index)
  state.variables.devices.delete(index)
  for (const key of [...state.variables.installs.keys()])
    if (key.startsWith(`${index}:`)) state.variables.installs.delete(key)
  if (state.frozen.has(index)) state.frozen = new Set([...state.frozen].filter((it) => it !== index))
  state.changes.rows++
  state.journal.note(index)
}

export function moveToFleet(state: WorldState, index: number, fleetId: number): void {
  requireDevice(state, index)
  const fleet = requireFleet(state, fleetId)
  if (state.columns.fleet[index] === fleetId) return
  leaveFleet(state, index)
  joinFleet(state, fleet, index)
  const external = state.outsiders.get(index)
  if (external) {
    state.outsiders.set(index, advanceExternalDevice(external, { services: [] }, state.now))
    markDirty(state, index, state.now, 'reports')
  }
  // A pin belongs to the releases of the old fleet.
  state.columns.pinned[index] = 0
  state.changes.fleets++
  retarget(state, index, state.now)
}
