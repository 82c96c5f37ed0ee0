import type { Instant } from '../base/clock.ts'
import { isFixedAtCreation } from '../device/environment.ts'
import { appendEvent } from '../device/event-history.ts'
import { isInTouch } from '../device/link.ts'
import {
  advanceRecreation,
  nextRecreationWakeAt,
  type Recreation,
  type RecreationEvent,
} from '../device/recreation.ts'
import {
  isInLocalMode,
  lockHolder,
  noteChange,
  pollIntervalMs,
  readLink,
  type WorldState,
} from '../state/world-state.ts'
import { restartServices, runningServices } from './service-runs.ts'

/** Whether the device takes a new target now: it ignores the cloud in local mode, and an update comes first. */
function takesTarget(state: WorldState, index: number): boolean {
  const update = state.updates.get(index)
  return (
    isInTouch(readLink(state, index)) &&
    !state.frozen.has(index) &&
    !isInLocalMode(state, index) &&
    (update === undefined || update.kind === 'noticing') &&
    !state.powers.has(index)
  )
}

/** The services whose containers lack a change. */
function outdatedServices(state: WorldState, index: number): string[] {
  const outdated = [...(state.outdated.get(index) ?? [])]
  return outdated
    .filter(([, values]) => [...values.keys()].some((name) => !isFixedAtCreation(name)))
    .map(([name]) => name)
}

/** Variables have changed: containers that lack the change are recreated once the device knows. */
export function beginRecreation(state: WorldState, index: number, noticedAt: Instant): void {
  const at = state.now
  if (outdatedServices(state, index).length === 0) return
  const before = state.recreations.get(index)
  // A change while others are applied comes after them.
  if (before !== undefined && before.kind !== 'waiting' && before.kind !== 'applying') return
  if (before?.kind === 'applying') return
  const next: Recreation = takesTarget(state, index)
    ? { kind: 'noticing', startedAt: at, until: noticedAt }
    : { kind: 'waiting', startedAt: at }
  set(state, index, next)
}

/** Applies an event to the pending recreation of containers. */
export function moveRecreation(state: WorldState, index: number, event: RecreationEvent): void {
  const before = state.recreations.get(index)
  if (before === undefined) return
  if (event.type === 'released' && !takesTarget(state, index)) return
  const parameters = {
    lockedBy: lockHolder(state, index),
    pollIntervalMs: pollIntervalMs(state, index),
  }
  let it = before
  // One event may let several steps follow, each at its own time.
  for (let next = advanceRecreation(it, event, parameters); next !== it;) {
    it = set(state, index, next)
    next = it.kind === 'ready' || it.kind === 'done' ? it : advanceRecreation(it, event, parameters)
  }
}

/** The time of its next change; Infinity for never. */
export function nextRecreationAt({ recreations }: WorldState, index: number): Instant {
  const it = recreations.get(index)
  return (it && nextRecreationWakeAt(it)) ?? Infinity
}

/** Stores a state; what is ready starts at once. Returns the state that is stored in the end. */
function set(state: WorldState, index: number, it: Recreation): Recreation {
  const at = it.startedAt
  if (it.kind === 'ready') return set(state, index, recreate(state, index, at))
  if (it.kind === 'done') {
    state.recreations.delete(index)
    noteChange(state, index, 'update')
    appendEvent(state.histories, index, { kind: 'recreated', startedAt: at })
    // What changed meanwhile.
    beginRecreation(state, index, at + 1000)
    return it
  }
  if (it.kind === 'held' && it.until === null) {
    appendEvent(state.histories, index, { kind: 'recreating', startedAt: at, heldBy: it.heldBy, names: [] })
  }
  state.recreations.set(index, it)
  noteChange(state, index, 'update')
  return it
}

function recreate(state: WorldState, index: number, at: Instant): Recreation {
  const names = outdatedServices(state, index)
  const update = state.updates.get(index)
  if (names.length === 0) return { kind: 'done', startedAt: at }
  // An update that began meanwhile recreates most of them itself.
  if (update !== undefined && update.kind !== 'noticing') return { kind: 'waiting', startedAt: at }
  appendEvent(state.histories, index, { kind: 'recreating', startedAt: at, heldBy: null, names })
  const services = runningServices(state, index).filter(({ name }) => names.includes(name))
  const { runningAt } = restartServices(state, index, services, at + 200)
  return { kind: 'applying', startedAt: at, until: runningAt + 300 }
}
