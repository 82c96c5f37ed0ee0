import type { RangeOperator, Value } from '../store/table.ts'
import type { TextPlace } from '../store/text-index.ts'
import { isCall, isOperation, isPath, literalList, boundLiteral } from './ast.ts'
import type { LambdaNode, Literal, PathNode } from './ast.ts'
import { Bitmap, intersection, union, without } from './bitmap.ts'
import { ownersOfClasses } from './row-classes.ts'
import { sourceScope, withoutAlias } from './source.ts'
import type { QueryContext, Scope, Source } from './source.ts'
import { literalAs, typeOfField } from './sql-types.ts'

/** Rows found through indexes alone. */
export interface IndexScan {
  /** All rows that match the condition, and possibly others. */
  rows: Bitmap
  /** All of these rows match, so the condition need not be tested. */
  exact: boolean
}

/** Compiles a condition on the rows of a scope. */
export type Tester = (condition: unknown, scope: Scope) => (handle: number) => boolean

export interface Planner {
  context: QueryContext
  tester: Tester
}

/** Above this number of related rows, an index scan costs more than it saves. */
const MAX_RELATED = 5000

/** Tables up to this size are scanned, once per request. */
const MAX_SCANNED = 1000

/** Removes rows that the caller may not see: a relation to such a row is null. */
function visibleRows(source: Source, scope: Scope, rows: Bitmap): Bitmap {
  const visible = source.visibility(scope.resource.name)
  if (visible === undefined) return rows
  return Bitmap.of(Array.from(rows.list).filter((handle) => visible.test(handle)))
}

function byValues(
  planner: Planner,
  path: PathNode,
  values: readonly Literal[],
  scope: Scope,
): IndexScan | undefined {
  const member = scope.resource.member(path.name)
  if (member === undefined || member.kind === 'toMany') return undefined
  const { source } = planner.context
  if (path.property !== undefined) {
    // A field of an empty relation is null too, which an index of the related table cannot find.
    if (member.kind !== 'toOne' || values.some(({ value }) => value === null)) return undefined
    const target = sourceScope(source, member.resource)
    const found = byValues(planner, path.property, values, target) ?? byScan(path.property, values, target)
    if (found === undefined) return undefined
    const rows = referringRows(scope, member.name, target, visibleRows(source, target, found.rows))
    return rows && { rows, exact: found.exact }
  }
  if (path.lambda !== undefined || path.count === true) return undefined
  const type = member.kind === 'field' ? typeOfField[member.type] : 'integer'
  if (type === 'json') return undefined
  const parts: Bitmap[] = []
  for (const literal of values) {
    const value = literalAs(type, literal)
    if (member.name === 'id') {
      const handle = typeof value === 'number' ? scope.table.byId(value) : -1
      parts.push(Bitmap.of(handle < 0 ? [] : [handle]))
      continue
    }
    const found = withValue(scope, member.name, value)
    if (found === undefined) return undefined
    parts.push(found)
  }
  return { rows: union(parts), exact: true }
}

function withValue({ table }: Scope, field: string, value: Value): Bitmap | undefined {
  const marked = table.marked?.(field, value)
  if (marked !== undefined) return Bitmap.marked(marked.marks, marked.length)
  const found = table.find(field, value)
  return found && Bitmap.of(found)
}

/** The rows whose to-one relation leads to one of the found rows. */
function referringRows(scope: Scope, relation: string, target: Scope, found: Bitmap): Bitmap | undefined {
  if (found.length > MAX_RELATED) return undefined
  const idOf = target.table.reader('id')
  const parts: Bitmap[] = []
  for (const handle of Array.from(found.list)) {
    const rows = withValue(scope, relation, idOf(handle))
    if (rows === undefined) return undefined
    parts.push(rows)
  }
  return union(parts)
}

