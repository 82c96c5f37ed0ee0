import type { WorldSnapshot as SnapshotSummary } from '../../openapi/generated/control.d.ts'
import type { WorldFile } from '../../openapi/generated/world-file.d.ts'
import type { Instant } from '../../simulator/clock.ts'
import type { WorldSnapshot } from '../../simulator/world.ts'
import type { FaultsSnapshot } from '../faults.ts'
import type { PlatformName } from '../platforms/platform.ts'
import type { StoreSnapshot } from '../store/store.ts'
import type { Action } from './action-log.ts'

/** A whole cloud at a moment; fit for structured cloning. */
export interface CloudSnapshot {
  scenario: string
  /** Of a world of somebody's own. */
  worldFile?: WorldFile
  /** Absent in what an earlier version kept: the hosted one. */
  platform?: PlatformName
  seed: number
  devices: number | undefined
  now: Instant
  world: WorldSnapshot
  store: StoreSnapshot
  /** Absent in what an earlier version kept, like all below. */
  openedAt?: Instant
  faults?: FaultsSnapshot
  /** What people did to it so far. */
  actions?: readonly Action[]
}

/** Why a moment was kept: time went by, somebody asked for it, or the world was about to be moved, changed or left. */
export type SnapshotReason = SnapshotSummary['reason']

/** The whole cloud at a moment, to go back to. */
export interface Snapshot {
  id: number
  at: Instant
  reason: SnapshotReason
  /** Worlds that were left by going back are branches of their own. */
  branch: number
  /** About how much memory it takes. */
  bytes: number
  snapshot: CloudSnapshot
}

export interface SnapshotsOptions {
  snapshot(): CloudSnapshot
  realNow(): number
  /** All moments together take no more. */
  mostBytes?: number
}

export interface Snapshots {
  list(): readonly Snapshot[]
  readonly bytes: number
  readonly mostBytes: number
  readonly branch: number
  /** The newest that was taken; undefined before the first. */
  last(): Snapshot | undefined
  find(id: number): Snapshot | undefined
  /** The last one at or before a moment from which these actions lead on. */
  before(at: Instant, actions: readonly Action[]): Snapshot | undefined
  /** Keeps the world as it is now. */
  take(reason: SnapshotReason): Snapshot
  /** Keeps it when that costs little beside what went on since the last time. */
  takeSometimes(reason: SnapshotReason): void
  /** What happens from here on is another world than what was kept. */
  fork(): void
  /** A new world: nothing of the old one can be gone back to. */
  clear(): void
}

const MOST_MOMENTS = 60
const MOST_BYTES = 128 * 1024 * 1024
/** Simulated. */
const INTERVAL = 10 * 60_000
/** Taking moments uses up at most a tenth of the time, and never more than one is taken in a second. */
const REST = 10
const LEAST_REST = 1000

const KEPT_FOR_SURE: readonly SnapshotReason[] = ['rewind', 'asked']

/** About how many bytes a value takes that can be cloned. Looks at a few of many that are alike. */
export function sizeOf(value: unknown, depth = 0): number {
  if (typeof value === 'string') return 16 + value.length
  if (typeof value !== 'object' || value === null) return 8
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (depth > 6) return 64
  const members =
    value instanceof Map
      ? [...value.values()]
      : Array.isArray(value)
        ? (value as unknown[])
        : Object.values(value)
  // The values of a record differ; those of a long list are alike.
  const looked =
    members.length > 200 ? members.filter((_, at) => at % Math.ceil(members.length / 100) === 0) : members
  let sum = 0
  for (const member of looked) sum += 8 + sizeOf(member, depth + 1)
  return 32 + (looked.length === 0 ? 0 : (sum * members.length) / looked.length)
}

/** Whether what had happened by then is the beginning of what has happened now. */
const leadsTo = (then: readonly Action[], now: readonly Action[]): boolean =>
  then.length <= now.length && then.at(-1) === (then.length === 0 ? undefined : now[then.length - 1])

/** The moments of one cloud that can be gone back to, in bounded memory: the older, the farther apart. */
export function createSnapshots({ snapshot, realNow, mostBytes = MOST_BYTES }: SnapshotsOptions): Snapshots {
  let moments: Snapshot[] = []
  let nextId = 1
  let branch = 1
  let branches = 1
  let takenAt = -Infinity
  let cost = 0

  const total = () => moments.reduce((sum, { bytes }) => sum + bytes, 0)
  /** Drops the one whose neighbours are closest, measured by how old it is. */
  function dropOne(): void {
    const newest = moments.at(-1)
    let worst: { id: number; worth: number } | undefined
    for (const [at, moment] of moments.entries()) {
      const [previous, next] = [moments[at - 1], moments[at + 1]]
      if (previous === undefined || next === undefined || newest === undefined) continue
      const age = Math.max(1, newest.at - moment.at)
      const isSure = KEPT_FOR_SURE.includes(moment.reason)
      const worth = Math.abs(next.at - previous.at) / age + (isSure ? 1000 : 0)
      if (worst === undefined || worth < worst.worth) worst = { id: moment.id, worth }
    }
    const dropped = worst?.id ?? moments[0]?.id
    moments = moments.filter(({ id }) => id !== dropped)
  }

  const kept: Snapshots = {
    list: () => moments,
    get bytes() {
      return total()
    },
    mostBytes,
    get branch() {
      return branch
    },
    last: () => moments.at(-1),
    find: (id) => moments.find((moment) => moment.id === id),
    before: (at, actions) =>
      moments
        .filter((moment) => moment.at <= at && leadsTo(moment.snapshot.actions ?? [], actions))
        .reduce<Snapshot | undefined>(
          (best, one) => (best === undefined || one.at >= best.at ? one : best),
          undefined,
        ),
    take(reason) {
      const started = performance.now()
      const taken = snapshot()
      const moment = { id: nextId++, at: taken.now, reason, branch, bytes: sizeOf(taken), snapshot: taken }
      moments.push(moment)
      while (moments.length > MOST_MOMENTS || (moments.length > 2 && total() > mostBytes)) dropOne()
      cost = performance.now() - started
      takenAt = realNow()
      return moment
    },
    takeSometimes(reason) {
      if (realNow() - takenAt < Math.max(LEAST_REST, REST * cost)) return
      kept.take(reason)
    },
    fork() {
      branch = ++branches
    },
    clear() {
      moments = []
      takenAt = -Infinity
    },
  }
  return kept
}

/** Whether so much simulated time went by since the last moment that another is due. */
export const isIntervalOver = (last: Snapshot | undefined, now: Instant): boolean =>
  last === undefined || now - last.at >= INTERVAL
