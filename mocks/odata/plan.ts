import type { RangeOperator, Value } from '../store/table.ts'
import { scopeOf } from './source.ts'
import type { QueryContext, Scope, Source } from './source.ts'
import { isCall, isOperation, isPath, listOf, literalOf } from './tree.ts'
import type { LambdaNode, Literal, PathNode } from './tree.ts'

export type Candidates = ArrayLike<number>

/** Rows found through indexes alone. */
export interface Narrowed {
  /** At least the rows that the condition matches. */
  handles: Candidates
  /** The condition matches all of these rows: it need not be tested again. */
  exact: boolean
}

/** Runs a condition on rows of another table, whose alias is the scope's. */
export type Tester = (condition: unknown, scope: Scope) => (handle: number) => boolean

/** What finding rows through indexes needs. */
export interface Planner {
  context: QueryContext
  tester: Tester
}

/** Above this many rows on the far side of a relation an index walk costs more than it saves. */
const MANY = 5000

/** The rows of a table of no more than so many are looked at one by one, once for each request. */
const FEW_TARGETS = 1000

/** Up to so many handles a set is cheaper than an array over all rows. */
const FEW = 500

function union(parts: readonly Candidates[]): Candidates {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return only
  let total = 0
  for (const part of parts) total += part.length
  if (total > FEW) return gathered(maskOf(parts))
  const seen = new Set<number>()
  for (const part of parts) for (let at = 0; at < part.length; at++) seen.add(part[at] ?? -1)
  return [...seen]
}

/** 1 for each of the handles. Handles are small numbers. */
export function maskOf(parts: readonly Candidates[]): Uint8Array {
  let highest = -1
  for (const part of parts) {
    for (let at = 0; at < part.length; at++) highest = Math.max(highest, part[at] ?? -1)
  }
  const mask = new Uint8Array(highest + 1)
  for (const part of parts) for (let at = 0; at < part.length; at++) mask[part[at] ?? 0] = 1
  return mask
}

function gathered(mask: Uint8Array): Int32Array {
  const handles = new Int32Array(mask.length)
  let count = 0
  for (let handle = 0; handle < mask.length; handle++) if (mask[handle] === 1) handles[count++] = handle
  return handles.subarray(0, count)
}

/** The field path that follows the name of the scope, when the path begins with it. */
function withoutAlias(path: PathNode, scope: Scope): PathNode {
  return path.name === scope.alias && path.property !== undefined ? path.property : path
}

function literalFor(type: string, { type: found, value }: Literal): Value {
  return type === 'date' && found === 'text' ? Date.parse(String(value)) : value
}

/** Only those of the rows that the caller may see: a relation to any other leads nowhere. */
function seen(source: Source, scope: Scope, handles: Candidates): Candidates {
  const visible = source.visibility(scope.resource.name)
  return visible === undefined ? handles : Array.from(handles).filter((handle) => visible.test(handle))
}

function byValues(
  planner: Planner,
  path: PathNode,
  values: readonly Literal[],
  scope: Scope,
): Narrowed | undefined {
  const member = scope.resource.member(path.name)
  if (member === undefined || member.kind === 'toMany') return undefined
  const { source } = planner.context
  if (path.property !== undefined) {
    // What no relation leads to is null as well, so an index over the far side cannot find it.
    if (member.kind !== 'toOne' || values.some(({ value }) => value === null)) return undefined
    const target = scopeOf(source, member.resource)
    const found = byValues(planner, path.property, values, target) ?? byScan(path.property, values, target)
    if (found === undefined) return undefined
    const handles = backAlong(scope, member.name, target, seen(source, target, found.handles))
    return handles && { handles, exact: found.exact }
  }
  if (path.lambda !== undefined || path.count === true) return undefined
  const type = member.kind === 'field' ? member.type : 'integer'
  const parts: Candidates[] = []
  for (const literal of values) {
    const value = literalFor(type, literal)
    if (member.name === 'id') {
      const handle = typeof value === 'number' ? scope.table.byId(value) : -1
      parts.push(handle < 0 ? [] : [handle])
      continue
    }
    const found = scope.table.find(member.name, value)
    if (found === undefined) return undefined
    parts.push(found)
  }
  return { handles: union(parts), exact: true }
}

