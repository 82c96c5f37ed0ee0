import type { MarkedRows, RangeOperator, RowGroup, TextSearch, Value } from './table.ts'

/** A sort and search index of one field. Its results are only valid until the next change. */
export interface FieldIndex {
  /** All indexes must be lower than this. */
  readonly capacity: number
  /** Sets the value of an index; undefined when the device was removed. */
  put(index: number, value: Value | undefined): void
  /** The indexes in ascending order of their values, nulls last, equal values by index. */
  sorted(): Int32Array
  /** The indexes with this value, in ascending order. */
  find(value: Value): Int32Array
  /** The same as a bitmap, which changes with the values; undefined when a list is smaller. */
  marked(value: Value): MarkedRows | undefined
  /** The indexes whose value is in the range; nulls never are. */
  range(operator: RangeOperator, value: Value): Int32Array
  /** The indexes whose text matches; undefined when the values are no texts. */
  matching(query: TextSearch): Int32Array | undefined
  /** The indexes by value, in ascending order of the values. */
  groups(): readonly RowGroup[]
}

/** Compares two values; false if one is null. */
export function inRange(operator: RangeOperator, value: Value, other: Value): boolean {
  if (value === null || other === null) return false
  switch (operator) {
    case 'gt':
      return value > other
    case 'ge':
      return value >= other
    case 'lt':
      return value < other
    case 'le':
      return value <= other
  }
}
