import type { MarkedRows, RangeOperator, RowGroup, TextSearch, Value } from './table.ts'

/** The values of one field by index, ready to be sorted and searched. What it answers is not to be kept over a change. */
export interface FieldIndex {
  /** Indexes from this one on have no room. */
  readonly capacity: number
  /** Takes over the value of an index; undefined when the device is gone. */
  put(index: number, value: Value | undefined): void
  /** Live indexes in rising order of their values, nulls last, equals by index. */
  sorted(): Int32Array
  /** Live indexes with this value, in rising order. */
  find(value: Value): Int32Array
  /** The same as marks, which change with the values; undefined when there are so few that a list is smaller. */
  marked(value: Value): MarkedRows | undefined
  /** Live indexes whose value compares so with this one, nulls never. */
  range(operator: RangeOperator, value: Value): Int32Array
  /** Live indexes whose text has a part in that place, nulls never; undefined when the values are no texts. */
  matching(sought: TextSearch): Int32Array | undefined
  /** Each value that occurs, in rising order, with the live indexes that have it. */
  groups(): readonly RowGroup[]
}

/** Whether a value compares so with another; a null never does. */
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
