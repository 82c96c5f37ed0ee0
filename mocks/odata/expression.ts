import type { Value } from '../store/table.ts'
import { queryFunctions } from './functions.ts'
import type { ExpressionType } from './functions.ts'
import { unknownName } from './refusal.ts'
import type { FieldType } from './schema.ts'
import { scopeOf } from './source.ts'
import type { QueryContext, Scope } from './source.ts'
import { isCall, isDuration, isOperation, isPath, listOf, literalOf } from './tree.ts'
import type { LambdaNode, PathNode } from './tree.ts'

/** A part of a `$filter` as a function of the rows that its scopes point at. */
export interface Expression {
  type: ExpressionType
  get(): Value
  /** Present when the value never changes. */
  constant?: Value
}

const typeOfField: Record<FieldType, ExpressionType> = {
  integer: 'number',
  real: 'number',
  bigint: 'number',
  boolean: 'bool',
  string: 'text',
  text: 'text',
  enum: 'text',
  date: 'date',
  json: 'json',
  file: 'json',
}

const constant = (type: ExpressionType, value: Value): Expression => ({
  type,
  constant: value,
  get: () => value,
})

const MS = { day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1000 }

/** Text beside a date is read as a date: clients may send either form (wire 4.3). */
function asDate(expression: Expression): Expression {
  if (expression.type !== 'text') return expression
  if (typeof expression.constant === 'string') {
    const at = Date.parse(expression.constant)
    if (Number.isNaN(at)) throw unknownName()
    return constant('date', at)
  }
  return {
    type: 'date',
    get() {
      const value = expression.get()
      return value === null ? null : Date.parse(String(value))
    },
  }
}

function comparable(left: Expression, right: Expression): [Expression, Expression] {
  if (left.type === 'date') return [left, asDate(right)]
  if (right.type === 'date') return [asDate(left), right]
  const types = new Set([left.type, right.type])
  if (types.has('number') && types.has('text')) throw unknownName()
  return [left, right]
}

type Comparison = (left: Exclude<Value, null>, right: Exclude<Value, null>) => boolean

const orderings: Readonly<Record<string, Comparison | undefined>> = {
  gt: (left, right) => left > right,
  ge: (left, right) => left >= right,
  lt: (left, right) => left < right,
  le: (left, right) => left <= right,
}

const arithmetic: Readonly<Record<string, ((left: number, right: number) => number | null) | undefined>> = {
  add: (left, right) => left + right,
  sub: (left, right) => left - right,
  mul: (left, right) => left * right,
  div: (left, right) => (right === 0 ? null : left / right),
}

