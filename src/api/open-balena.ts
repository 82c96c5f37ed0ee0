import { lackingNames, lackingResources } from '../../openapi/generated/open-backend.ts'

/**
 * Fields and relations that the open-source backend does not have: a query with one of them fails completely. A name
 * means the same in all resources.
 */
const LACKING: ReadonlySet<string> = new Set(lackingNames)
const LACKING_RESOURCES: ReadonlySet<string> = new Set(lackingResources)

/** Values of missing fields that are known; all others are unknown. */
const KNOWN: Readonly<Record<string, unknown>> = {
  is_active: true,
  is_discoverable: false,
  is_enforcing_saml_login: false,
  is_frozen: false,
  is_private: false,
}

/** On that backend every user has exactly one organization (docs/platform/hosted-and-open.md). */
const EXPANDED: Readonly<Record<string, unknown>> = {
  organization_membership_role: [{ name: 'administrator' }],
}

type Options = Readonly<Record<string, unknown>>

/** Plain objects only: a date in a filter is a value, not a set of conditions. */
const isOptions = (value: unknown): value is Options =>
  typeof value === 'object' &&
  value !== null &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null)

/** Whether the backend has all parts of a path such as `is_running__release/raw_version`. */
const has = (path: string) => !path.split('/').some((name) => LACKING.has(name))

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

/** Whether an operand such as `{ $tolower: { $: ['release', 'note'] } }` contains a missing name. */
function namesLacking(operand: unknown): boolean {
  if (Array.isArray(operand)) return operand.some(namesLacking)
  if (!isOptions(operand)) return false
  return Object.entries(operand).some(([key, value]) =>
    key === '$' ? listOf(value).some((name) => !has(String(name))) : namesLacking(value),
  )
}

/** The remaining condition, or its constant result if nothing is left to compare. */
type Condition = boolean | { left: unknown }

function allOf(conditions: Condition[]): Condition {
  if (conditions.includes(false)) return false
  const left = conditions.flatMap((one) => (typeof one === 'boolean' ? [] : [one.left]))
  return left.length === 0 ? true : { left: left.length === 1 ? left[0] : { $and: left } }
}

function anyOf(conditions: Condition[]): Condition {
  if (conditions.includes(true)) return true
  const left = conditions.flatMap((one) => (typeof one === 'boolean' ? [] : [one.left]))
  return left.length === 0 ? false : { left: left.length === 1 ? left[0] : { $or: left } }
}

/** An `any` without a condition: whether there is a row. */
const WHATEVER = { 1: 1 }

/** A condition on the rows of a relation, within `$any` or `$all`. */
function ofRows(quantifier: '$any' | '$all', value: unknown): Condition {
  if (!isOptions(value)) return { left: { [quantifier]: value } }
  const inner = reduced(value['$expr'])
  if (typeof inner !== 'boolean')
    return inner.left === value['$expr']
      ? { left: { [quantifier]: value } }
      : { left: { [quantifier]: { ...value, $expr: inner.left } } }
  if (quantifier === '$any') return inner ? { left: { $any: { ...value, $expr: WHATEVER } } } : false
  return inner ? true : { left: { $all: { ...value, $expr: { 1: 0 } } } }
}

function conditionOf(key: string, value: unknown): Condition {
  if (key === '$and') return allOf(listOf(value).map(reduced))
  if (key === '$or') return anyOf(listOf(value).map(reduced))
  if (key === '$not') {
    const inner = reduced(value)
    return typeof inner === 'boolean' ? !inner : { left: { $not: inner.left } }
  }
  if (key === '$any' || key === '$all') return ofRows(key, value)
  if (key.startsWith('$')) return namesLacking(value) ? key === '$ne' : { left: { [key]: value } }
  if (EXPANDED[key] !== undefined) return true
  if (!has(key)) return isOptions(value) ? '$ne' in value : value === (KNOWN[key] ?? null)
  if (!isOptions(value)) return { left: { [key]: value } }
  const inner = reduced(value)
  if (typeof inner === 'boolean') return inner
  return { left: { [key]: inner.left } }
}

