import type { FieldModel } from '../../openapi/generated/model.ts'
import { HttpError, unknownName } from '../odata/http-error.ts'
import type { Member, ResourceSchema } from '../odata/schema.ts'
import type { Value, Values } from './table.ts'

const wrongType = () => new HttpError(400)

const LONGEST_SHORT_TEXT = 255

const MAX_INTEGER = 2 ** 31 - 1

/** Text of a column that holds no more than 255 characters, and of one that holds any. */
function textValue({ type }: FieldModel, value: unknown): string {
  if (typeof value !== 'string') throw wrongType()
  if (type !== 'text' && value.length > LONGEST_SHORT_TEXT) throw wrongType()
  return value
}

/** Milliseconds, also as a text, or a date in one of its forms. */
function dateValue(value: unknown): number {
  if (typeof value !== 'string' && typeof value !== 'number') throw wrongType()
  const number = Number(value)
  const at = Number.isNaN(number) ? Date.parse(String(value)) : number
  if (!Number.isFinite(at)) throw wrongType()
  return at
}

/** A whole number; a text counts as far as it begins with one. */
function integerValue(value: unknown): number {
  const number = typeof value === 'string' ? Number.parseInt(value, 10) : value
  if (typeof number !== 'number' || !Number.isInteger(number)) throw wrongType()
  // It is a number, but no column holds it: that is the database's refusal.
  if (Math.abs(number) > MAX_INTEGER) throw unknownName()
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

/** True and false, or the digits by which databases tell them. */
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
  /** What may be written, under the names of the model. */
  values: Values
  /** How many keys of the body the resource knows, writable or not. */
  known: number
}

/**
 * Reads a body as fields of a resource: unknown and read-only ones are left out. Throws 400 empty on a wrong type, 500
 * on a number that is too large for its column.
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
    const read = memberValue(member, value)
    if (writable || member.name === 'created_at') values[member.name] = read
  }
  return { values, known }
}

const words = (name: string) => name.replaceAll('__', ' ').replaceAll('_', ' ')

const withArticle = (noun: string) => `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}`

/** The sentence of the platform's rule language about the length of a text. */
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

/** Throws 400 on a value that is none of those that its column allows. */
export function checkChoices(resource: ResourceSchema, values: Values): void {
  for (const { field, value } of textsOf(resource, values)) {
    if (field.values?.includes(value) === false) throw new HttpError(400, 'Check constraint violated')
  }
}

/** Throws 400 with the rule that a text breaks by its length: the platform asks this last, of rows as they would be. */
export function checkLengths(resource: ResourceSchema, values: Values): void {
  for (const { field, value } of textsOf(resource, values)) {
    const { minLength = 0, maxLength = Infinity, type } = field
    // What has no rule of its own is only as long as its column.
    const isRuled = type === 'text' || maxLength < LONGEST_SHORT_TEXT || minLength > 0
    if (isRuled && (value.length > maxLength || value.length < minLength)) throw lengthRule(resource, field)
  }
}
