import { storedName } from './stored.ts'

/** All stores. To add one, also increase the version. */
const STORES = ['activity', 'history', 'fleet-counts'] as const
const VERSION = 2

export type StoreName = (typeof STORES)[number]

/** Rows are sorted by key, part by part, numbers before texts. The first part should be the age of the row. */
export type RowKey = readonly (number | string)[]
export type KeyedRow = readonly [key: RowKey, row: unknown]

export interface RowRange {
  /** Inclusive. */
  from?: RowKey
  /** Exclusive. */
  to?: RowKey
  limit?: number
  /** Descending by key. */
  reversed?: boolean
}

/** Rows of one kind. Readers validate them, because their content is untrusted. */
export interface RowStore {
  put(rows: readonly KeyedRow[]): Promise<void>
  getRange(range?: RowRange): Promise<KeyedRow[]>
  count(): Promise<number>
  deleteRange(range: Pick<RowRange, 'from' | 'to'>): Promise<void>
  /** Keeps only this number of rows, those with the highest keys. */
  deleteOldest(keep: number): Promise<void>
  clear(): Promise<void>
}

export interface BrowserDatabase {
  store(name: StoreName): RowStore
  /** False if the browser stores nothing: rows then live as long as the page, and pages show a notice. */
  isKept(): Promise<boolean>
}

const databases = new Map<string, BrowserDatabase>()

/** The database of an account for this mode and platform; a single instance per account. */
export function browserDatabase(account: number): BrowserDatabase {
  const name = storedName(`database.${account}`)
  const known = databases.get(name) ?? createDatabase(name)
  databases.set(name, known)
  return known
}

function createDatabase(name: string): BrowserDatabase {
  let opened: Promise<IDBDatabase | null> | null = null
  const inMemory = new Map<StoreName, RowStore>()
  const memory = (store: StoreName) => {
    const rows = inMemory.get(store) ?? memoryStore()
    inMemory.set(store, rows)
    return rows
  }
  const open = () => (opened ??= openDatabase(name, () => (opened = null)).catch(() => null))
  /** Falls back to memory as soon as the browser rejects a call. */
  const using = async <Answer>(store: StoreName, act: (rows: RowStore) => Promise<Answer>) => {
    const database = await open()
    if (database === null) return act(memory(store))
    try {
      return await act(storeOf(database, store))
    } catch {
      opened = Promise.resolve(null)
      return act(memory(store))
    }
  }
  return {
    store: (store) => ({
      put: (rows) => using(store, (each) => each.put(rows)),
      getRange: (range) => using(store, (each) => each.getRange(range)),
      count: () => using(store, (each) => each.count()),
      deleteRange: (range) => using(store, (each) => each.deleteRange(range)),
      deleteOldest: (keep) => using(store, (each) => each.deleteOldest(keep)),
      clear: () => using(store, (each) => each.clear()),
    }),
    isKept: async () => (await open()) !== null,
  }
}

function openDatabase(name: string, onClosed: () => void): Promise<IDBDatabase | null> {
  if (typeof indexedDB === 'undefined') return Promise.resolve(null)
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, VERSION)
    request.onupgradeneeded = () => {
      for (const store of STORES)
        if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store)
    }
    request.onsuccess = () => {
      const { result } = request
      // Another tab opens the next version, or the user clears the site data.
      result.onversionchange = () => {
        result.close()
        onClosed()
      }
      result.onclose = onClosed
      resolve(result)
    }
    request.onerror = () => reject(request.error ?? new Error('The browser keeps no database'))
    request.onblocked = () => resolve(null)
  })
}

/** Resolves when the transaction is complete: a successful request alone does not mean that the row is stored. */
const completed = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The browser gave the change up'))
  })

const resultOf = <Answer>(request: IDBRequest<Answer>) =>
  new Promise<Answer>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser did not answer'))
  })

function keyRange({ from, to }: Pick<RowRange, 'from' | 'to'>): IDBKeyRange | null {
  if (from !== undefined && to !== undefined) return IDBKeyRange.bound([...from], [...to], false, true)
  if (from !== undefined) return IDBKeyRange.lowerBound([...from])
  return to === undefined ? null : IDBKeyRange.upperBound([...to], true)
}

