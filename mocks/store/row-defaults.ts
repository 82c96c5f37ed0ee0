import type { ResourceName } from '../../openapi/generated/model.ts'
import type { ResourceSchema } from '../base/schema.ts'
import type { Store } from './store.ts'
import type { Values } from './table.ts'

/** Adds all missing columns, with the creation date or null, because responses contain all fields. */
export function withRowDefaults(resource: ResourceSchema, values: Values, now: number): Values {
  const row: Values = {}
  for (const { name } of resource.columns) if (name !== 'id') row[name] = null
  if (resource.model.hasCreatedAt) row['created_at'] = now
  if (resource.member('modified_at') !== undefined) row['modified_at'] = now
  return { ...row, ...values }
}

/** Adds a row on behalf of the cloud, without permission checks. Returns its id. */
export function addRow(store: Store, resource: ResourceName, values: Values, now: number): number {
  const schema = store.schema.resource(resource)
  if (schema === undefined) throw new Error(`No resource ${resource}`)
  const id = store.rows(resource).insert(withRowDefaults(schema, values, now))
  store.changed()
  return id
}
