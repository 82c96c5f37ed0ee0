import { didYouMean } from '../base/closest-name.ts'
import { HttpError, unknownName } from '../base/http-error.ts'
import { noMember } from '../base/schema.ts'
import type { Value } from '../store/table.ts'
import { isCall, isDuration, isOperation, isPath, literalList, boundLiteral } from './ast.ts'
import type { LambdaNode, Literal, PathNode } from './ast.ts'
import { queryFunctions } from './functions.ts'
import { sourceScope } from './source.ts'
import type { QueryContext, Scope } from './source.ts'
import { jsonText, literalAs, typeOfField, withinInteger } from './sql-types.ts'
import type { KnownType, SqlType } from './sql-types.ts'

/** A part of a `$filter`, evaluated on the current rows of its scopes. */
export interface Expression {
  type: SqlType
  get(): Value
  constant?: Value
  /** The literal of the URL; its type depends on the other operand. */
  literal?: Literal
}

const constant = (type: SqlType, value: Value): Expression => ({ type, constant: value, get: () => value })

const MS = { day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1000 }

const NUMBERS: ReadonlySet<SqlType> = new Set(['integer', 'bigint', 'numeric'])

const DATES: ReadonlySet<SqlType> = new Set(['date', 'day'])

/** Requires an expression of some type. Converts literals and wider types; throws 500 on any other type. */
function as(type: KnownType, expression: Expression): Expression {
  const { literal } = expression
  if (literal === undefined) {
    if (expression.type === type) return expression
    const isWider =
      type === 'numeric' ? NUMBERS.has(expression.type) : type === 'date' && expression.type === 'day'
    if (!isWider) throw unknownName(`A ${expression.type} stands where a ${type} is needed.`)
    return expression
  }
  return constant(type, literalAs(type, literal))
}

/** Converts a literal to the type of the other operand. */
function literalLike({ type }: Expression, literal: Expression): Expression {
  if (type === 'unknown') throw unknownName()
  return as(type, literal)
}

const asJson = ({ get }: Expression): Expression => ({
  type: 'json',
  get() {
    const value = get()
    return value === null ? null : jsonText(value)
  },
})

/** Converts both operands to comparable types. Throws 500 when the database cannot compare them. */
function comparable(left: Expression, right: Expression): [Expression, Expression] {
  if (left.literal !== undefined && right.literal !== undefined) return [as('text', left), as('text', right)]
  if (left.literal !== undefined) {
    const [one, other] = comparable(right, left)
    return [other, one]
  }
  if (left.type === 'json') {
    if (right.literal !== undefined) return [asJson(left), as('json', right)]
    if (right.type !== 'json') throw unknownName()
    return [asJson(left), asJson(right)]
  }
  if (right.literal !== undefined) return [left, literalLike(left, right)]
  const isComparable =
    left.type === right.type ||
    (NUMBERS.has(left.type) && NUMBERS.has(right.type)) ||
    (DATES.has(left.type) && DATES.has(right.type))
  if (!isComparable) throw unknownName(`A ${left.type} cannot be compared with a ${right.type}.`)
  return [left, right]
}

type Comparison = (left: Exclude<Value, null>, right: Exclude<Value, null>) => boolean

const orderings: Readonly<Record<string, Comparison | undefined>> = {
  gt: (left, right) => left > right,
  ge: (left, right) => left >= right,
  lt: (left, right) => left < right,
  le: (left, right) => left <= right,
}

const arithmetic: Readonly<Record<string, ((left: number, right: number) => number) | undefined>> = {
  add: (left, right) => left + right,
  sub: (left, right) => left - right,
  mul: (left, right) => left * right,
  div(left, right) {
    if (right === 0) throw unknownName('The filter divides by 0.')
    return left / right
  },
}

function compare(operator: string, first: Expression, second: Expression): Expression | undefined {
  if (operator === 'eq' || operator === 'ne') {
    const [left, right] = comparable(first, second)
    const isEqual = operator === 'eq'
    if (right.constant !== undefined) {
      const { constant: value } = right
      return { type: 'bool', get: () => (left.get() === value) === isEqual }
    }
    return { type: 'bool', get: () => (left.get() === right.get()) === isEqual }
  }
  const ordering = orderings[operator]
  if (ordering === undefined) return undefined
  const [left, right] = comparable(first, second)
  return {
    type: 'bool',
    get() {
      const a = left.get()
      const b = right.get()
      return a === null || b === null ? null : ordering(a, b)
    },
  }
}

