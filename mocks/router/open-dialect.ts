import type { ODataQuery } from '@balena/odata-parser'
import { unknownName } from '../base/http-error.ts'
import type { ResourceSchema } from '../base/schema.ts'
import { isCall, isOperation, isPath } from '../odata/ast.ts'
import type { PathNode } from '../odata/ast.ts'

// Queries that are well-formed, but that the open-source backend cannot answer (docs/platform/hosted-and-open.md).

/** Throws 500 where the condition of a lambda names the variable of an outer one. */
function checkLambdas(node: unknown, outer: ReadonlySet<string>): void {
  if (isOperation(node)) for (const operand of node.slice(1)) checkLambdas(operand, outer)
  else if (isCall(node)) for (const argument of node.args) checkLambdas(argument, outer)
  else if (isPath(node)) checkPath(node, outer)
}

function checkPath(path: PathNode, outer: ReadonlySet<string>): void {
  if (outer.has(path.name)) throw unknownName(`A condition within a condition cannot name ${path.name}.`)
  for (let part: PathNode | undefined = path; part !== undefined; part = part.property) {
    const { lambda } = part
    if (lambda === undefined) continue
    // The path that leads to the inner rows begins with the variable of the outer ones.
    const around = new Set(path === part ? outer : [...outer, path.name])
    checkLambdas(lambda.expression, around)
  }
}

/** Resources that are not found by several fields, although these are unique. */
const WITHOUT_COMPOUND_KEYS: ReadonlySet<unknown> = new Set(['application', 'release'])

const fieldsIn = (key: ODataQuery['key']) =>
  typeof key === 'object' && key !== null && !('bind' in key) ? Object.keys(key) : []

/** A selected path such as `id/uuid` is its last field. */
function lastOf(path: PathNode): PathNode {
  return path.property === undefined ? path : lastOf(path.property)
}

/** The fields that a navigation can select. */
const NAVIGATED: ReadonlySet<string> = new Set(['id', 'uuid'])

/** Resources from which a navigation selects all fields. */
const NAVIGATED_FROM: ReadonlySet<unknown> = new Set(['device_type', 'cpu_architecture'])

/** Nobody may read it, so that a navigation to it is refused whatever it selects. */
const HIDDEN = 'actor'

/** Throws 500 for a navigation such as `device(1)/device_tag` with more than the ids of the rows. */
function checkNavigation(options: ODataQuery['options']): void {
  const selected: unknown = options?.$select
  const names =
    typeof selected === 'object' && selected !== null && 'properties' in selected
      ? (selected.properties as readonly PathNode[]).map(({ name }) => name)
      : []
  if (names.length === 0 || !names.every((name) => NAVIGATED.has(name)))
    throw unknownName('A navigation selects the id or the uuid only.')
  if (options?.$expand !== undefined) throw unknownName('A navigation expands nothing.')
}

/** Throws 500 for a key of fields that are not unique together, such as `release(commit='…')`. */
export function checkKey({ key }: ODataQuery, resource: ResourceSchema): void {
  const names = fieldsIn(key).map((field) => resource.member(field)?.name ?? field)
  if (names.length === 0 || names.join() === 'id') return
  const isUnique = resource.model.keys.some(
    (unique) => unique.length === names.length && unique.every((field) => names.includes(field)),
  )
  if (!isUnique) throw unknownName(`It finds no ${resource.name} by ${names.join(' and ')}.`)
}

/** The query as the open-source backend understands it. Throws 500 for what it cannot answer. */
export function openQuery(tree: ODataQuery): ODataQuery {
  const { key, options, count } = tree
  const resource: unknown = tree.resource
  if (WITHOUT_COMPOUND_KEYS.has(resource) && fieldsIn(key).length > 1)
    throw unknownName(`It finds no ${String(resource)} by several fields.`)
  if (count === true && options?.$expand !== undefined) throw unknownName('A count expands nothing.')
  const next: unknown = tree.property
  if (typeof next === 'object' && next !== null && 'resource' in next && !('count' in next)) {
    const { options: inner } = next as { options?: NonNullable<ODataQuery['options']> }
    const isAnswered =
      next.resource === 'canAccess' || NAVIGATED_FROM.has(resource) || next.resource === HIDDEN
    if (!isAnswered) checkNavigation(inner)
  }
  checkLambdas(options?.$filter, new Set())
  const selected: unknown = options?.$select
  const properties =
    typeof selected === 'object' && selected !== null && 'properties' in selected
      ? (selected.properties as readonly PathNode[])
      : []
  if (!properties.some((path) => path.property !== undefined)) return tree
  return { ...tree, options: { ...options, $select: { properties: properties.map(lastOf) } } } as ODataQuery
}
