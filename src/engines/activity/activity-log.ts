import { browserDatabase } from '@/lib/browser-database.ts'
import { asNumber, createStored, type Stored } from '@/lib/stored.ts'
import { entrySchema, LONGEST_KEPT_MS, MAX_ENTRIES, type Change, type Entry } from './activity-entry.ts'

/** The changes of one account that this browser stores. Shared by all tabs. */
export interface ActivityLog {
  /** Newest first. */
  entries(): Promise<Entry[]>
  add(entry: Entry, now: number): Promise<void>
  clear(): Promise<void>
  isKept(): Promise<boolean>
  /** Incremented whenever there is something new to read. */
  readonly revision: Stored<number>
  /** Changes that are never stored, by entry: the values of variables. Lost when the tab closes. */
  readonly secrets: Map<string, Change>
}

const MAX_SECRETS = 200

const logs = new Map<number, ActivityLog>()

export function activityLog(account: number): ActivityLog {
  const log = logs.get(account) ?? createLog(account)
  logs.set(account, log)
  return log
}

function createLog(account: number): ActivityLog {
  const database = () => browserDatabase(account)
  const store = () => database().store('activity')
  const revision = createStored(`activity.${account}.turn`, 0, asNumber)
  const secrets = new Map<string, Change>()
  let pending: Entry[] = []
  let writing: Promise<void> | null = null
  const write = async (now: number) => {
    while (pending.length > 0) {
      const rows = pending
      pending = []
      await store().put(rows.map((entry) => [[entry.at, entry.id], entry] as const))
    }
    await store().deleteRange({ to: [now - LONGEST_KEPT_MS] })
    await store().deleteOldest(MAX_ENTRIES)
    writing = null
    revision.set(revision.get() + 1)
  }
  return {
    revision,
    secrets,
    isKept: () => database().isKept(),
    async entries() {
      const rows = await store().getRange({ reversed: true, limit: MAX_ENTRIES })
      return rows.flatMap(([, row]) => {
        const { data } = entrySchema.safeParse(row)
        return data === undefined ? [] : [data]
      })
    },
    add(entry, now) {
      pending.push(entry)
      writing ??= write(now)
      return writing
    },
    async clear() {
      secrets.clear()
      await store().clear()
      revision.set(revision.get() + 1)
    },
  }
}

/** Keeps a change in memory only; the oldest ones are dropped. */
export function storeSecret({ secrets }: ActivityLog, id: string, change: Change): void {
  secrets.set(id, change)
  const [oldest] = secrets.keys()
  if (secrets.size > MAX_SECRETS && oldest !== undefined) secrets.delete(oldest)
}

/** Drops the values of variables at the end of a session. */
export function clearSecrets(): void {
  for (const { secrets } of logs.values()) secrets.clear()
}
