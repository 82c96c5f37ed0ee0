import type { ODataOptions, ODataQuery } from '@balena/odata-parser'
import { unknownName } from '../base/http-error.ts'
import { noMember } from '../base/schema.ts'
import { isBind } from './ast.ts'
import type { Candidates } from './bitmap.ts'
import { MAX_VISITS } from './expression.ts'
import type { ParsedUrl } from './parse.ts'
import { compileProjection, MAX_DEEP_ROWS, MAX_DEEP_VALUES } from './projection.ts'
import type { Row } from './projection.ts'
import { compileSelection } from './run.ts'
import type { Selection } from './run.ts'
import type { QueryContext, Source } from './source.ts'
import { sourceScope } from './source.ts'

/** Converts the key of a URL to conditions: `(1)`, `(uuid='…')`, `(device=1,tag_key='k')` or an alias `(uuid=@p)`. */
function keyConditions(key: ODataQuery['key']): unknown[] {
  if (key === undefined) return []
  if (isBind(key)) return [['eq', { name: 'id' }, key]]
  return Object.entries(key).map(([name, bind]) => ['eq', { name }, bind])
}

function filterOf(query: { key?: ODataQuery['key']; options?: ODataOptions }): unknown {
  const conditions = keyConditions(query.key)
  const filter: unknown = query.options?.$filter
  if (filter !== undefined) conditions.push(filter)
  return conditions.length > 1 ? ['and', ...conditions] : conditions[0]
}

interface Opened {
  selection: Selection
  from?: Candidates
  options: ODataOptions
  count: boolean
}

/** Resolves a URL such as `device(1)/belongs_to__application?$select=id` to its final selection. */
function open(context: QueryContext, query: ODataQuery, from?: Candidates): Opened {
  if (typeof query.resource !== 'string' || query.link !== undefined) throw unknownName()
  const options = query.options ?? {}
  const selection = compileSelection(context, query.resource, options, filterOf(query))
  const opened = { selection, options, count: query.count === true, ...(from === undefined ? {} : { from }) }
  const next: unknown = query.property
  if (typeof next !== 'object' || next === null || !('resource' in next)) return opened
  const { scope } = selection
  const member = scope.resource.member(String(next.resource))
  if (member === undefined || member.kind === 'field')
    throw unknownName(noMember(scope.resource, String(next.resource)))
  const target = sourceScope(context.source, member.resource)
  const reached = new Set<number>()
  for (const handle of selection.pick(from)) {
    if (member.kind === 'toOne') {
      const id = scope.table.reader(member.name)(handle)
      const found = typeof id === 'number' ? target.table.byId(id) : -1
      if (found >= 0) reached.add(found)
    } else {
      const id = scope.table.reader('id')(handle)
      const back = target.table.reader(member.by)
      const rows = target.table.find(member.by, id)
      if (rows === undefined) {
        for (const row of target.table.handles()) if (back(row) === id) reached.add(row)
      } else {
        for (const row of Array.from(rows)) reached.add(row)
      }
    }
  }
  const following: ODataQuery = { ...next, resource: member.resource }
  return open(context, following, [...reached])
}

/** Runs a read: returns the rows, or the number for `$count`. */
export function read(source: Source, { tree, binds }: ParsedUrl): Row[] | number {
  const context = {
    source,
    binds,
    deep: { rows: MAX_DEEP_ROWS, values: MAX_DEEP_VALUES },
    visits: { left: MAX_VISITS },
  }
  const { selection, options, count, from } = open(context, tree)
  if (count) return selection.count(from)
  const shape = compileProjection(context, selection, options)
  return selection.pick(from).map(shape)
}

/** The rows of a PATCH or DELETE by key or filter, including `$top` and `$skip`. */
export function select(source: Source, { tree, binds }: ParsedUrl): number[] {
  const { selection, from } = open({ source, binds, visits: { left: MAX_VISITS } }, tree)
  return selection.pick(from)
}

/** The row with the key in the URL, ignoring the rest of the URL. */
export function selectKeyed(source: Source, { tree, binds }: ParsedUrl): number[] {
  if (typeof tree.resource !== 'string') throw unknownName()
  return compileSelection({ source, binds }, tree.resource, {}, filterOf({ key: tree.key })).pick()
}

/** A complete row as returned by POST: all fields, relations as references (docs/platform/data-api.md). */
export function completeRow(source: Source, resource: string, handle: number): Row {
  const context: QueryContext = { source, binds: {} }
  return compileProjection(context, compileSelection(context, resource))(handle)
}
