import { browserDatabase, memoryStore, type RowStore } from '@/lib/browser-database.ts'
import { asNumber, createStored } from '@/lib/stored.ts'
import type { Observation } from './observation.ts'
import { joinSeen, lossesIn, nothingSeen, withObservation, type Seen } from './observed-periods.ts'
import { hourOf, keptRow, LONGEST_KEPT_MS, MAX_ROWS, MAX_SPANS, readRow, ROW_MS } from './stored-row.ts'

/** What this browser has observed of the devices of an account. Shared by all tabs. */
export interface SeenHistory {
  /** Records observations. Returns the devices with a new point or a new state. */
  note(observations: readonly Observation[], at: number): string[]
  read(uuid: string, from: number, to: number): Promise<Seen>
  /** How often each device lost contact, by UUID; devices that did not are left out. */
  losses(from: number, to: number): Promise<ReadonlyMap<string, number>>
  /** Writes pending observations now; otherwise they are written a few seconds after they are recorded. */
  flush(): Promise<void>
  clear(): Promise<void>
  /** False if the observations are lost with the page. */
  isKept(): Promise<boolean>
}

/** Further observations of one call are ignored. */
const MAX_OBSERVATIONS = 200
const WRITE_AFTER_MS = 10_000
const MAX_OPEN = 400
const MAX_IN_MEMORY = 500

const histories = new Map<string, SeenHistory>()

/** `keeps`: store in the browser, rather than in memory for as long as the page lives. */
export function seenHistory(account: number, keeps: boolean): SeenHistory {
  const name = `${account} ${keeps}`
  const known = histories.get(name)
  if (known !== undefined) return known
  const database = keeps ? browserDatabase(account) : null
  const history = createHistory(
    database?.store('history') ?? memoryStore(),
    () => database?.isKept() ?? Promise.resolve(false),
    createStored(`history.${account}.cleared`, 0, asNumber),
  )
  histories.set(name, history)
  globalThis.document?.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') void history.flush()
  })
  return history
}

interface OpenRow {
  hour: number
  uuid: string
  seen: Seen
  isWritten: boolean
}

/** `cleared` is shared by tabs: when it changes, all tabs discard their observations. */
export function createHistory(
  store: RowStore,
  isKept: () => Promise<boolean>,
  cleared: { get(): number; set(value: number): void },
): SeenHistory {
  /** Part of the row key, unique per tab and renewed: no row overwrites another one. */
  let turn = crypto.randomUUID().slice(0, 8)
  let open = new Map<string, OpenRow>()
  let newest = 0
  let clearedAt = cleared.get()
  let writing: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined

  const reset = () => {
    open = new Map()
    turn = crypto.randomUUID().slice(0, 8)
  }
  const forgetIfCleared = () => {
    if (cleared.get() === clearedAt) return
    clearedAt = cleared.get()
    reset()
  }
  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    forgetIfCleared()
    const changed = [...open.values()].filter(({ isWritten }) => !isWritten)
    if (changed.length === 0) return
    await store.put(changed.map(({ hour, uuid, seen }) => [[hour, uuid, turn], keptRow(seen)] as const))
    // A row that got another point meanwhile is another object.
    for (const row of changed) row.isWritten = true
    await store.deleteRange({ to: [newest - LONGEST_KEPT_MS] })
    await store.deleteOldest((await isKept()) ? MAX_ROWS : MAX_IN_MEMORY)
    const now = hourOf(newest)
    for (const [key, { hour, isWritten }] of open) if (isWritten && hour < now) open.delete(key)
    if (open.size > MAX_OPEN) reset()
  }
  const flush = () => (writing = writing.then(write, write))

  return {
    flush,
    isKept,
    note(observations, at) {
      forgetIfCleared()
      newest = at
      const hour = hourOf(at)
      const changed: string[] = []
      for (const observation of observations.slice(0, MAX_OBSERVATIONS)) {
        const { uuid } = observation
        const key = `${hour} ${uuid}`
        const before = open.get(key)?.seen ?? nothingSeen
        if (before.spans.length >= MAX_SPANS) continue
        const { seen, grew } = withObservation(before, observation, at)
        open.set(key, { hour, uuid, seen, isWritten: false })
        if (grew) changed.push(uuid)
      }
      if (observations.length > 0) timer ??= setTimeout(() => void flush(), WRITE_AFTER_MS)
      return changed
    },
    async read(uuid, from, to) {
      forgetIfCleared()
      const hours = Array.from(
        { length: Math.floor((hourOf(to) - hourOf(from)) / ROW_MS) + 1 },
        (_, index) => hourOf(from) + index * ROW_MS,
      )
      const stored = await Promise.all(
        hours.map((hour) => store.getRange({ from: [hour, uuid], to: [hour, `${uuid}!`] })),
      )
      const unwritten = [...open.values()].filter((row) => row.uuid === uuid)
      return joinSeen(
        [...stored.flat().map(([key, row]) => readRow(key, row)), ...unwritten.map(({ seen }) => seen)],
        from,
        to,
      )
    },
    async losses(from, to) {
      forgetIfCleared()
      const stored = await store.getRange({ from: [hourOf(from)], to: [to + 1] })
      const parts = new Map<string, Seen[]>()
      const add = (uuid: unknown, seen: Seen) => {
        if (typeof uuid === 'string') parts.set(uuid, [...(parts.get(uuid) ?? []), seen])
      }
      for (const [key, row] of stored) add(key[1], readRow(key, row))
      for (const { uuid, seen } of open.values()) add(uuid, seen)
      return new Map(
        [...parts]
          .map(([uuid, seen]) => [uuid, lossesIn(joinSeen(seen, from, to).spans)] as const)
          .filter(([, losses]) => losses > 0),
      )
    },
    async clear() {
      await writing.catch(() => {})
      reset()
      clearedAt = Math.max(Date.now(), cleared.get() + 1)
      cleared.set(clearedAt)
      await store.clear()
    },
  }
}
