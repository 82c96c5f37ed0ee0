import type { ExpandPropertyPath, ODataOptions } from '@balena/odata-parser'
import { HttpError, unknownName } from '../base/http-error.ts'
import { noMember } from '../base/schema.ts'
import type { FieldType, Member } from '../base/schema.ts'
import type { Value } from '../store/table.ts'
import type { Candidates } from './bitmap.ts'
import { tooManyVisits } from './expression.ts'
import { compileSelection } from './run.ts'
import type { Selection } from './run.ts'
import type { QueryContext, Scope } from './source.ts'

export type Row = Record<string, unknown>

/** Writes one key of the response. */
type Writer = (handle: number, row: Row) => void

const DAY_MS = 86_400_000
const TWO_DIGITS = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'))

/** Cache of `2026-11-20T` by day, because the dates of a page are on few different days. */
const dayTexts = new Map<number, string>()
const MAX_DAYS = 4_000

/** `Date.prototype.toISOString`, several times faster: a page of devices has hundreds of dates. */
export function isoText(ms: number): string {
  const day = Math.floor(ms / DAY_MS)
  let text = dayTexts.get(day)
  if (text === undefined) {
    if (dayTexts.size >= MAX_DAYS) dayTexts.clear()
    text = new Date(day * DAY_MS).toISOString().slice(0, -13)
    dayTexts.set(day, text)
  }
  const rest = Math.trunc(ms) - day * DAY_MS
  const second = Math.floor(rest / 1_000)
  const minute = Math.floor(second / 60)
  const digits = String(rest % 1_000).padStart(3, '0')
  return `${text}${TWO_DIGITS[Math.floor(minute / 60)]}:${TWO_DIGITS[minute % 60]}:${TWO_DIGITS[second % 60]}.${digits}Z`
}

/** Serializes a value: dates as ISO text, big integers as text (docs/platform/data-api.md). */
export function toWire(type: FieldType, value: Value): unknown {
  if (value === null) return null
  if (type === 'date') return isoText(Number(value))
  if (type === 'bigint') return String(value)
  return value
}

function writeColumn(scope: Scope, key: string, member: Exclude<Member, { kind: 'toMany' }>): Writer {
  const read = scope.table.reader(member.name)
  if (member.kind === 'toOne') {
    return (handle, row) => {
      const id = read(handle)
      row[key] = id === null ? null : { __id: id }
    }
  }
  const { type } = member
  if (type !== 'date' && type !== 'bigint') {
    return (handle, row) => {
      row[key] = read(handle)
    }
  }
  return (handle, row) => {
    row[key] = toWire(type, read(handle))
  }
}

/** Returns a function that finds the related rows of a row, before any filter. */
function related(scope: Scope, member: Exclude<Member, { kind: 'field' }>, target: Scope) {
  if (member.kind === 'toOne') {
    const read = scope.table.reader(member.name)
    return (handle: number): Candidates => {
      const id = read(handle)
      const found = typeof id === 'number' ? target.table.byId(id) : -1
      return found < 0 ? [] : [found]
    }
  }
  const idOf = scope.table.reader('id')
  const back = target.table.reader(member.by)
  return (handle: number): Candidates => {
    const id = idOf(handle)
    const found = target.table.find(member.by, id)
    if (found !== undefined) return found
    const rows: number[] = []
    for (const row of target.table.handles()) if (back(row) === id) rows.push(row)
    return rows
  }
}

/** Relations lead back and forth, so each level can multiply the rows. The platform's own limits are not known. */
export const MAX_EXPAND_DEPTH = 6
/** Rows of expansions at this level and below are counted. */
const ROWS_FROM = 3
export const MAX_DEEP_ROWS = 50_000
/** From this level on, the same row can be returned many times, such as the fleet of each device with all its devices. */
const VALUES_FROM = 2
/** Fields of all their rows: what takes memory, before a response is complete. */
export const MAX_DEEP_VALUES = 2_000_000

const tooDeep = () => new HttpError(400, `$expand may be nested at most ${MAX_EXPAND_DEPTH} levels deep`)
const tooMany = () =>
  new HttpError(
    400,
    `The nested $expand would return more than ${MAX_DEEP_ROWS} rows; use $top or fewer levels`,
  )

