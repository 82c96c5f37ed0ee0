import type { Instant } from '../base/clock.ts'
import { OVERALL_STATUSES, type OverallStatus } from '../device/device-state.ts'
import type { DeviceEvent } from '../device/event-history.ts'
import type { Connectivity } from '../device/link.ts'
import {
  nameAt,
  overallStatusAt,
  provisionedAt,
  readLink,
  requireFleet,
  uuidAt,
  type WorldState,
} from '../state/world-state.ts'

/** The devices of a fleet by status, at regular times. */
export interface FleetHistory {
  /** The first time, and the distance between two, in ms. */
  from: Instant
  every: number
  /** A number for each time. */
  statuses: Record<OverallStatus, number[]>
  events: FleetEvent[]
  /** Devices that lost contact again and again, those with most losses first. */
  flapping: FlappingDevice[]
}

/** A device that has lost contact several times since the first time of a history. */
export interface FlappingDevice {
  uuid: string
  losses: number
}

/** What happened to many devices of a fleet at once. */
export type FleetEvent =
  | { kind: 'target'; at: Instant; releaseId: number }
  /** The time of the first device that lost contact, and of the last that has found it again. */
  | { kind: 'outage'; at: Instant; until: Instant | null; devices: number }
  | { kind: 'os-update'; at: Instant; version: string; devices: number }

/** Devices that lose contact within this time of each other share an outage. */
const OUTAGE_GAP_MS = 10 * 60_000
/** Fewer devices, or a smaller share of the fleet, are no outage. */
const MIN_OUTAGE_DEVICES = 3
const MIN_OUTAGE_SHARE = 0.01
const MIN_OS_UPDATES = 3
const MIN_FLAPS = 3
const MAX_FLAPPING = 50

interface Known {
  active: boolean
  contact: Connectivity
  heartbeat: 'online' | 'timeout' | 'offline' | 'unknown'
  downloading: boolean
}

interface Segment {
  from: Instant
  status: OverallStatus
}

/**
 * How many devices of a fleet had each status, from what is recorded of each device: `steps` times from `from` to now. The
 * last is now, and equals the current counts. Devices count as members of the fleet they are in now, from the time they
 * were provisioned. Costs one pass over the devices and their recorded events.
 */
export function fleetHistoryOf(
  state: WorldState,
  fleetId: number,
  from: Instant,
  steps: number,
): FleetHistory {
  const { now } = state
  const every = (now - from) / (steps - 1)
  const statuses = Object.fromEntries(
    OVERALL_STATUSES.map((status) => [status, Array.from({ length: steps }, () => 0)]),
  ) as Record<OverallStatus, number[]>
  const { members, memberCount, targetChanges } = requireFleet(state, fleetId)
  const found: Found = { losses: [], returns: [], systems: new Map() }
  const flapping: FlappingDevice[] = []
  for (const index of members.subarray(0, memberCount)) {
    const segments = segmentsOf(state, index)
    const lossesBefore = found.losses.length
    note(found, state, index, from)
    const losses = found.losses.length - lossesBefore
    if (losses >= MIN_FLAPS) flapping.push({ uuid: uuidAt(state, index), losses })
    let at = 0
    for (let step = 0; step < steps; step += 1) {
      const time = step === steps - 1 ? now : from + step * every
      while (at + 1 < segments.length && (segments[at + 1]?.from ?? Infinity) <= time) at += 1
      const segment = segments[at]
      if (!segment || segment.from > time) continue
      const counts = statuses[segment.status]
      counts[step] = (counts[step] ?? 0) + 1
    }
  }
  const targets = targetChanges.flatMap(({ at, releaseId }): FleetEvent[] =>
    releaseId === null || at < from ? [] : [{ kind: 'target', at, releaseId }],
  )
  const events = [...targets, ...eventsIn(found, memberCount)].toSorted((one, other) => one.at - other.at)
  return {
    from,
    every,
    statuses,
    events,
    flapping: flapping.toSorted((one, other) => other.losses - one.losses).slice(0, MAX_FLAPPING),
  }
}

/** The devices of a fleet at a time. */
export interface FleetStatuses {
  statuses: Record<OverallStatus, number>
  /** In the order of `WORST_FIRST`, then by name; at most `most`. */
  devices: { uuid: string; name: string; status: OverallStatus }[]
}

const WORST_FIRST: readonly OverallStatus[] = [
  'disconnected',
  'reduced-functionality',
  'updating',
  'configuring',
  'post-provisioning',
  'inactive',
  'operational',
]

/** The devices of a fleet at a time in the past, with the statuses that `fleetHistoryOf` counts. */
export function fleetStatusesAt(
  state: WorldState,
  fleetId: number,
  at: Instant,
  most: number,
): FleetStatuses {
  const statuses = Object.fromEntries(OVERALL_STATUSES.map((status) => [status, 0])) as Record<
    OverallStatus,
    number
  >
  const devices: FleetStatuses['devices'] = []
  const { members, memberCount } = requireFleet(state, fleetId)
  for (const index of members.subarray(0, memberCount)) {
    const segment = segmentsOf(state, index).findLast(({ from }) => from <= at)
    if (!segment) continue
    statuses[segment.status] += 1
    devices.push({ uuid: uuidAt(state, index), name: nameAt(state, index), status: segment.status })
  }
  const order = (one: (typeof devices)[number], other: (typeof devices)[number]) =>
    WORST_FIRST.indexOf(one.status) - WORST_FIRST.indexOf(other.status) ||
    (one.name < other.name ? -1 : one.name > other.name ? 1 : 0)
  return { statuses, devices: devices.toSorted(order).slice(0, most) }
}

