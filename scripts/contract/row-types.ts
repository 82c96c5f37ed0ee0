import { fieldType } from './model.ts'
import { isNullable, sortedEntries } from './openapi-document.ts'
import type { ResourceSchema, Schema } from './openapi-document.ts'

const prelude = `
/** The rows of each resource as a server stores them: dates in milliseconds, relations as ids. */
`

const plain: Record<string, string> = {
  integer: 'number',
  bigint: 'number',
  real: 'number',
  date: 'number',
  boolean: 'boolean',
  string: 'string',
  text: 'string',
}

function storedType(property: Schema): string {
  if (property['x-to-one']) return 'number'
  if (property.enum) {
    return property.enum
      .filter((value) => value !== null)
      .map((value) => `'${value}'`)
      .join(' | ')
  }
  return plain[fieldType(property)] ?? 'object'
}

const line = (name: string, property: Schema) =>
  `    ${name}: ${storedType(property)}${isNullable(property) ? ' | null' : ''}`

function rowLines([name, { properties }]: [string, ResourceSchema]): string {
  const stored = Object.entries(properties).filter(([, one]) => !one.writeOnly && !one['x-to-many'])
  return `  ${name}: {\n${stored.map(([key, one]) => line(key, one)).join('\n')}\n  }`
}

function relationLines([name, { properties }]: [string, ResourceSchema]): string {
  const relations = Object.entries(properties).filter(([, one]) => !one.writeOnly && one['x-to-one'])
  if (relations.length === 0) return `  ${name}: Record<never, never>`
  return `  ${name}: {\n${relations.map(([key, one]) => `    ${key}: '${one['x-to-one']}'`).join('\n')}\n  }`
}

/** The text of openapi/generated/rows.d.ts: the rows of a server, and where their to-one relations lead. */
export function rowTypesFile(resources: ReadonlyMap<string, ResourceSchema>): string {
  const all = sortedEntries(Object.fromEntries(resources))
  return [
    `${prelude}export interface Rows {`,
    ...all.map(rowLines),
    '}',
    '',
    '/** The resource that each to-one relation leads to. */',
    'export interface Relations {',
    ...all.map(relationLines),
    '}',
    '',
  ].join('\n')
}
