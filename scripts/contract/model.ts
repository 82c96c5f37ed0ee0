import { isNullable, sortedEntries, typesOf } from './openapi-document.ts'
import type { ResourceSchema, Schema } from './openapi-document.ts'

const declarations = `
export interface FieldModel {
  name: string
  type:
    | 'integer' | 'bigint' | 'boolean' | 'string' | 'text' | 'date' | 'json' | 'real' | 'file' | 'enum'
  nullable: boolean
  writable: boolean
  /** The allowed values, except null. */
  values?: readonly string[]
  minLength?: number
  maxLength?: number
  pattern?: string
  /** Missing on the open-source backend. */
  cloudOnly?: boolean
  /** Read-only on the open-source backend. */
  openBackendReadsOnly?: boolean
  /** Writable on the open-source backend, although it is read-only elsewhere. */
  openBackendWrites?: boolean
  /** The hosted platform returns it only if it is selected. */
  onRequest?: boolean
}

/** A relation to at most one row: read as \`{__id}\` or null, expanded as an array, written as an id. */
export interface ToOneModel {
  name: string
  resource: ResourceName
  nullable: boolean
  writable: boolean
  synonyms: readonly string[]
  cloudOnly?: boolean
}

/** A relation to the rows of \`resource\` whose to-one relation \`by\` refers to this row. */
export interface ToManyModel {
  name: string
  resource: ResourceName
  by: string
  synonyms: readonly string[]
}

export interface ResourceModel {
  name: ResourceName
  /** Other names in paths, keys, expansions and filters. */
  synonyms: readonly string[]
  fields: Record<string, FieldModel>
  toOne: Record<string, ToOneModel>
  toMany: Record<string, ToManyModel>
  /** Natural keys besides \`id\`: sets of fields and to-one relations that identify a row. */
  keys: readonly (readonly string[])[]
  /** Required for a creation; null if rows cannot be created through the data API. */
  createRequires: readonly string[] | null
  hasId: boolean
  hasCreatedAt: boolean
  readOnly: boolean
  /** Whether the open-source backend has it. */
  openBackend: boolean
  /** On the open-source backend, its rows cannot be read, but relations to them can. */
  openBackendHidden?: boolean
}
`

export function fieldType(property: Schema): string {
  if (property['x-type']) return property['x-type']
  if (property.enum) return 'enum'
  if (property.format === 'date-time') return 'date'
  const [type = 'string'] = typesOf(property)
  return type === 'number' ? 'real' : type
}

// The names repeat the keys and most flags are false: left out, the data is half as large (`completed` adds them).
const expansion = `
type Brief<Part extends { name: string }> = Omit<Part, 'name' | 'nullable' | 'writable' | 'synonyms'> &
  Partial<Pick<Part, Extract<keyof Part, 'nullable' | 'writable' | 'synonyms'>>>

type BriefParts = {
  [Kind in 'fields' | 'toOne' | 'toMany']: Record<string, Brief<ResourceModel[Kind][string]>>
}
type BriefResource = BriefParts & Brief<Omit<ResourceModel, keyof BriefParts>>

const named = <Part>(parts: Record<string, object>, usual: object) =>
  Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, { name, ...usual, ...part }]),
  ) as Record<string, Part>

const completed = ([name, { fields, toOne, toMany, ...resource }]: [string, BriefResource]) => [
  name,
  {
    name,
    synonyms: [],
    ...resource,
    fields: named(fields, { nullable: false, writable: false }),
    toOne: named(toOne, { nullable: false, writable: false, synonyms: [] }),
    toMany: named(toMany, { synonyms: [] }),
  },
]
`

/** Only what is true, for flags; and only what is there, for lists. */
const flag = (value: boolean) => value || undefined
const list = (values: readonly string[] | undefined) => (values?.length ? values : undefined)

const fieldModel = (_name: string, property: Schema) => ({
  type: fieldType(property),
  nullable: flag(isNullable(property)),
  writable: flag(!property.readOnly),
  values: property.enum?.filter((value) => value !== null),
  minLength: property.minLength,
  maxLength: property.maxLength,
  pattern: property.pattern,
  cloudOnly: property['x-cloud-only'],
  openBackendReadsOnly: property['x-open-backend-reads-only'],
  openBackendWrites: property['x-open-backend-writes'],
  onRequest: property['x-on-request'],
})

const toOneModel = (_name: string, property: Schema) => ({
  resource: property['x-to-one'],
  nullable: flag(isNullable(property)),
  writable: flag(!property.readOnly),
  synonyms: list(property['x-synonyms']),
  cloudOnly: property['x-cloud-only'],
})

const toManyModel = (_name: string, property: Schema) => ({
  ...property['x-to-many'],
  synonyms: list(property['x-synonyms']),
})

function resourceModel(resource: ResourceSchema) {
  const readable = Object.entries(resource.properties).filter(([, property]) => !property.writeOnly)
  const pick = (isPicked: (property: Schema) => unknown, make: (name: string, property: Schema) => unknown) =>
    Object.fromEntries(readable.filter(([, one]) => isPicked(one)).map(([key, one]) => [key, make(key, one)]))

  return {
    synonyms: list([resource['x-canonical'] ?? []].flat()),
    fields: pick((one) => !one['x-to-one'] && !one['x-to-many'], fieldModel),
    toOne: pick((one) => one['x-to-one'], toOneModel),
    toMany: pick((one) => one['x-to-many'], toManyModel),
    keys: resource['x-keys'],
    createRequires: resource['x-create-requires'] ?? null,
    hasId: 'id' in resource.properties,
    hasCreatedAt: 'created_at' in resource.properties,
    readOnly: resource['x-read-only'] ?? false,
    openBackend: resource['x-open-backend'],
    openBackendHidden: resource['x-open-backend-hidden'],
  }
}

/** The text of openapi/generated/model.ts: the data model as plain data, for a server or a query builder. */
export function modelFile(resources: ReadonlyMap<string, ResourceSchema>): string {
  const all = sortedEntries(Object.fromEntries(resources))
  const aliases = Object.fromEntries(
    all.flatMap(([name, one]) => [name, one['x-canonical'] ?? []].flat().map((alias) => [alias, name])),
  )
  const rows = all.map(([name, one]) => `  ${name}: ${JSON.stringify(resourceModel(one))},`)
  return [
    `export type ResourceName =\n${all.map(([name]) => `  | '${name}'`).join('\n')}`,
    declarations,
    `const brief: Record<ResourceName, BriefResource> = {\n${rows.join('\n')}\n}`,
    expansion,
    'export const model = Object.fromEntries(Object.entries(brief).map(completed)) as Record<\n  ResourceName,\n  ResourceModel\n>',
    '',
    '/** Every name of a resource, with its name in `model`. */',
    `export const resourceNames: Record<string, ResourceName> = ${JSON.stringify(aliases)}`,
    '',
  ].join('\n')
}