/** The rows whose to-one relation leads to one of the rows found on its far side. */
function backAlong(scope: Scope, relation: string, target: Scope, found: Candidates): Candidates | undefined {
  if (found.length > MANY) return undefined
  const idOf = target.table.reader('id')
  const parts: Candidates[] = []
  for (let at = 0; at < found.length; at++) {
    const rows = scope.table.find(relation, idOf(found[at] ?? -1))
    if (rows === undefined) return undefined
    parts.push(rows)
  }
  return union(parts)
}

function byLambda(planner: Planner, path: PathNode, scope: Scope): Narrowed | undefined {
  const { lambda } = path
  const member = scope.resource.member(path.name)
  if (lambda?.method !== 'any' || member === undefined || member.kind === 'field') return undefined
  const { source } = planner.context
  const target = scopeOf(source, member.resource, lambda.identifier)
  if (member.kind === 'toMany') {
    const handles = byKinds(planner, lambda.expression, scope, target, member.by)
    if (handles !== undefined) return { handles, exact: true }
  }
  const found = narrow(planner, lambda.expression, target) ?? byTest(planner, lambda, member, target)
  if (found === undefined || found.handles.length > MANY) return undefined
  const visible = seen(source, target, found.handles)
  if (member.kind === 'toOne') {
    const handles = backAlong(scope, member.name, target, visible)
    return handles && { handles, exact: found.exact }
  }
  const parentOf = target.table.reader(member.by)
  const handles = new Set<number>()
  for (let at = 0; at < visible.length; at++) {
    const id = parentOf(visible[at] ?? -1)
    const handle = typeof id === 'number' ? scope.table.byId(id) : -1
    if (handle >= 0) handles.add(handle)
  }
  return { handles: [...handles], exact: found.exact }
}

/** The rows of a small table that have one of the values in a field of which it keeps no index. */
function byScan(
  path: PathNode,
  values: readonly Literal[],
  { resource, table }: Scope,
): Narrowed | undefined {
  const member = resource.member(path.name)
  if (member?.kind !== 'field' || (path.property ?? path.lambda ?? path.count)) return undefined
  if (table.size > FEW_TARGETS) return undefined
  const wanted = new Set(values.map((literal) => literalFor(member.type, literal)))
  const read = table.reader(member.name)
  return { handles: Array.from(table.handles()).filter((handle) => wanted.has(read(handle))), exact: true }
}

/** The rows of a small table that a lambda over a to-one relation means, when no index finds them. */
function byTest(
  { tester }: Planner,
  { expression, identifier }: LambdaNode,
  { kind }: { kind: string },
  target: Scope,
): Narrowed | undefined {
  if (kind !== 'toOne' || target.table.size > FEW_TARGETS || !readsWithin(expression, identifier))
    return undefined
  const test = tester(expression, target)
  return { handles: Array.from(target.table.handles()).filter((handle) => test(handle)), exact: true }
}

/** Whether every path of a condition begins with one alias: then it means the same for every row around it. */
function readsWithin(node: unknown, alias: string): boolean {
  if (isOperation(node)) return node.slice(1).every((operand) => readsWithin(operand, alias))
  if (isCall(node)) return node.args.every((arg) => readsWithin(arg, alias))
  return !isPath(node) || node.name === alias
}

