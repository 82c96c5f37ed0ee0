import type { Filter, Resource } from 'pinejs-client-core'

/** Joins conditions with `$and`, which the query client accepts only for two or more. */
export function allOfFilters<Row extends Resource['Read']>(
  first: Filter<Row>,
  ...others: Filter<Row>[]
): Filter<Row> {
  return others.length === 0 ? first : { $and: [first, ...others] }
}
