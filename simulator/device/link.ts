import type { Instant } from '../base/clock.ts'
import { between, chance } from '../base/random.ts'
import { streams } from '../base/streams.ts'
import type { LinkHabit } from '../definition/device-profiles.ts'
import type { HeartbeatState } from './device-state.ts'

/** How long after a timeout the heartbeat counts as offline (docs/platform/device-protocol.md). */
const OFFLINE_AFTER_TIMEOUT_MS = 15_000
/** A heartbeat times out after one and a half polling intervals (docs/platform/device-protocol.md). */
const TIMEOUT_INTERVALS = 1.5
/** `appUpdatePollInterval` of a generated image (docs/platform/device-protocol.md). */
export const DEFAULT_POLL_INTERVAL_MS = 900_000

/**
 * What the device can reach: `never-connected` has never connected, `cloudlink` reaches everything, `polls` reaches the
 * API but has no VPN, `away` reaches nothing, `tunnel` has a VPN but does not reach the API.
 */
export type Connectivity = 'never-connected' | 'cloudlink' | 'polls' | 'away' | 'tunnel'
export const CONNECTIVITIES: readonly Connectivity[] = [
  'never-connected',
  'cloudlink',
  'polls',
  'away',
  'tunnel',
]
/** Contacts to which a device can be limited from outside. */
export type ReducedConnectivity = Exclude<Connectivity, 'never-connected' | 'cloudlink'>

export interface Link {
  contact: Connectivity
  /** When the VPN last connected or disconnected; null when it never did. */
  changedAt: Instant | null
  heartbeat: HeartbeatState
  heartbeatChangedAt: Instant | null
  /** When connected: the time of a poll; others follow every interval. When disconnected: the time of the last poll. */
  polledAt: Instant | null
  /** The time of the next spontaneous change of the contact; null when there is none. */
  turnAt: Instant | null
  /** How many spontaneous changes have been drawn; each has its own random number. */
  turns: number
}

/** Parameters of the device that do not change while the link changes. */
export interface LinkParameters {
  seed: number
  index: number
  habit: LinkHabit
  pollIntervalMs: number
  /** False when the configuration disables the VPN (docs/platform/derived-values.md, row 8). */
  cloudlinkAllowed: boolean
}

export type LinkEvent =
  | { type: 'time-passed'; at: Instant }
  /** Loses the contact, to `to` or completely; `until` says when it is restored automatically. */
  | { type: 'lost'; at: Instant; until: Instant | null; to?: ReducedConnectivity }
  | { type: 'found'; at: Instant }
  /** The polling interval or the permission of the VPN may have changed. */
  | { type: 'configured'; at: Instant }

/** True while it polls and reports. */
export function isInTouch(link: Pick<Link, 'contact'>): boolean {
  return link.contact === 'cloudlink' || link.contact === 'polls'
}

/** True while commands and shells can reach it. */
export function hasCloudlink(link: Pick<Link, 'contact'>): boolean {
  return link.contact === 'cloudlink' || link.contact === 'tunnel'
}

/** Pure transition: the same link and event always produce the same link. */
export function advanceLink(link: Link, event: LinkEvent, parameters: LinkParameters): Link {
  switch (event.type) {
    case 'time-passed': {
      let it = link
      for (
        let due = nextLinkWakeAt(it, parameters);
        due !== null && due <= event.at;
        due = nextLinkWakeAt(it, parameters)
      ) {
        it = settle(it, due, parameters)
      }
      return it
    }
    case 'lost':
      return lose(link, event.at, event.to ?? 'away', event.until, parameters)
    case 'found':
      return find(link, event.at, parameters)
    case 'configured':
      return reconfigure(link, event.at, parameters)
  }
}

/** The time of the next spontaneous change; null when only an event can change it. */
export function nextLinkWakeAt(
  link: Link,
  parameters: Pick<LinkParameters, 'pollIntervalMs'>,
): Instant | null {
  const heartbeat = isInTouch(link) ? null : nextHeartbeatAt(link, parameters.pollIntervalMs)
  if (heartbeat === null) return link.turnAt
  return link.turnAt === null ? heartbeat : Math.min(heartbeat, link.turnAt)
}

