import type { Schema } from '@cfworker/json-schema'

/** How the fields of a response differ from a schema; fields are written like `d[].uuid`. */
export interface FieldDrift {
  /** In the response, but not in the schema. */
  unknown: string[]
  /** In the schema, but not in the response. */
  missing: string[]
  /** Fields of another type, with both types. */
  retyped: string[]
  /** All fields that are in both. */
  seen: string[]
}

type Defs = Readonly<Record<string, Schema>>

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

const isObject = (value: unknown): value is Record<string, unknown> => typeOf(value) === 'object'

const asSchemas = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** The schemas that a value may match: references and alternatives are resolved. */
function branches(schema: Schema, defs: Defs): Schema[] {
  const { $ref } = schema
  if (typeof $ref === 'string') {
    const target = defs[$ref.replace('#/$defs/', '')]
    return target ? branches(target, defs) : []
  }
  const parts = [schema.anyOf, schema.oneOf, schema.allOf].flatMap(asSchemas)
  return [schema, ...parts.flatMap((one) => branches(one, defs))]
}

/** The schemas that a value must match in any case. */
function certain(schema: Schema, defs: Defs): Schema[] {
  const { $ref } = schema
  if (typeof $ref === 'string') {
    const target = defs[$ref.replace('#/$defs/', '')]
    return target ? certain(target, defs) : []
  }
  return [schema, ...asSchemas(schema.allOf).flatMap((one) => certain(one, defs))]
}

const typesOf = (schemas: readonly Schema[]): string[] =>
  [...new Set(schemas.flatMap(({ type }): unknown[] => [type ?? []].flat()))].filter(
    (type) => typeof type === 'string',
  )

const allows = (types: readonly string[], type: string): boolean =>
  types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'))

const propertiesOf = (schemas: readonly Schema[]): Record<string, Schema> =>
  Object.assign({}, ...schemas.map(({ properties }): unknown => properties ?? {})) as Record<string, Schema>

const requiredBy = (schemas: readonly Schema[]): string[] =>
  schemas.flatMap(({ required }) => (Array.isArray(required) ? required : []))

/**
 * Compares a value with a schema, field by field. Does not descend into what the schema leaves open, such as maps by id and free
 * JSON, so that platforms with different data do not seem to drift.
 */
export function compareFields(value: unknown, schema: Schema, defs: Defs): FieldDrift {
  const unknown = new Set<string>()
  const missing = new Set<string>()
  const retyped = new Set<string>()
  const seen = new Set<string>()

  function visit(one: unknown, by: Schema, place: string): void {
    const schemas = branches(by, defs)
    const types = typesOf(schemas)
    const type = typeOf(one)
    if (!allows(types, type)) retyped.add(`${place || 'the answer'}: ${type}, not ${types.join(' or ')}`)
    else if (Array.isArray(one)) {
      const items = schemas.map((each) => each.items).filter(isObject)
      for (const item of one) for (const each of items.slice(0, 1)) visit(item, each, `${place}[]`)
    } else if (isObject(one)) enter(one, by, schemas, place)
  }
  function enter(one: Record<string, unknown>, by: Schema, schemas: readonly Schema[], place: string): void {
    const properties = propertiesOf(schemas)
    const isClosed = schemas.some((each) => each.additionalProperties === false)
    if (Object.keys(properties).length === 0) return
    const at = (name: string) => (place === '' ? name : `${place}.${name}`)
    for (const name of requiredBy(certain(by, defs))) if (!(name in one)) missing.add(at(name))
    for (const [name, inner] of Object.entries(one)) {
      const property = properties[name]
      if (property) {
        seen.add(at(name))
        visit(inner, property, at(name))
      } else if (isClosed) unknown.add(at(name))
    }
  }

  visit(value, schema, '')
  const sorted = (places: Set<string>) => [...places].toSorted()
  return { unknown: sorted(unknown), missing: sorted(missing), retyped: sorted(retyped), seen: sorted(seen) }
}
