import * as z from 'zod/mini'
import { shownStatuses, type StatusCounts } from '@/domain/device/status-breakdown.ts'
import { browserDatabase, memoryStore, type RowKey, type RowStore } from '@/lib/browser-database.ts'

/** The devices of a fleet by status at a time, in milliseconds since 1970. */
export interface FleetCounts {
  at: number
  counts: StatusCounts
}

/** What this browser has read of the number of devices by status, of the fleets of an account. Shared by all tabs. */
export interface FleetCountsHistory {
  /** Records counts that were just read; more often than every five minutes only if they changed. */
  note(counts: ReadonlyMap<number, StatusCounts>, at: number): void
  /** Oldest first, for each fleet. */
  read(fleets: readonly number[], from: number, to: number): Promise<ReadonlyMap<number, FleetCounts[]>>
  /** Writes pending counts now; otherwise they are written a few seconds after they are recorded. */
  flush(): Promise<void>
  clear(): Promise<void>
}

const MINUTE = 60_000
/** A row holds what one tab read of one fleet within one hour. */
const ROW_MS = 60 * MINUTE
const KEPT_MS = 7 * 24 * ROW_MS
/** With some 500 bytes a row, at most 2 MB. */
export const MAX_ROWS = 4_000
const UNCHANGED_EVERY_MS = 5 * MINUTE
const CHANGED_EVERY_MS = MINUTE
const MAX_POINTS = 60
const WRITE_AFTER_MS = 10_000

const count = z.number().check(z.gte(0))
/** The time, then a count for each status. */
const point = z.array(count).check(z.length(1 + shownStatuses.length))
const rowSchema = z.array(point).check(z.maxLength(MAX_POINTS))

const hourOf = (at: number) => Math.floor(at / ROW_MS) * ROW_MS

/** Reads a stored row; empty if it is invalid. Points outside the hour of its key are dropped. */
function pointsIn([hour]: RowKey, row: unknown): FleetCounts[] {
  const { data } = rowSchema.safeParse(row)
  if (data === undefined || typeof hour !== 'number') return []
  return data
    .filter(([at = 0]) => at >= hour && at < hour + ROW_MS)
    .map(([at = 0, ...counts]) => ({
      at,
      counts: Object.fromEntries(
        shownStatuses.map((status, place) => [status, counts[place] ?? 0]),
      ) as StatusCounts,
    }))
}

const isSame = (one: StatusCounts, other: StatusCounts) =>
  shownStatuses.every((status) => one[status] === other[status])

interface OpenRow {
  hour: number
  fleet: number
  points: FleetCounts[]
  isWritten: boolean
}

const histories = new Map<number, FleetCountsHistory>()

/** The counts of an account in this browser. */
export function fleetCountsHistory(account: number): FleetCountsHistory {
  const known = histories.get(account)
  if (known) return known
  const history = createFleetCountsHistory(browserDatabase(account).store('fleet-counts'))
  histories.set(account, history)
  globalThis.document?.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void history.flush()
  })
  return history
}

export function createFleetCountsHistory(store: RowStore = memoryStore()): FleetCountsHistory {
  /** Part of the row key, unique per tab: no row overwrites that of another tab. */
  const tab = crypto.randomUUID().slice(0, 8)
  const open = new Map<string, OpenRow>()
  let writing: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined
  let newest = 0

  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    const changed = [...open.values()].filter(({ isWritten }) => !isWritten)
    if (changed.length === 0) return
    const written = changed.map((row) => [row, row.points.length] as const)
    await store.put(
      changed.map(
        ({ hour, fleet, points }) =>
          [
            [hour, fleet, tab],
            points.map(({ at, counts }) => [at, ...shownStatuses.map((status) => counts[status])]),
          ] as const,
      ),
    )
    // A row may have got another point meanwhile.
    for (const [row, length] of written) row.isWritten = row.points.length === length
    await store.deleteRange({ to: [newest - KEPT_MS] })
    await store.deleteOldest(MAX_ROWS)
    for (const [key, { hour, isWritten }] of open) if (isWritten && hour < hourOf(newest)) open.delete(key)
  }
  const flush = () => (writing = writing.then(write, write))

  return {
    flush,
    note(counts, at) {
      newest = Math.max(newest, at)
      for (const [fleet, now] of counts) {
        const key = `${hourOf(at)} ${fleet}`
        const row = open.get(key) ?? { hour: hourOf(at), fleet, points: [], isWritten: false }
        const last = row.points.at(-1)
        const wait = last && isSame(last.counts, now) ? UNCHANGED_EVERY_MS : CHANGED_EVERY_MS
        if ((last && at - last.at < wait) || row.points.length >= MAX_POINTS) continue
        row.points.push({ at, counts: now })
        row.isWritten = false
        open.set(key, row)
        timer ??= setTimeout(() => void flush(), WRITE_AFTER_MS)
      }
    },
    async read(fleets, from, to) {
      const stored = await store.getRange({ from: [hourOf(from)], to: [to + 1] })
      const known = new Map(fleets.map((fleet) => [fleet, new Map<number, FleetCounts>()]))
      const add = (fleet: unknown, points: readonly FleetCounts[]) => {
        const found = typeof fleet === 'number' ? known.get(fleet) : undefined
        for (const point of points) if (point.at >= from && point.at <= to) found?.set(point.at, point)
      }
      for (const [key, row] of stored) add(key[1], pointsIn(key, row))
      for (const { fleet, points } of open.values()) add(fleet, points)
      return new Map(
        [...known].map(([fleet, points]) => [fleet, [...points.values()].toSorted((a, b) => a.at - b.at)]),
      )
    },
    async clear() {
      await writing.catch(() => {})
      open.clear()
      await store.clear()
    },
  }
}
