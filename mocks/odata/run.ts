import type { ODataOptions } from '@balena/odata-parser'
import type { Table } from '../store/table.ts'
import { numberLiteral } from './ast.ts'
import { Bitmap, intersection } from './bitmap.ts'
import type { Candidates } from './bitmap.ts'
import { compileCondition } from './expression.ts'
import { checkJoins } from './joins.ts'
import { compileOrder, firstInOrder, groupsInOrder } from './order.ts'
import type { Order, OrderKey } from './order.ts'
import { planIndexScan } from './plan.ts'
import type { IndexScan, Planner } from './plan.ts'
import { andedConditions, equalityPredicates, isPlain } from './predicates.ts'
import type { EqualityPredicates, Resolve } from './predicates.ts'
import { sourceScope } from './source.ts'
import type { QueryContext, Scope, Visibility } from './source.ts'

/** A selection from one table: its filter, order and page. */
export interface Selection {
  readonly scope: Scope
  /** The handles of the selected rows of the table, or of the candidates. */
  pick(from?: Candidates): number[]
  /** The number of matching rows, ignoring `$top` and `$skip`. */
  count(from?: Candidates): number
  /** The number of matching rows with this value in a relation. Calls `related` only if the table has no such count. */
  countRelated(relation: string, id: number, related: () => Candidates): number
}

/** Cost of sorting a row, relative to passing one in a sort index. */
const SORT_COST = 5

/** Up to this number of rows, testing is faster than further index lookups. */
const FEW_ROWS = 100

/** Cost of testing a condition on a row, relative to adding one handle to a bitmap. */
const TEST_COST = { plain: 10, other: 50 }

type Test = (handle: number) => boolean

function testOf(
  context: QueryContext,
  scope: Scope,
  filter: unknown,
  visibility?: Visibility,
): Test | undefined {
  if (filter === undefined) return visibility && ((handle) => visibility.test(handle))
  const expression = compileCondition(context, filter, [scope])
  const { cell } = scope
  return (handle) => {
    if (visibility !== undefined && !visibility.test(handle)) return false
    cell.handle = handle
    return expression.get() === true
  }
}

/** Candidates, undefined for all rows, and the remaining test. */
interface Remaining {
  rows: Bitmap | undefined
  rest: Test | undefined
}

/** How to find the matching rows of a table. */
interface Plan {
  /** All matching rows, and possibly others; undefined: all rows of the table. */
  rows: Bitmap | undefined
  /** The remaining test of `rows`. */
  rest(): Test | undefined
  /** The smallest set of rows that indexes can provide, in no particular order. */
  fewest(): Remaining
  /** The complete test of any row of the table; `times` is the estimated number of calls. */
  all(times: number): Test | undefined
}

/** Whether the conditions exclude all rows that the caller may not see. */
function impliesVisible(
  { context }: Planner,
  conditions: readonly unknown[],
  scope: Scope,
  { through }: Visibility,
): boolean {
  if (through === undefined) return false
  const { equals: where } =
    equalityPredicates(context, ['and', ...conditions.filter(isPlain)], scope, () => []) ?? {}
  const id = where?.get(through.field)
  return typeof id === 'number' && through.ids.has(id)
}

function allOf(tests: readonly Test[]): Test | undefined {
  const [first, second] = tests
  if (tests.length <= 1) return first
  if (first !== undefined && second !== undefined && tests.length === 2) {
    return (handle) => first(handle) && second(handle)
  }
  return (handle) => tests.every((test) => test(handle))
}

