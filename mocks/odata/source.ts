import type { ResourceName } from '../../openapi/generated/model.ts'
import { unauthorized } from '../base/http-error.ts'
import type { ResourceSchema, Schema } from '../base/schema.ts'
import type { Table } from '../store/table.ts'
import type { Binds, PathNode } from './ast.ts'

/** Which rows of a resource one caller may see. */
export interface Visibility {
  test(handle: number): boolean
  /** Exactly the rows whose relation `field` is one of `ids` are visible: lets the planner use an index. */
  through?: { field: string; ids: ReadonlySet<number> }
  /** A row is visible if and only if the row behind this relation is. */
  follows?: string
}

/** The data that a query reads, as one caller sees it. */
export interface Source {
  readonly schema: Schema
  table(resource: ResourceName): Table
  /** undefined: all rows. */
  visibility(resource: ResourceName): Visibility | undefined
  now(): number
}

/** A table with its alias inside an expression, and its current row. */
export interface Scope {
  readonly resource: ResourceSchema
  readonly table: Table
  readonly alias?: string
  readonly cell: { handle: number }
}

export interface QueryContext {
  /** What deep expansions may still return; absent: as much as there is. */
  readonly deep?: { rows: number; values: number }
  /** Counts the related rows that a filter visits; absent: as many as there are. */
  readonly visits?: { left: number }
  readonly source: Source
  readonly binds: Binds
}

/** Opens a scope over a resource. Throws 401 when there is no such resource. */
export function sourceScope(source: Source, name: string, alias?: string): Scope {
  const resource = source.schema.resource(name)
  if (resource === undefined) throw unauthorized()
  return {
    resource,
    table: source.table(resource.name),
    cell: { handle: -1 },
    ...(alias === undefined ? {} : { alias }),
  }
}

/** Removes the scope's alias from the start of a path. */
export function withoutAlias(path: PathNode, scope: Scope): PathNode {
  return path.name === scope.alias && path.property !== undefined ? path.property : path
}