const isKey = (key: unknown): key is RowKey =>
  Array.isArray(key) && key.every((part) => typeof part === 'number' || typeof part === 'string')

const isEmpty = ({ from, to }: Pick<RowRange, 'from' | 'to'>) =>
  from !== undefined && to !== undefined && compareKeys(from, to) >= 0

function storeOf(database: IDBDatabase, name: StoreName): RowStore {
  const write = async (act: (store: IDBObjectStore) => void) => {
    const transaction = database.transaction(name, 'readwrite')
    const done = completed(transaction)
    act(transaction.objectStore(name))
    await done
  }
  const read = () => database.transaction(name, 'readonly').objectStore(name)
  return {
    put: (rows) =>
      write((store) => {
        for (const [key, row] of rows) store.put(row, [...key])
      }),
    async getRange({ from, to, limit = Infinity, reversed = false } = {}) {
      const range = { ...(from && { from }), ...(to && { to }) }
      if (isEmpty(range) || limit <= 0) return []
      if (!reversed) {
        const store = read()
        const most = Number.isFinite(limit) ? limit : undefined
        const [keys, rows] = await Promise.all([
          resultOf(store.getAllKeys(keyRange(range), most)),
          resultOf(store.getAll(keyRange(range), most) as IDBRequest<unknown[]>),
        ])
        return keys.flatMap((key, at): KeyedRow[] => (isKey(key) ? [[key, rows[at]]] : []))
      }
      const found: KeyedRow[] = []
      const request = read().openCursor(keyRange(range), 'prev')
      return new Promise((resolve, reject) => {
        request.onerror = () => reject(request.error ?? new Error('The browser did not answer'))
        request.onsuccess = () => {
          const cursor = request.result
          if (cursor === null || found.length >= limit) return resolve(found)
          const value: unknown = cursor.value
          if (isKey(cursor.key)) found.push([cursor.key, value])
          cursor.continue()
        }
      })
    },
    count: () => resultOf(read().count()),
    async deleteRange(range) {
      if (isEmpty(range)) return
      const keys = keyRange(range)
      await write((store) => void (keys === null ? store.clear() : store.delete(keys)))
    },
    async deleteOldest(keep) {
      if (keep <= 0) return write((store) => void store.clear())
      const store = read()
      const tooMany = (await resultOf(store.count())) - keep
      if (tooMany <= 0) return
      const keys = await resultOf(store.getAllKeys(null, tooMany))
      const last = keys.at(-1)
      if (last !== undefined) await write((rows) => void rows.delete(IDBKeyRange.upperBound(last)))
    },
    clear: () => write((store) => void store.clear()),
  }
}

/** Compares keys like IndexedDB. */
export function compareKeys(a: RowKey, b: RowKey): number {
  for (const [at, one] of a.entries()) {
    const other = b[at]
    if (other === undefined) return 1
    if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1
    if (one < other) return -1
    if (one > other) return 1
  }
  return a.length - b.length
}

/** A store in memory, as a fallback and for tests. */
export function memoryStore(): RowStore {
  let rows: KeyedRow[] = []
  const within = ([key]: KeyedRow, { from, to }: Pick<RowRange, 'from' | 'to'>) =>
    (from === undefined || compareKeys(key, from) >= 0) && (to === undefined || compareKeys(key, to) < 0)
  return {
    put(added) {
      const byKey = new Map([...rows, ...added].map((row) => [JSON.stringify(row[0]), row]))
      rows = [...byKey.values()].toSorted(([a], [b]) => compareKeys(a, b))
      return Promise.resolve()
    },
    getRange({ limit = Infinity, reversed = false, ...range } = {}) {
      const found = rows.filter((row) => within(row, range))
      return Promise.resolve((reversed ? found.toReversed() : found).slice(0, Math.max(0, limit)))
    },
    count: () => Promise.resolve(rows.length),
    deleteRange(range) {
      rows = rows.filter((row) => !within(row, range))
      return Promise.resolve()
    },
    deleteOldest(keep) {
      rows = keep <= 0 ? [] : rows.slice(-keep)
      return Promise.resolve()
    },
    clear() {
      rows = []
      return Promise.resolve()
    },
  }
}
