import type { Instant } from '../base/clock.ts'
import { chance } from '../base/random.ts'
import { streams } from '../base/streams.ts'
import { clearedNames } from '../device/apply-steps.ts'
import { UPDATE_STATUSES, type UpdateStatus } from '../device/device-state.ts'
import { appendEvent, type DeviceEvent } from '../device/event-history.ts'
import { advanceExternalDevice, afterCloudlinkReport, afterSilence } from '../device/external-device.ts'
import {
  advanceLink,
  isInTouch,
  nextLinkWakeAt,
  nextPollAt,
  type Link,
  type LinkEvent,
} from '../device/link.ts'
import { advancePower } from '../device/power.ts'
import { bootRuns, clearedServices } from '../device/services.ts'
import {
  advanceUpdate,
  isMoving,
  knownPhase,
  nextUpdateWakeAt,
  startUpdate,
  type Update,
  type UpdateEvent,
} from '../device/update.ts'
import { idAt } from '../state/columns.ts'
import { forgetFiles, isVolatile, purgeVolumes, removeEndedContainers } from '../state/files.ts'
import {
  markDirty,
  noteChange,
  configValueAt,
  isInLocalMode,
  linkParameters,
  readLink,
  requireRelease,
  targetReleaseAt,
  profileOf,
  writeLink,
  type ProvisioningState,
  type WorldState,
} from '../state/world-state.ts'
import { moveConfigApply } from './config-apply.ts'
import { nextWakeOf, recordStops, schedule, recomputeDevice, recomputeStatus } from './derived-state.ts'
import { updateParameters } from './device-parameters.ts'
import { moveRecreation } from './recreations.ts'
import { keepContainers } from './service-runs.ts'
import { moveSystemUpdates } from './system-updates.ts'

/**
 * Runs all events up to a time, each at its own time; returns how many. Devices are independent of each other, so each
 * device is advanced to the end before the next one: its data stays in cache, and it passes the queue only once.
 * Therefore no spontaneous change of a device may depend on other devices.
 */
export function runUntil(state: WorldState, at: Instant, changed: (index: number) => void): number {
  if (!(at >= state.now)) throw new Error(`The world cannot go back from ${state.now} to ${at}`)
  const { columns, queue } = state
  let events = 0
  for (let due = queue.soonest(); due <= at; due = queue.soonest()) {
    const index = queue.pop()
    if (columns.wakeAt[index] !== due || !columns.live[index]) continue
    columns.wakeAt[index] = Infinity
    for (let next = due; next <= at; next = nextWakeOf(state, index)) {
      state.now = next
      wake(state, index, next)
      events++
    }
    schedule(state, index)
    changed(index)
  }
  state.now = at
  return events
}

function wake(state: WorldState, index: number, at: Instant): void {
  const external = state.outsiders.get(index)
  if (external) {
    const silent = afterSilence(readLink(state, index), at)
    const isLost = external.isReached && silent.heartbeat === 'offline'
    if (isLost) state.outsiders.set(index, advanceExternalDevice(external, { cloudlink: false }, at))
    moveExternalLink(state, index, isLost ? afterCloudlinkReport(silent, false, at) : silent, at)
    recomputeStatus(state, index, at)
    return
  }
  const joining = state.joining.get(index)
  if (joining?.flashedAt && joining.flashedAt <= at) finishFlashing(state, index, joining, at)
  const power = state.powers.get(index)
  if (power?.kind === 'going-down' && power.downAt <= at) {
    state.powers.set(index, advancePower(power, at))
    moveLink(state, index, { type: 'lost', at, until: power.backAt }, 'power')
  }
  const link = readLink(state, index)
  const linkDue = nextLinkWakeAt(link, linkParameters(state, index))
  if (linkDue !== null && linkDue <= at) moveLink(state, index, { type: 'time-passed', at }, 'itself')
  const update = state.updates.get(index)
  const updateDue = update ? nextUpdateWakeAt(update) : null
  if (updateDue !== null && updateDue <= at) moveUpdate(state, index, { type: 'time-passed', at })
  moveSystemUpdates(state, index, { type: 'time-passed', at })
  moveConfigApply(state, index, { type: 'time-passed', at })
  moveRecreation(state, index, { type: 'time-passed', at })
  recordStops(state, index, at)
  recomputeStatus(state, index, at)
}