/** The first poll at or after a time; null when it does not poll. */
export function nextPollAt(link: Link, at: Instant, pollIntervalMs: number): Instant | null {
  if (!isInTouch(link) || link.polledAt === null) return null
  const polls = Math.max(0, Math.ceil((at - link.polledAt) / pollIntervalMs))
  return link.polledAt + polls * pollIntervalMs
}

/** The next change of a heartbeat that is not renewed; null when there is none. */
export function nextHeartbeatAt(link: Link, pollIntervalMs: number): Instant | null {
  if (link.polledAt === null) return null
  const timeoutAt = link.polledAt + pollIntervalMs * TIMEOUT_INTERVALS
  if (link.heartbeat === 'online') return timeoutAt
  if (link.heartbeat === 'timeout') return (link.heartbeatChangedAt ?? timeoutAt) + OFFLINE_AFTER_TIMEOUT_MS
  return null
}

function settle(link: Link, due: Instant, parameters: LinkParameters): Link {
  if (link.turnAt === due) return turn(link, due, parameters)
  const heartbeat = link.heartbeat === 'online' ? 'timeout' : 'offline'
  return { ...link, heartbeat, heartbeatChangedAt: due }
}

function turn(link: Link, at: Instant, parameters: LinkParameters): Link {
  if (link.contact !== 'cloudlink' || parameters.habit.kind !== 'comes-and-goes')
    return find(link, at, parameters)
  const { habit, seed, index } = parameters
  const until = at + between(...habit.down, chance(seed, streams.linkTurn, index, link.turns))
  const share = chance(seed, streams.linkDrop, index, link.turns)
  const contact =
    share < habit.cloudlinkOnly
      ? 'polls'
      : share < habit.cloudlinkOnly + (habit.apiOnly ?? 0)
        ? 'tunnel'
        : 'away'
  return lose({ ...link, turns: link.turns + 1 }, at, contact, Math.round(until), parameters)
}

function lose(
  link: Link,
  at: Instant,
  contact: ReducedConnectivity,
  until: Instant | null,
  parameters: LinkParameters,
): Link {
  const lastPoll =
    contact !== 'polls' && isInTouch(link) && link.polledAt !== null
      ? link.polledAt +
        Math.floor((at - link.polledAt) / parameters.pollIntervalMs) * parameters.pollIntervalMs
      : link.polledAt
  // A failure on the way to the API also interrupts the VPN, at least briefly.
  const changedAt = isInTouch(link) || hasCloudlink(link) || contact === 'tunnel' ? at : link.changedAt
  return { ...link, contact, changedAt, polledAt: lastPoll, turnAt: until }
}

function find(link: Link, at: Instant, parameters: LinkParameters): Link {
  const { habit, seed, index } = parameters
  const contact = parameters.cloudlinkAllowed ? 'cloudlink' : 'polls'
  const staysUntil =
    habit.kind === 'comes-and-goes'
      ? at + between(...habit.up, chance(seed, streams.linkTurn, index, link.turns))
      : null
  return {
    contact,
    changedAt: contact === 'cloudlink' && !hasCloudlink(link) ? at : link.changedAt,
    heartbeat: 'online',
    heartbeatChangedAt: link.heartbeat === 'online' ? link.heartbeatChangedAt : at,
    // After reconnecting, it polls its target state immediately and then at every interval.
    polledAt: link.contact === 'polls' ? link.polledAt : at,
    turnAt: staysUntil === null ? null : Math.round(staysUntil),
    turns: link.turns + 1,
  }
}

function reconfigure(link: Link, at: Instant, parameters: LinkParameters): Link {
  if (!isInTouch(link)) return link
  if (!parameters.cloudlinkAllowed && link.contact === 'cloudlink')
    return lose(link, at, 'polls', link.turnAt, parameters)
  if (parameters.cloudlinkAllowed && link.contact === 'polls')
    return { ...find(link, at, parameters), polledAt: at }
  return { ...link, polledAt: at }
}

