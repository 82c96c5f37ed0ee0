import type { FieldModel } from '../../openapi/generated/model.ts'
import { HttpError, unknownName } from '../base/http-error.ts'
import type { Member, ResourceSchema } from '../base/schema.ts'
import type { Value, Values } from './table.ts'

const wrongType = () => new HttpError(400)

const MAX_STRING_LENGTH = 255

const MAX_INTEGER = 2 ** 31 - 1

/** Columns of type `text` have no maximum length, others 255 characters. */
function textValue({ type }: FieldModel, value: unknown): string {
  if (typeof value !== 'string') throw wrongType()
  if (type !== 'text' && value.length > MAX_STRING_LENGTH) throw wrongType()
  return value
}

/** Milliseconds, as a number or text, or any date that `Date.parse` accepts. */
function dateValue(value: unknown): number {
  if (typeof value !== 'string' && typeof value !== 'number') throw wrongType()
  const number = Number(value)
  const at = Number.isNaN(number) ? Date.parse(String(value)) : number
  if (!Number.isFinite(at)) throw wrongType()
  return at
}

/** An integer; of a text, the integer that it starts with. */
function integerValue(value: unknown): number {
  const number = typeof value === 'string' ? Number.parseInt(value, 10) : value
  if (typeof number !== 'number' || !Number.isInteger(number)) throw wrongType()
  // This error comes from the database, and not from the validation.
  if (Math.abs(number) > MAX_INTEGER) throw unknownName(`${number} does not fit into an integer of 32 bits.`)
  return number
}

function bigIntegerValue(value: unknown): number {
  const number = typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number)) throw wrongType()
  return number
}

function realValue(value: unknown): number {
  const number = typeof value === 'string' ? Number.parseFloat(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) throw wrongType()
  return number
}

/** A boolean, or 0 or 1 as a number or text. */
function booleanValue(value: unknown): boolean {
  if (value === 0 || value === '0') return false
  if (value === 1 || value === '1') return true
  if (typeof value !== 'boolean') throw wrongType()
  return value
}

function fieldValue(field: FieldModel, value: unknown): Value {
  switch (field.type) {
    case 'string':
    case 'text':
    case 'enum':
      return textValue(field, value)
    case 'boolean':
      return booleanValue(value)
    case 'integer':
      return integerValue(value)
    case 'real':
      return realValue(value)
    case 'bigint':
      return bigIntegerValue(value)
    case 'date':
      return dateValue(value)
    case 'json':
    case 'file':
      if (typeof value !== 'object' || value === null) throw wrongType()
      return value
  }
}

function memberValue(member: Exclude<Member, { kind: 'toMany' }>, value: unknown) {
  if (value === null) {
    const nullable = member.kind === 'field' ? member.field.nullable : member.relation.nullable
    if (!nullable) throw wrongType()
    return null
  }
  return member.kind === 'toOne' ? integerValue(value) : fieldValue(member.field, value)
}

export interface Input {
  /** The writable values, by the field names of the model. */
  values: Values
  /** Number of keys of the body that are fields of the resource, writable or not. */
  known: number
}

/**
 * Reads a body as fields of a resource, without unknown and read-only ones and those in `exclude`. Throws 400 with an empty
 * body on a wrong type, and 500 on a number that is too large for its column.
 */
export function readInput(
  resource: ResourceSchema,
  body: Readonly<Record<string, unknown>>,
  exclude: readonly string[] = [],
): Input {
  const values: Values = {}
  let known = 0
  for (const [key, value] of Object.entries(body)) {
    const member = resource.member(key)
    if (member === undefined || member.kind === 'toMany' || value === undefined) continue
    known++
    if (exclude.includes(key)) continue
    const writable = member.kind === 'field' ? member.field.writable : member.relation.writable
    const read = memberValue(member, value)
    if (writable || member.name === 'created_at') values[member.name] = read
  }
  return { values, known }
}

const words = (name: string) => name.replaceAll('__', ' ').replaceAll('_', ' ')

const withArticle = (noun: string) => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`

/** The error for a text of the wrong length, in the platform's rule language. */
function lengthRule(resource: ResourceSchema, field: FieldModel): HttpError {
  const { minLength, maxLength, nullable, name } = field
  const has = `has ${withArticle(words(name))}`
  const bounds = [
    minLength === undefined
      ? ''
      : minLength === 1
        ? 'is greater than 0'
        : `is greater than or equal to ${minLength}`,
    maxLength === undefined ? '' : `is less than or equal to ${maxLength}`,
  ].filter((bound) => bound !== '')
  const subject = `each ${words(resource.name)}${nullable ? ` that ${has},` : ''} ${has}`
  return new HttpError(
    400,
    `It is necessary that ${subject} that has a Length (Type) that ${bounds.join(' and ')}.`,
  )
}

const textsOf = (resource: ResourceSchema, values: Values) =>
  Object.entries(values).flatMap(([name, value]) => {
    const member = resource.member(name)
    return member?.kind === 'field' && typeof value === 'string' ? [{ field: member.field, value }] : []
  })

/** Throws 400 on a value that its column does not allow. */
export function checkChoices(resource: ResourceSchema, values: Values): void {
  for (const { field, value } of textsOf(resource, values)) {
    if (field.values?.includes(value) === false) throw new HttpError(400, 'Check constraint violated')
  }
}

/** Throws 400 on a text of the wrong length. The platform checks this last, on the resulting rows. */
export function checkLengths(resource: ResourceSchema, values: Values): void {
  for (const { field, value } of textsOf(resource, values)) {
    const { minLength = 0, maxLength = Infinity, type } = field
    // A maximum of 255 is only the size of the column, and not a rule.
    const hasRule = type === 'text' || maxLength < MAX_STRING_LENGTH || minLength > 0
    if (hasRule && (value.length > maxLength || value.length < minLength)) throw lengthRule(resource, field)
  }
}
