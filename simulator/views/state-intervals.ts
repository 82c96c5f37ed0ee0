import type { Instant } from '../base/clock.ts'
import type { DeviceEvent } from '../device/event-history.ts'
import { hasCloudlink } from '../device/link.ts'
import { idAt } from '../state/columns.ts'
import {
  batchOf,
  provisionedAt,
  readLink,
  requireDevice,
  systemVersion,
  type WorldState,
} from '../state/world-state.ts'

/** The state of a device between two changes. */
export interface StateInterval {
  /** A stable number, counting up for each device. */
  n: number
  from: Instant
  /** null: until now. */
  to: Instant | null
  /** Whether the device itself caused it, and not a user or the cloud. */
  byItself: boolean
  fleetId: number
  isActive: boolean
  cloudlink: boolean
  runningReleaseId: number | null
  pinnedReleaseId: number | null
  osVersion: string
  supervisorVersion: string
}

type Facts = Omit<StateInterval, 'n' | 'from' | 'to' | 'byItself'>

/** The states of a device, oldest first, as far as its event history reaches. */
export function stateIntervalsOf(state: WorldState, index: number): StateInterval[] {
  requireDevice(state, index)
  const { list, forgotten } = state.histories.get(index) ?? { list: [], forgotten: 0 }
  const periods: StateInterval[] = []
  let facts = factsNow(state, index)
  let to: Instant | null = null
  // The current state is known exactly: going back, each event restores what was before it.
  for (let at = list.length - 1; at >= 0; at--) {
    const it = list[at]
    const before = it && factsBefore(state, index, facts, list, at)
    if (!it || !before) continue
    // Of several changes at the same time, only the last starts an interval.
    if (it.startedAt !== to) {
      periods.push({ n: forgotten + at + 1, from: it.startedAt, to, byItself: isByItself(it), ...facts })
    }
    facts = before
    to = it.startedAt
  }
  periods.push({ n: 0, from: provisionedAt(state, index), to, byItself: true, ...facts })
  return periods.reverse()
}

/** Devices that have been in another fleet before, as far as their event history reaches. */
export function movedDevices({ histories }: WorldState): number[] {
  const found: number[] = []
  for (const [index, { list }] of histories) if (list.some(({ kind }) => kind === 'moved')) found.push(index)
  return found
}

function factsNow(state: WorldState, index: number): Facts {
  const { columns } = state
  return {
    fleetId: columns.fleet[index] ?? 0,
    isActive: columns.active[index] === 1,
    cloudlink: hasCloudlink(readLink(state, index)),
    runningReleaseId: idAt(columns.running, index),
    pinnedReleaseId: idAt(columns.pinned, index),
    osVersion: systemVersion(state, index, 'os'),
    supervisorVersion: systemVersion(state, index, 'supervisor'),
  }
}

/** The state before an event; undefined when the event does not change it. */
function factsBefore(
  state: WorldState,
  index: number,
  facts: Facts,
  list: readonly DeviceEvent[],
  at: number,
): Facts | undefined {
  const it = list[at]
  switch (it?.kind) {
    case 'done':
      return it.from === facts.runningReleaseId ? undefined : { ...facts, runningReleaseId: it.from }
    case 'contact': {
      const was = lastBefore(list, at, 'contact')
      const cloudlink = was !== undefined && hasCloudlink(was)
      const isActive = facts.isActive && it.activates !== true
      const isSame = cloudlink === facts.cloudlink && isActive === facts.isActive
      return isSame ? undefined : { ...facts, cloudlink, isActive }
    }
    case 'active':
      return { ...facts, isActive: !it.active }
    case 'target': {
      if (it.origin !== 'pin') return undefined
      return { ...facts, pinnedReleaseId: lastBefore(list, at, 'target')?.releaseId ?? null }
    }
    case 'moved': {
      const fleetId = lastBefore(list, at, 'moved')?.fleetId ?? batchOf(state, index).plan.fleetId
      return { ...facts, fleetId, pinnedReleaseId: null }
    }
    case 'system': {
      const ran = it.ran ?? (it.phase === 'done' ? it.was : undefined)
      if (ran === undefined) return undefined
      return it.part === 'os' ? { ...facts, osVersion: ran } : { ...facts, supervisorVersion: ran }
    }
    default:
      return undefined
  }
}

function lastBefore<K extends DeviceEvent['kind']>(
  list: readonly DeviceEvent[],
  at: number,
  kind: K,
): Extract<DeviceEvent, { kind: K }> | undefined {
  const isOne = (it: DeviceEvent): it is Extract<DeviceEvent, { kind: K }> => it.kind === kind
  for (let i = at - 1; i >= 0; i--) {
    const it = list[i]
    if (it && isOne(it)) return it
  }
  return undefined
}

function isByItself({ kind }: DeviceEvent): boolean {
  return kind === 'done' || kind === 'contact' || kind === 'system'
}