function reduced(filter: unknown): Condition {
  if (!isOptions(filter)) return { left: filter }
  const conditions = Object.entries(filter).map(([key, value]) => conditionOf(key, value))
  // An empty filter matches all rows; as an option it would be malformed.
  if (conditions.length === 0) return true
  const untouched = Object.entries(filter).every(([key, value], at) => {
    const condition = conditions[at]
    return (
      typeof condition === 'object' &&
      isOptions(condition.left) &&
      Object.keys(condition.left).length === 1 &&
      condition.left[key] === value
    )
  })
  // Operators in one object stay in one object.
  return untouched ? { left: filter } : allOf(conditions)
}

/** A condition that no row meets. */
const NOTHING = { id: null }

function filterOf(filter: unknown): Options {
  const left = reduced(filter)
  if (left === true) return {}
  return { $filter: left === false ? NOTHING : left.left }
}

function orderOf(order: unknown): Options {
  const left = listOf(order).filter((one) => {
    if (typeof one === 'string') return has(one.split(' ')[0] ?? '')
    return !isOptions(one) || Object.keys(one).every(has)
  })
  return left.length === 0 ? {} : { $orderby: left }
}

function expansionsOf(expansions: Options): Options {
  const left = Object.entries(expansions).filter(([name]) => has(name))
  return Object.fromEntries(
    left.map(([name, options]) => [name, isOptions(options) ? withoutLacking(options) : options]),
  )
}

/** An expansion of nothing is removed: the backend rejects an expand without a name. */
function expandOf(expand: unknown): Options {
  if (isOptions(expand)) {
    const left = expansionsOf(expand)
    return Object.keys(left).length === 0 ? {} : { $expand: left }
  }
  const left = listOf(expand).flatMap((one) => {
    if (!isOptions(one)) return has(String(one)) ? [one] : []
    const some = expansionsOf(one)
    return Object.keys(some).length === 0 ? [] : [some]
  })
  return left.length === 0 ? {} : { $expand: left }
}

/** The options of a query, reduced to what the open-source backend supports. */
export function withoutLacking<Given extends object>(options: Given): Given {
  return Object.fromEntries(
    Object.entries(options).flatMap(([option, value]) => {
      switch (option) {
        case '$select': {
          const left = listOf(value).filter((name) => has(String(name)))
          return Object.entries({ $select: left.length === 0 ? ['id'] : left })
        }
        case '$filter':
          return Object.entries(filterOf(value))
        case '$orderby':
          return Object.entries(orderOf(value))
        case '$expand':
          return Object.entries(expandOf(value))
        case '$count':
          return isOptions(value) ? [[option, withoutLacking(value)]] : [[option, value]]
        default:
          return [[option, value]]
      }
    }),
  ) as Given
}

/** Adds the removed fields to the rows of a response, so that readers find the shape they requested. */
export function completeRows(rows: unknown, options: object | undefined): void {
  if (!Array.isArray(rows) || !isOptions(options)) return
  const { $select: select, $expand: expand } = options
  const expanded = listOf(expand ?? []).flatMap((one) => (isOptions(one) ? Object.entries(one) : listOf(one)))
  for (const row of rows) {
    if (!isRow(row)) continue
    for (const name of select === undefined ? [] : listOf(select).map(String)) {
      if (!has(name)) row[name] ??= KNOWN[name] ?? null
    }
    for (const one of expanded) {
      const [name, inner] = Array.isArray(one)
        ? [String(one[0]), one[1] as unknown]
        : [String(one), undefined]
      if (!has(name)) row[name] = EXPANDED[name] ?? (isOptions(inner) && '$count' in inner ? 0 : [])
      else if (isOptions(inner)) completeRows(row[name], inner)
    }
  }
}

/** A body without the fields that the backend lacks; null when nothing is left. */
export function bodyWithoutLacking(body: unknown): unknown {
  if (!isOptions(body)) return body
  const left = Object.entries(body).filter(([name]) => has(name))
  return left.length === 0 && Object.keys(body).length > 0 ? null : Object.fromEntries(left)
}

export const lacksResource = (name: string): boolean => LACKING_RESOURCES.has(name)

/** Whether the filter excludes all rows, so that no request is needed. */
export const findsNothing = (options: object | undefined): boolean => {
  const filter: unknown = options === undefined ? undefined : Reflect.get(options, '$filter')
  return filter !== undefined && reduced(filter) === false
}

const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