function finishFlashing(state: WorldState, index: number, joining: ProvisioningState, at: Instant): void {
  state.joining.set(index, { ...joining, flashedAt: null })
  record(state, index, { kind: 'flashed', startedAt: at })
  markDirty(state, index, at, 'update')
}

export function record(state: WorldState, index: number, event: DeviceEvent): void {
  appendEvent(state.histories, index, event)
}

export function moveLink(
  state: WorldState,
  index: number,
  event: LinkEvent,
  by: 'itself' | 'power' | 'person',
): void {
  if (state.outsiders.has(index)) return
  const before = readLink(state, index)
  const after = advanceLink(before, event, linkParameters(state, index))
  const { at } = event
  storeLink(state, index, { before, after, by }, at)
  if (isInTouch(before) && !isInTouch(after)) {
    moveUpdate(state, index, { type: 'contact-lost', at })
    moveSystemUpdates(state, index, { type: 'contact-lost', at })
    moveConfigApply(state, index, { type: 'contact-lost', at })
    moveRecreation(state, index, { type: 'blocked', at })
  }
  if (!isInTouch(before) && isInTouch(after)) reconnect(state, index, at)
}

function storeLink(
  state: WorldState,
  index: number,
  { before, after, by }: { before: Link; after: Link; by: 'itself' | 'power' | 'person' },
  at: Instant,
): void {
  writeLink(state, index, after)
  markDirty(state, index, at, 'link')
  if (before.contact !== after.contact) {
    recordInitialContact(state, index, before)
    const first = before.contact === 'never-connected' && state.columns.active[index] === 0
    const activates = first ? { activates: true as const } : {}
    record(state, index, { kind: 'contact', startedAt: at, contact: after.contact, by, ...activates })
    if (first) markActive(state, index, at)
  }
  if (before.heartbeat !== after.heartbeat) {
    const startedAt = after.heartbeatChangedAt ?? at
    record(state, index, { kind: 'heartbeat', startedAt, state: after.heartbeat })
  }
}

function markActive(state: WorldState, index: number, at: Instant): void {
  state.columns.active[index] = 1
  markDirty(state, index, at, 'active')
}

/** A device counts as active from its first contact on. */
export function activate(state: WorldState, index: number): void {
  if (state.columns.active[index] === 1 || readLink(state, index).contact !== 'never-connected') return
  record(state, index, { kind: 'active', startedAt: state.now, active: true })
  markActive(state, index, state.now)
}

/** The link of an external device depends only on its polls. */
export function moveExternalLink(state: WorldState, index: number, after: Link, at: Instant): void {
  storeLink(state, index, { before: readLink(state, index), after, by: 'itself' }, at)
}

/** A device that existed from the beginning has no events yet; its first one records the earlier state. */
function recordInitialContact(state: WorldState, index: number, before: Link): void {
  if (before.changedAt === null || state.histories.get(index)?.list.some((it) => it.kind === 'contact'))
    return
  record(state, index, {
    kind: 'contact',
    startedAt: before.changedAt,
    contact: before.contact,
    by: 'itself',
  })
}