function byLambda(planner: Planner, path: PathNode, scope: Scope): IndexScan | undefined {
  const { lambda } = path
  const member = scope.resource.member(path.name)
  if (lambda?.method !== 'any' || member === undefined || member.kind === 'field') return undefined
  const { source } = planner.context
  const target = sourceScope(source, member.resource, lambda.identifier)
  if (member.kind === 'toMany') {
    const rows =
      byKinds(planner, lambda.expression, scope, target, member.by) ??
      byOwners(planner, lambda.expression, target, member.by)
    if (rows !== undefined) return { rows, exact: true }
  }
  const found = planIndexScan(planner, lambda.expression, target) ?? byTest(planner, lambda, target)
  if (found === undefined || found.rows.length > MAX_RELATED) return undefined
  const visible = visibleRows(source, target, found.rows)
  if (member.kind === 'toOne') {
    const rows = referringRows(scope, member.name, target, visible)
    return rows && { rows, exact: found.exact }
  }
  const parentOf = target.table.reader(member.by)
  const handles = new Set<number>()
  for (const row of Array.from(visible.list)) {
    const id = parentOf(row)
    const handle = typeof id === 'number' ? scope.table.byId(id) : -1
    if (handle >= 0) handles.add(handle)
  }
  return { rows: Bitmap.of([...handles]), exact: found.exact }
}

/** The rows of a small table with one of the values, by a full scan. */
function byScan(
  path: PathNode,
  values: readonly Literal[],
  { resource, table }: Scope,
): IndexScan | undefined {
  const member = resource.member(path.name)
  if (member?.kind !== 'field' || (path.property ?? path.lambda ?? path.count)) return undefined
  if (table.size > MAX_SCANNED || typeOfField[member.type] === 'json') return undefined
  const expected = new Set(values.map((literal) => literalAs(typeOfField[member.type], literal)))
  const read = table.reader(member.name)
  const handles = Array.from(table.handles()).filter((handle) => expected.has(read(handle)))
  return { rows: Bitmap.of(handles), exact: true }
}

/** The rows of a small table that match a lambda, by a full scan. */
function byTest(
  { tester }: Planner,
  { expression, identifier }: LambdaNode,
  target: Scope,
): IndexScan | undefined {
  if (target.table.size > MAX_SCANNED || !readsWithin(expression, identifier)) return undefined
  const test = tester(expression, target)
  const handles = Array.from(target.table.handles()).filter((handle) => test(handle))
  return { rows: Bitmap.of(handles), exact: true }
}

/** Whether all paths of a condition begin with the alias, so that its result does not depend on the outer row. */
function readsWithin(node: unknown, alias: string): boolean {
  if (isOperation(node)) return node.slice(1).every((operand) => readsWithin(operand, alias))
  if (isCall(node)) return node.args.every((arg) => readsWithin(arg, alias))
  return !isPath(node) || node.name === alias
}

/** Tests one row of each kind, and returns the owners of all rows of the matching kinds. */
function byKinds(
  { context, tester }: Planner,
  condition: unknown,
  scope: Scope,
  target: Scope,
  by: string,
): Bitmap | undefined {
  const { likeFields } = target.table
  if (likeFields === undefined || !readsOnly(condition, likeFields, target)) return undefined
  const visible = context.source.visibility(target.resource.name)
  // Otherwise only some rows of a kind could be visible.
  if (visible !== undefined && visible.follows !== by) return undefined
  const kinds = target.table.kinds?.()
  if (kinds === undefined) return undefined
  const test = tester(condition, target)
  return ownersOfClasses(kinds, test, scope.table.size)
}

/** The owners of the rows with one of some values, if the related table has an index of owners by value. */
function byOwners({ context }: Planner, condition: unknown, target: Scope, by: string): Bitmap | undefined {
  const [operator, left, right] = isOperation(condition) ? condition : []
  if ((operator !== 'eq' && operator !== 'eqany') || !isPath(left)) return undefined
  const visible = context.source.visibility(target.resource.name)
  if (visible !== undefined && visible.follows !== by) return undefined
  const one = boundLiteral(right, context.binds)
  const values = operator === 'eq' ? one && [one] : literalList(right, context.binds)
  const member = plainField(left, target)
  if (values === undefined || member === undefined) return undefined
  const parts: Bitmap[] = []
  for (const { value } of values) {
    const owners = target.table.owners?.(by, member.name, value)
    if (owners === undefined) return undefined
    parts.push(Bitmap.of(owners))
  }
  return union(parts)
}

/** Whether a condition reads only these fields of the innermost scope. */
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

const isSearch = (method: string): method is Exclude<TextPlace, 'equals'> =>
  method === 'contains' || method === 'startswith' || method === 'endswith'

/** Reads `field` or `tolower(field)`. */
function textField(node: unknown, scope: Scope) {
  const [operator, inner] = isOperation(node) ? node : []
  const lower = operator === 'call' && isCall(inner) && inner.method === 'tolower' && inner.args.length === 1
  const field = lower ? inner.args[0] : node
  const member = isPath(field) ? plainField(field, scope) : undefined
  return member && { member, lower }
}

