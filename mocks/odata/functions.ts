import type { Value } from '../store/table.ts'
import type { LiteralType } from './tree.ts'

export type ExpressionType = Exclude<LiteralType, 'list'> | 'json'

type Given = Exclude<Value, null>

interface TextFunction {
  result: ExpressionType
  /** Never called with a null argument: any null makes the result null, as in SQL. */
  apply(first: Given, second?: Given, third?: Given): Value
}

const text = (value: Value | undefined) => String(value ?? '')
const whole = (value: Value | undefined) => Math.trunc(Number(value))
const moment = (value: Value | undefined) =>
  new Date(typeof value === 'number' ? value : Date.parse(text(value)))

const datePart = (part: (date: Date) => number): TextFunction => ({
  result: 'number',
  apply: (at) => part(moment(at)),
})

/** The functions of wire 4.3, by their name in the URL. */
export const queryFunctions: Readonly<Record<string, TextFunction | undefined>> = {
  contains: { result: 'bool', apply: (field, part) => text(field).includes(text(part)) },
  substringof: { result: 'bool', apply: (part, field) => text(field).includes(text(part)) },
  startswith: { result: 'bool', apply: (field, part) => text(field).startsWith(text(part)) },
  endswith: { result: 'bool', apply: (field, part) => text(field).endsWith(text(part)) },
  tolower: { result: 'text', apply: (field) => text(field).toLowerCase() },
  toupper: { result: 'text', apply: (field) => text(field).toUpperCase() },
  trim: { result: 'text', apply: (field) => text(field).trim() },
  concat: { result: 'text', apply: (left, right) => text(left) + text(right) },
  replace: { result: 'text', apply: (field, from, to) => text(field).replaceAll(text(from), text(to)) },
  substring: {
    result: 'text',
    apply: (field, start, length) => {
      const from = whole(start)
      return text(field).slice(from, length === undefined ? undefined : from + whole(length))
    },
  },
  length: { result: 'number', apply: (field) => text(field).length },
  indexof: { result: 'number', apply: (field, part) => text(field).indexOf(text(part)) },
  round: { result: 'number', apply: (number) => Math.round(Number(number)) },
  floor: { result: 'number', apply: (number) => Math.floor(Number(number)) },
  ceiling: { result: 'number', apply: (number) => Math.ceil(Number(number)) },
  year: datePart((date) => date.getUTCFullYear()),
  month: datePart((date) => date.getUTCMonth() + 1),
  day: datePart((date) => date.getUTCDate()),
  hour: datePart((date) => date.getUTCHours()),
  minute: datePart((date) => date.getUTCMinutes()),
  second: datePart((date) => date.getUTCSeconds()),
  fractionalseconds: datePart((date) => date.getUTCMilliseconds() / 1000),
  totaloffsetminutes: datePart(() => 0),
  date: { result: 'text', apply: (at) => moment(at).toISOString().slice(0, 10) },
  time: { result: 'text', apply: (at) => moment(at).toISOString().slice(11, 23) },
}