/** The converted operands and the result type of a calculation. Throws 500 when the database does not support it. */
function calculable(
  operator: string,
  left: Expression,
  right: Expression,
): [Expression, Expression, SqlType] {
  if (left.literal !== undefined && right.literal !== undefined) throw unknownName()
  if (left.literal !== undefined && NUMBERS.has(right.type))
    return [literalLike(right, left), right, right.type]
  if (NUMBERS.has(left.type)) {
    if (right.literal !== undefined) return [left, literalLike(left, right), left.type]
    if (!NUMBERS.has(right.type)) throw unknownName()
    const widest = (['numeric', 'bigint'] as const).find((type) => left.type === type || right.type === type)
    return [left, right, widest ?? 'integer']
  }
  if (operator === 'sub' && left.type === 'date' && right.type === 'duration') return [left, right, 'date']
  // With a date as the other operand, a literal is a date too.
  if (operator === 'sub' && (left.type === 'date' || right.type === 'date')) {
    return [as('date', left), as('date', right), 'duration']
  }
  if ((operator === 'add' || operator === 'sub') && (left.type === 'duration' || right.type === 'duration')) {
    if (left.type !== 'date' && right.type !== 'date')
      return [as('duration', left), as('duration', right), 'duration']
  }
  if (operator === 'add' && left.type === 'date') return [left, as('duration', right), 'date']
  if (operator === 'add' && right.type === 'date') return [as('duration', left), right, 'date']
  throw unknownName()
}

function calculate(operator: string, left: Expression, right: Expression): Expression | undefined {
  const apply = arithmetic[operator]
  if (apply === undefined) return undefined
  const [first, second, type] = calculable(operator, left, right)
  return {
    type,
    get() {
      const a = first.get()
      const b = second.get()
      if (a === null || b === null) return null
      const result = apply(Number(a), Number(b))
      if (type === 'integer') return withinInteger(Math.trunc(result))
      return type === 'bigint' ? Math.trunc(result) : result
    },
  }
}

/** `and` and `or` in three-valued logic: null when a null operand could change the result. */
function combine(operands: readonly Expression[], decisive: boolean): Expression {
  const parts = operands.map((operand) => as('bool', operand))
  return {
    type: 'bool',
    get() {
      let result: Value = !decisive
      for (const part of parts) {
        const value = part.get()
        if (value === decisive) return decisive
        if (value === null) result = null
      }
      return result
    },
  }
}

/** Conditions on relations lead back and forth, so each level can multiply the rows; this many take a moment. */
export const MAX_VISITS = 5_000_000

export const tooManyVisits = () =>
  new HttpError(
    400,
    `The conditions on relations would visit more than ${MAX_VISITS} rows; use fewer levels or narrower conditions`,
  )

/** Returns a function that runs `look` on the visible rows of a to-many relation, until it returns true. */
function visitor(context: QueryContext, outer: Scope, inner: Scope, by: string) {
  const parentId = outer.table.reader('id')
  const visible = context.source.visibility(inner.resource.name)
  const back = inner.table.reader(by)
  const visits = context.visits ?? { left: Infinity }
  return (visit: () => boolean) => {
    const id = parentId(outer.cell.handle)
    const found = inner.table.find(by, id)
    if (found !== undefined) {
      for (let at = 0; at < found.length; at++) {
        if ((visits.left -= 1) < 0) throw tooManyVisits()
        const handle = found[at] ?? -1
        if (visible !== undefined && !visible.test(handle)) continue
        inner.cell.handle = handle
        if (visit()) return
      }
      return
    }
    for (const handle of inner.table.handles()) {
      if ((visits.left -= 1) < 0) throw tooManyVisits()
      if (back(handle) !== id || (visible !== undefined && !visible.test(handle))) continue
      inner.cell.handle = handle
      if (visit()) return
    }
  }
}