function plainField(node: PathNode, scope: Scope) {
  const path = withoutAlias(node, scope)
  const member = scope.resource.member(path.name)
  return member?.kind !== 'field' || (path.property ?? path.lambda ?? path.count) ? undefined : member
}

/** `contains(field,'part')`, `startswith`, `endswith` and equality, also of `tolower(field)`. */
function bySearch(
  { context }: Planner,
  [subject, text]: readonly unknown[],
  place: TextPlace,
  scope: Scope,
): IndexScan | undefined {
  const part = boundLiteral(text, context.binds)
  const found = part?.type === 'text' ? textField(subject, scope) : undefined
  if (part === undefined || found === undefined) return undefined
  const { member, lower } = found
  const handles = scope.table.search?.(member.name, { part: String(part.value), place, lower })
  return handles && { rows: Bitmap.of(handles), exact: true }
}

const RANGES: ReadonlySet<string> = new Set<RangeOperator>(['gt', 'ge', 'lt', 'le'])

const isRange = (operator: string): operator is RangeOperator => RANGES.has(operator)

/** `field gt literal` and the like: a range of the table's sort index. */
function byRange(
  { context }: Planner,
  operator: RangeOperator,
  [left, right]: readonly unknown[],
  scope: Scope,
): IndexScan | undefined {
  const literal = boundLiteral(right, context.binds)
  if (!isPath(left) || literal === undefined) return undefined
  const member = plainField(left, scope)
  if (member === undefined) return undefined
  const handles = scope.table.range?.(member.name, operator, literalAs(typeOfField[member.type], literal))
  return handles && { rows: Bitmap.of(handles), exact: true }
}

/** Reads `field mul number` or `field`. */
function multiple(node: unknown, scope: Scope, { binds }: QueryContext) {
  if (isPath(node)) {
    const member = plainField(node, scope)
    return member && { field: member.name, times: 1 }
  }
  const [operator, left, right, ...more] = isOperation(node) ? node : []
  const literal = boundLiteral(right, binds)
  if (operator !== 'mul' || !isPath(left) || typeof literal?.value !== 'number' || more.length > 0)
    return undefined
  const member = plainField(left, scope)
  return member && { field: member.name, times: literal.value }
}

/** `part mul a ge whole mul b`: the rows in which one field is at least some percentage of another. */
function byShare({ context }: Planner, [left, right]: readonly unknown[], scope: Scope) {
  const part = multiple(left, scope, context)
  const whole = multiple(right, scope, context)
  if (part === undefined || whole === undefined || part.times <= 0) return undefined
  const percent = (100 * whole.times) / part.times
  if (!Number.isInteger(percent) || percent <= 0) return undefined
  const handles = scope.table.share?.(part.field, whole.field, percent)
  return handles && { rows: Bitmap.of(handles), exact: true }
}

const OPPOSITE: Readonly<Record<RangeOperator, RangeOperator>> = { gt: 'le', ge: 'lt', lt: 'ge', le: 'gt' }

/** All other rows; only for conditions that are never null. */
function allBut(found: IndexScan | undefined, { table }: Scope): IndexScan | undefined {
  const all = found?.exact === true ? table.sorted?.('id') : undefined
  return found && all && { rows: without(Bitmap.of(all), found.rows), exact: true }
}

/** All other rows, except those whose field is null: for them, the condition and its negation are both null. */
function allOtherNonNull(planner: Planner, found: IndexScan | undefined, subject: unknown, scope: Scope) {
  const known = found?.exact === true ? textField(subject, scope) : undefined
  if (found === undefined || known === undefined) return undefined
  const { name, field } = known.member
  if (!field.nullable) return allBut(found, scope)
  const nulls = planIndexScan(planner, ['eq', { name }, null], scope)
  return nulls && allBut({ rows: union([found.rows, nulls.rows]), exact: nulls.exact }, scope)
}

