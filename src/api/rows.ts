import { fieldKinds, nullableIn } from '../../openapi/generated/field-kinds.ts'
import { emptyValues, isValueOfKind, type ValueKind } from './values.ts'

interface Expected {
  kind: ValueKind
  isRequired: boolean
}

const { row: toOne, ...kinds } = fieldKinds

/** Relations to one row that rows always have. */
const required = new Set<string>(toOne.split(' '))

/** What a user may not be allowed to see, or the platform may not know: an empty list says so, and screens tell it. */
const invisible = new Set([
  'grants_access_to__application',
  'is_created_by__user',
  'is_of__cpu_architecture',
  'organization',
  'team',
  'user',
])

const expected = new Map<string, Expected>(
  Object.entries(kinds).flatMap(([told, names]) => {
    const [kind, isRequired] = told.split(' ').toReversed() as [ValueKind, string?]
    return names
      .split(' ')
      .map((name): [string, Expected] => [name, { kind, isRequired: isRequired !== undefined }])
  }),
)

/** The resources and relations where a name that is usually required can be null. */
const exceptions = new Map(
  Object.entries(nullableIn).map(([name, places]) => [name, new Set(places.split(' '))]),
)

const isNullableIn = (place: string, name: string) => exceptions.get(name)?.has(place) === true

/** The value of a field as screens expect it: of the right type, and null only if the contract allows it. */
function normalized(place: string, name: string, value: unknown): unknown {
  const about = expected.get(name)
  if (about === undefined) return value === undefined ? null : value
  if (isValueOfKind(about.kind, value)) return value
  if (about.kind === 'text' && (typeof value === 'number' || typeof value === 'boolean')) return String(value)
  return about.isRequired && !isNullableIn(place, name) ? emptyValues[about.kind] : null
}

const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])

/** The expanded relations of a query, each with its options. */
function expansionsOf(expand: unknown): [string, Record<string, unknown>][] {
  return listOf(expand ?? []).flatMap((one) =>
    isRow(one)
      ? Object.entries(one).map(([name, options]): [string, Record<string, unknown>] => [
          name,
          isRow(options) ? options : {},
        ])
      : [[String(one), {}]],
  )
}

/**
 * Normalizes a response to the shape of its query: invalid rows and those that are there twice are dropped, and each row has the selected fields and
 * expanded relations. Missing or malformed values then look empty, and screens that rely on the contract do not break.
 * `place` is the resource, or the relation, that the rows are of.
 */
export function heldToQuery(answer: unknown, options: object, place: string): unknown {
  if ('$count' in options) return Number.isFinite(answer) ? answer : 0
  if (!Array.isArray(answer)) return []
  const { $select: select, $expand: expand }: { $select?: unknown; $expand?: unknown } = options
  const expansions = expansionsOf(expand)
  const selected = select === undefined ? undefined : listOf(select).map(String)
  const known = new Set<unknown>()
  const rows = answer.filter(isRow).filter((row) => {
    const id = own(row, 'id')
    if (typeof id !== 'number') return true
    return !known.has(id) && known.add(id)
  })
  return rows.map((row) => {
    const complete: Record<string, unknown> = { ...row }
    for (const name of selected ?? Object.keys(row)) complete[name] = normalized(place, name, own(row, name))
    for (const [name, inner] of expansions) {
      const related = own(row, name)
      const found = heldToQuery(related, inner, name)
      const isMissing = Array.isArray(found) && found.length === 0
      const isHidden = invisible.has(name) && Array.isArray(related) && related.length === 0
      // Screens rely on required relations: a row that is missing is one without values.
      const isFilled = isMissing && !isHidden && required.has(name) && !isNullableIn(place, name)
      complete[name] = isFilled ? heldToQuery([{}], inner, name) : found
    }
    return complete
  })
}

/** Names of built-in properties are not fields. */
const own = (row: Record<string, unknown>, name: string) => (Object.hasOwn(row, name) ? row[name] : undefined)
