type Value = string | number | boolean | null
/** The values of the columns of an order in one row. */
export type RowKey = readonly Value[]

/** The keys of rows that were read, by list and index in the list. */
const known = new Map<string, Map<number, RowKey>>()
const MAX_LISTS = 20

/** The known keys of a list; those of the lists that were not used for the longest time are dropped. */
export function keysIn(list: string): Map<number, RowKey> {
  const keys = known.get(list) ?? new Map<number, RowKey>()
  known.delete(list)
  known.set(list, keys)
  const [oldest] = known.keys()
  if (known.size > MAX_LISTS && oldest !== undefined) known.delete(oldest)
  return keys
}

/** Forgets the keys of all lists: for another user, and in another world, a list has other rows. */
export function forgetKeys(): void {
  known.clear()
}
