import type { Instant } from '../base/clock.ts'
import { appendEvent } from '../device/event-history.ts'
import { isInTouch } from '../device/link.ts'
import {
  advanceSystemUpdate,
  isReported,
  isRolledBack,
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
  systemVersion,
  type WorldState,
} from '../state/world-state.ts'
import { reboot } from './config-apply.ts'
import { systemUpdateParameters } from './device-parameters.ts'
import { withEnvironmentsKept } from './environments.ts'
import { beginRecreation } from './recreations.ts'

const PARTS: readonly SystemPart[] = ['os', 'supervisor']

/** Requests an OS or supervisor update. A newer request replaces one that has not started to install. */
export function beginSystemUpdate(state: WorldState, index: number, plan: SystemUpdatePlan): void {
  requireDevice(state, index)
  if (state.outsiders.has(index)) return
  const inTouch = isInTouch(readLink(state, index))
  const from = systemVersion(state, index, plan.part)
  const parameters = systemUpdateParameters(state, index, plan)
  // Versions get their numbers when they are requested, so that the world does not depend on which device installs them first.
  positionOf(state, plan)
  if (plan.supervisor !== undefined) supervisorPosition(state, plan.supervisor.version)
  if (plan.part === 'supervisor') state.supervisorTargets.delete(index)
  set(state, index, startSystemUpdate(plan, from, state.now, parameters, inTouch), plan, state.now)
}

/** Applies an event to both updates. */
export function moveSystemUpdates(state: WorldState, index: number, event: SystemUpdateEvent): void {
  const updates = state.systemUpdates.get(index)
  if (updates === undefined) return
  for (const part of PARTS) {
    const before = updates[part]
    if (before === undefined) continue
    const parameters = systemUpdateParameters(state, index, planOf(before))
    const after = advanceSystemUpdate(before, event, parameters)
    if (event.type === 'booted' && after === before && before.kind === 'failed' && !isRolledBack(before)) {
      // The attempt leaves nothing behind.
      forget(state, index, part, event.at)
    }
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

const planOf = (update: SystemUpdate): SystemUpdatePlan => phaseOf(update).plan

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
  const before = state.systemUpdates.get(index)?.[plan.part]
  state.systemUpdates.set(index, { ...state.systemUpdates.get(index), [plan.part]: update })
  touchSystem(state, index, at)
  if (update.kind === 'out-of-touch') return
  const { part, version } = plan
  const { kind: phase, startedAt } = update
  const ran = systemVersion(state, index, part)
  changeVersion(state, index, before, update)
  const hasChanged = systemVersion(state, index, part) !== ran
  appendEvent(state.histories, index, {
    kind: 'system',
    startedAt,
    part,
    phase,
    version,
    was: update.from,
    ...(hasChanged && { ran }),
  })
  if (phase === 'rebooting' || phase === 'rolling-back') reboot(state, index, startedAt)
}

type KnownPhase = Exclude<SystemUpdate, { kind: 'out-of-touch' }>

/** Sets the versions that run in this phase. */
function changeVersion(
  state: WorldState,
  index: number,
  before: SystemUpdate | undefined,
  update: KnownPhase,
): void {
  const { plan, kind, startedAt } = update
  if (plan.part === 'supervisor') {
    if (kind === 'done') state.columns.supervisor[index] = positionOf(state, plan)
    return
  }
  if (kind === 'starting-supervisor' && plan.supervisor !== undefined)
    state.supervisorTargets.set(index, plan.supervisor.releaseId)
  if (kind === 'installed' && before !== undefined && phaseOf(before).kind === 'starting-supervisor')
    runSupervisor(state, index, plan, startedAt)
  if (kind === 'done' || kind === 'checking') runSystem(state, index, plan, startedAt)
  if (kind === 'failed' && isRolledBack(update))
    runSystem(state, index, { ...plan, version: update.from }, startedAt)
}

/** The version of the OS is part of the environment of containers: the supervisor recreates them. */
function runSystem(state: WorldState, index: number, plan: SystemUpdatePlan, at: Instant): void {
  const position = positionOf(state, plan)
  const isOutdated = withEnvironmentsKept(state, index, () => {
    state.columns.os[index] = position
  })
  if (isOutdated) beginRecreation(state, index, at + FIRST_TARGET_MS)
}

/** From the start of the supervisor until it has its target. */
const FIRST_TARGET_MS = 2500

function runSupervisor(
  state: WorldState,
  index: number,
  { supervisor }: SystemUpdatePlan,
  at: Instant,
): void {
  if (supervisor === undefined) return
  const was = systemVersion(state, index, 'supervisor')
  const { version } = supervisor
  state.columns.supervisor[index] = supervisorPosition(state, version)
  appendEvent(state.histories, index, {
    kind: 'system',
    startedAt: at,
    part: 'supervisor',
    phase: 'done',
    version,
    was,
  })
}

const phaseOf = (update: SystemUpdate) => (update.kind === 'out-of-touch' ? update.was : update)

function positionOf(state: WorldState, { part, version, variant }: SystemUpdatePlan): number {
  return part === 'os' ? systemPosition(state, { version, variant }) : supervisorPosition(state, version)
}

/** The current or last update; undefined when there was none. */
export function systemUpdateOf(state: WorldState, index: number, part: SystemPart): SystemUpdate | undefined {
  return state.systemUpdates.get(index)?.[part]
}

/** True while the device reports an update of its OS: in progress, or failed. */
export const showsSystemUpdate = (state: WorldState, index: number): boolean =>
  isReported(state.systemUpdates.get(index)?.os)
