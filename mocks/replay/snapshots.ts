import type { WorldSnapshot as SnapshotSummary } from '../../openapi/generated/control.d.ts'
import type { WorldFile } from '../../openapi/generated/world-file.d.ts'
import type { Instant } from '../../simulator/clock.ts'
import type { WorldSnapshot } from '../../simulator/world.ts'
import type { FaultsSnapshot } from '../faults.ts'
import type { PlatformName } from '../platforms/platform.ts'
import type { StoreSnapshot } from '../store/store.ts'
import type { Action } from './action-log.ts'

/** The whole state of a cloud; can be structured-cloned. */
export interface CloudSnapshot {
  scenario: string
  /** The world file, if any. */
  worldFile?: WorldFile
  /** Absent in data saved by an earlier version: the hosted one. */
  platform?: PlatformName
  seed: number
  devices: number | undefined
  now: Instant
  world: WorldSnapshot
  store: StoreSnapshot
  /** Absent in data saved by an earlier version, like all fields below. */
  openedAt?: Instant
  faults?: FaultsSnapshot
  /** The actions so far. */
  actions?: readonly Action[]
}

/** Why a snapshot was taken: at an interval, on request, or before the world was moved, changed or left. */
export type SnapshotReason = SnapshotSummary['reason']

/** A snapshot of the whole cloud to go back to. */
export interface Snapshot {
  id: number
  at: Instant
  reason: SnapshotReason
  /** Histories that were left by going back are separate branches. */
  branch: number
  /** Approximate size in memory. */
  bytes: number
  snapshot: CloudSnapshot
}

export interface SnapshotsOptions {
  snapshot(): CloudSnapshot
  realNow(): number
  /** Maximum size of all snapshots together. */
  mostBytes?: number
}

export interface Snapshots {
  list(): readonly Snapshot[]
  readonly bytes: number
  readonly mostBytes: number
  readonly branch: number
  /** The newest snapshot; undefined before the first. */
  last(): Snapshot | undefined
  find(id: number): Snapshot | undefined
  /** The last snapshot at or before a time from which these actions follow. */
  before(at: Instant, actions: readonly Action[]): Snapshot | undefined
  /** Saves the current state. */
  take(reason: SnapshotReason): Snapshot
  /** Saves the state if that is cheap compared with the work since the last time. */
  takeSometimes(reason: SnapshotReason): void
  /** Starts a new branch. */
  fork(): void
  /** A new world: all snapshots of the old one are discarded. */
  clear(): void
}

const MOST_MOMENTS = 60
const MOST_BYTES = 128 * 1024 * 1024
/** Simulated time. */
const INTERVAL = 10 * 60_000
/** Snapshots use at most a tenth of the time, and at most one is taken per second. */
const REST = 10
const LEAST_REST = 1000

const KEPT_FOR_SURE: readonly SnapshotReason[] = ['rewind', 'asked']

/** Approximate size of a cloneable value. Samples long lists. */
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
  // The fields of a record differ; the items of a long list are similar.
  const looked =
    members.length > 200 ? members.filter((_, at) => at % Math.ceil(members.length / 100) === 0) : members
  let sum = 0
  for (const member of looked) sum += 8 + sizeOf(member, depth + 1)
  return 32 + (looked.length === 0 ? 0 : (sum * members.length) / looked.length)
}

/** Whether the earlier actions are the beginning of the later ones. */
const leadsTo = (then: readonly Action[], now: readonly Action[]): boolean =>
  then.length <= now.length && then.at(-1) === (then.length === 0 ? undefined : now[then.length - 1])

/** The snapshots of a cloud, in limited memory: the older, the sparser. */
export function createSnapshots({ snapshot, realNow, mostBytes = MOST_BYTES }: SnapshotsOptions): Snapshots {
  let moments: Snapshot[] = []
  let nextId = 1
  let branch = 1
  let branches = 1
  let takenAt = -Infinity
  let cost = 0

  const total = () => moments.reduce((sum, { bytes }) => sum + bytes, 0)
  /** Drops the snapshot whose neighbours are closest relative to its age. */
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

/** Whether enough simulated time has passed for the next snapshot. */
export const isIntervalOver = (last: Snapshot | undefined, now: Instant): boolean =>
  last === undefined || now - last.at >= INTERVAL