/** The rows for which a condition is false, and not null. */
function byNot(planner: Planner, node: unknown, scope: Scope): IndexScan | undefined {
  if (isPath(node)) return allBut(byLambda(planner, withoutAlias(node, scope), scope), scope)
  if (!isOperation(node)) return undefined
  const [operator, ...operands] = node
  const [subject] = operands
  if (isRange(operator)) return planIndexScan(planner, [OPPOSITE[operator], ...operands], scope)
  switch (operator) {
    case 'not':
      return planIndexScan(planner, subject, scope)
    case 'and':
    case 'or': {
      const negated = operands.map((operand) => ['not', operand])
      return planIndexScan(planner, [operator === 'and' ? 'or' : 'and', ...negated], scope)
    }
    case 'eq':
      return allBut(planIndexScan(planner, node, scope), scope)
    case 'ne':
      return planIndexScan(planner, ['eq', ...operands], scope)
    case 'eqany':
      return allOtherNonNull(planner, planIndexScan(planner, node, scope), subject, scope)
    case 'call':
      return isCall(subject)
        ? allOtherNonNull(planner, planIndexScan(planner, node, scope), subject.args[0], scope)
        : undefined
    default:
      return undefined
  }
}

/** Up to this number of rows, testing is faster than further index lookups. */
const FEW_ROWS = 100

/** At most this number of rows are tested for conditions without an index. */
const MAX_TESTS = 2000

function byAll(planner: Planner, operands: readonly unknown[], scope: Scope): IndexScan | undefined {
  const parts: IndexScan[] = []
  for (const operand of operands) {
    const part = planIndexScan(planner, operand, scope)
    if (part === undefined) continue
    parts.push(part)
    if (part.rows.length <= FEW_ROWS) break
  }
  if (parts.length === 0) return undefined
  const exact = parts.length === operands.length && parts.every((part) => part.exact)
  const rows = intersection(parts.map(({ rows }) => rows))
  if (exact || rows.length > MAX_TESTS || !isSelfContained(operands, scope)) return { rows, exact }
  // Makes the scan exact; otherwise the outer condition would have to be tested on all rows found by its other parts.
  const test = planner.tester(['and', ...operands], scope)
  return { rows: Bitmap.of(Array.from(rows.list).filter((handle) => test(handle))), exact: true }
}

/** Whether conditions read only the scope, so that their result does not depend on the outer row. */
const isSelfContained = (operands: readonly unknown[], { alias }: Scope) =>
  alias === undefined || operands.every((operand) => readsWithin(operand, alias))

function byAny(planner: Planner, operands: readonly unknown[], scope: Scope): IndexScan | undefined {
  const parts: IndexScan[] = []
  for (const operand of operands) {
    const found = planIndexScan(planner, operand, scope)
    if (found === undefined) return undefined
    parts.push(found)
  }
  return { rows: union(parts.map(({ rows }) => rows)), exact: parts.every(({ exact }) => exact) }
}

/**
 * Finds the rows that can match a filter through indexes: key, natural key, relation, `in`, text search, and all of these
 * through relations and lambdas. undefined when no index can be used.
 */
export function planIndexScan(planner: Planner, node: unknown, scope: Scope): IndexScan | undefined {
  const { context } = planner
  if (isPath(node)) return byLambda(planner, withoutAlias(node, scope), scope)
  if (!isOperation(node)) return undefined
  const [operator, ...operands] = node
  if (isRange(operator)) {
    const found = byRange(planner, operator, operands, scope)
    return found ?? (operator === 'ge' ? byShare(planner, operands, scope) : undefined)
  }
  switch (operator) {
    case 'call': {
      const [call] = operands
      if (!isCall(call) || !isSearch(call.method) || call.args.length !== 2) return undefined
      return bySearch(planner, call.args, call.method, scope)
    }
    case 'and':
      return byAll(planner, operands, scope)
    case 'or':
      return byAny(planner, operands, scope)
    case 'not':
      return byNot(planner, operands[0], scope)
    case 'ne':
      return byNot(planner, ['eq', ...operands], scope)
    case 'eq':
    case 'eqany': {
      const [left, right] = isPath(operands[0]) || operator === 'eqany' ? operands : operands.toReversed()
      if (!isPath(left)) return operator === 'eq' ? bySearch(planner, operands, 'equals', scope) : undefined
      const one = operator === 'eq' ? boundLiteral(right, context.binds) : undefined
      // `null in (…)` is never true.
      const values =
        operator === 'eq'
          ? one && [one]
          : literalList(right, context.binds)?.filter(({ value }) => value !== null)
      return values && byValues(planner, withoutAlias(left, scope), values, scope)
    }
    default:
      return undefined
  }
}