function toMany(
  context: QueryContext,
  scopes: readonly Scope[],
  scope: Scope,
  path: PathNode,
  target: { resource: string; by: string },
): Expression {
  const { lambda } = path
  const inner = sourceScope(context.source, target.resource, lambda?.identifier)
  const visit = visitor(context, scope, inner, target.by)
  if (lambda !== undefined) {
    const expression = compileCondition(context, lambda.expression, [...scopes, inner])
    const decisive = lambda.method === 'any'
    return {
      type: 'bool',
      get() {
        let result = !decisive
        visit(() => {
          if ((expression.get() === true) === decisive) result = decisive
          return result === decisive
        })
        return result
      },
    }
  }
  if (path.count !== true) throw unknownName()
  const filter = path.options?.$filter
  const expression = filter === undefined ? undefined : compileCondition(context, filter, [...scopes, inner])
  return {
    type: 'bigint',
    get() {
      let count = 0
      visit(() => {
        if (expression === undefined || expression.get() === true) count++
        return false
      })
      return count
    },
  }
}

function toOne(
  context: QueryContext,
  scopes: readonly Scope[],
  scope: Scope,
  path: PathNode,
  target: { name: string; resource: string },
): Expression {
  const read = scope.table.reader(target.name)
  const { lambda, property } = path
  if (lambda === undefined && property === undefined && path.count !== true) {
    return { type: 'integer', get: () => read(scope.cell.handle) }
  }
  const inner = sourceScope(context.source, target.resource, lambda?.identifier)
  const visible = context.source.visibility(inner.resource.name)
  const enter = () => {
    const id = read(scope.cell.handle)
    if (typeof id !== 'number') return false
    const handle = inner.table.byId(id)
    if (handle < 0 || (visible !== undefined && !visible.test(handle))) return false
    inner.cell.handle = handle
    return true
  }
  if (lambda !== undefined) return toOneLambda(context, [...scopes, inner], lambda, enter)
  if (property === undefined) return { type: 'bigint', get: () => (enter() ? 1 : 0) }
  const expression = compileMember(context, [...scopes, inner], inner, property)
  return { type: expression.type, get: () => (enter() ? expression.get() : null) }
}

function toOneLambda(
  context: QueryContext,
  scopes: readonly Scope[],
  lambda: LambdaNode,
  enter: () => boolean,
): Expression {
  const expression = compileCondition(context, lambda.expression, scopes)
  const empty = lambda.method === 'all'
  return { type: 'bool', get: () => (enter() ? expression.get() === true : empty) }
}

function compileMember(
  context: QueryContext,
  scopes: readonly Scope[],
  scope: Scope,
  path: PathNode,
): Expression {
  if (path.method !== undefined || path.key !== undefined)
    throw unknownName(`A filter cannot use a key or a method after ${path.name}.`)
  const member = scope.resource.member(path.name)
  if (member === undefined) throw unknownName(noMember(scope.resource, path.name))
  switch (member.kind) {
    case 'toMany':
      return toMany(context, scopes, scope, path, member)
    case 'toOne':
      return toOne(context, scopes, scope, path, member)
    case 'field': {
      if (path.property ?? path.lambda ?? path.count)
        throw unknownName(`${path.name} of ${scope.resource.name} is a field: nothing can follow it.`)
      const read = scope.table.reader(member.name)
      const { cell } = scope
      return { type: typeOfField[member.type], get: () => read(cell.handle) }
    }
  }
}

/** Compiles a path such as `d/belongs_to__application/app_name`; inner scopes hide outer ones. */
export function compilePath(context: QueryContext, path: PathNode, scopes: readonly Scope[]): Expression {
  for (const scope of scopes.toReversed()) {
    if (scope.alias === path.name && path.property !== undefined) {
      return compileMember(context, scopes, scope, path.property)
    }
  }
  for (const scope of scopes.toReversed()) {
    if (scope.resource.member(path.name) !== undefined) return compileMember(context, scopes, scope, path)
  }
  const inner = scopes.at(-1)
  throw unknownName(inner && noMember(inner.resource, path.name))
}

