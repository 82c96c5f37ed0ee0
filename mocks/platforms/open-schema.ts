import type { FieldModel } from '../../openapi/generated/model.ts'
import type { Member, ResourceSchema, Schema } from '../base/schema.ts'

type Column = ResourceSchema['columns'][number]

const isOnOpenBackend = (schema: Schema, resource: string): boolean =>
  schema.resource(resource)?.model.openBackend === true

function exists(schema: Schema, member: Member): boolean {
  if (member.kind === 'field') return member.field.cloudOnly !== true
  if (member.kind === 'toOne' && member.relation.cloudOnly === true) return false
  return isOnOpenBackend(schema, member.resource)
}

/** The open-source backend returns all columns, including those that the hosted platform returns only on request. */
const alwaysSent = (column: Column): Column =>
  column.kind === 'field' && column.field.onRequest === true
    ? { ...column, field: { ...column.field, onRequest: false } }
    : column

/** Some fields that are read-only elsewhere can be written on the open-source backend. */
const asWritten = (member: Member): Member =>
  member.kind === 'field' && member.field.openBackendWrites === true
    ? { ...member, field: { ...member.field, writable: true } }
    : member

/** This resource has no ids; there, one that is asked for is null. */
const DIRECT_ACCESS = 'user__has_direct_access_to__application'
const ID: FieldModel = { name: 'id', type: 'integer', nullable: true, writable: false }
const NO_ID: Member = { kind: 'field', name: ID.name, type: ID.type, field: ID }

function narrowed(schema: Schema, resource: ResourceSchema): ResourceSchema {
  const memberNamed = (name: string): Member | undefined => {
    if (name === 'id' && resource.name === DIRECT_ACCESS) return NO_ID
    const found = resource.member(name)
    return found !== undefined && exists(schema, found) ? asWritten(found) : undefined
  }
  const { createRequires } = resource.model
  return {
    ...resource,
    model: {
      ...resource.model,
      createRequires: createRequires && createRequires.filter((name) => memberNamed(name) !== undefined),
    },
    columns: resource.columns.filter((column) => exists(schema, column)).map(alwaysSent),
    member: memberNamed,
  }
}

const cache = new WeakMap<Schema, Schema>()

/** The data model without everything that the contract marks as absent on the open-source backend. */
export function openSchema(schema: Schema): Schema {
  const known = cache.get(schema)
  if (known !== undefined) return known
  const resources = schema.resources
    .filter(({ model }) => model.openBackend)
    .map((resource) => narrowed(schema, resource))
  const readable = resources.filter(({ model }) => model.openBackendHidden !== true)
  const byName = new Map<string, ResourceSchema>(readable.map((resource) => [resource.name, resource]))
  const narrowedSchema: Schema = {
    resources,
    referrers: (name) => schema.referrers(name),
    resource(name) {
      const found = schema.resource(name)
      return found && byName.get(found.name)
    },
  }
  cache.set(schema, narrowedSchema)
  return narrowedSchema
}
