import type { ResourceName } from '../../openapi/generated/model.ts'
import type { ResourceSchema } from '../base/schema.ts'
import type { Store } from './store.ts'
import type { RowInput } from './stored-row.ts'
import type { Values } from './table.ts'

/** All columns but the id, as null; the creation date is `now`. */
function emptyRow(resource: ResourceSchema, now: number): Values {
  const row: Values = {}
  for (const { name } of resource.columns) if (name !== 'id') row[name] = null
  if (resource.model.hasCreatedAt) row['created_at'] = now
  return row
}

/** Adds all missing columns, with the creation date or null, because responses contain all fields. */
export function withRowDefaults(resource: ResourceSchema, values: Values, now: number): Values {
  const row = emptyRow(resource, now)
  if (resource.member('modified_at') !== undefined) row['modified_at'] = now
  return { ...row, ...values }
}

/** Adds a row on behalf of the cloud, without permission checks. Returns its id. */
export function addRow<Resource extends ResourceName>(
  store: Store,
  resource: Resource,
  values: RowInput<Resource>,
  now: number,
): number {
  const schema = store.schema.resource(resource)
  if (schema === undefined) throw new Error(`No resource ${resource}`)
  // As a map, the typed values of a row are values like any other.
  const id = store.table(resource).insert(withRowDefaults(schema, values as Values, now))
  store.changed()
  return id
}

/** Adds a row of a world that is being built: it was last changed when it was created, which may be long ago. */
export function addOldRow<Resource extends ResourceName>(
  store: Store,
  resource: Resource,
  values: RowInput<Resource>,
  start: number,
): number {
  const schema = store.schema.resource(resource)
  if (schema === undefined) throw new Error(`No resource ${resource}`)
  return store.table(resource).insert({ ...emptyRow(schema, start), ...(values as Values) })
}
