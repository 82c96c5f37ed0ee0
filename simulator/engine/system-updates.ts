import type { Instant } from '../clock.ts'
import { reboot } from './config-apply.ts'
import { isInTouch } from '../device/link.ts'
import {
  advanceSystemUpdate,
  isUnderWay,
  nextSystemWakeAt,
  startSystemUpdate,
  type SystemPart,
  type SystemUpdate,
  type SystemUpdateEvent,
  type SystemUpdatePlan,
} from '../device/os-update.ts'
import { appendEvent } from '../world/event-history.ts'
import { systemUpdateParameters } from './device-parameters.ts'
import {
  readLink,
  requireDevice,
  supervisorPosition,
  systemPosition,
  type WorldState,
} from '../world/world-state.ts'

const PARTS: readonly SystemPart[] = ['os', 'supervisor']

/** What one device runs beneath its services. */
export function systemVersion(
  { columns, systems, supervisors }: WorldState,
  index: number,
  part: SystemPart,
) {
  return part === 'os'
    ? (systems[columns.os[index] ?? 0]?.version ?? '')
    : (supervisors[columns.supervisor[index] ?? 0] ?? '')
}

/** Tells a device to replace a part of its system. A newer wish replaces one that has not begun to write. */
export function beginSystemUpdate(state: WorldState, index: number, plan: SystemUpdatePlan): void {
  requireDevice(state, index)
  if (state.outsiders.has(index)) return
  const inTouch = isInTouch(readLink(state, index))
  const from = systemVersion(state, index, plan.part)
  const parameters = systemUpdateParameters(state, index)
  // It has its place before the first device has it: whichever comes to it first, the world is the same.
  positionOf(state, plan)
  set(state, index, startSystemUpdate(plan, from, state.now, parameters, inTouch), plan, state.now)
}

/** Lets an event reach both parts. */
export function moveSystemUpdates(state: WorldState, index: number, event: SystemUpdateEvent): void {
  const updates = state.systemUpdates.get(index)
  if (updates === undefined) return
  for (const part of PARTS) {
    const before = updates[part]
    if (before === undefined) continue
    if (event.type === 'booted' && before.kind === 'failed') {
      // The old system runs again, and nothing is left of the attempt.
      forget(state, index, part, event.at)
      continue
    }
    const after = advanceSystemUpdate(before, event, systemUpdateParameters(state, index))
    if (after !== before) set(state, index, after, planOf(after), event.at)
  }
}

/** When either part next moves by itself; Infinity for never. */
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

/** The replacement that is under way or was the last; undefined when there was none. */
export function systemUpdateOf(state: WorldState, index: number, part: SystemPart): SystemUpdate | undefined {
  return state.systemUpdates.get(index)?.[part]
}

/** True while the operating system is being replaced, or has failed to be. */
export function showsSystemUpdate(state: WorldState, index: number): boolean {
  const update = state.systemUpdates.get(index)?.os
  return update !== undefined && (isUnderWay(update) || update.kind === 'failed')
}
