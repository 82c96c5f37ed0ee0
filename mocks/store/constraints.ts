import type { ResourceName } from '../../openapi/generated/model.ts'
import { HttpError } from '../base/http-error.ts'
import type { ResourceSchema, Schema } from '../base/schema.ts'
import type { Table, Value, Values } from './table.ts'

/** 409 with the text that clients recognize in order to update instead (docs/platform/data-api.md, docs/platform/errors.md). */
export const notUnique = (key: readonly string[]) =>
  new HttpError(409, `${key.map((field) => `"${field}"`).join(' and ')} must be unique.`)

export const referenced = (field: string) => new HttpError(409, `Data is referenced by ${field}.`)

function rowsWith(table: Table, key: readonly string[], values: readonly Value[]): number[] {
  const [first = '', ...rest] = key
  const candidates = table.find(first, values[0] ?? null) ?? [...table.handles()]
  const readers = rest.map((field) => table.reader(field))
  const firstOf = table.reader(first)
  return Array.from(candidates).filter(
    (handle) =>
      firstOf(handle) === values[0] && readers.every((read, at) => read(handle) === (values[at + 1] ?? null)),
  )
}

/**
 * Throws 409 when another row has a key of the changed row, which `read` returns. `except` are the rows that the same
 * request changes or deletes.
 */
export function checkUnique(
  { model }: ResourceSchema,
  table: Table,
  read: (field: string) => Value,
  except: readonly number[] = [],
): void {
  for (const key of model.keys) {
    if (key.length === 1 && key[0] === 'id') continue
    const values = key.map((field) => read(field))
    if (values.every((value) => value === null)) continue
    if (rowsWith(table, key, values).some((other) => !except.includes(other))) throw notUnique(key)
  }
}

/** Throws 409 when a change would give the same key to several rows. */
export function checkUniqueAmong(
  { model }: ResourceSchema,
  rows: readonly ((field: string) => Value)[],
): void {
  for (const key of model.keys) {
    const seen = new Set<string>()
    for (const read of rows) {
      const taken = JSON.stringify(key.map((field) => read(field)))
      if (seen.has(taken)) throw notUnique(key)
      seen.add(taken)
    }
  }
}

/** Throws 409 when a relation leads to a row that does not exist. */
export function checkReferences(
  schema: Schema,
  resource: ResourceSchema,
  table: (resource: ResourceName) => Table,
  values: Values,
): void {
  for (const [field, value] of Object.entries(values)) {
    const member = resource.member(field)
    if (member?.kind !== 'toOne' || typeof value !== 'number') continue
    const target = schema.resource(member.resource)
    if (target !== undefined && table(target.name).byId(value) < 0) throw referenced(field)
  }
}