function compare(operator: string, first: Expression, second: Expression): Expression | undefined {
  if (operator === 'eq' || operator === 'ne') {
    const [left, right] = comparable(first, second)
    const wanted = operator === 'eq'
    if (right.constant !== undefined) {
      const { constant: value } = right
      return { type: 'bool', get: () => (left.get() === value) === wanted }
    }
    return { type: 'bool', get: () => (left.get() === right.get()) === wanted }
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

function calculate(operator: string, parts: readonly Expression[]): Expression | undefined {
  const apply = arithmetic[operator]
  const [first, ...rest] = parts
  if (apply === undefined || first === undefined) return undefined
  return {
    type: parts.some(({ type }) => type === 'date') ? 'date' : 'number',
    get() {
      let total = first.get()
      for (const part of rest) {
        const value = part.get()
        if (total === null || value === null) return null
        total = apply(Number(total), Number(value))
      }
      return total
    },
  }
}

/** `and` and `or` with SQL's third value: null when the known parts do not decide. */
function combine(parts: readonly Expression[], decisive: boolean): Expression {
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

/** Runs `look` over the visible rows that a to-many relation leads to, until it returns true. */
function visitor(context: QueryContext, outer: Scope, inner: Scope, by: string) {
  const parentId = outer.table.reader('id')
  const visible = context.source.visibility(inner.resource.name)
  const back = inner.table.reader(by)
  return (look: () => boolean) => {
    const id = parentId(outer.cell.handle)
    const found = inner.table.find(by, id)
    if (found !== undefined) {
      for (let at = 0; at < found.length; at++) {
        const handle = found[at] ?? -1
        if (visible !== undefined && !visible.test(handle)) continue
        inner.cell.handle = handle
        if (look()) return
      }
      return
    }
    for (const handle of inner.table.handles()) {
      if (back(handle) !== id || (visible !== undefined && !visible.test(handle))) continue
      inner.cell.handle = handle
      if (look()) return
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
  const inner = scopeOf(context.source, target.resource, lambda?.identifier)
  const visit = visitor(context, scope, inner, target.by)
  if (lambda !== undefined) {
    const expression = compileFilter(context, lambda.expression, [...scopes, inner])
    const wanted = lambda.method === 'any'
    return {
      type: 'bool',
      get() {
        let result = !wanted
        visit(() => {
          if ((expression.get() === true) === wanted) result = wanted
          return result === wanted
        })
        return result
      },
    }
  }
  if (path.count !== true) throw unknownName()
  const filter = path.options?.$filter
  const expression = filter === undefined ? undefined : compileFilter(context, filter, [...scopes, inner])
  return {
    type: 'number',
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
    return { type: 'number', get: () => read(scope.cell.handle) }
  }
  const inner = scopeOf(context.source, target.resource, lambda?.identifier)
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
  if (property === undefined) return { type: 'number', get: () => (enter() ? 1 : 0) }
  const expression = compileMember(context, [...scopes, inner], inner, property)
  return { type: expression.type, get: () => (enter() ? expression.get() : null) }
}

function toOneLambda(
  context: QueryContext,
  scopes: readonly Scope[],
  lambda: LambdaNode,
  enter: () => boolean,
): Expression {
  const expression = compileFilter(context, lambda.expression, scopes)
  const empty = lambda.method === 'all'
  return { type: 'bool', get: () => (enter() ? expression.get() === true : empty) }
}

function compileMember(
  context: QueryContext,
  scopes: readonly Scope[],
  scope: Scope,
  path: PathNode,
): Expression {
  if (path.method !== undefined || path.key !== undefined) throw unknownName()
  const member = scope.resource.member(path.name)
  if (member === undefined) throw unknownName()
  switch (member.kind) {
    case 'toMany':
      return toMany(context, scopes, scope, path, member)
    case 'toOne':
      return toOne(context, scopes, scope, path, member)
    case 'field': {
      if (path.property ?? path.lambda ?? path.count) throw unknownName()
      const read = scope.table.reader(member.name)
      const { cell } = scope
      return { type: typeOfField[member.type], get: () => read(cell.handle) }
    }
  }
}

/** Compiles a path such as `d/belongs_to__application/app_name`, seen from the innermost scope. */
export function compilePath(context: QueryContext, path: PathNode, scopes: readonly Scope[]): Expression {
  for (const scope of scopes.toReversed()) {
    if (scope.alias === path.name && path.property !== undefined) {
      return compileMember(context, scopes, scope, path.property)
    }
  }
  for (const scope of scopes.toReversed()) {
    if (scope.resource.member(path.name) !== undefined) return compileMember(context, scopes, scope, path)
  }
  throw unknownName()
}

function compileCall(context: QueryContext, node: unknown, scopes: readonly Scope[]): Expression {
  if (!isCall(node)) throw unknownName()
  if (node.method === 'now') {
    const { source } = context
    return { type: 'date', get: () => source.now() }
  }
  const known = queryFunctions[node.method]
  if (known === undefined) throw unknownName()
  const [first, second, third] = node.args.map((arg) => compileFilter(context, arg, scopes))
  if (first === undefined) throw unknownName()
  // A search calls this for each of many rows: no lists are built on the way.
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
  const field = compileFilter(context, parts[0], scopes)
  const values = new Set<Value>()
  for (const item of listOf(parts[1], context.binds) ?? []) {
    if (item.type === 'list') throw unknownName()
    values.add(comparable(field, constant(item.type, item.value))[1].get())
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
    return {
      type: 'bool',
      get() {
        const value = first.get()
        return value === null ? null : value !== true
      },
    }
  }
  if (first !== undefined && second !== undefined) {
    const compiled = compare(operator, first, second) ?? calculate(operator, parts)
    if (compiled !== undefined) return compiled
  }
  throw unknownName()
}

/**
 * Compiles any part of a `$filter`. Equality is null-safe and `gt`, `in`, functions and the connectives are
 * three-valued, as on the real platform, which translates `eq` to IS NOT DISTINCT FROM. Throws 500 empty on an unknown
 * name, an unknown function or operands that SQL could not compare.
 */
export function compileFilter(context: QueryContext, node: unknown, scopes: readonly Scope[]): Expression {
  const value = literalOf(node, context.binds)
  if (value !== undefined && value.type !== 'list') return constant(value.type, value.value)
  if (isOperation(node)) return compileOperation(context, node, scopes)
  if (isPath(node)) return compilePath(context, node, scopes)
  if (isDuration(node)) {
    const { negative, day = 0, hour = 0, minute = 0, second = 0 } = node
    const length = day * MS.day + hour * MS.hour + minute * MS.minute + second * MS.second
    return constant('number', negative ? -length : length)
  }
  throw unknownName()
}