/** The statuses of a device, oldest first. The last is the current one. */
function segmentsOf(state: WorldState, index: number): Segment[] {
  const list = state.histories.get(index)?.list ?? []
  const current = overallStatusAt(state, index)
  const link = readLink(state, index)
  const hasContacts = list.some(({ kind }) => kind === 'contact')
  let known = before(list, state, index)
  const segments: Segment[] = [{ from: provisionedAt(state, index), status: statusOf(known) }]
  const add = (at: Instant, next: Known) => {
    known = next
    const status = statusOf(next)
    if (segments.at(-1)?.status !== status) segments.push({ from: at, status })
  }
  // A connection that was lost before the first recorded event is known by its time alone.
  if (!hasContacts && link.changedAt !== null && link.contact !== 'cloudlink') {
    add(link.changedAt, { ...known, contact: link.contact, heartbeat: link.heartbeat })
  }
  for (const event of list) add(event.startedAt, after(known, event))
  if (segments.at(-1)?.status !== current)
    segments.push({ from: lastChange(state, list, link), status: current })
  return segments
}

/** When the current status began that no event explains. */
function lastChange(
  { now }: WorldState,
  list: readonly DeviceEvent[],
  { changedAt, heartbeatChangedAt }: ReturnType<typeof readLink>,
): Instant {
  const times = [list.at(-1)?.startedAt, changedAt, heartbeatChangedAt].filter((at) => at != null)
  return Math.min(now, Math.max(0, ...times))
}

/** What is known of a device before its first recorded event. */
function before(list: readonly DeviceEvent[], state: WorldState, index: number): Known {
  const isNew = list.some(({ kind }) => kind === 'registered' || kind === 'flashed')
  const contact = list.find((event) => event.kind === 'contact')
  const activity = list.find((event) => event.kind === 'active')
  const wasAway = contact?.kind === 'contact' && contact.contact === 'cloudlink'
  return {
    active: activity?.kind === 'active' ? !activity.active : isNew || state.columns.active[index] === 1,
    contact: isNew ? 'never-connected' : wasAway ? 'away' : 'cloudlink',
    heartbeat: isNew ? 'unknown' : wasAway ? 'offline' : 'online',
    downloading: false,
  }
}

function after(known: Known, event: DeviceEvent): Known {
  switch (event.kind) {
    case 'contact': {
      const { contact } = event
      const heard = contact === 'cloudlink' || contact === 'polls'
      return {
        ...known,
        contact,
        active: known.active || event.activates === true,
        heartbeat: heard ? 'online' : known.heartbeat,
      }
    }
    case 'heartbeat':
      return { ...known, heartbeat: event.state }
    case 'active':
      return { ...known, active: event.active }
    case 'downloading':
      return { ...known, downloading: true }
    case 'noticing':
    case 'clearing':
    case 'backing-off':
    case 'downloaded':
    case 'applying':
    case 'done':
    case 'rejected':
    case 'aborted':
      return { ...known, downloading: false }
    default:
      return known
  }
}

/** The same order as `overallStatus`, from less. */
function statusOf({ active, contact, heartbeat, downloading }: Known): OverallStatus {
  if (!active) return 'inactive'
  if (contact === 'never-connected') return 'configuring'
  const hasVpn = contact === 'cloudlink' || contact === 'tunnel'
  const beats = heartbeat === 'online' || heartbeat === 'timeout'
  if (!hasVpn && !beats) return 'disconnected'
  if (downloading && beats) return 'updating'
  return hasVpn && heartbeat === 'online' ? 'operational' : 'reduced-functionality'
}

interface Found {
  losses: Instant[]
  returns: Instant[]
  systems: Map<string, { at: Instant; devices: number }>
}

function note(found: Found, state: WorldState, index: number, from: Instant): void {
  const list = state.histories.get(index)?.list ?? []
  for (const event of list) {
    if (event.startedAt < from) continue
    if (event.kind === 'contact') {
      if (event.contact === 'away') found.losses.push(event.startedAt)
      if (event.contact === 'cloudlink') found.returns.push(event.startedAt)
    } else if (event.kind === 'system' && event.part === 'os' && event.phase === 'done') {
      count(found.systems, event.version, event.startedAt)
    }
  }
  const { contact, changedAt } = readLink(state, index)
  if (
    contact === 'away' &&
    changedAt !== null &&
    changedAt >= from &&
    !list.some(({ kind }) => kind === 'contact')
  ) {
    found.losses.push(changedAt)
  }
}

function count<Key>(of: Map<Key, { at: Instant; devices: number }>, key: Key, at: Instant): void {
  const known = of.get(key)
  if (known) {
    known.at = Math.min(known.at, at)
    known.devices += 1
  } else of.set(key, { at, devices: 1 })
}

function eventsIn({ losses, returns, systems }: Found, devices: number): FleetEvent[] {
  const events: FleetEvent[] = []
  for (const [version, found] of systems)
    if (found.devices >= MIN_OS_UPDATES) events.push({ kind: 'os-update', version, ...found })
  const fewest = Math.max(MIN_OUTAGE_DEVICES, devices * MIN_OUTAGE_SHARE)
  for (const { at, last, size } of clusters(losses)) {
    if (size < fewest) continue
    const found = returns.filter((time) => time > last).toSorted((a, b) => a - b)
    events.push({ kind: 'outage', at, until: found[size - 1] ?? null, devices: size })
  }
  return events
}

/** Times that follow each other closely. */
function clusters(times: readonly Instant[]): { at: Instant; last: Instant; size: number }[] {
  const found: { at: Instant; last: Instant; size: number }[] = []
  for (const time of times.toSorted((a, b) => a - b)) {
    const open = found.at(-1)
    if (open && time - open.last <= OUTAGE_GAP_MS) {
      open.last = time
      open.size += 1
    } else found.push({ at: time, last: time, size: 1 })
  }
  return found
}
