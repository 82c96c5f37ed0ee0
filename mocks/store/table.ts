import type { TextPlace } from './text-index.ts'

/** A field's value inside the cloud: dates are milliseconds, relations are ids, big integers are numbers. */
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
  /** Whether the field's text is put in lower case before it is searched. */
  lower: boolean
}

/** Many rows: bit `handle % 32` of word `handle / 32` is set. Only good until something changes. */
export interface MarkedRows {
  marks: Uint32Array
  length: number
}

/** The comparisons that take a stretch of an order. */
export type RangeOperator = 'gt' | 'ge' | 'lt' | 'le'

/** Rows of one table that differ only in the row that they belong to. */
export interface RowClass {
  /** One of them. */
  handle: number
  /** Gives the handles of the rows that they belong to. */
  eachOwner(take: (handle: number) => void): void
}

/**
 * Rows behind handles. A handle is a small number that stays with its row; nothing here builds a row object, so a
 * table may be columns of the simulator, a formula, or rows in a map.
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
  /** The same as marks, when the table keeps them so. */
  marked?(field: string, value: Value): MarkedRows | undefined
  /** All handles in ascending order of a field, nulls last; undefined when the table keeps no such order. */
  sorted?(field: string): ArrayLike<number> | undefined
  /** The rows by the values of a field: each value that occurs, once. undefined when the table keeps no such groups. */
  groups?(field: string): readonly RowGroup[] | undefined
  /** Handles of the rows whose text has a part in that place; undefined when the table cannot tell without a scan. */
  search?(field: string, wanted: TextSearch): ArrayLike<number> | undefined
  /** Handles of the rows whose field compares so with a value; undefined when the table keeps no order of it. */
  range?(field: string, operator: RangeOperator, value: Value): ArrayLike<number> | undefined
  /**
   * Handles of the rows in which one field is at least so many whole percent of another, both being whole numbers;
   * undefined when the table keeps no such shares.
   */
  share?(part: string, whole: string, percent: number): ArrayLike<number> | undefined
  /**
   * Kinds of rows that are alike in `likeFields`: the same list as long as no row has changed. undefined when the table
   * knows no such kinds.
   */
  kinds?(): readonly RowClass[]
  /** The fields in which all rows of a kind are alike. */
  readonly likeFields?: ReadonlySet<string>
  /**
   * Handles of the rows of another table to which any row with this value belongs by a relation, in rising order; undefined
   * when the table cannot tell without looking at its rows.
   */
  owners?(by: string, field: string, value: Value): ArrayLike<number> | undefined
  /** How many rows have all of these values, if the table knows without looking at its rows. */
  count?(where: ReadonlyMap<string, Value>): number | undefined
  insert(values: Values): number
  update(handle: number, changes: Values): void
  remove(handle: number): void
}
