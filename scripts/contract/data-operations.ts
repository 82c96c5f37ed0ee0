import { isNullable, typesOf } from './openapi-document.ts'
import type { MediaType, PathItem, ResourceSchema, Schema } from './openapi-document.ts'

/** The content of platform/paths/data.yaml: the paths of one resource. */
export type DataPaths = Record<'collection' | 'row' | 'count' | 'navigation' | 'canAccess', PathItem>

const WRITES = ['post', 'put', 'patch', 'delete'] as const

/** The path of each part of `DataPaths`, without prefix and resource name. */
const suffixes: Record<keyof DataPaths, string> = {
  collection: '',
  row: '({key})',
  count: '/$count',
  navigation: '({key})/{navigation}',
  canAccess: '({key})/canAccess',
}

/**
 * Removes from a resource's paths what the resource cannot do, and allows forms for resources with files. Changes and returns
 * `paths`.
 */
export function fitToResource(paths: DataPaths, resource: ResourceSchema): Partial<DataPaths> {
  const fitted: Partial<DataPaths> = paths
  addExamples(paths, resource)
  const properties = Object.values(resource.properties)

  if (resource['x-read-only']) {
    for (const write of WRITES) {
      delete paths.collection[write]
      delete paths.row[write]
    }
    delete fitted.canAccess
  }
  if (resource['x-no-create']) {
    delete paths.collection.post
    delete paths.row.put
  }
  if (!resource.properties.id || !properties.some((one) => one['x-to-one'] ?? one['x-to-many'])) {
    delete fitted.navigation
  }
  if (properties.some((one) => one['x-type'] === 'file')) {
    for (const operation of [paths.collection.post, paths.collection.patch, paths.row.patch]) {
      const content = operation?.requestBody?.content
      if (content?.['application/json']) content['multipart/form-data'] = content['application/json']
    }
  }
  return fitted
}

const isReference = (value: unknown): value is { __id: number } =>
  typeof value === 'object' && value !== null && '__id' in value

/** A request body that would create the example row: relations as ids. */
function writtenExample({ properties, 'x-example': row = {} }: ResourceSchema): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) => {
      const value = row[name]
      if (property.readOnly || property['x-type'] === 'file') return []
      if (property['x-write'] !== undefined) return [[name, property['x-write'].example]]
      if (value === undefined || value === null) return []
      return [[name, isReference(value) ? value.__id : value]]
    }),
  )
}

/** Adds examples to the reads and writes of a resource, derived from its example row. */
function addExamples(paths: DataPaths, resource: ResourceSchema): void {
  const { 'x-example': row, 'x-create-requires': required = [] } = resource
  if (row === undefined) return
  const written = writtenExample(resource)
  const only = (names: readonly string[]) =>
    Object.fromEntries(names.filter((name) => name in written).map((name) => [name, written[name]]))
  const keys = resource['x-keys'].flat()
  const [changed] = Object.keys(written).filter((name) => !keys.includes(name) && !required.includes(name))
  const change = only([changed ?? Object.keys(written).at(-1) ?? ''])
  const put = (content: Record<string, MediaType> | undefined, example: unknown) => {
    const json = content?.['application/json']
    if (json !== undefined) json.example = example
  }
  const { collection, row: single } = paths
  put(collection.get?.responses['200']?.content, { d: [row] })
  put(single.get?.responses['200']?.content, { d: [row] })
  put(collection.post?.responses['201']?.content, row)
  put(collection.post?.requestBody?.content, only(required))
  put(single.put?.requestBody?.content, only(required))
  put(collection.patch?.requestBody?.content, change)
  put(single.patch?.requestBody?.content, change)
}

/** `paths` entries of one resource that refer to its file of data operations. */
export const pathEntries = (name: string, paths: Partial<DataPaths>, file: string) =>
  Object.entries(suffixes)
    .filter(([part]) => part in paths)
    .map(([part, suffix]): [string, { $ref: string }] => [
      `/v7/${name}${suffix}`,
      { $ref: `${file}#/${part}` },
    ])

/** The schema for writing one property (docs/platform/data-api.md): relations as ids, dates also as milliseconds. */
function writable(property: Schema): Schema {
  if (property['x-write']) return property['x-write']
  const maybe = (...types: string[]) => (isNullable(property) ? [...types, 'null'] : types)
  if (property['x-to-one']) return { type: maybe('integer') }
  if (property['x-type'] === 'file')
    return { type: ['string', 'null'], description: 'The bytes, or null for none.' }
  if (property['x-type'] === 'bigint' || property.format === 'date-time')
    return { type: maybe('string', 'integer') }
  const { type, minLength, maxLength, pattern, description, enum: values } = property
  return { type, enum: values, minLength, maxLength, pattern, description }
}

/** The schema of the body that changes a row. */
export function writeSchema(resource: ResourceSchema): Schema {
  const properties = Object.entries(resource.properties).filter(([, one]) => !one.readOnly)
  return {
    description: `What a client may write on ${resource['x-resource']}.`,
    type: 'object',
    properties: Object.fromEntries(properties.map(([name, one]) => [name, writable(one)])),
  }
}

/** The schema of the body that creates a row: the same, with required fields. */
export const createSchema = (resource: ResourceSchema): Schema => ({
  description: `What creates a row of ${resource['x-resource']}.`,
  allOf: [
    { $ref: `${resource['x-resource']}.write.yaml` },
    { type: 'object', required: resource['x-create-requires'] ?? [] },
  ],
})

/** Describes contradictions in a resource file and names in it that do not exist, one sentence each. */
export function resourceProblems(
  name: string,
  resource: ResourceSchema,
  all: ReadonlyMap<string, ResourceSchema>,
) {
  const problems: string[] = []
  const say = (text: string) => problems.push(`platform/schemas/${name}.yaml: ${text}`)
  const { properties } = resource

  if (resource['x-resource'] !== name) say(`x-resource is ${resource['x-resource']}, not the file's name`)
  for (const field of [...resource['x-keys'].flat(), ...(resource['x-create-requires'] ?? [])]) {
    if (!properties[field]) say(`names the unknown property ${field}`)
  }
  if (!resource['x-read-only'] && !resource['x-no-create'] && !resource['x-create-requires']) {
    say('needs x-create-requires, x-no-create or x-read-only')
  }
  if (resource['x-read-only'] && Object.values(properties).some((one) => !one.readOnly)) {
    say('is x-read-only but has properties that are not readOnly')
  }
  for (const [field, property] of Object.entries(properties)) {
    const many = property['x-to-many']
    const target = property['x-to-one'] ?? many?.resource
    if (target && !all.has(target)) say(`${field} leads to the unknown resource ${target}`)
    if (many && !all.get(many.resource)?.properties[many.by]?.['x-to-one']) {
      say(`${field} is by ${many.by}, which is no relation of ${many.resource}`)
    }
    if (!target && !property['x-type'] && !property.$ref && typesOf(property).length !== 1) {
      say(`${field} needs one type`)
    }
  }
  return problems
}
