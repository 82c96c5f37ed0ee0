import type { WorldSnapshot as SnapshotSummary } from '../../openapi/generated/control.d.ts'
import type { WorldFile } from '../../openapi/generated/world-file.d.ts'
import type { Instant } from '../../simulator/base/clock.ts'
import type { WorldSnapshot } from '../../simulator/world/world.ts'
import type { FaultsSnapshot } from '../faults/faults.ts'
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
  maxBytes?: number
}

export interface Snapshots {
  list(): readonly Snapshot[]
  readonly bytes: number
  readonly maxBytes: number
  readonly branch: number
  /** The newest snapshot; undefined before the first. */
  last(): Snapshot | undefined
  find(id: number): Snapshot | undefined
  /** The last snapshot at or before a time from which these actions follow. */
  before(at: Instant, actions: readonly Action[]): Snapshot | undefined
  /** Saves the current state. */
  take(reason: SnapshotReason): Snapshot
  /** Saves the state unless that would take too large a share of the time. */
  takeSometimes(reason: SnapshotReason): void
  /** Starts a new branch. */
  fork(): void
  /** A new world: all snapshots of the old one are discarded. */
  clear(): void
}

const MAX_SNAPSHOTS = 60
const MAX_BYTES = 128 * 1024 * 1024
/** Simulated time. */
const INTERVAL = 10 * 60_000
/** Snapshots use at most a tenth of the time, and at most one is taken per second. */
const PAUSE_FACTOR = 10
const MIN_PAUSE = 1000

const PROTECTED: readonly SnapshotReason[] = ['rewind', 'asked']

/** Approximate size of a cloneable value. Samples long lists. */
export function estimatedBytes(value: unknown, depth = 0): number {
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
  const sampled =
    members.length > 200 ? members.filter((_, at) => at % Math.ceil(members.length / 100) === 0) : members
  let sum = 0
  for (const member of sampled) sum += 8 + estimatedBytes(member, depth + 1)
  return 32 + (sampled.length === 0 ? 0 : (sum * members.length) / sampled.length)
}

/** Whether the earlier actions are the beginning of the later ones. */
const leadsTo = (then: readonly Action[], now: readonly Action[]): boolean =>
  then.length <= now.length && then.at(-1) === (then.length === 0 ? undefined : now[then.length - 1])

/** The snapshots of a cloud, in limited memory: the older, the sparser. */
export function createSnapshots({ snapshot, realNow, maxBytes = MAX_BYTES }: SnapshotsOptions): Snapshots {
  let snapshots: Snapshot[] = []
  let nextId = 1
  let branch = 1
  let branches = 1
  let takenAt = -Infinity
  let cost = 0

  const total = () => snapshots.reduce((sum, { bytes }) => sum + bytes, 0)
  /** Drops the snapshot whose neighbours are closest relative to its age. */
  function dropOne(): void {
    const newest = snapshots.at(-1)
    let worst: { id: number; worth: number } | undefined
    for (const [at, saved] of snapshots.entries()) {
      const [previous, next] = [snapshots[at - 1], snapshots[at + 1]]
      if (previous === undefined || next === undefined || newest === undefined) continue
      const age = Math.max(1, newest.at - saved.at)
      const isProtected = PROTECTED.includes(saved.reason)
      const worth = Math.abs(next.at - previous.at) / age + (isProtected ? 1000 : 0)
      if (worst === undefined || worth < worst.worth) worst = { id: saved.id, worth }
    }
    const dropped = worst?.id ?? snapshots[0]?.id
    snapshots = snapshots.filter(({ id }) => id !== dropped)
  }

  const result: Snapshots = {
    list: () => snapshots,
    get bytes() {
      return total()
    },
    maxBytes,
    get branch() {
      return branch
    },
    last: () => snapshots.at(-1),
    find: (id) => snapshots.find((saved) => saved.id === id),
    before: (at, actions) =>
      snapshots
        .filter((saved) => saved.at <= at && leadsTo(saved.snapshot.actions ?? [], actions))
        .reduce<Snapshot | undefined>(
          (best, one) => (best === undefined || one.at >= best.at ? one : best),
          undefined,
        ),
    take(reason) {
      const started = performance.now()
      const taken = snapshot()
      const saved = {
        id: nextId++,
        at: taken.now,
        reason,
        branch,
        bytes: estimatedBytes(taken),
        snapshot: taken,
      }
      snapshots.push(saved)
      while (snapshots.length > MAX_SNAPSHOTS || (snapshots.length > 2 && total() > maxBytes)) dropOne()
      cost = performance.now() - started
      takenAt = realNow()
      return saved
    },
    takeSometimes(reason) {
      if (realNow() - takenAt < Math.max(MIN_PAUSE, PAUSE_FACTOR * cost)) return
      result.take(reason)
    },
    fork() {
      branch = ++branches
    },
    clear() {
      snapshots = []
      takenAt = -Infinity
    },
  }
  return result
}

/** Whether enough simulated time has passed for the next snapshot. */
export const isIntervalOver = (last: Snapshot | undefined, now: Instant): boolean =>
  last === undefined || now - last.at >= INTERVAL
