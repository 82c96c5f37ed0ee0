import type { Filter, Resource } from 'pinejs-client-core'

/** All conditions at once; the query client's `$and` takes no fewer than two. */
export function allOf<Row extends Resource['Read']>(
  first: Filter<Row>,
  ...others: Filter<Row>[]
): Filter<Row> {
  return others.length === 0 ? first : { $and: [first, ...others] }
}
