import { browserDatabase } from '@/lib/browser-database.ts'
import { asNumber, createStored, type Stored } from '@/lib/stored.ts'
import { entrySchema, LONGEST_KEPT_MS, MOST_ENTRIES, type Change, type Entry } from './entry.ts'

/** The changes of one account that this browser keeps. All tabs share them. */
export interface ActivityLog {
  /** Newest first. */
  entries(): Promise<Entry[]>
  add(entry: Entry, now: number): Promise<void>
  clear(): Promise<void>
  isKept(): Promise<boolean>
  /** Becomes another number whenever there is something new to read. */
  readonly turn: Stored<number>
  /** What may only be known while this tab is open, by entry: the values of variables. */
  readonly secrets: Map<string, Change>
}

const MOST_SECRETS = 200

const logs = new Map<number, ActivityLog>()

export function activityLog(account: number): ActivityLog {
  const log = logs.get(account) ?? createLog(account)
  logs.set(account, log)
  return log
}

function createLog(account: number): ActivityLog {
  const database = () => browserDatabase(account)
  const store = () => database().store('activity')
  const turn = createStored(`activity.${account}.turn`, 0, asNumber)
  const secrets = new Map<string, Change>()
  let waiting: Entry[] = []
  let writing: Promise<void> | null = null
  const write = async (now: number) => {
    while (waiting.length > 0) {
      const rows = waiting
      waiting = []
      await store().put(rows.map((entry) => [[entry.at, entry.id], entry] as const))
    }
    await store().deleteRange({ to: [now - LONGEST_KEPT_MS] })
    await store().deleteOldest(MOST_ENTRIES)
    writing = null
    turn.set(turn.get() + 1)
  }
  return {
    turn,
    secrets,
    isKept: () => database().isKept(),
    async entries() {
      const rows = await store().getRange({ reversed: true, limit: MOST_ENTRIES })
      return rows.flatMap(([, row]) => {
        const { data } = entrySchema.safeParse(row)
        return data === undefined ? [] : [data]
      })
    },
    add(entry, now) {
      waiting.push(entry)
      writing ??= write(now)
      return writing
    },
    async clear() {
      secrets.clear()
      await store().clear()
      turn.set(turn.get() + 1)
    },
  }
}

/** Keeps in memory what nothing else may keep, the newest. */
export function keepSecret({ secrets }: ActivityLog, id: string, change: Change): void {
  secrets.set(id, change)
  const [oldest] = secrets.keys()
  if (secrets.size > MOST_SECRETS && oldest !== undefined) secrets.delete(oldest)
}

/** The earlier values are forgotten with the session. */
export function forgetSecrets(): void {
  for (const { secrets } of logs.values()) secrets.clear()
}