/** Looks at one row of each kind, and takes the owners of all rows of the kinds that match. */
function byKinds(
  { context, tester }: Planner,
  condition: unknown,
  scope: Scope,
  target: Scope,
  by: string,
): Candidates | undefined {
  const { likeFields } = target.table
  if (likeFields === undefined || !readsOnly(condition, likeFields, target)) return undefined
  const visible = context.source.visibility(target.resource.name)
  // Else one row of a kind might be visible and another not.
  if (visible !== undefined && visible.follows !== by) return undefined
  const kinds = target.table.kinds?.()
  if (kinds === undefined) return undefined
  const test = tester(condition, target)
  const mask = new Uint8Array(scope.table.size)
  for (const { handle, eachOwner } of kinds) {
    if (test(handle)) eachOwner((owner) => (mask[owner] = 1))
  }
  return gathered(mask)
}

/** Whether a condition looks at nothing but some fields of the innermost scope. */
function readsOnly(node: unknown, fields: ReadonlySet<string>, scope: Scope): boolean {
  if (isOperation(node)) {
    const [, ...operands] = node
    return operands.every((operand) => readsOnly(operand, fields, scope))
  }
  if (isCall(node)) return node.args.every((arg) => readsOnly(arg, fields, scope))
  if (!isPath(node)) return true
  const path = node.name === scope.alias ? node.property : undefined
  if (path === undefined || (path.property ?? path.lambda ?? path.count)) return false
  const member = scope.resource.member(path.name)
  return member !== undefined && fields.has(member.name)
}

const PLACES = { contains: 'contains', startswith: 'startswith', endswith: 'endswith' } as const

const isPlace = (method: string): method is keyof typeof PLACES => method in PLACES

/** `contains(field,'part')` and the like, also of the field in lower case. */
function bySearch({ context }: Planner, call: unknown, scope: Scope): Narrowed | undefined {
  if (!isCall(call) || !isPlace(call.method)) return undefined
  const [subject, wanted] = call.args
  const part = literalOf(wanted, context.binds)
  if (part?.type !== 'text' || call.args.length !== 2) return undefined
  const [operator, inner] = isOperation(subject) ? subject : []
  const lower = operator === 'call' && isCall(inner) && inner.method === 'tolower' && inner.args.length === 1
  const field = lower ? inner.args[0] : subject
  if (!isPath(field)) return undefined
  const path = withoutAlias(field, scope)
  const member = scope.resource.member(path.name)
  if (member?.kind !== 'field' || (path.property ?? path.lambda ?? path.count)) return undefined
  const handles = scope.table.search?.(member.name, {
    part: String(part.value),
    place: PLACES[call.method],
    lower,
  })
  return handles && { handles, exact: true }
}

const RANGES: ReadonlySet<string> = new Set<RangeOperator>(['gt', 'ge', 'lt', 'le'])

const isRange = (operator: string): operator is RangeOperator => RANGES.has(operator)

/** A field beside a literal, compared by size: a stretch of the order that the table keeps. */
function byRange(
  { context }: Planner,
  operator: RangeOperator,
  [left, right]: readonly unknown[],
  scope: Scope,
): Narrowed | undefined {
  const literal = literalOf(right, context.binds)
  if (!isPath(left) || literal === undefined) return undefined
  const path = withoutAlias(left, scope)
  const member = scope.resource.member(path.name)
  if (member?.kind !== 'field' || (path.property ?? path.lambda ?? path.count)) return undefined
  const handles = scope.table.range?.(member.name, operator, literalFor(member.type, literal))
  return handles && { handles, exact: true }
}

/**
 * Rows that a filter can match, found through indexes alone: key, natural key, relation, `in`, parts of texts, and these
 * through relations and lambdas. undefined when the filter gives no such hold.
 */
