import { isNullable, sortedEntries, typesOf } from './openapi-document.ts'
import type { ResourceSchema, Schema } from './openapi-document.ts'

const prelude = `
/** A row as the data API gives it: the shape that the published query client infers replies from. */
type Deferred = { __id: number }
type JsonValue = string | number | boolean | null | JsonValue[] | Json
type Json = { [key: string]: JsonValue }
/** ISO 8601 with milliseconds and Z. */
type DateText = string
/** A date as it may be written: ISO text, or milliseconds since the epoch. */
type DateInput = string | number
type StoredFile = {
  href: string
  filename: string
  content_type?: string
  content_disposition?: string
  size?: number
  checksum?: string
}
type Version = {
  raw: string
  version: string
  major: number
  minor: number
  patch: number
  prerelease: (string | number)[]
  build: (string | number)[]
}
`

/** `device_tag` → `DeviceTag`, `plan__has__discount_code` → `PlanHasDiscountCode`. */
const typeName = (resource: string) =>
  resource
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')

const plain: Record<string, string> = {
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  string: 'string',
}

function valueType(property: Schema): string {
  if (property.enum) {
    return property.enum
      .filter((value) => value !== null)
      .map((value) => `'${value}'`)
      .join(' | ')
  }
  if (property.$ref) return 'Version'
  if (property['x-type'] === 'json') return 'Json'
  if (property['x-type'] === 'file') return 'StoredFile'
  if (property.format === 'date-time') return 'DateText'
  return plain[typesOf(property)[0] ?? 'string'] ?? 'unknown'
}

const orNull = (property: Schema, type: string) => (isNullable(property) ? `${type} | null` : type)

function readLine(name: string, property: Schema): string {
  const one = property['x-to-one']
  const many = property['x-to-many']
  if (many) return `${name}?: Array<${typeName(many.resource)}['Read']>`
  if (!one) return `${name}: ${orNull(property, valueType(property))}`
  const target = `${typeName(one)}['Read']`
  return isNullable(property)
    ? `${name}: Deferred | [${target}] | [] | null`
    : `${name}: Deferred | [${target}]`
}

function writeType(property: Schema): string {
  if (property['x-write']) return 'string'
  if (property['x-to-one']) return orNull(property, 'number')
  if (property['x-type'] === 'file') return 'File | null'
  if (property['x-type'] === 'bigint') return orNull(property, 'string | number')
  if (property.format === 'date-time') return orNull(property, 'DateInput')
  return orNull(property, valueType(property))
}

function resourceInterface(name: string, { description, properties }: ResourceSchema): string {
  const entries = Object.entries(properties)
  const reads = entries.filter(([, one]) => !one.writeOnly).map(([key, one]) => `    ${readLine(key, one)}`)
  const writes = entries
    .filter(([, one]) => !one.readOnly)
    .map(([key, one]) => `    ${key}: ${writeType(one)}`)
  return [
    `/** ${description} */`,
    `export interface ${typeName(name)} {`,
    `  Read: {\n${reads.join('\n')}\n  }`,
    writes.length > 0 ? `  Write: {\n${writes.join('\n')}\n  }` : '  Write: Record<string, never>',
    '}',
  ].join('\n')
}

/** The text of openapi/generated/resources.d.ts: `Model`, from which the query client infers the types of its responses. */
export function resourceTypesFile(resources: ReadonlyMap<string, ResourceSchema>): string {
  const all = sortedEntries(Object.fromEntries(resources))
  return [
    prelude,
    ...all.map(([name, resource]) => `${resourceInterface(name, resource)}\n`),
    'export interface Model {',
    ...all.map(([name]) => `  ${name}: ${typeName(name)}`),
    '}',
    '',
  ].join('\n')
}
