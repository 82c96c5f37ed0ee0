import type { Member, ResourceSchema, Schema } from '../odata/schema.ts'

type Column = ResourceSchema['columns'][number]

const isOnOpenBackend = (whole: Schema, resource: string): boolean =>
  whole.resource(resource)?.model.openBackend === true

function isThere(whole: Schema, member: Member): boolean {
  if (member.kind === 'field') return member.field.cloudOnly !== true
  if (member.kind === 'toOne' && member.relation.cloudOnly === true) return false
  return isOnOpenBackend(whole, member.resource)
}

/** The open-source backend sends every column of a row, long ones too. */
const alwaysSent = (column: Column): Column =>
  column.kind === 'field' && column.field.onRequest === true
    ? { ...column, field: { ...column.field, onRequest: false } }
    : column

function narrowed(whole: Schema, resource: ResourceSchema): ResourceSchema {
  const memberNamed = (name: string): Member | undefined => {
    const found = resource.member(name)
    return found !== undefined && isThere(whole, found) ? found : undefined
  }
  const { createRequires } = resource.model
  return {
    ...resource,
    model: {
      ...resource.model,
      createRequires: createRequires && createRequires.filter((name) => memberNamed(name) !== undefined),
    },
    columns: resource.columns.filter((column) => isThere(whole, column)).map(alwaysSent),
    member: memberNamed,
  }
}

const made = new WeakMap<Schema, Schema>()

/** The data model without what the contract marks as absent on the open-source backend: nobody can name it there. */
export function openSchema(whole: Schema): Schema {
  const known = made.get(whole)
  if (known !== undefined) return known
  const resources = whole.resources
    .filter(({ model }) => model.openBackend)
    .map((resource) => narrowed(whole, resource))
  const readable = resources.filter(({ model }) => model.openBackendHidden !== true)
  const byName = new Map<string, ResourceSchema>(readable.map((resource) => [resource.name, resource]))
  const schema: Schema = {
    resources,
    referrers: (name) => whole.referrers(name),
    resource(name) {
      const found = whole.resource(name)
      return found && byName.get(found.name)
    },
  }
  made.set(whole, schema)
  return schema
}