export function narrow(planner: Planner, node: unknown, scope: Scope): Narrowed | undefined {
  const { context } = planner
  if (isPath(node)) return byLambda(planner, withoutAlias(node, scope), scope)
  if (!isOperation(node)) return undefined
  const [operator, ...operands] = node
  if (operator === 'call') return bySearch(planner, operands[0], scope)
  if (isRange(operator)) return byRange(planner, operator, operands, scope)
  if (operator === 'and') {
    let best: Candidates | undefined
    for (const operand of operands) {
      const found = narrow(planner, operand, scope)?.handles
      if (found !== undefined && (best === undefined || found.length < best.length)) best = found
    }
    return best && { handles: best, exact: false }
  }
  if (operator === 'or') {
    const parts: Narrowed[] = []
    for (const operand of operands) {
      const found = narrow(planner, operand, scope)
      if (found === undefined) return undefined
      parts.push(found)
    }
    return { handles: union(parts.map(({ handles }) => handles)), exact: parts.every(({ exact }) => exact) }
  }
  if (operator !== 'eq' && operator !== 'eqany') return undefined
  const [left, right] = isPath(operands[0]) ? operands : operands.toReversed()
  if (!isPath(left)) return undefined
  const one = operator === 'eq' ? literalOf(right, context.binds) : undefined
  // Null is in no list.
  const values =
    operator === 'eq' ? one && [one] : listOf(right, context.binds)?.filter(({ value }) => value !== null)
  return values && byValues(planner, withoutAlias(left, scope), values, scope)
}

/** The conditions that must all hold. */
export function conditionsOf(node: unknown): readonly unknown[] {
  if (node === undefined) return []
  if (!isOperation(node) || node[0] !== 'and') return [node]
  const [, ...operands] = node
  return operands.flatMap(conditionsOf)
}

/** Whether a condition is quicker to test than to look up in a set: one field beside a literal. */
export const isPlain = (node: unknown): boolean =>
  isOperation(node) &&
  (node[0] === 'eq' || node[0] === 'ne') &&
  isPath(node[1]) &&
  node[1].property === undefined

/** Plain `field = value` conditions, and at most one relation to any of several rows. */
export interface Equalities {
  where: Map<string, Value>
  among?: { relation: string; ids: readonly number[] }
}

/** The rows that an expression about another resource matches, exactly. */
export type Resolve = (resource: string, filter: unknown, alias: string) => readonly number[]

/** The filter as such conditions, when it is nothing but a conjunction of them. */
export function equalities(
  context: QueryContext,
  node: unknown,
  scope: Scope,
  resolve: Resolve,
  into: Equalities = { where: new Map() },
): Equalities | undefined {
  if (node === undefined) return into
  if (isPath(node)) return amongRelated(node, scope, resolve, into)
  if (!isOperation(node)) return undefined
  const [operator, ...operands] = node
  if (operator === 'and') {
    return operands.every((operand) => equalities(context, operand, scope, resolve, into)) ? into : undefined
  }
  if (operator !== 'eq') return undefined
  const [left, right] = isPath(operands[0]) ? operands : operands.toReversed()
  const value = literalOf(right, context.binds)
  if (!isPath(left) || value === undefined) return undefined
  const path = withoutAlias(left, scope)
  const member = scope.resource.member(path.name)
  if (member === undefined || member.kind === 'toMany') return undefined
  if (path.property ?? path.lambda ?? path.count) return undefined
  const wanted = literalFor(member.kind === 'field' ? member.type : 'integer', value)
  if (into.where.has(member.name) && into.where.get(member.name) !== wanted) return undefined
  into.where.set(member.name, wanted)
  return into
}

/** `relation/any(x:x/field eq …)` over a small table, as the ids of the rows that it means. */
function amongRelated(
  node: PathNode,
  scope: Scope,
  resolve: Resolve,
  into: Equalities,
): Equalities | undefined {
  const path = withoutAlias(node, scope)
  const { lambda } = path
  const member = scope.resource.member(path.name)
  if (member?.kind !== 'toOne' || lambda?.method !== 'any' || into.among !== undefined) return undefined
  into.among = { relation: member.name, ids: resolve(member.resource, lambda.expression, lambda.identifier) }
  return into
}
