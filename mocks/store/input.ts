import type { FieldModel } from '../../openapi/generated/model.ts'
import { Refusal } from '../odata/refusal.ts'
import type { Member, ResourceSchema } from '../odata/schema.ts'
import type { Value, Values } from './table.ts'

const wrongType = () => new Refusal(400)

/** The sentence of the platform's rule language about a field (wire 6). */
function ruleBroken(resource: ResourceSchema, field: FieldModel): Refusal {
  const { minLength, maxLength } = field
  const words = (name: string) => name.replaceAll('__', ' ').replaceAll('_', ' ')
  const name = words(field.name)
  const subject = `${words(resource.name)} has ${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`
  const bounds =
    maxLength === undefined
      ? 'that is valid'
      : minLength === undefined
        ? `that has a Length (Type) that is less than or equal to ${maxLength}`
        : `that has a Length (Type) that is greater than or equal to ${minLength} and is less than or equal to ${maxLength}`
  return new Refusal(400, `It is necessary that each ${subject} ${bounds}.`)
}

function textValue(resource: ResourceSchema, field: FieldModel, value: unknown): string {
  if (typeof value !== 'string') throw wrongType()
  if (field.values !== undefined && !field.values.includes(value)) {
    throw new Refusal(400, 'Check constraint violated')
  }
  if (field.maxLength !== undefined && value.length > field.maxLength) throw ruleBroken(resource, field)
  if (field.minLength !== undefined && value.length < field.minLength) throw ruleBroken(resource, field)
  return value
}

/** ISO text, `YYYY-MM-DD` or milliseconds (wire-resources 1). */
function dateValue(value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(at)) throw wrongType()
  return at
}

function numberValue(value: unknown, whole: boolean): number {
  if (typeof value !== 'number' || (whole ? !Number.isInteger(value) : !Number.isFinite(value))) {
    throw wrongType()
  }
  return value
}

function fieldValue(resource: ResourceSchema, field: FieldModel, value: unknown): Value {
  switch (field.type) {
    case 'string':
    case 'text':
    case 'enum':
      return textValue(resource, field, value)
    case 'boolean':
      if (typeof value !== 'boolean') throw wrongType()
      return value
    case 'integer':
      return numberValue(value, true)
    case 'real':
      return numberValue(value, false)
    case 'bigint':
      return numberValue(typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value, true)
    case 'date':
      return dateValue(value)
    case 'json':
    case 'file':
      if (typeof value !== 'object' || value === null) throw wrongType()
      return value
  }
}

function memberValue(resource: ResourceSchema, member: Exclude<Member, { kind: 'toMany' }>, value: unknown) {
  if (value === null) {
    const nullable = member.kind === 'field' ? member.field.nullable : member.relation.nullable
    if (!nullable) throw wrongType()
    return null
  }
  return member.kind === 'toOne' ? numberValue(value, true) : fieldValue(resource, member.field, value)
}

export interface Input {
  /** What may be written, under the names of the model. */
  values: Values
  /** How many keys of the body the resource knows, writable or not. */
  known: number
}

/**
 * Reads a body as fields of a resource: unknown and read-only ones are left out. Throws 400: empty on a wrong type,
 * with a sentence on a broken length rule, `Check constraint violated` on a value outside an enumeration (wire 6).
 */
export function readInput(
  resource: ResourceSchema,
  body: Readonly<Record<string, unknown>>,
  leftOut: readonly string[] = [],
): Input {
  const values: Values = {}
  let known = 0
  for (const [key, value] of Object.entries(body)) {
    const member = resource.member(key)
    if (member === undefined || member.kind === 'toMany' || value === undefined) continue
    known++
    if (leftOut.includes(key)) continue
    const writable = member.kind === 'field' ? member.field.writable : member.relation.writable
    if (writable) values[member.name] = memberValue(resource, member, value)
  }
  return { values, known }
}
