import type { OrderByOption, OrderByPropertyPath } from '@balena/odata-parser'
import type { RowGroup, Value } from '../store/table.ts'
import { compilePath } from './expression.ts'
import { scopeOf } from './source.ts'
import type { QueryContext, Scope } from './source.ts'
import type { PathNode } from './ast.ts'

interface OrderKey {
  read(handle: number): Value
  descending: boolean
}

export interface Order {
  keys: readonly OrderKey[]
  /** The one field that decides the order, when it is a plain field of the row itself; the id may settle ties. */
  field?: OrderField
  /** The same along one relation: `relation/field` decides. */
  related?: { relation: string; descending: boolean; valueOf(id: Value): Value }
}

interface OrderField {
  name: string
  descending: boolean
}

interface Item {
  handle: number
  values: Value[]
}

/** Above this share of the rows, sorting all of them costs no more than keeping the best. */
const SELECT_BELOW = 0.25

function orderKey(context: QueryContext, scope: Scope, property: OrderByPropertyPath): OrderKey {
  const path: PathNode = property
  const expression = compilePath(context, path, [scope])
  return {
    descending: property.order === 'desc',
    read(handle) {
      scope.cell.handle = handle
      return expression.get()
    },
  }
}

/** A field of the row that a relation leads to, by that row's id; undefined for a longer path. */
function valueBehind(
  context: QueryContext,
  member: { resource: string },
  { property, count }: PathNode,
): ((id: Value) => Value) | undefined {
  if (property === undefined || property.property !== undefined || count === true) return undefined
  const target = scopeOf(context.source, member.resource)
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

/** Compiles `$orderby`. A path without a direction arrives from the parser as descending (docs/platform/data-api.md). */
export function compileOrder(
  context: QueryContext,
  scope: Scope,
  option: OrderByOption | undefined,
): Order | undefined {
  if (option === undefined) return undefined
  const keys = option.properties.map((property) => orderKey(context, scope, property))
  const [first, ...others] = option.properties
  if (first === undefined) return { keys }
  const member = scope.resource.member(first.name)
  // An order that a table keeps settles equal rows by id, in the same direction.
  if (others.some((other) => other.name !== 'id' || other.order !== first.order)) return { keys }
  const descending = first.order === 'desc'
  if (member?.kind === 'field' && first.property === undefined) {
    return { keys, field: { name: member.name, descending } }
  }
  const valueOf = member?.kind === 'toOne' ? valueBehind(context, member, first) : undefined
  if (member === undefined || valueOf === undefined) return { keys }
  return { keys, related: { relation: member.name, descending, valueOf } }
}

/** Rows in a kept order along a relation: the groups by relation, in the order of the values behind it. */
export function groupsInOrder(
  groups: readonly RowGroup[],
  { descending, valueOf }: NonNullable<Order['related']>,
): ArrayLike<number>[] {
  const valued = groups.map(({ value, handles }) => ({ value: valueOf(value), handles }))
  valued.sort((one, other) => compareValues(one.value, other.value))
  const lists: ArrayLike<number>[] = []
  let before: Value | undefined
  for (const { value, handles } of valued) {
    const equal = lists.length > 0 && value === before ? lists.pop() : undefined
    lists.push(
      equal === undefined ? handles : [...Array.from(equal), ...Array.from(handles)].sort((a, b) => a - b),
    )
    before = value
  }
  return descending ? lists.reverse() : lists
}

/** Nulls are larger than everything, so they come last ascending and first descending. */
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

/** The first `limit` handles in order, without sorting the others. Equal rows keep the order they came in. */
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
