import type { Instant } from '../base/clock.ts'
import { appendEvent } from '../device/event-history.ts'
import { isInTouch } from '../device/link.ts'
import {
  advanceSystemUpdate,
  isInProgress,
  nextSystemWakeAt,
  startSystemUpdate,
  type SystemPart,
  type SystemUpdate,
  type SystemUpdateEvent,
  type SystemUpdatePlan,
} from '../device/os-update.ts'
import {
  readLink,
  requireDevice,
  supervisorPosition,
  systemPosition,
  type WorldState,
} from '../state/world-state.ts'
import { reboot } from './config-apply.ts'
import { systemUpdateParameters } from './device-parameters.ts'

const PARTS: readonly SystemPart[] = ['os', 'supervisor']

/** The OS and supervisor versions of a device. */
export function systemVersion(
  { columns, systems, supervisors }: WorldState,
  index: number,
  part: SystemPart,
) {
  return part === 'os'
    ? (systems[columns.os[index] ?? 0]?.version ?? '')
    : (supervisors[columns.supervisor[index] ?? 0] ?? '')
}

/** Requests an OS or supervisor update. A newer request replaces one that has not started to install. */
export function beginSystemUpdate(state: WorldState, index: number, plan: SystemUpdatePlan): void {
  requireDevice(state, index)
  if (state.outsiders.has(index)) return
  const inTouch = isInTouch(readLink(state, index))
  const from = systemVersion(state, index, plan.part)
  const parameters = systemUpdateParameters(state, index)
  // The version gets its number when it is requested, so that the world does not depend on which device installs it first.
  positionOf(state, plan)
  set(state, index, startSystemUpdate(plan, from, state.now, parameters, inTouch), plan, state.now)
}

/** Applies an event to both updates. */
export function moveSystemUpdates(state: WorldState, index: number, event: SystemUpdateEvent): void {
  const updates = state.systemUpdates.get(index)
  if (updates === undefined) return
  for (const part of PARTS) {
    const before = updates[part]
    if (before === undefined) continue
    if (event.type === 'booted' && before.kind === 'failed') {
      // The old system runs again, and the attempt leaves nothing behind.
      forget(state, index, part, event.at)
      continue
    }
    const after = advanceSystemUpdate(before, event, systemUpdateParameters(state, index))
    if (after !== before) set(state, index, after, planOf(after), event.at)
  }
}

/** The time of the next change of either update; Infinity for never. */
export function nextSystemUpdateAt({ systemUpdates }: WorldState, index: number): Instant {
  const updates = systemUpdates.get(index)
  if (updates === undefined) return Infinity
  return Math.min(
    ...PARTS.map((part) => (updates[part] ? (nextSystemWakeAt(updates[part]) ?? Infinity) : Infinity)),
  )
}

const planOf = (update: SystemUpdate): SystemUpdatePlan =>
  update.kind === 'out-of-touch' ? update.was.plan : update.plan

function touchSystem({ changes, columns, journal }: WorldState, index: number, at: Instant): void {
  changes.system++
  changes.modified++
  journal.note(index)
  columns.modifiedAt[index] = at
}

function forget(state: WorldState, index: number, part: SystemPart, at: Instant): void {
  const { [part]: _gone, ...rest } = state.systemUpdates.get(index) ?? {}
  if (Object.keys(rest).length === 0) state.systemUpdates.delete(index)
  else state.systemUpdates.set(index, rest)
  touchSystem(state, index, at)
}

function set(
  state: WorldState,
  index: number,
  update: SystemUpdate,
  plan: SystemUpdatePlan,
  at: Instant,
): void {
  state.systemUpdates.set(index, { ...state.systemUpdates.get(index), [plan.part]: update })
  touchSystem(state, index, at)
  if (update.kind === 'out-of-touch') return
  const { part, version } = plan
  const { kind: phase, startedAt } = update
  appendEvent(state.histories, index, { kind: 'system', startedAt, part, phase, version, was: update.from })
  if (update.kind === 'rebooting') reboot(state, index, startedAt)
  if (update.kind !== 'done') return
  state.columns[part][index] = positionOf(state, plan)
}

function positionOf(state: WorldState, { part, version, variant }: SystemUpdatePlan): number {
  return part === 'os' ? systemPosition(state, { version, variant }) : supervisorPosition(state, version)
}

/** The current or last update; undefined when there was none. */
export function systemUpdateOf(state: WorldState, index: number, part: SystemPart): SystemUpdate | undefined {
  return state.systemUpdates.get(index)?.[part]
}

/** True while an OS update is in progress or has failed. */
export function showsSystemUpdate(state: WorldState, index: number): boolean {
  const update = state.systemUpdates.get(index)?.os
  return update !== undefined && (isInProgress(update) || update.kind === 'failed')
}