function planOf(planner: Planner, scope: Scope, filter: unknown, visibility: Visibility | undefined): Plan {
  const parts = andedConditions(filter)
  const conditions: { condition: unknown; found: IndexScan | undefined }[] = []
  let best: IndexScan | undefined
  for (const condition of parts) {
    const isEnough = best !== undefined && best.rows.length <= FEW_ROWS
    const found = isEnough ? undefined : planIndexScan(planner, condition, scope)
    conditions.push({ condition, found })
    if (found !== undefined && (best === undefined || found.rows.length < best.rows.length)) best = found
  }
  const mayBeHidden = visibility !== undefined && !impliesVisible(planner, parts, scope, visibility)
  const throughVisible = best === undefined ? throughIndex(scope, visibility) : undefined

  /** Sets to look up and tests to run for about `times` rows, which already match the condition `known`. */
  function remaining(times: number, known: IndexScan | undefined): { sets: Bitmap[]; tests: Test[] } {
    const sets: Bitmap[] = []
    const tests: Test[] = []
    for (const { condition, found } of conditions) {
      if (found?.exact === true && found === known) continue
      const cost = isPlain(condition) ? TEST_COST.plain : TEST_COST.other
      const isCheap = found?.rows.isMarked === true || times * cost > (found?.rows.length ?? Infinity)
      if (found?.exact === true && isCheap) sets.push(found.rows)
      else tests.push(planner.tester(condition, scope))
    }
    return { sets, tests }
  }
  function testsOf(times: number, known: IndexScan | undefined): Test[] {
    const { sets, tests } = remaining(times, known)
    return sets.length === 0 ? tests : [intersection(sets).test, ...tests]
  }

  function rest(): Test | undefined {
    const tests = testsOf(best?.rows.length ?? scope.table.size, best)
    return allOf(mayBeHidden && throughVisible === undefined ? [visibility.test, ...tests] : tests)
  }

  return {
    rows: best?.rows ?? throughVisible,
    rest,
    fewest() {
      if (best === undefined) return { rows: throughVisible, rest: rest() }
      const { sets, tests } = remaining(best.rows.length, best)
      const rows = intersection([best.rows, ...sets])
      return { rows, rest: allOf(mayBeHidden ? [visibility.test, ...tests] : tests) }
    },
    all(times) {
      const tests = testsOf(times, undefined)
      return allOf(mayBeHidden ? [...tests, visibility.test] : tests)
    },
  }
}

function throughIndex(scope: Scope, visibility: Visibility | undefined): Bitmap | undefined {
  const through = visibility?.through
  if (through === undefined) return undefined
  const handles: number[] = []
  for (const id of through.ids) {
    const found = scope.table.find(through.field, id)
    if (found === undefined) return undefined
    for (let at = 0; at < found.length; at++) handles.push(found[at] ?? -1)
  }
  return Bitmap.of(handles)
}

function matching(
  candidates: Candidates | Iterable<number>,
  test: Test | undefined,
  limit: number,
): number[] {
  const found: number[] = []
  if (limit <= 0) return found
  if ('length' in candidates) {
    const { length } = candidates
    for (let step = 0; step < length; step++) {
      const handle = candidates[step] ?? -1
      if (test !== undefined && !test(handle)) continue
      found.push(handle)
      if (found.length >= limit) return found
    }
    return found
  }
  for (const handle of candidates) {
    if (test !== undefined && !test(handle)) continue
    found.push(handle)
    if (found.length >= limit) return found
  }
  return found
}

/** The matching rows from `skip` to `limit`, in the order of the lists. */
function walk(
  lists: readonly Candidates[],
  test: Test | undefined,
  { skip, limit, backwards }: { skip: number; limit: number; backwards: boolean },
): number[] {
  const found: number[] = []
  let passed = 0
  for (const list of lists) {
    const { length } = list
    for (let step = 0; step < length && passed < limit; step++) {
      const handle = list[backwards ? length - 1 - step : step] ?? -1
      if (test !== undefined && !test(handle)) continue
      if (passed++ >= skip) found.push(handle)
    }
  }
  return found
}

