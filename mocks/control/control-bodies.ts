import { dereference, validate } from '@cfworker/json-schema'
import type { OutputUnit, Schema } from '@cfworker/json-schema'
import type { ControlOperationId } from '../../openapi/generated/control-operations.ts'
import generated from '../../openapi/generated/control-requests.json' with { type: 'json' }
import type { operations } from '../../openapi/generated/control.d.ts'
import { HttpError } from '../base/http-error.ts'

/** The JSON body of an operation of the control API. */
export type ControlBody<Id extends ControlOperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

interface RequestSchemas {
  /** The index in `requests`, by operation. */
  operations: Readonly<Record<string, number>>
  requests: readonly { content?: Readonly<Record<string, Schema>> }[]
  $defs: Record<string, Schema>
}

// The type inferred from the JSON file would contain all its literals.
const { operations: indexes, requests, $defs } = generated as unknown as RequestSchemas

const bodies = Object.fromEntries(
  Object.entries(indexes).flatMap(([id, index]): [string, Schema][] => {
    const schema = requests[index]?.content?.['application/json']
    return schema === undefined ? [] : [[id, schema]]
  }),
)
const lookup = dereference({ $defs: { ...$defs, ...bodies } })

/** Errors that only report that a nested one failed. */
const WRAPPERS: ReadonlySet<string> = new Set(['properties', 'items', '$ref', 'additionalProperties'])

const resolved = (schema: Schema): Schema =>
  typeof schema.$ref === 'string' ? ($defs[schema.$ref.replace('#/$defs/', '')] ?? schema) : schema

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  null: 'null',
  object: 'an object',
  array: 'a list',
  number: 'a number',
  integer: 'a whole number',
}

/** The values that a schema allows, in words: "a number from 0 to 3600". */
function allowed(schema: Schema): string {
  const { title, enum: values, type, minimum, maximum, minItems, maxItems } = schema
  if (typeof title === 'string') return title
  if ('const' in schema) return String(schema.const)
  if (values !== undefined) return `one of ${listed(values.map(String))}`
  if (schema.format === 'date-time') return 'a time such as 2026-11-20T14:00:00.000Z'
  const types = [type ?? []].flat().map((name) => TYPES[name] ?? name)
  if (maxItems !== undefined) return `a list of ${minItems ?? 'up'} to ${maxItems} entries`
  const range = minimum === undefined || maximum === undefined ? '' : ` from ${minimum} to ${maximum}`
  return types.join(' or ') + range
}

/** The names of the fields that lead to a value, from a JSON pointer such as `#/actions/3/at`. */
const namesIn = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'))

/** What is wrong with a body, in words: `"speed" must be a number from 0 to 3600`. */
function described({ keyword, instanceLocation, error }: OutputUnit, root: Schema): string {
  const names = namesIn(instanceLocation)
  const field = `"${names.join('.')}"`
  if (keyword === 'false') return `There is no field ${field}`
  if (keyword === 'required') {
    const missing = /"([^"]+)"/.exec(error)?.[1]
    return missing === undefined ? error : `"${[...names, missing].join('.')}" is missing`
  }
  let schema = resolved(root)
  for (const name of names) {
    const next = schema.properties?.[name] ?? schema.items
    if (typeof next !== 'object' || Array.isArray(next)) break
    schema = resolved(next)
  }
  return names.length === 0 ? `The body must be ${allowed(schema)}` : `${field} must be ${allowed(schema)}`
}

/** What is wrong with the body of an operation by openapi/control.yaml; undefined if nothing is. */
export function problemWith(id: ControlOperationId, body: unknown): string | undefined {
  const schema = bodies[id]
  if (schema === undefined) throw new Error(`openapi/control.yaml has no body of ${id}`)
  try {
    const { errors } = validate(body, schema, '2020-12', lookup, true)
    const cause = errors.find(({ keyword }) => !WRAPPERS.has(keyword)) ?? errors[0]
    return cause === undefined ? undefined : described(cause, schema)
  } catch (error) {
    // The library cannot write the place of such a field as a URI.
    if (error instanceof URIError) return 'The name of a field is no valid Unicode text'
    throw error
  }
}

/** Throws 400 with an explanation when a body does not match openapi/control.yaml. */
export function checkBody(id: ControlOperationId, body: unknown): void {
  const problem = problemWith(id, body)
  if (problem !== undefined) throw new HttpError(400, problem)
}
