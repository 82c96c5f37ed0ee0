import { unknownName } from '../base/http-error.ts'
import type { Value } from '../store/table.ts'
import type { KnownType } from './sql-types.ts'

type Argument = Exclude<Value, null>

interface QueryFunction {
  takes: readonly KnownType[]
  /** Number of optional arguments at the end. */
  optional?: number
  /** The first argument must not be a literal. */
  literals?: false
  result: KnownType
  /** Never called with null: as in SQL, the result is null if any argument is. */
  apply(first: Argument, second?: Argument, third?: Argument): Value
}

const text = (value: Value | undefined) => String(value ?? '')

const DAY = 86_400_000

const datePart = (part: (date: Date) => number): QueryFunction => ({
  takes: ['date'],
  literals: false,
  result: 'numeric',
  apply: (at) => part(new Date(Number(at))),
})

const onText = (change: (text: string) => string): QueryFunction => ({
  takes: ['text'],
  result: 'text',
  apply: (field) => change(text(field)),
})

const onNumber = (change: (number: number) => number): QueryFunction => ({
  takes: ['numeric'],
  result: 'numeric',
  apply: (number) => change(Number(number)),
})

const testOfText = (test: (field: string, part: string) => boolean): QueryFunction => ({
  takes: ['text', 'text'],
  result: 'bool',
  apply: (field, part) => test(text(field), text(part)),
})

/** Code points, which the database counts, and not UTF-16 units. */
const characters = (value: Value | undefined) => Array.from(text(value))

/** SUBSTRING of SQL: positions before the text count too, and a negative length is an error. */
function substring(field: Argument, start?: Argument, length?: Argument): string {
  const from = Number(start)
  if (length !== undefined && Number(length) < 0) throw unknownName()
  const to = length === undefined ? Infinity : from + Number(length)
  return characters(field).slice(Math.max(0, from), Math.max(0, to)).join('')
}

/** The functions of a filter by name, with the semantics of the platform's database. */
export const queryFunctions: Readonly<Record<string, QueryFunction | undefined>> = {
  contains: testOfText((field, part) => field.includes(part)),
  substringof: testOfText((part, field) => field.includes(part)),
  startswith: testOfText((field, part) => field.startsWith(part)),
  endswith: testOfText((field, part) => field.endsWith(part)),
  tolower: onText((field) => field.toLowerCase()),
  toupper: onText((field) => field.toUpperCase()),
  trim: onText((field) => field.replaceAll(/^ +| +$/g, '')),
  concat: { takes: ['text', 'text'], result: 'text', apply: (left, right) => text(left) + text(right) },
  replace: {
    takes: ['text', 'text', 'text'],
    result: 'text',
    apply: (field, from, to) => (from === '' ? field : text(field).replaceAll(text(from), () => text(to))),
  },
  substring: { takes: ['text', 'integer', 'integer'], optional: 1, result: 'text', apply: substring },
  length: { takes: ['text'], result: 'integer', apply: (field) => characters(field).length },
  indexof: {
    takes: ['text', 'text'],
    result: 'integer',
    apply(field, part) {
      const at = text(field).indexOf(text(part))
      return at < 0 ? at : characters(text(field).slice(0, at)).length
    },
  },
  round: onNumber((number) => Math.round(number)),
  floor: onNumber((number) => Math.floor(number)),
  ceiling: onNumber((number) => Math.ceil(number)),
  year: datePart((date) => date.getUTCFullYear()),
  month: datePart((date) => date.getUTCMonth() + 1),
  day: datePart((date) => date.getUTCDate()),
  hour: datePart((date) => date.getUTCHours()),
  minute: datePart((date) => date.getUTCMinutes()),
  second: datePart((date) => date.getUTCSeconds()),
  fractionalseconds: datePart((date) => date.getUTCMilliseconds() / 1000),
  totalseconds: {
    takes: ['duration'],
    literals: false,
    result: 'numeric',
    apply: (length) => Number(length) / 1000,
  },
  date: {
    takes: ['date'],
    literals: false,
    result: 'day',
    apply: (at) => Math.floor(Number(at) / DAY) * DAY,
  },
  time: {
    takes: ['date'],
    literals: false,
    result: 'time',
    apply: (at) => Number(at) - Math.floor(Number(at) / DAY) * DAY,
  },
}