function reconnect(state: WorldState, index: number, at: Instant): void {
  if (state.powers.delete(index)) {
    boot(state, index, at)
    moveSystemUpdates(state, index, { type: 'booted', at })
    moveConfigApply(state, index, { type: 'booted', at })
    moveRecreation(state, index, { type: 'booted', at })
  }
  if (state.joining.delete(index)) boot(state, index, at)
  moveSystemUpdates(state, index, { type: 'contact-found', at })
  moveConfigApply(state, index, { type: 'contact-found', at })
  moveRecreation(state, index, { type: 'released', at, noticedAt: at + 2500 })
  const update = state.updates.get(index)
  if (update?.kind === 'out-of-touch') {
    if (update.was.kind === 'applying' || update.was.releaseId === targetReleaseAt(state, index)) {
      moveUpdate(state, index, { type: 'contact-found', at })
    } else {
      cancelUpdate(state, index, at)
      markDirty(state, index, at, 'update')
    }
  }
  // Its first poll returns the target.
  updateToTarget(state, index, at, at + 800 + Math.floor(2500 * chance(state.seed, streams.notice, index, 1)))
}

function boot(state: WorldState, index: number, at: Instant): void {
  state.boots.set(index, at - 9000)
  // Its memory is empty now, and with it the lock files.
  forgetFiles(state, index, isVolatile)
  removeEndedContainers(state, index)
  state.flocks.delete(index)
  if (state.locks.delete(index)) {
    record(state, index, { kind: 'lock', startedAt: at, service: null })
    markDirty(state, index, at, 'lock')
  }
  record(state, index, { kind: 'booted', startedAt: at })
  const running = idAt(state.columns.running, index)
  if (running === null) return
  const { pace } = profileOf(state, index)
  const runs = bootRuns(requireRelease(state, running).services, at, { seed: state.seed, index, pace })
  state.runs.set(index, runs)
}

/** Starts an update when the target differs and the device knows it and may update. */
export function updateToTarget(state: WorldState, index: number, at: Instant, noticedAt: Instant): void {
  const { columns } = state
  const target = targetReleaseAt(state, index)
  const running = idAt(columns.running, index)
  if (state.outsiders.has(index)) return
  if (target === running) clearRejection(state, index, at)
  if (target === running || state.updates.has(index) || isInLocalMode(state, index)) return
  // A frozen device gets no new target (docs/platform/device-protocol.md).
  if (state.frozen.has(index)) return
  if (target !== null && target === columns.refused[index]) return
  if (!isInTouch(readLink(state, index))) return
  setUpdate(state, index, startUpdate(running, target, at, noticedAt))
}

/** A rejected release is forgotten once the target is the running release. */
function clearRejection(state: WorldState, index: number, at: Instant): void {
  const status = UPDATE_STATUSES[(state.columns.updateStatus[index] ?? 0) - 1]
  if (status !== 'rejected' && status !== 'aborted') return
  if (!state.frozen.has(index) && isInTouch(readLink(state, index))) setUpdateStatus(state, index, 'done', at)
}

/** The target of the device may have changed in the cloud. */
export function retarget(state: WorldState, index: number, at: Instant): void {
  const { columns } = state
  state.changes.target++
  state.journal.note(index)
  columns.refused[index] = 0
  const target = targetReleaseAt(state, index)
  const update = state.updates.get(index)
  const link = readLink(state, index)
  if (
    update &&
    isInTouch(link) &&
    isMoving(update) &&
    update.kind !== 'applying' &&
    update.releaseId !== target
  ) {
    // A new target aborts the current update; a real device cancels its download too.
    cancelUpdate(state, index, at)
    if (update.kind !== 'noticing') setUpdateStatus(state, index, 'done', at)
  }
  updateToTarget(state, index, at, noticeAt(state, index, at, link))
  recomputeDevice(state, index, at)
}

/** Immediately if the server can reach the device, else at its next poll (docs/platform/device-protocol.md). */
export function noticeAt(
  state: WorldState,
  index: number,
  at: Instant,
  link = readLink(state, index),
): Instant {
  const instantly = configValueAt(state, index, 'SUPERVISOR_INSTANT_UPDATE_TRIGGER') !== 'false'
  if (link.contact === 'cloudlink' && instantly) {
    return (
      at +
      400 +
      Math.floor(9600 * chance(state.seed, streams.notice, index, targetReleaseAt(state, index) ?? 0))
    )
  }
  return nextPollAt(link, at + 1, linkParameters(state, index).pollIntervalMs) ?? at + 1000
}