/** The count from the table's own counters, as a sum if there are several values. undefined if there is none. */
function countByTable(
  table: Table,
  { equals: where, among }: EqualityPredicates,
  visibility: Visibility | undefined,
): number | undefined {
  const through = visibility?.through
  if (visibility !== undefined && through === undefined) return undefined
  if (among !== undefined && through !== undefined && among.relation !== through.field) return undefined
  const field = among?.relation ?? through?.field
  if (field === undefined) return table.count?.(where)
  const ids = new Set(among?.ids ?? through?.ids)
  const isAllowed = (id: number) => ids.has(id) && (through === undefined || through.ids.has(id))
  const single = where.get(field)
  if (single !== undefined) return typeof single === 'number' && isAllowed(single) ? table.count?.(where) : 0
  let total = 0
  for (const id of ids) {
    if (!isAllowed(id)) continue
    const part = table.count?.(new Map(where).set(field, id))
    if (part === undefined) return undefined
    total += part
  }
  return total
}

function countMatching(candidates: Candidates | Iterable<number>, test: Test | undefined): number {
  if ('length' in candidates && test === undefined) return candidates.length
  let count = 0
  if ('length' in candidates) {
    for (let at = 0; at < candidates.length; at++) {
      if (test === undefined || test(candidates[at] ?? -1)) count++
    }
    return count
  }
  for (const handle of candidates) if (test === undefined || test(handle)) count++
  return count
}

/** Estimated number of rows that a walk passes before it has found `limit` rows. */
const stepsOfWalk = (all: number, candidates: number, limit: number): number =>
  Math.min(all, (limit * all) / Math.max(1, candidates))

/** The rows in the order of one key: one list for a field, and one per value for a relation. undefined without an index. */
function sortedLists({ table }: Scope, { field, related, descending }: OrderKey): Candidates[] | undefined {
  if (field !== undefined) {
    const sorted = table.sorted?.(field)
    return sorted && [sorted]
  }
  const groups = related && table.groups?.(related.relation)
  return groups && groupsInOrder(groups, related.valueOf, descending)
}

/** The end of the run of equal values that starts at `from`, by galloping search. */
function endOfRun(list: Candidates, from: number, { read, descending }: OrderKey): number {
  const { length } = list
  const step = descending ? -1 : 1
  const isWithin = (at: number) => at >= 0 && at < length && read(list[at] ?? -1) === value
  const value = read(list[from] ?? -1)
  let distance = 1
  while (isWithin(from + step * distance)) distance *= 2
  let [within, beyond] = [distance >> 1, distance]
  while (beyond - within > 1) {
    const middle = (within + beyond) >> 1
    if (isWithin(from + step * middle)) within = middle
    else beyond = middle
  }
  return from + step * beyond
}

/** Does not copy typed arrays, because a run may contain nearly all rows. */
const slice = (list: Candidates, from: number, to: number): Candidates =>
  list instanceof Int32Array
    ? list.subarray(from, to)
    : Array.from({ length: to - from }, (_, at) => list[from + at] ?? -1)

/** The runs of rows with equal values, each sorted by ascending id. */
function* runsOf(lists: readonly Candidates[], key: OrderKey): Generator<Candidates> {
  for (const list of lists) {
    if (key.field === undefined) {
      yield list
      continue
    }
    const { length } = list
    for (let from = key.descending ? length - 1 : 0; from >= 0 && from < length;) {
      const end = endOfRun(list, from, key)
      yield key.descending ? slice(list, end + 1, from + 1) : slice(list, from, end)
      from = end
    }
  }
}

/** The first rows in an order of several keys: runs of the first key, each sorted by the other keys. */
function firstByMany(
  of: { scope: Scope; order: Order },
  deciding: readonly OrderKey[],
  lists: readonly Candidates[],
  test: Test | undefined,
  limit: number,
): number[] {
  const [key, next, ...others] = deciding
  if (key === undefined || limit <= 0) return []
  if (next === undefined) return walk(lists, test, { skip: 0, limit, backwards: key.descending })
  const found: number[] = []
  for (const run of runsOf(lists, key)) {
    const missing = limit - found.length
    if (missing <= 0) break
    const steps = stepsOfWalk(of.scope.table.size, run.length, missing)
    const sorted =
      run.length > FEW_ROWS && steps <= run.length * SORT_COST ? sortedLists(of.scope, next) : undefined
    if (sorted === undefined) {
      found.push(...firstInOrder(matching(run, test, Infinity), of.order, missing))
      continue
    }
    const value = key.read(run[0] ?? -1)
    const isOfRun: Test = (handle) => key.read(handle) === value && test?.(handle) !== false
    found.push(...firstByMany(of, [next, ...others], sorted, isOfRun, missing))
  }
  return found
}