/** The link of a preregistered device. */
export const NEVER_CONNECTED: Link = {
  contact: 'never-connected',
  changedAt: null,
  heartbeat: 'unknown',
  heartbeatChangedAt: null,
  polledAt: null,
  turnAt: null,
  turns: 0,
}

/** The link of a device that has had this contact for a while when the world begins, and comes back after as long again. */
export function heldLinkAt(
  at: Instant,
  { contact, heldMs }: { contact: Exclude<Connectivity, 'never-connected'>; heldMs: number },
  parameters: LinkParameters,
): Link {
  const { seed, index, pollIntervalMs } = parameters
  const changedAt = at - Math.floor(heldMs)
  const sincePoll = Math.floor(chance(seed, streams.linkStart, index, 1) * pollIntervalMs)
  const isConnected = contact === 'cloudlink'
  const polledAt = isConnected ? Math.max(changedAt, at - sincePoll) : changedAt - sincePoll
  const up: Link = {
    contact: parameters.cloudlinkAllowed ? 'cloudlink' : 'polls',
    changedAt: isConnected ? changedAt : polledAt,
    heartbeat: 'online',
    heartbeatChangedAt: isConnected ? changedAt : polledAt,
    polledAt,
    turnAt: null,
    turns: 0,
  }
  if (isConnected) return up
  const lost = lose(up, changedAt, contact, at + Math.max(MIN_HELD_MS, Math.floor(heldMs)), parameters)
  return advanceLink(lost, { type: 'time-passed', at }, parameters)
}

/** A world is worth a look before its devices come back. */
const MIN_HELD_MS = 60_000

/**
 * The link of a device that has been in use for a while when the world begins: the average share of time in which it is
 * disconnected decides whether it is disconnected now, and since when.
 */
export function linkAt(at: Instant, parameters: LinkParameters): Link {
  const { habit, seed, index, pollIntervalMs } = parameters
  const polledAt = at - Math.floor(chance(seed, streams.linkStart, index, 1) * pollIntervalMs)
  if (habit.kind === 'never') return NEVER_CONNECTED
  if (habit.kind === 'always') {
    const changedAt =
      at - Math.floor(between(3_600_000, 20 * 86_400_000, chance(seed, streams.linkStart, index, 2)))
    return {
      contact: parameters.cloudlinkAllowed ? 'cloudlink' : 'polls',
      changedAt,
      heartbeat: 'online',
      heartbeatChangedAt: changedAt,
      polledAt,
      turnAt: null,
      turns: 0,
    }
  }
  const mean = (range: readonly [number, number]) => (range[0] + range[1]) / 2
  const isUp =
    chance(seed, streams.linkStart, index, 3) < mean(habit.up) / (mean(habit.up) + mean(habit.down))
  const spent = chance(seed, streams.linkStart, index, 4)
  const lasts = between(...(isUp ? habit.up : habit.down), chance(seed, streams.linkTurn, index, 0))
  const changedAt = at - Math.floor(lasts * spent)
  const turnAt = changedAt + Math.ceil(lasts) + 1
  if (isUp) {
    const firstPoll = Math.max(changedAt, polledAt)
    return {
      contact: 'cloudlink',
      changedAt,
      heartbeat: 'online',
      heartbeatChangedAt: changedAt,
      polledAt: firstPoll,
      turnAt,
      turns: 1,
    }
  }
  const lastPoll = changedAt - Math.floor(chance(seed, streams.linkStart, index, 1) * pollIntervalMs)
  const up: Link = {
    contact: 'cloudlink',
    changedAt: lastPoll,
    heartbeat: 'online',
    heartbeatChangedAt: lastPoll,
    polledAt: lastPoll,
    turnAt: null,
    turns: 1,
  }
  const away = lose(up, changedAt, habit.apiOnly === 1 ? 'tunnel' : 'away', turnAt, parameters)
  return advanceLink(away, { type: 'time-passed', at }, parameters)
}