export function moveUpdate(state: WorldState, index: number, event: UpdateEvent): void {
  const before = state.updates.get(index)
  if (!before) return
  const after = advanceUpdate(before, event, updateParameters(state, index))
  if (after !== before) setUpdate(state, index, after, event.at)
}

function setUpdate(state: WorldState, index: number, update: Update, at = state.now): void {
  if (update.kind === 'out-of-touch') {
    state.updates.set(index, update)
    return
  }
  const resumed = state.updates.get(index)?.kind === 'out-of-touch' && isMoving(update)
  record(state, index, resumed ? { kind: 'resumed', startedAt: at, phase: update } : update)
  const reported = REPORTED_STATUSES[update.kind]
  if (reported) setUpdateStatus(state, index, reported, at)
  if (isMoving(update)) {
    state.updates.set(index, update)
    return
  }
  if (update.kind === 'done') {
    state.updates.delete(index)
    const fleetOf = (release: number | null) =>
      release === null ? null : requireRelease(state, release).fleetId
    // The volumes of a former fleet are removed with its services.
    if (update.from !== null && fleetOf(update.from) !== fleetOf(update.releaseId)) {
      state.purges.set(index, at)
      const former = fleetOf(update.from)
      if (former !== null) purgeVolumes(state, index, former)
    }
    runRelease(state, index, update.releaseId, at)
  } else {
    cancelUpdate(state, index, at)
    state.columns.refused[index] = update.releaseId ?? 0
  }
  moveRecreation(state, index, { type: 'released', at, noticedAt: at + 1500 })
}

/** Cancels an update: services stopped for it start again. */
function cancelUpdate(state: WorldState, index: number, at: Instant): void {
  const update = state.updates.get(index)
  state.updates.delete(index)
  const running = idAt(state.columns.running, index)
  if (update === undefined || running === null) return
  const phase = knownPhase(update)
  const parameters = updateParameters(state, index)
  const isStopping = phase.kind === 'clearing' && phase.heldBy === null
  const stopped = isStopping ? clearedNames(phase, parameters) : clearedServices(phase, parameters)
  if (stopped.length === 0) return
  const services = requireRelease(state, running).services.filter(({ name }) => stopped.includes(name))
  const runs = new Map(state.runs.get(index))
  for (const [name, run] of bootRuns(services, at, parameters)) {
    runs.set(name, run)
    record(state, index, { kind: 'service', startedAt: at, name, run })
  }
  state.runs.set(index, runs)
  noteChange(state, index, 'running')
}

/** The reported status of each update phase; null: unchanged. */
export const REPORTED_STATUSES: Record<Exclude<Update['kind'], 'out-of-touch'>, UpdateStatus | null> = {
  noticing: null,
  clearing: 'applying changes',
  downloading: 'downloading',
  'backing-off': 'downloading',
  downloaded: 'downloaded',
  applying: 'applying changes',
  done: 'done',
  rejected: 'rejected',
  aborted: 'aborted',
}

function setUpdateStatus(state: WorldState, index: number, status: UpdateStatus, at: Instant): void {
  const position = UPDATE_STATUSES.indexOf(status) + 1
  if (state.columns.updateStatus[index] === position) {
    markDirty(state, index, at, 'update')
    return
  }
  state.columns.updateStatus[index] = position
  state.columns.updateStatusAt[index] = at
  markDirty(state, index, at, 'update')
}

function runRelease(state: WorldState, index: number, releaseId: number | null, at: Instant): void {
  const { columns } = state
  keepContainers(state, index, idAt(columns.running, index), releaseId)
  columns.running[index] = releaseId ?? 0
  columns.runningSince[index] = at
  columns.installs[index] = (columns.installs[index] ?? 0) + 1
  // All services of the new release start, including stopped ones.
  state.runs.delete(index)
  markDirty(state, index, at, 'running')
  updateToTarget(state, index, at, at + 1000)
}
