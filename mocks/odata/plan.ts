import type { RangeOperator, Value } from '../store/table.ts'
import { ownersOfClasses } from './row-classes.ts'
import { Bitmap, intersection, union, without } from './bitmap.ts'
import type { TextPlace } from '../store/text-index.ts'
import { scopeOf, withoutAlias } from './source.ts'
import type { QueryContext, Scope, Source } from './source.ts'
import { literalAs, typeOfField } from './sql-types.ts'
import { isCall, isOperation, isPath, listOf, literalOf } from './ast.ts'
import type { LambdaNode, Literal, PathNode } from './ast.ts'

/** Rows found through indexes alone. */
export interface IndexScan {
  /** At least the rows that the condition matches. */
  rows: Bitmap
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

/** Only those of the rows that the caller may see: a relation to any other leads nowhere. */
function seen(source: Source, scope: Scope, rows: Bitmap): Bitmap {
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
    // What no relation leads to is null as well, so an index over the far side cannot find it.
    if (member.kind !== 'toOne' || values.some(({ value }) => value === null)) return undefined
    const target = scopeOf(source, member.resource)
    const found = byValues(planner, path.property, values, target) ?? byScan(path.property, values, target)
    if (found === undefined) return undefined
    const rows = backAlong(scope, member.name, target, seen(source, target, found.rows))
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

/** The rows whose to-one relation leads to one of the rows found on its far side. */
function backAlong(scope: Scope, relation: string, target: Scope, found: Bitmap): Bitmap | undefined {
  if (found.length > MANY) return undefined
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
  const target = scopeOf(source, member.resource, lambda.identifier)
  if (member.kind === 'toMany') {
    const rows =
      byKinds(planner, lambda.expression, scope, target, member.by) ??
      byOwners(planner, lambda.expression, target, member.by)
    if (rows !== undefined) return { rows, exact: true }
  }
  const found = planIndexScan(planner, lambda.expression, target) ?? byTest(planner, lambda, target)
  if (found === undefined || found.rows.length > MANY) return undefined
  const visible = seen(source, target, found.rows)
  if (member.kind === 'toOne') {
    const rows = backAlong(scope, member.name, target, visible)
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

/** The rows of a small table that have one of the values in a field of which it keeps no index. */
function byScan(
  path: PathNode,
  values: readonly Literal[],
  { resource, table }: Scope,
): IndexScan | undefined {
  const member = resource.member(path.name)
  if (member?.kind !== 'field' || (path.property ?? path.lambda ?? path.count)) return undefined
  if (table.size > FEW_TARGETS || typeOfField[member.type] === 'json') return undefined
  const wanted = new Set(values.map((literal) => literalAs(typeOfField[member.type], literal)))
  const read = table.reader(member.name)
  const handles = Array.from(table.handles()).filter((handle) => wanted.has(read(handle)))
  return { rows: Bitmap.of(handles), exact: true }
}

/** The rows of a small table that a lambda means, when no index finds them. */
function byTest(
  { tester }: Planner,
  { expression, identifier }: LambdaNode,
  target: Scope,
): IndexScan | undefined {
  if (target.table.size > FEW_TARGETS || !readsWithin(expression, identifier)) return undefined
  const test = tester(expression, target)
  const handles = Array.from(target.table.handles()).filter((handle) => test(handle))
  return { rows: Bitmap.of(handles), exact: true }
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
): Bitmap | undefined {
  const { likeFields } = target.table
  if (likeFields === undefined || !readsOnly(condition, likeFields, target)) return undefined
  const visible = context.source.visibility(target.resource.name)
  // Else one row of a kind might be visible and another not.
  if (visible !== undefined && visible.follows !== by) return undefined
  const kinds = target.table.kinds?.()
  if (kinds === undefined) return undefined
  const test = tester(condition, target)
  return ownersOfClasses(kinds, test, scope.table.size)
}

/** The owners of the rows with one of some values, where the far side knows them by that value. */
function byOwners({ context }: Planner, condition: unknown, target: Scope, by: string): Bitmap | undefined {
  const [operator, left, right] = isOperation(condition) ? condition : []
  if ((operator !== 'eq' && operator !== 'eqany') || !isPath(left)) return undefined
  const visible = context.source.visibility(target.resource.name)
  if (visible !== undefined && visible.follows !== by) return undefined
  const one = literalOf(right, context.binds)
  const values = operator === 'eq' ? one && [one] : listOf(right, context.binds)
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

/** A plain field of the scope, as it is or in lower case. */
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

/** `contains(field,'part')` and the like, also of the field in lower case; and such a field that equals a text. */
function bySearch(
  { context }: Planner,
  [subject, wanted]: readonly unknown[],
  place: TextPlace,
  scope: Scope,
): IndexScan | undefined {
  const part = literalOf(wanted, context.binds)
  const found = part?.type === 'text' ? textField(subject, scope) : undefined
  if (part === undefined || found === undefined) return undefined
  const { member, lower } = found
  const handles = scope.table.search?.(member.name, { part: String(part.value), place, lower })
  return handles && { rows: Bitmap.of(handles), exact: true }
}

const RANGES: ReadonlySet<string> = new Set<RangeOperator>(['gt', 'ge', 'lt', 'le'])

const isRange = (operator: string): operator is RangeOperator => RANGES.has(operator)

/** A field beside a literal, compared by size: a stretch of the order that the table keeps. */
function byRange(
  { context }: Planner,
  operator: RangeOperator,
  [left, right]: readonly unknown[],
  scope: Scope,
): IndexScan | undefined {
  const literal = literalOf(right, context.binds)
  if (!isPath(left) || literal === undefined) return undefined
  const member = plainField(left, scope)
  if (member === undefined) return undefined
  const handles = scope.table.range?.(member.name, operator, literalAs(typeOfField[member.type], literal))
  return handles && { rows: Bitmap.of(handles), exact: true }
}

/** A field times a number, also written without the number. */
function multiple(node: unknown, scope: Scope, { binds }: QueryContext) {
  if (isPath(node)) {
    const member = plainField(node, scope)
    return member && { field: member.name, times: 1 }
  }
  const [operator, left, right, ...more] = isOperation(node) ? node : []
  const literal = literalOf(right, binds)
  if (operator !== 'mul' || !isPath(left) || typeof literal?.value !== 'number' || more.length > 0)
    return undefined
  const member = plainField(left, scope)
  return member && { field: member.name, times: literal.value }
}

/** Two fields beside each other, each times a number: the rows in which one is so much of the other. */
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

/** All rows but those of which a condition is true, when the condition is never unknown. */
function allBut(found: IndexScan | undefined, { table }: Scope): IndexScan | undefined {
  const all = found?.exact === true ? table.sorted?.('id') : undefined
  return found && all && { rows: without(Bitmap.of(all), found.rows), exact: true }
}

/** The same for a condition that is unknown, and so is what denies it, where a field is null. */
function allKnownBut(planner: Planner, found: IndexScan | undefined, subject: unknown, scope: Scope) {
  const known = found?.exact === true ? textField(subject, scope) : undefined
  if (found === undefined || known === undefined) return undefined
  const { name, field } = known.member
  if (!field.nullable) return allBut(found, scope)
  const nulls = planIndexScan(planner, ['eq', { name }, null], scope)
  return nulls && allBut({ rows: union([found.rows, nulls.rows]), exact: nulls.exact }, scope)
}

/** The rows of which a condition is false: with SQL's third value these are not all others. */
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
      const denied = operands.map((operand) => ['not', operand])
      return planIndexScan(planner, [operator === 'and' ? 'or' : 'and', ...denied], scope)
    }
    case 'eq':
      return allBut(planIndexScan(planner, node, scope), scope)
    case 'ne':
      return planIndexScan(planner, ['eq', ...operands], scope)
    case 'eqany':
      return allKnownBut(planner, planIndexScan(planner, node, scope), subject, scope)
    case 'call':
      return isCall(subject)
        ? allKnownBut(planner, planIndexScan(planner, node, scope), subject.args[0], scope)
        : undefined
    default:
      return undefined
  }
}

/** So few rows are quicker tested than looked up for each further condition. */
const FEW_ROWS = 100

/** At most so many rows are tested, where an index knows nothing of a condition. */
const MOST_TESTS = 2000

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
  if (exact || rows.length > MOST_TESTS || !isOnItsOwn(operands, scope)) return { rows, exact }
  // Tested here, else a condition around this one would have to be tested of all the rows that its other parts find.
  const test = planner.tester(['and', ...operands], scope)
  return { rows: Bitmap.of(Array.from(rows.list).filter((handle) => test(handle))), exact: true }
}

/** Whether conditions look at nothing but the scope, so that they mean the same for every row around it. */
const isOnItsOwn = (operands: readonly unknown[], { alias }: Scope) =>
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
 * Rows that a filter can match, found through indexes alone: key, natural key, relation, `in`, parts of texts, and these
 * through relations and lambdas. undefined when the filter gives no such hold.
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
      if (!isCall(call) || !isPlace(call.method) || call.args.length !== 2) return undefined
      return bySearch(planner, call.args, PLACES[call.method], scope)
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
      const one = operator === 'eq' ? literalOf(right, context.binds) : undefined
      // Null is in no list.
      const values =
        operator === 'eq' ? one && [one] : listOf(right, context.binds)?.filter(({ value }) => value !== null)
      return values && byValues(planner, withoutAlias(left, scope), values, scope)
    }
    default:
      return undefined
  }
}