const tooLarge = () =>
  new HttpError(
    400,
    `The nested $expand would return more than ${MAX_DEEP_VALUES} values; use $select, $top or fewer levels`,
  )

/**
 * Throws if the expansions of a request have more rows or values than a response may have: before the rows are made, and before
 * those in which nothing is found are searched.
 */
function countDeep(
  { deep, visits }: QueryContext,
  depth: number,
  { candidates, rows, width }: { candidates: number; rows: number; width: number },
): void {
  if (deep === undefined || depth < VALUES_FROM) return
  if (visits !== undefined && (visits.left -= candidates) < 0) throw tooManyVisits()
  if (depth >= ROWS_FROM && (deep.rows -= rows) < 0) throw tooMany()
  if ((deep.values -= rows * width) < 0) throw tooLarge()
}

function writeExpansion(
  context: QueryContext,
  scope: Scope,
  item: ExpandPropertyPath,
  depth: number,
): Writer {
  if (depth > MAX_EXPAND_DEPTH) throw tooDeep()
  const member = scope.resource.member(item.name)
  if (member === undefined) throw unknownName(noMember(scope.resource, item.name))
  if (member.kind === 'field' || item.property !== undefined)
    throw unknownName(`${item.name} of ${scope.resource.name} is not a relation that $expand can follow.`)
  const selection = compileSelection(context, member.resource, item.options)
  const candidates = related(scope, member, selection.scope)
  if (item.count === true) {
    if (member.kind === 'toOne') {
      return (handle, row) => {
        row[item.name] = selection.count(candidates(handle))
      }
    }
    const idOf = scope.table.reader('id')
    return (handle, row) => {
      row[item.name] = selection.countRelated(member.by, Number(idOf(handle)), () => candidates(handle))
    }
  }
  const shape = compileProjection(context, selection, item.options, depth)
  const width = columnsOf(selection.scope, item.options).length
  return (handle, row) => {
    const found = candidates(handle)
    const picked = selection.pick(found)
    countDeep(context, depth, { candidates: found.length, rows: picked.length, width })
    row[item.name] = picked.map(shape)
  }
}

/** Whether a column is returned only if `$select` names it. */
const isOnRequest = (column: Member): boolean => column.kind === 'field' && column.field.onRequest === true

/** The names that `$select` lists, or all that are returned without it. */
function columnsOf({ resource }: Scope, { $select }: ODataOptions = {}): string[] {
  if ($select === undefined || $select === '*')
    return resource.columns.filter((column) => !isOnRequest(column)).map(({ name }) => name)
  return $select.properties.map(({ name, property, count }) => {
    if (property !== undefined || count === true)
      throw unknownName(`$select=${name} may name only a field of ${resource.name}, without a path.`)
    return name
  })
}

/**
 * Compiles `$select` and `$expand` into a function that builds the response for one row. Keys are the names that the
 * request used. An expansion replaces a selected reference. Throws 500 with an empty body on an unknown name.
 */
export function compileProjection(
  context: QueryContext,
  { scope }: Selection,
  options: ODataOptions = {},
  depth = 0,
): (handle: number) => Row {
  const writers: Writer[] = []
  const expanded = new Set<string>()
  for (const item of options.$expand?.properties ?? []) {
    writers.push(writeExpansion(context, scope, item, depth + 1))
    const member = scope.resource.member(item.name)
    if (member !== undefined) expanded.add(member.name)
  }
  for (const key of new Set(columnsOf(scope, options))) {
    const member = scope.resource.member(key)
    if (member === undefined) throw unknownName(noMember(scope.resource, key))
    if (member.kind === 'toMany')
      throw unknownName(`${key} of ${scope.resource.name} is a list of rows: use $expand instead of $select.`)
    if (!expanded.has(member.name)) writers.push(writeColumn(scope, key, member))
  }
  const { $format } = options
  if (typeof $format === 'object' && $format.metadata === 'full') {
    const idOf = scope.table.reader('id')
    const { name } = scope.resource
    writers.push((handle, row) => {
      row['__metadata'] = { uri: `/${name}(@id)?@id=${String(idOf(handle))}` }
    })
  }
  return (handle) => {
    const row: Row = {}
    for (const write of writers) write(handle, row)
    return row
  }
}