/**
 * Compiles a selection: `$filter` (including the key of the URL), `$orderby`, `$top`, `$skip` and the visibility for the
 * caller. Throws 401 on an unknown resource and 500 on an unknown name.
 */
export function compileSelection(
  context: QueryContext,
  resource: string,
  options: ODataOptions = {},
  filter: unknown = options.$filter,
  alias?: string,
): Selection {
  const scope = sourceScope(context.source, resource, alias)
  const visibility = context.source.visibility(scope.resource.name)
  checkJoins([filter, ...(options.$orderby?.properties ?? [])], alias)
  const test = testOf(context, scope, filter, visibility)
  const order = compileOrder(context, scope, options.$orderby)
  const skip = numberLiteral(options.$skip, context.binds) ?? 0
  const top = numberLiteral(options.$top, context.binds) ?? Infinity
  const limit = skip + top
  const planner: Planner = {
    context,
    tester(condition, target) {
      const expression = compileCondition(context, condition, [target])
      return (handle) => {
        target.cell.handle = handle
        return expression.get() === true
      }
    },
  }
  const plan = () => planOf(planner, scope, filter, visibility)

  const resolve: Resolve = (target, expression, name) => {
    const found = compileSelection(context, target, {}, expression, name)
    const idOf = found.scope.table.reader('id')
    return found.pick().map((handle) => Number(idOf(handle)))
  }
  const countFromTable = (relation?: string, id?: number) => {
    if (scope.table.count === undefined) return undefined
    const found = equalityPredicates(context, filter, scope, resolve)
    if (found === undefined) return undefined
    const { equals: where } = found
    if (relation !== undefined && id !== undefined) {
      if (where.has(relation) && where.get(relation) !== id) return 0
      where.set(relation, id)
    }
    return countByTable(scope.table, found, visibility)
  }
  return {
    scope,
    pick(from) {
      if (top === 0) return []
      if (from !== undefined) {
        if (order === undefined) return matching(from, test, limit).slice(skip)
        return firstInOrder(matching(from, test, Infinity), order, limit).slice(skip)
      }
      const { table } = scope
      const planned = plan()
      if (order === undefined) {
        return matching(planned.rows?.list ?? table.handles(), planned.rest(), limit).slice(skip)
      }
      const size = planned.rows?.length ?? table.size
      const steps = stepsOfWalk(table.size, size, limit)
      const { deciding = [] } = order
      const [first, ...others] = deciding
      const sorted = first && steps <= size * SORT_COST ? sortedLists(scope, first) : undefined
      if (sorted === undefined) {
        const { rows, rest } = planned.fewest()
        return firstInOrder(matching(rows?.list ?? table.handles(), rest, Infinity), order, limit).slice(skip)
      }
      const rest = planned.all(steps)
      if (others.length === 0)
        return walk(sorted, rest, { skip, limit, backwards: first?.descending === true })
      return firstByMany({ scope, order }, deciding, sorted, rest, limit).slice(skip)
    },
    count(from) {
      if (from !== undefined) return countMatching(from, test)
      const known = countFromTable()
      if (known !== undefined) return known
      const { rows, rest } = plan().fewest()
      if (rows !== undefined && rest === undefined) return rows.length
      return countMatching(rows?.list ?? scope.table.handles(), rest)
    },
    countRelated(relation, id, related) {
      return countFromTable(relation, id) ?? countMatching(related(), test)
    },
  }
}
