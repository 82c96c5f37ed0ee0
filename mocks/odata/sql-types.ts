import { unknownName } from '../base/http-error.ts'
import type { FieldType } from '../base/schema.ts'
import type { Value } from '../store/table.ts'
import type { Literal } from './ast.ts'

/**
 * The types with which the platform's database checks an expression. `unknown` is a literal of the URL: it takes the type
 * of the other operand, and is rejected when its text is no value of that type.
 */
export type SqlType =
  | 'integer'
  | 'bigint'
  | 'numeric'
  | 'text'
  | 'bool'
  | 'date'
  | 'day'
  | 'time'
  | 'duration'
  | 'json'
  | 'unknown'

export type KnownType = Exclude<SqlType, 'unknown'>

export const typeOfField: Readonly<Record<FieldType, KnownType>> = {
  integer: 'integer',
  real: 'numeric',
  bigint: 'bigint',
  boolean: 'bool',
  string: 'text',
  text: 'text',
  enum: 'text',
  date: 'date',
  json: 'json',
  file: 'json',
}

const MAX_INTEGER = 2 ** 31 - 1

const DAY = 86_400_000

const SPECIAL_DATES: Readonly<Record<string, number>> = {
  epoch: 0,
  infinity: Infinity,
  '-infinity': -Infinity,
}

const ISO_DATE =
  /^(?<day>\d{4}-\d{1,2}-\d{1,2})(?:[T ](?<time>\d{1,2}(?::\d{2}(?::\d{2}(?:\.\d+)?)?)?)\s*(?<zone>Z|[+-]\d{2}(?::?\d{2})?)?)?$/i

const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?$/

const padded = (part: string | undefined) => (part ?? '0').padStart(2, '0')

function dateOf(text: string): number {
  const special = SPECIAL_DATES[text.toLowerCase()]
  if (special !== undefined) return special
  const { day = '', time, zone = 'Z' } = ISO_DATE.exec(text)?.groups ?? {}
  if (day === '') return Number.NaN
  const [year = '', month, date] = day.split('-')
  const [hour = '0', minute, second = '00'] = time?.split(':') ?? []
  const offset = /^[+-]\d{2}$/.test(zone) ? `${zone}:00` : zone.toUpperCase()
  const seconds = second.includes('.') ? second : `${second}.000`
  return Date.parse(
    `${year}-${padded(month)}-${padded(date)}T${padded(hour)}:${padded(minute)}:${seconds}${offset}`,
  )
}

function timeOf(text: string): number {
  const [match, hour, minute, second = '0'] = CLOCK.exec(text) ?? []
  if (match === undefined) return Number.NaN
  return (Number(hour) * 3600 + Number(minute) * 60 + Number(second)) * 1000
}

/** Reads a boolean like the database: `true`, `yes`, their prefixes, `on`, `1`, and the opposites. */
function boolOf(text: string): boolean | undefined {
  const word = text.toLowerCase()
  if (word === '') return undefined
  if ('true'.startsWith(word) || 'yes'.startsWith(word) || word === 'on' || word === '1') return true
  const isFalse =
    'false'.startsWith(word) || 'no'.startsWith(word) || word === 'of' || word === 'off' || word === '0'
  return isFalse ? false : undefined
}

const integerOf = (text: string) => (/^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN)

const numberOf = (text: string) =>
  /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN

/** JSON with sorted keys, so that equal values have equal texts. */
export function jsonText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonText).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${jsonText(part)}`).join()}}`
}

function jsonOf(text: string): string | undefined {
  try {
    return jsonText(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** The text of a literal as sent to the database. */
function textOf({ type, value }: Literal): string {
  if (type === 'date' && typeof value === 'number')
    return new Date(value).toISOString().replace('Z', '+00:00')
  return String(value)
}

function readAs(type: KnownType, text: string): Value | undefined {
  const trimmed = text.trim()
  switch (type) {
    case 'text':
      return text
    case 'bool':
      return boolOf(trimmed)
    case 'integer': {
      const number = integerOf(trimmed)
      return Math.abs(number) <= MAX_INTEGER ? number : undefined
    }
    case 'bigint':
      return integerOf(trimmed)
    case 'numeric':
      return numberOf(trimmed)
    case 'date':
      return dateOf(trimmed)
    case 'day':
      return Math.floor(dateOf(trimmed) / DAY) * DAY
    case 'time':
      return timeOf(trimmed)
    case 'duration':
      return numberOf(trimmed) * 1000
    case 'json':
      return jsonOf(trimmed)
  }
}

/** Converts a literal to a type. Throws 500 when the database could not. */
export function literalAs(type: KnownType, literal: Literal): Value {
  if (literal.value === null) return null
  if (type === 'date' && literal.type === 'date') return literal.value
  const value = readAs(type, textOf(literal))
  if (value === undefined || (typeof value === 'number' && Number.isNaN(value)))
    throw unknownName(`'${textOf(literal)}' is not a ${type}.`)
  return value
}

/** Returns its argument. Throws 500 when it does not fit into an integer column. */
export function withinInteger(value: number): number {
  if (Math.abs(value) > MAX_INTEGER) throw unknownName()
  return value
}
