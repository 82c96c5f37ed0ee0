import type { DeviceFilter, StatusFilter } from '@/domain/device/device-filters.ts'
import { statusFilters, withStatus } from '@/domain/device/device-filters.ts'
import { issueFilter, issueKinds } from '@/domain/device/device-issues.ts'
import { SYSTEM_TAGS } from '@/domain/tags/system-tags.ts'
import type { Condition, FieldRef, ResolvedQuery } from './device-query.ts'
import { fieldInfo, isOrder, queryFields, type Operator } from './query-fields.ts'
import { parseQueryTime } from './query-time.ts'

type Field = Exclude<FieldRef['field'], 'tag'>
/** A field path for the query compiler: a name, or an alias and a name. */
type Path = string | readonly [string, string]

// The compiler's types support only fixed fields of one resource, not paths chosen at run time.
const filter = (built: unknown) => built as DeviceFilter

/** Related rows that are searched for a text: the relation and the fields. */
const related: Readonly<Record<string, readonly string[]>> = {
  release: ['raw_version', 'commit'],
  target: ['raw_version', 'commit'],
  type: ['name', 'slug'],
}

/** The query as an OData filter, after `resolveVersions`. Ages are relative to `now`. */
export function compileQuery(query: ResolvedQuery, now: number): DeviceFilter {
  switch (query.kind) {
    case 'text':
      return withText(query.text)
    case 'not':
      return not(compileQuery(query.term, now))
    case 'and':
      return filter({ $and: query.terms.map((term) => compileQuery(term, now)) })
    case 'or':
      return filter({ $or: query.terms.map((term) => compileQuery(term, now)) })
    case 'versions':
      return oneOf(queryFields[query.field].path, query.versions)
    case 'condition':
      return compileCondition(query, now)
  }
}

const not = (of: DeviceFilter) => filter({ $not: of })
const anyOf = (filters: readonly DeviceFilter[]): DeviceFilter =>
  filters.length === 1 && filters[0] !== undefined ? filters[0] : filter({ $or: filters })
/** Rows have ids from 1. */
const nothing = filter({ id: 0 })
const oneOf = (path: string, values: readonly string[]): DeviceFilter =>
  values.length === 0 ? nothing : filter({ [path]: { $in: [...values] } })
const lower = (path: Path) => ({ $tolower: { $: path } })

const looksLikeUuid = (text: string) => /^[0-9a-f]{1,62}$/.test(text)

/** Devices whose name or tag value contains the text, case-insensitive, or whose UUID starts with it. */
function withText(text: string): DeviceFilter {
  const part = text.toLowerCase()
  const places: DeviceFilter[] = [
    filter({ $contains: [lower('device_name'), part] }),
    anyRow('device_tag', 'dt', {
      $and: [
        { $not: { $startswith: [{ $: ['dt', 'tag_key'] }, SYSTEM_TAGS] } },
        { $contains: [lower(['dt', 'value']), part] },
      ],
    }),
  ]
  if (looksLikeUuid(part)) places.push({ uuid: { $startswith: part } })
  return anyOf(places)
}

const anyRow = (relation: string, alias: string, expr: unknown) =>
  filter({ [relation]: { $any: { $alias: alias, $expr: expr } } })

function compileCondition({ of, operator, values }: Condition, now: number): DeviceFilter {
  switch (operator) {
    case '!=':
      return not(positive(of, '=', values, now))
    case '!~':
      return not(positive(of, '~', values, now))
    case 'not in':
      return not(positive(of, 'in', values, now))
    case 'is not empty':
      return not(positive(of, 'is empty', values, now))
    default:
      return positive(of, operator, values, now)
  }
}

function positive(of: FieldRef, operator: Operator, values: readonly string[], now: number): DeviceFilter {
  if (of.field === 'tag') return tagFilter(of.key, operator, values)
  if (of.field === 'status') return anyOf(values.map((value) => statusFilter(value, now)))
  if (of.field === 'issue')
    return anyOf(issueKinds.filter((kind) => values.includes(kind)).map((kind) => issueFilter(kind, now)))
  if (of.field === 'pinned')
    return isYes(values) === true
      ? not(filter({ is_pinned_on__release: null }))
      : filter({ is_pinned_on__release: null })
  if (of.field === 'local_mode') return isYes(values) ? inLocalMode : not(inLocalMode)
  const { path } = queryFields[of.field]
  if (operator === 'is empty') return emptyField(of.field, path)
  switch (fieldInfo(of.field).kind) {
    case 'flag':
      return filter({ [path]: isYes(values) })
    case 'number':
      return compare(path, operator, Number(values[0]))
    case 'date':
      return compare(path, operator, new Date(parseQueryTime(values[0] ?? '', now) ?? now))
    case 'version':
      if (isOrder(operator)) throw new Error('Versions must be resolved before they are compared')
      return textFilter(of.field, path, operator, values)
    case 'choice':
      return operator === 'in' ? filter({ [path]: { $in: [...values] } }) : filter({ [path]: values[0] })
    case 'text':
    case 'tag':
      return textFilter(of.field, path, operator, values)
  }
}

const isYes = (values: readonly string[]) => values[0] === 'yes'

const isStatus = (value: string): value is StatusFilter => statusFilters.some((each) => each === value)
const statusFilter = (value: string, now: number) => withStatus(isStatus(value) ? value : 'attention', now)

const inLocalMode = anyRow('device_config_variable', 'cv', {
  $and: [{ cv: { name: 'RESIN_SUPERVISOR_LOCAL_MODE' } }, { cv: { value: '1' } }],
})

function emptyField(field: Field, path: string): DeviceFilter {
  const { kind } = fieldInfo(field)
  const isText = (kind === 'text' || kind === 'version') && !(field in related)
  const isNull = filter({ [path]: null })
  return isText ? anyOf([isNull, filter({ [path]: '' })]) : isNull
}

const comparisons: Partial<Record<Operator, string>> = {
  '=': '$eq',
  '<': '$lt',
  '<=': '$le',
  '>': '$gt',
  '>=': '$ge',
}
const compare = (path: string, operator: Operator, value: number | Date) =>
  filter({ [path]: { [comparisons[operator] ?? '$eq']: value } })

/** Compares one field with a text, case-insensitive. */
function textAt(path: Path, operator: Operator, value: string): unknown {
  const lowerCase = value.toLowerCase()
  switch (operator) {
    case '~':
      return { $contains: [lower(path), lowerCase] }
    case '^=':
      return { $startswith: [lower(path), lowerCase] }
    default:
      return { $eq: [lower(path), lowerCase] }
  }
}

function textFilter(field: Field, path: string, operator: Operator, values: readonly string[]): DeviceFilter {
  const fields = related[field]
  if (fields === undefined) return anyOf(values.map((value) => filter(textAt(path, operator, value))))
  return anyRow(path, 'r', {
    $or: values.flatMap((value) =>
      // Commits are matched by prefix.
      fields.map((each) =>
        textAt(['r', each], each === 'commit' && operator === '=' ? '^=' : operator, value),
      ),
    ),
  })
}

function tagFilter(key: string, operator: Operator, values: readonly string[]): DeviceFilter {
  const named = { t: { tag_key: key } }
  if (operator === 'is empty') return not(anyRow('device_tag', 't', named))
  const found = values.map((value) => textAt(['t', 'value'], operator, value))
  return anyRow('device_tag', 't', { $and: [named, found.length === 1 ? found[0] : { $or: found }] })
}
