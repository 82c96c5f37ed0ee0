import type { Filter, ODataOptions, OrderBy } from 'pinejs-client-core'
import { chunks } from '@/lib/chunks.ts'
import { api } from './api.ts'
import { keysIn, type RowKey } from './known-keys.ts'
import type { Model } from './model.ts'

/** Maximum number of ids per read (docs/platform/data-api.md). */
export const IDS_PER_READ = 200

/**
 * Rows that a request may skip. A platform also computes the selected fields and expansions of each skipped row, so
 * rows farther into a list are read in two steps: their ids, then the rows by id.
 */
const MAX_SKIP = 500

/** A date is an inexact key: platforms sort by microseconds, but return milliseconds. */
const DATE = /^\d{4}-\d\d-\d\dT/
/** How many rows may have the same millisecond as the last known one. */
const SAME_INSTANT = 50

type Direction = 'asc' | 'desc'
type Column = readonly [field: string, direction: Direction]
type KeyRow = Readonly<Record<string, RowKey[number]>> & { readonly id: number }

/** The columns of an order that rows can be compared by: fields of the row itself, the last of them its id. */
function columnsOf(order: unknown): readonly Column[] | null {
  const entries: unknown[] = Array.isArray(order) ? order : [order]
  const columns = entries.flatMap((entry): Column[] =>
    Object.entries(entry ?? {}).flatMap(([field, direction]): Column[] =>
      (direction === 'asc' || direction === 'desc') && /^\w+$/.test(field) ? [[field, direction]] : [],
    ),
  )
  return columns.length === entries.length && columns.at(-1)?.[0] === 'id' ? columns : null
}

const backwards = (columns: readonly Column[]): readonly Column[] =>
  columns.map(([field, direction]) => [field, direction === 'asc' ? 'desc' : 'asc'])

/**
 * The filter for the rows after a key, in an order where nulls are the largest values. For a key with a date, a few
 * rows of the same millisecond may come first, among them the row of the key.
 */
function rowsAfter(columns: readonly Column[], key: RowKey): object {
  const [[field, direction] = ['id', 'asc'], ...others] = columns
  const [value = null, ...values] = key
  const isAscending = direction === 'asc'
  const parts: object[] = []
  if (typeof value === 'string' && DATE.test(value)) {
    const bound = isAscending ? { $ge: value } : { $lt: new Date(Date.parse(value) + 1).toISOString() }
    parts.push({ [field]: bound })
  } else {
    if (value !== null) parts.push({ [field]: isAscending ? { $gt: value } : { $lt: value } })
    else if (!isAscending) parts.push({ [field]: { $ne: null } })
    if (others.length > 0) parts.push({ $and: [{ [field]: value }, rowsAfter(others, values)] })
  }
  if (isAscending && value !== null && field !== 'id') parts.push({ [field]: null })
  return parts.length > 1 ? { $or: parts } : (parts[0] ?? {})
}

const keyOf = (columns: readonly Column[], row: KeyRow): RowKey =>
  columns.map(([field]) => row[field] ?? null)

export interface Place {
  /** Index of the first row in the list, from 0. */
  from: number
  count: number
}

interface Start {
  key: RowKey
  /** The rows between the known row and those that are wanted. */
  skip: number
  isBefore: boolean
}

const isInexact = (key: RowKey) => key.some((value) => typeof value === 'string' && DATE.test(value))

/** The known row nearest to a place; null if the start of the list is nearer. */
function nearest(known: ReadonlyMap<number, RowKey>, { from, count }: Place): Start | null {
  let best: Start | null = null
  for (const [index, key] of known) {
    const isBefore = index < from
    const skip = isBefore ? from - index - 1 : index - from - count
    // The rows after an inexact key are read, not skipped.
    const limit = Math.min(best?.skip ?? from, isInexact(key) ? MAX_SKIP : Infinity)
    if (skip >= 0 && skip < limit) best = { key, skip, isBefore }
  }
  return best
}

/** A list: its rows and their order. */
export interface List<R extends keyof Model> {
  resource: R
  $filter: Filter<Model[R]['Read']>
  $orderby: OrderBy<Model[R]['Read']> | readonly OrderBy<Model[R]['Read']>[]
}

/** Which rows a request is for. */
export interface RowOptions<R extends keyof Model> {
  $filter: Filter<Model[R]['Read']>
  $orderby: OrderBy<Model[R]['Read']>
  $top: number
  $skip?: number
}

/** Reads the ids of a place, and remembers the keys of its first and last row. */
async function readIds<R extends keyof Model>(
  { resource, $filter, $orderby }: List<R>,
  place: Place,
  signal: AbortSignal,
): Promise<number[]> {
  const { data, session } = api()
  const columns = columnsOf($orderby)
  // The types of the query client do not cover fields that are only known at run time.
  const query = (options: object) =>
    data.query(resource, signal, options as ODataOptions<Model[R]['Read']>) as Promise<unknown> as Promise<
      KeyRow[]
    >
  if (columns === null) {
    const rows = await query({ $select: ['id'], $filter, $orderby, $top: place.count, $skip: place.from })
    return rows.map(({ id }) => id)
  }

  const $select = [...new Set(['id', ...columns.map(([field]) => field)])]
  const known = keysIn(
    `${session.claims()?.id} ${data.compile({ resource, options: { $filter, $orderby } })}`,
  )
  const readFrom = async ({ key, skip, isBefore }: Start): Promise<KeyRow[] | null> => {
    const order = isBefore ? columns : backwards(columns)
    const isExact = !isInexact(key)
    const rows = await query({
      $select,
      $filter: { $and: [$filter, rowsAfter(order, key)] },
      $orderby: order.map(([field, direction]) => ({ [field]: direction })),
      $top: isExact ? place.count : skip + place.count + SAME_INSTANT,
      ...(isExact && skip > 0 && { $skip: skip }),
    })
    const at = isExact ? 0 : rows.findIndex(({ id }) => id === key.at(-1)) + 1
    if (!isExact && at === 0) return null
    const wanted = isExact ? rows : rows.slice(at + skip, at + skip + place.count)
    return isBefore ? wanted : wanted.toReversed()
  }
  const start = nearest(known, place)
  const rows =
    (start && (await readFrom(start))) ??
    (await query({ $select, $filter, $orderby, $top: place.count, $skip: place.from }))
  const [first, last] = [rows[0], rows.at(-1)]
  if (first) known.set(place.from, keyOf(columns, first))
  if (last) known.set(place.from + rows.length - 1, keyOf(columns, last))
  return rows.map(({ id }) => id)
}

/**
 * Reads the rows of a list from any index. Near its start with `$skip`; farther into it by the key of the nearest row
 * that was read before, so that the next and the previous page skip nothing. A jump skips the rows up to the nearest known
 * one, but of these only the ids are computed.
 */
export async function readPlace<R extends keyof Model, Row extends { id: number }>(
  list: List<R>,
  place: Place,
  signal: AbortSignal,
  read: (options: RowOptions<R>) => Promise<Row[]>,
): Promise<Row[]> {
  const $orderby = list.$orderby as OrderBy<Model[R]['Read']>
  if (place.from < MAX_SKIP)
    return read({ $filter: list.$filter, $orderby, $top: place.count, $skip: place.from })
  const ids = await readIds(list, place, signal)
  const byId = new Map<number, Row>()
  for (const part of chunks(ids, IDS_PER_READ)) {
    const $filter = { id: { $in: part } } as Filter<Model[R]['Read']>
    for (const row of await read({ $filter, $orderby, $top: part.length })) byId.set(row.id, row)
  }
  return ids.flatMap((id) => byId.get(id) ?? [])
}
