import type { TextPlace } from './text-index.ts'

/** A value inside the cloud: dates are milliseconds, relations are ids, big integers are numbers. */
export type Value = string | number | boolean | null | object

export type Values = Record<string, Value>

/** Reads one field of a row. */
export type Reader = (handle: number) => Value

export interface RowGroup {
  value: Value
  handles: ArrayLike<number>
}

export interface TextSearch {
  part: string
  place: TextPlace
  /** Search in the text converted to lower case. */
  lower: boolean
}

/** A bitmap of rows: bit `handle % 32` of word `handle / 32` is set. Only valid until the next change. */
export interface MarkedRows {
  marks: Uint32Array
  length: number
}

export type RangeOperator = 'gt' | 'ge' | 'lt' | 'le'

/** Rows of a table that differ only in their owner. */
export interface RowClass {
  /** One of the rows. */
  handle: number
  /** Calls `take` with the handles of all owners. */
  eachOwner(take: (handle: number) => void): void
}

/**
 * Rows identified by handles: integers that never change. No row objects are created, so a table can be columns of the
 * simulator, computed, or rows in a map.
 */
export interface Table {
  readonly resource: string
  readonly size: number
  handles(): Iterable<number>
  /** -1 when there is no such row. */
  byId(id: number): number
  /** A reader of a plain field or of a to-one relation (its id or null). */
  reader(field: string): Reader
  /** Handles of the rows whose field has this value; undefined when the table has no index on it. */
  find(field: string, value: Value): ArrayLike<number> | undefined
  /** The same as a bitmap, if the table has one. */
  marked?(field: string, value: Value): MarkedRows | undefined
  /** All handles in ascending order of a field, nulls last; undefined without such an index. */
  sorted?(field: string): ArrayLike<number> | undefined
  /** The rows grouped by the values of a field; undefined without such an index. */
  groups?(field: string): readonly RowGroup[] | undefined
  /** Handles of the rows whose text matches; undefined without such an index. */
  search?(field: string, query: TextSearch): ArrayLike<number> | undefined
  /** Handles of the rows whose field is in the range; undefined without such an index. */
  range?(field: string, operator: RangeOperator, value: Value): ArrayLike<number> | undefined
  /**
   * Handles of the rows in which one field is at least `percent` of another, both being integers; undefined without such
   * an index.
   */
  share?(part: string, whole: string, percent: number): ArrayLike<number> | undefined
  /**
   * The rows grouped by the values of `likeFields`. Returns the same list until a row changes.
   */
  kinds?(): readonly RowClass[]
  /** The fields with equal values in all rows of a kind. */
  readonly likeFields?: ReadonlySet<string>
  /**
   * The owners, by the relation `by`, of all rows with this value, in ascending order; undefined without such an index.
   */
  owners?(by: string, field: string, value: Value): ArrayLike<number> | undefined
  /** The number of rows with all of these values; undefined if this would need a scan. */
  count?(equals: ReadonlyMap<string, Value>): number | undefined
  insert(values: Values): number
  update(handle: number, changes: Values): void
  remove(handle: number): void
}
