import type { Value } from '../store/table.ts'
import { isOperation, isPath, boundLiteral } from './ast.ts'
import type { PathNode } from './ast.ts'
import type { QueryContext, Scope } from './source.ts'
import { withoutAlias } from './source.ts'
import { literalAs, typeOfField } from './sql-types.ts'

/** The operands of a conjunction, including nested ones. */
export function andedConditions(node: unknown): readonly unknown[] {
  if (node === undefined) return []
  if (!isOperation(node) || node[0] !== 'and') return [node]
  const [, ...operands] = node
  return operands.flatMap(andedConditions)
}

/** Whether a condition compares a field of the row itself, which is faster to test than to look up in a set. */
export const isPlain = (node: unknown): boolean =>
  isOperation(node) &&
  (node[0] === 'eq' || node[0] === 'ne') &&
  isPath(node[1]) &&
  node[1].property === undefined

/** `field = value` conditions, and at most one relation to any of several rows. */
export interface EqualityPredicates {
  equals: Map<string, Value>
  among?: { relation: string; ids: readonly number[] }
}

/** The ids of the rows of another resource that match an expression. */
export type Resolve = (resource: string, filter: unknown, alias: string) => readonly number[]

/** Reads a filter that is a conjunction of such conditions; undefined for any other filter. */
export function equalityPredicates(
  context: QueryContext,
  node: unknown,
  scope: Scope,
  resolve: Resolve,
  into: EqualityPredicates = { equals: new Map() },
): EqualityPredicates | undefined {
  if (node === undefined) return into
  if (isPath(node)) return amongRelated(node, scope, resolve, into)
  if (!isOperation(node)) return undefined
  const [operator, ...operands] = node
  if (operator === 'and') {
    return operands.every((operand) => equalityPredicates(context, operand, scope, resolve, into))
      ? into
      : undefined
  }
  if (operator !== 'eq') return undefined
  const [left, right] = isPath(operands[0]) ? operands : operands.toReversed()
  const value = boundLiteral(right, context.binds)
  if (!isPath(left) || value === undefined) return undefined
  const path = withoutAlias(left, scope)
  const member = scope.resource.member(path.name)
  if (member === undefined || member.kind === 'toMany') return undefined
  if (path.property ?? path.lambda ?? path.count) return undefined
  const expected = literalAs(member.kind === 'field' ? typeOfField[member.type] : 'integer', value)
  if (into.equals.has(member.name) && into.equals.get(member.name) !== expected) return undefined
  into.equals.set(member.name, expected)
  return into
}

/** Resolves `relation/any(x:x/field eq …)` to the ids of the related rows. */
function amongRelated(
  node: PathNode,
  scope: Scope,
  resolve: Resolve,
  into: EqualityPredicates,
): EqualityPredicates | undefined {
  const path = withoutAlias(node, scope)
  const { lambda } = path
  const member = scope.resource.member(path.name)
  if (member?.kind !== 'toOne' || lambda?.method !== 'any' || into.among !== undefined) return undefined
  into.among = { relation: member.name, ids: resolve(member.resource, lambda.expression, lambda.identifier) }
  return into
}
