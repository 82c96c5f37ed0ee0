import type { ExpandPropertyPath, ODataOptions } from '@balena/odata-parser'
import type { Value } from '../store/table.ts'
import type { Candidates } from './bitmap.ts'
import { unknownName } from './http-error.ts'
import type { FieldType, Member } from './schema.ts'
import { compileSelection } from './run.ts'
import type { Selection } from './run.ts'
import type { QueryContext, Scope } from './source.ts'

export type Row = Record<string, unknown>

/** Puts one key of the reply into the row. */
type Writer = (handle: number, row: Row) => void

/** A value as it goes over the wire: dates as ISO text, big integers as text (docs/platform/data-api.md). */
export function toWire(type: FieldType, value: Value): unknown {
  if (value === null) return null
  if (type === 'date') return new Date(Number(value)).toISOString()
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

/** The rows on the far side of a relation, before any filter. */
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

function writeExpansion(context: QueryContext, scope: Scope, item: ExpandPropertyPath): Writer {
  const member = scope.resource.member(item.name)
  if (member === undefined || member.kind === 'field' || item.property !== undefined) throw unknownName()
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
  const shape = compileProjection(context, selection, item.options)
  return (handle, row) => {
    row[item.name] = selection.pick(candidates(handle)).map(shape)
  }
}

const isOnDemand = (member: Member): boolean => member.kind === 'field' && member.field.onDemand === true

/**
 * Compiles `$select` and `$expand` into a function that builds the reply for one row. Keys are the names that the
 * request used. An expansion wins over a selected reference. Throws 500 empty on an unknown name.
 */
export function compileProjection(
  context: QueryContext,
  { scope }: Selection,
  options: ODataOptions = {},
): (handle: number) => Row {
  const writers: Writer[] = []
  const expanded = new Set<string>()
  for (const item of options.$expand?.properties ?? []) {
    writers.push(writeExpansion(context, scope, item))
    const member = scope.resource.member(item.name)
    if (member !== undefined) expanded.add(member.name)
  }
  const { $select } = options
  const keys =
    $select === undefined || $select === '*'
      ? scope.resource.columns.filter((member) => !isOnDemand(member)).map(({ name }) => name)
      : $select.properties.map(({ name, property, count }) => {
          if (property !== undefined || count === true) throw unknownName()
          return name
        })
  for (const key of new Set(keys)) {
    const member = scope.resource.member(key)
    if (member === undefined || member.kind === 'toMany') throw unknownName()
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
