import type { Table } from '../store/table.ts'
import { unauthorized } from './http-error.ts'
import type { ResourceSchema, Schema } from './schema.ts'
import type { Binds, PathNode } from './ast.ts'

/** Which rows of a resource one caller may see. */
export interface Visibility {
  test(handle: number): boolean
  /** The rows are those, and only those, whose relation `field` is one of `ids`: lets the planner use an index. */
  through?: { field: string; ids: ReadonlySet<number> }
  /** A row is visible if, and only if, the row behind this relation is. */
  follows?: string
}

/** Everything that a query needs to know about the world and about the caller. */
export interface Source {
  readonly schema: Schema
  table(resource: string): Table
  /** undefined: all rows. */
  visibility(resource: string): Visibility | undefined
  now(): number
}

/** One table under a name inside an expression, and the row that is being looked at. */
export interface Scope {
  readonly resource: ResourceSchema
  readonly table: Table
  readonly alias?: string
  readonly cell: { handle: number }
}

export interface QueryContext {
  readonly source: Source
  readonly binds: Binds
}

/** Opens a scope over a resource. Throws 401 empty when there is no such resource. */
export function scopeOf(source: Source, name: string, alias?: string): Scope {
  const resource = source.schema.resource(name)
  if (resource === undefined) throw unauthorized()
  return {
    resource,
    table: source.table(resource.name),
    cell: { handle: -1 },
    ...(alias === undefined ? {} : { alias }),
  }
}

/** The field path that follows the name of the scope, when the path begins with it. */
export function withoutAlias(path: PathNode, scope: Scope): PathNode {
  return path.name === scope.alias && path.property !== undefined ? path.property : path
}