function compileCall(context: QueryContext, node: unknown, scopes: readonly Scope[]): Expression {
  if (!isCall(node)) throw unknownName()
  if (node.method === 'now') {
    const { source } = context
    return { type: 'date', get: () => source.now() }
  }
  const known = queryFunctions[node.method]
  if (known === undefined)
    throw unknownName(
      `There is no function ${node.method}${didYouMean(node.method, Object.keys(queryFunctions))}`,
    )
  const { takes, optional = 0, literals = true } = known
  const { length } = node.args
  if (length > takes.length || length < takes.length - optional)
    throw unknownName(`${node.method} does not take ${length} arguments.`)
  const args = node.args.map((arg) => compileFilter(context, arg, scopes))
  if (!literals && args[0]?.literal !== undefined) throw unknownName()
  const [first, second, third] = args.map((arg, at) => as(takes[at] ?? 'text', arg))
  if (first === undefined) throw unknownName()
  // No argument list, because a search calls this for each row.
  return {
    type: known.result,
    get() {
      const one = first.get()
      if (one === null) return null
      if (second === undefined) return known.apply(one)
      const two = second.get()
      if (two === null) return null
      if (third === undefined) return known.apply(one, two)
      const three = third.get()
      return three === null ? null : known.apply(one, two, three)
    },
  }
}

function compileIn(context: QueryContext, parts: readonly unknown[], scopes: readonly Scope[]): Expression {
  const found = compileFilter(context, parts[0], scopes)
  const field = found.type === 'json' ? asJson(found) : found
  const values = new Set<Value>()
  for (const item of literalList(parts[1], context.binds) ?? []) {
    if (item.type === 'list') throw unknownName()
    values.add(comparable(field, literalExpression(item))[1].get())
  }
  values.delete(null)
  return {
    type: 'bool',
    get() {
      const value = field.get()
      return value === null ? null : values.has(value)
    },
  }
}

function compileOperation(
  context: QueryContext,
  [operator, ...operands]: [string, ...unknown[]],
  scopes: readonly Scope[],
): Expression {
  if (operator === 'call') return compileCall(context, operands[0], scopes)
  if (operator === 'eqany') return compileIn(context, operands, scopes)
  const parts = operands.map((operand) => compileFilter(context, operand, scopes))
  const [first, second] = parts
  if (operator === 'and' || operator === 'or') return combine(parts, operator === 'or')
  if (operator === 'not' && first !== undefined) {
    const operand = as('bool', first)
    return {
      type: 'bool',
      get() {
        const value = operand.get()
        return value === null ? null : value !== true
      },
    }
  }
  if (first !== undefined && second !== undefined) {
    const compiled = compare(operator, first, second) ?? calculate(operator, first, second)
    if (compiled !== undefined) return compiled
  }
  throw unknownName()
}

const literalExpression = (literal: Literal): Expression => ({
  ...constant('unknown', literal.value),
  literal,
})

/** Compiles a condition. Throws 500 on an expression that is not boolean. */
export const compileCondition = (
  context: QueryContext,
  node: unknown,
  scopes: readonly Scope[],
): Expression => as('bool', compileFilter(context, node, scopes))

/**
 * Compiles any part of a `$filter`. Equality is null-safe, because the platform translates `eq` to IS NOT DISTINCT FROM;
 * `gt`, `in`, functions and `and`, `or`, `not` are three-valued. Throws 500 with an empty body on an unknown name, an
 * unknown function, or operands that the database cannot compare.
 */
function compileFilter(context: QueryContext, node: unknown, scopes: readonly Scope[]): Expression {
  const value = boundLiteral(node, context.binds)
  if (value !== undefined && value.type !== 'list') return literalExpression(value)
  if (isOperation(node)) return compileOperation(context, node, scopes)
  if (isPath(node)) return compilePath(context, node, scopes)
  if (isDuration(node)) {
    const { negative, day = 0, hour = 0, minute = 0, second = 0 } = node
    const length = day * MS.day + hour * MS.hour + minute * MS.minute + second * MS.second
    return constant('duration', negative ? -length : length)
  }
  throw unknownName()
}
