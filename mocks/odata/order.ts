import type { OrderByOption, OrderByPropertyPath } from '@balena/odata-parser'
import type { RowGroup, Value } from '../store/table.ts'
import type { PathNode } from './ast.ts'
import { compilePath } from './expression.ts'
import { sourceScope } from './source.ts'
import type { QueryContext, Scope } from './source.ts'

export interface OrderKey {
  read(handle: number): Value
  descending: boolean
  /** Set if the key is a field of the row itself. */
  field?: string
  /** Set if the key is a field of a related row: `relation/field`. */
  related?: { relation: string; valueOf(id: Value): Value }
}

export interface Order {
  keys: readonly OrderKey[]
  /** The keys without the final id; absent when an index cannot provide this order. */
  deciding?: readonly OrderKey[]
}

interface Item {
  handle: number
  values: Value[]
}

/** Above this share of the rows, sorting all of them is as fast as a heap. */
const SELECT_BELOW = 0.25

function orderKey(context: QueryContext, scope: Scope, property: OrderByPropertyPath): OrderKey {
  const path: PathNode = property
  const expression = compilePath(context, path, [scope])
  const member = scope.resource.member(property.name)
  const isOwn = member?.kind === 'field' && property.property === undefined
  const valueOf = member?.kind === 'toOne' ? relatedValue(context, member, property) : undefined
  return {
    descending: property.order === 'desc',
    ...(isOwn && { field: member.name }),
    ...(member && valueOf && { related: { relation: member.name, valueOf } }),
    read(handle) {
      scope.cell.handle = handle
      return expression.get()
    },
  }
}

/** Reads a field of a related row by its id; undefined for a longer path. */
function relatedValue(
  context: QueryContext,
  member: { resource: string },
  { property, count }: PathNode,
): ((id: Value) => Value) | undefined {
  if (property === undefined || property.property !== undefined || count === true) return undefined
  const target = sourceScope(context.source, member.resource)
  if (target.resource.member(property.name)?.kind !== 'field') return undefined
  const visible = context.source.visibility(target.resource.name)
  const expression = compilePath(context, property, [target])
  return (id) => {
    const handle = typeof id === 'number' ? target.table.byId(id) : -1
    if (handle < 0 || visible?.test(handle) === false) return null
    target.cell.handle = handle
    return expression.get()
  }
}

/** Compiles `$orderby`. The parser returns a path without a direction as descending (docs/platform/data-api.md). */
export function compileOrder(
  context: QueryContext,
  scope: Scope,
  option: OrderByOption | undefined,
): Order | undefined {
  if (option === undefined) return undefined
  const keys = option.properties.map((property) => orderKey(context, scope, property))
  const last = keys.at(-1)
  const columns = keys.length > 1 && last?.field === 'id' ? keys.slice(0, -1) : keys
  // Sort indexes order equal rows by id, in the same direction.
  const endsInId = columns.length === 1 || columns.length < keys.length
  const isIndexable = endsInId && last?.descending === columns.at(-1)?.descending
  return isIndexable ? { keys, deciding: columns } : { keys }
}

/** Sorts groups of rows by a value of the related row, and merges groups with equal values. */
export function groupsInOrder(
  groups: readonly RowGroup[],
  valueOf: (id: Value) => Value,
  descending: boolean,
): ArrayLike<number>[] {
  const valued = groups.map(({ value, handles }) => ({ value: valueOf(value), handles }))
  valued.sort((one, other) => compareValues(one.value, other.value))
  const lists: ArrayLike<number>[] = []
  let previous: Value | undefined
  for (const { value, handles } of valued) {
    const equal = lists.length > 0 && value === previous ? lists.pop() : undefined
    lists.push(
      equal === undefined ? handles : [...Array.from(equal), ...Array.from(handles)].sort((a, b) => a - b),
    )
    previous = value
  }
  return descending ? lists.reverse() : lists
}

/** Nulls are largest, so they come last ascending and first descending. */
function compareValues(left: Value, right: Value): number {
  if (left === right) return 0
  if (left === null) return 1
  if (right === null) return -1
  return left < right ? -1 : 1
}

function compareItems(keys: readonly OrderKey[], left: readonly Value[], right: readonly Value[]): number {
  for (const [at, { descending }] of keys.entries()) {
    const difference = compareValues(left[at] ?? null, right[at] ?? null)
    if (difference !== 0) return descending ? -difference : difference
  }
  return 0
}

function siftUp(heap: Item[], compare: (a: Item, b: Item) => number) {
  let at = heap.length - 1
  while (at > 0) {
    const parent = (at - 1) >> 1
    const [above, below] = [heap[parent], heap[at]]
    if (above === undefined || below === undefined || compare(below, above) <= 0) return
    heap[parent] = below
    heap[at] = above
    at = parent
  }
}

function siftDown(heap: Item[], compare: (a: Item, b: Item) => number) {
  let at = 0
  for (;;) {
    let largest = at
    for (const child of [2 * at + 1, 2 * at + 2]) {
      const [big, candidate] = [heap[largest], heap[child]]
      if (big !== undefined && candidate !== undefined && compare(candidate, big) > 0) largest = child
    }
    const [moving, replacing] = [heap[at], heap[largest]]
    if (largest === at || moving === undefined || replacing === undefined) return
    heap[at] = replacing
    heap[largest] = moving
    at = largest
  }
}

/** The first `limit` handles in order, without sorting the others. Equal rows are sorted by handle. */
export function firstInOrder(handles: readonly number[], { keys }: Order, limit: number): number[] {
  const compare = (a: Item, b: Item) => compareItems(keys, a.values, b.values) || a.handle - b.handle
  const itemOf = (handle: number): Item => ({ handle, values: keys.map(({ read }) => read(handle)) })
  if (limit >= handles.length * SELECT_BELOW) {
    const items = handles.map(itemOf).toSorted(compare)
    return items.slice(0, limit).map(({ handle }) => handle)
  }
  const heap: Item[] = []
  const [first] = keys
  for (const handle of handles) {
    const worst = heap[0]
    if (heap.length >= limit && worst !== undefined && first !== undefined) {
      const difference = compareValues(first.read(handle), worst.values[0] ?? null)
      if ((first.descending ? -difference : difference) > 0) continue
      const item = itemOf(handle)
      if (compare(item, worst) >= 0) continue
      heap[0] = item
      siftDown(heap, compare)
    } else if (heap.length < limit) {
      heap.push(itemOf(handle))
      siftUp(heap, compare)
    }
  }
  return heap.toSorted(compare).map(({ handle }) => handle)
}
