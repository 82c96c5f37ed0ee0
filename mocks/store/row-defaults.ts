import type { ResourceSchema } from '../odata/schema.ts'
import type { Store } from './store.ts'
import type { Values } from './table.ts'

/** Values with null, or the moment of creation, in every stored column they lack: a reply is complete in every field. */
export function withRowDefaults(resource: ResourceSchema, values: Values, now: number): Values {
  const row: Values = {}
  for (const { name } of resource.columns) if (name !== 'id') row[name] = null
  if (resource.model.hasCreatedAt) row['created_at'] = now
  if (resource.member('modified_at') !== undefined) row['modified_at'] = now
  return { ...row, ...values }
}

/** Adds a row that the cloud itself makes, beside all permissions. Returns its id. */
export function addRow(store: Store, resource: string, values: Values, now: number): number {
  const schema = store.schema.resource(resource)
  if (schema === undefined) throw new Error(`No resource ${resource}`)
  const id = store.rows(resource).insert(withRowDefaults(schema, values, now))
  store.changed()
  return id
}
