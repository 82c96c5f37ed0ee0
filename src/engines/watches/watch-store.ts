import * as z from 'zod/mini'
import { api } from '@/api/api.ts'
import { createStored, type Stored } from '@/lib/stored.ts'
import { accountBell } from './bell.ts'
import { unreadIn } from './inbox.ts'
import {
  drawId,
  entrySchema,
  knownSchema,
  MAX_ENTRIES,
  MAX_WATCHES,
  quietSchema,
  watchKey,
  watchSchema,
  type Entry,
  type Known,
  type NewWatch,
  type Watch,
} from './watch.ts'

const settingsSchema = z.strictObject({
  /** Whether to show notifications, if the browser allows it. */
  popUps: z.boolean(),
  quiet: z.nullable(quietSchema),
})
export type WatchSettings = z.infer<typeof settingsSchema>

/** Why the last round failed. */
const troubles = ['away', 'busy', 'refused'] as const

const progressSchema = z.strictObject({
  /** Time of the last successful round, by the platform's clock. */
  lookedAt: z.nullable(z.number()),
  trouble: z.nullable(z.enum(troubles)),
  known: z.array(z.strictObject({ watch: z.string().check(z.maxLength(12)), known: knownSchema })),
  /** Watches whose request the platform rejects. */
  refused: z.array(z.string().check(z.maxLength(12))).check(z.maxLength(MAX_WATCHES)),
})
export type Progress = z.infer<typeof progressSchema>

const initialProgress: Progress = { lookedAt: null, trouble: null, known: [], refused: [] }

/** The watches of an account, stored in this browser. All tabs share them. */
export interface WatchStore {
  readonly watches: Stored<readonly Watch[]>
  readonly inbox: Stored<readonly Entry[]>
  readonly settings: Stored<WatchSettings>
  readonly progress: Stored<Progress>
}

const stores = new Map<number, WatchStore>()

/** Skips invalid rows. */
const rowsOf =
  <Row>(schema: { safeParse(row: unknown): { success: boolean; data?: Row } }, most: number) =>
  (stored: unknown): readonly Row[] | undefined =>
    Array.isArray(stored)
      ? stored.slice(0, most).flatMap((row) => {
          const { data } = schema.safeParse(row)
          return data === undefined ? [] : [data]
        })
      : undefined

const valueOf =
  <Value>(schema: { safeParse(value: unknown): { success: boolean; data?: Value } }) =>
  (stored: unknown): Value | undefined =>
    schema.safeParse(stored).data

/** The id of the signed-in user; 0: nobody. */
export const currentAccount = (): number => api().session.claims()?.id ?? 0

export function watchStore(account: number = currentAccount()): WatchStore {
  const known = stores.get(account)
  if (known !== undefined) return known
  const storedValue = <Value>(name: string, fallback: Value, read: (stored: unknown) => Value | undefined) =>
    createStored(`watches.${account}.${name}`, fallback, read)
  const watches = storedValue<readonly Watch[]>('list', [], rowsOf(watchSchema, MAX_WATCHES))
  const inbox = storedValue<readonly Entry[]>('inbox', [], rowsOf(entrySchema, MAX_ENTRIES))
  const updateBell = () =>
    accountBell(account).set({ watches: watches.get().length, unread: unreadIn(inbox.get()) })
  /** Updates the bell with every change. */
  const updatingBell = <Value>(stored: Stored<Value>): Stored<Value> => ({
    ...stored,
    set(value) {
      stored.set(value)
      updateBell()
    },
  })
  const store: WatchStore = {
    watches: updatingBell(watches),
    inbox: updatingBell(inbox),
    settings: storedValue<WatchSettings>('settings', { popUps: false, quiet: null }, valueOf(settingsSchema)),
    progress: storedValue<Progress>('progress', initialProgress, valueOf(progressSchema)),
  }
  stores.set(account, store)
  return store
}

export const knownState = ({ known }: Progress, watch: string): Known | undefined =>
  known.find((each) => each.watch === watch)?.known

/** Adds a watch. Returns the existing one if there is an equal one, or undefined at the limit. */
export function addWatch(
  { watches }: Pick<WatchStore, 'watches'>,
  watch: NewWatch,
  now: number,
): Watch | undefined {
  const all = watches.get()
  const key = watchKey(watch)
  const existing = all.find((each) => watchKey(each) === key)
  if (existing !== undefined || all.length >= MAX_WATCHES) return existing
  const added: Watch = { ...watch, id: drawId(), paused: false, since: now }
  watches.set([...all, added])
  return added
}

export const removeWatch = ({ watches }: Pick<WatchStore, 'watches'>, id: string) =>
  watches.set(watches.get().filter((each) => each.id !== id))

/** Pauses or resumes a watch. A resumed watch starts over, so that nothing old is reported. */
export function pauseWatch({ watches, progress }: WatchStore, id: string, paused: boolean) {
  watches.set(watches.get().map((each) => (each.id === id ? { ...each, paused } : each)))
  resetWatch({ progress }, id)
}

/** Replaces the query of a watch. */
export function changeWatch({ watches, progress }: WatchStore, changed: Watch) {
  watches.set(watches.get().map((each) => (each.id === changed.id ? changed : each)))
  resetWatch({ progress }, changed.id)
}

function resetWatch({ progress }: Pick<WatchStore, 'progress'>, id: string) {
  const { known, refused, ...rest } = progress.get()
  progress.set({
    ...rest,
    known: known.filter(({ watch }) => watch !== id),
    refused: refused.filter((watch) => watch !== id),
  })
}
