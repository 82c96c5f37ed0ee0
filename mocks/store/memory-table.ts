import type { ResourceName } from '../../openapi/generated/model.ts'
import type { Rows } from '../../openapi/generated/rows.d.ts'
import type { ResourceSchema } from '../base/schema.ts'
import type { COMPUTED, RowInput, StoredRow } from './stored-row.ts'
import type { Reader, Table, Value, Values } from './table.ts'

/** Fields computed from the other fields of their row, for each resource that has any. */
export type AllComputedFields = {
  readonly [Resource in keyof typeof COMPUTED]: {
    readonly [Field in (typeof COMPUTED)[Resource][number]]: (row: StoredRow<Resource>) => Value
  }
}

/** Those of one resource, whichever it is. */
export type ComputedFields = Readonly<Record<string, (row: never) => Value>>

export interface MemoryTableSnapshot {
  nextId: number
  rows: Values[]
}

export interface MemoryTable<Resource extends ResourceName = ResourceName> extends Omit<
  Table,
  'insert' | 'update'
> {
  /** A reader of a field of existing rows. */
  reader<Field extends keyof Rows[Resource] & string>(
    field: Field,
  ): (handle: number) => Rows[Resource][Field] & Value
  /** The stored fields of a row, without the computed ones. Throws when there is no such row. */
  row(handle: number): StoredRow<Resource>
  insert(values: RowInput<Resource>): number
  update(handle: number, changes: RowInput<Resource>): void
  snapshot(): MemoryTableSnapshot
  restore(snapshot: MemoryTableSnapshot): void
}

/** Resources whose ids start at 1001, because every platform already has had many of their rows. */
const FIRST_IDS = /_(?:tag|variable)$|^(?:image|service)$/

const NONE: readonly number[] = []

/** Relations and the parts of keys. */
function indexedFields({ model }: ResourceSchema): string[] {
  return [...new Set([...Object.keys(model.toOne), ...model.keys.flat()])].filter((field) => field !== 'id')
}

export interface MemoryTableOptions {
  computed?: ComputedFields | undefined
  /** The time for the creation and modification dates. */
  now(): number
  /** Called after each change of a row by its values before and after it; null when there is no row. */
  changed?: ((before: Values | null, after: Values | null) => void) | undefined
}

/**
 * A table in memory with indexes of all relations and parts of keys. Handles are ids. Like a database, it sets the creation
 * and modification dates of its rows.
 */
export function createMemoryTable<Resource extends ResourceName>(
  resource: ResourceSchema,
  { computed = {}, now, changed }: MemoryTableOptions,
): MemoryTable<Resource> {
  const rows = new Map<number, Values>()
  const indexes = new Map<string, Map<Value, number[]>>()
  for (const field of indexedFields(resource)) if (!(field in computed)) indexes.set(field, new Map())
  let nextId = FIRST_IDS.test(resource.name) ? 1001 : 1
  const isDated = resource.member('modified_at') !== undefined

  /** The creation and modification dates that the values of a row lack. */
  const datesOf = (values: Values): Values => {
    if (!isDated) return {}
    const created = values['created_at'] ?? now()
    return { created_at: created, modified_at: values['modified_at'] ?? created }
  }
  const row = (handle: number): Values => {
    const found = rows.get(handle)
    if (found === undefined) throw new Error(`No ${resource.name} with id ${handle}`)
    return found
  }
  const addTo = (field: string, value: Value, handle: number) => {
    const index = indexes.get(field)
    if (index === undefined) return
    const found = index.get(value)
    if (found === undefined) index.set(value, [handle])
    else found.push(handle)
  }
  const removeFrom = (field: string, value: Value, handle: number) => {
    const found = indexes.get(field)?.get(value)
    const at = found?.indexOf(handle) ?? -1
    if (at >= 0) found?.splice(at, 1)
  }

  const insertRow = (values: Values): number => {
    const id = typeof values['id'] === 'number' ? values['id'] : nextId
    if (rows.has(id)) throw new Error(`${resource.name} ${id} exists already`)
    nextId = Math.max(nextId, id + 1)
    rows.set(id, { ...values, ...datesOf(values), id })
    for (const field of indexes.keys()) addTo(field, values[field] ?? null, id)
    return id
  }

  const reader = (field: string): Reader => {
    const compute = computed[field]
    if (compute !== undefined) return (handle) => compute(row(handle) as never)
    if (field === 'id') return (handle) => handle
    return (handle) => rows.get(handle)?.[field] ?? null
  }

  const insert = (values: Values): number => {
    const id = insertRow(values)
    changed?.(null, row(id))
    return id
  }

  const update = (handle: number, changes: Values): void => {
    const stored = row(handle)
    const before = changed === undefined ? null : { ...stored }
    if (isDated) stored['modified_at'] = now()
    for (const [field, value] of Object.entries(changes)) {
      if (field === 'id' || stored[field] === value) continue
      removeFrom(field, stored[field] ?? null, handle)
      stored[field] = value
      addTo(field, value, handle)
    }
    changed?.(before, stored)
  }

  const table: MemoryTable<Resource> = {
    resource: resource.name,
    get size() {
      return rows.size
    },
    handles: () => rows.keys(),
    byId: (id) => (rows.has(id) ? id : -1),
    // Rows are written as the contract has them, which a test checks for all worlds.
    row: (handle) => row(handle) as StoredRow<Resource>,
    reader: reader as MemoryTable<Resource>['reader'],
    find(field, value) {
      const index = indexes.get(field)
      return index === undefined ? undefined : (index.get(value) ?? NONE)
    },
    count(where) {
      if (where.size === 0) return rows.size
      const [only] = where
      return where.size === 1 && only !== undefined ? table.find(only[0], only[1])?.length : undefined
    },
    // As a map, the typed values of a row are values like any other.
    insert: insert as MemoryTable<Resource>['insert'],
    update: update as MemoryTable<Resource>['update'],
    remove(handle) {
      const stored = row(handle)
      for (const field of indexes.keys()) removeFrom(field, stored[field] ?? null, handle)
      rows.delete(handle)
      changed?.(stored, null)
    },
    snapshot: () => ({ nextId, rows: [...rows.values()].map((values) => ({ ...values })) }),
    restore(snapshot) {
      rows.clear()
      for (const index of indexes.values()) index.clear()
      for (const values of snapshot.rows) insertRow(values)
      nextId = snapshot.nextId
    },
  }
  return table
}
