import { fieldKinds } from '../../openapi/generated/field-kinds.ts'

type Kind = 'text' | 'number' | 'boolean' | 'date'

/** When a field can be null: always, only if the platform returns null, or never. */
type Absence = 'nullable' | 'mostly' | 'required'

interface Expected {
  kind: Kind
  absence: Absence
}

const { row: toOne, ...kinds } = fieldKinds

/** Relations that every row has. */
const required = new Set<string>(toOne.split(' '))

const expected = new Map<string, Expected>(
  Object.entries(kinds).flatMap(([told, names]) => {
    const [kind, absence = 'nullable'] = told.split(' ').toReversed() as [Kind, Absence?]
    return names.split(' ').map((name): [string, Expected] => [name, { kind, absence }])
  }),
)

const EMPTY = { text: '', number: 0, boolean: false, date: new Date(0).toISOString() } as const

function isOf(kind: Kind, value: unknown): boolean {
  if (kind === 'date') return typeof value === 'string' && !Number.isNaN(Date.parse(value))
  if (kind === 'number') return Number.isFinite(value)
  return typeof value === (kind === 'text' ? 'string' : kind)
}

/** The value of a field as screens expect it: of the right type, and null only if the contract allows it. */
function normalized(name: string, value: unknown): unknown {
  const about = expected.get(name)
  if (about === undefined) return value === undefined ? null : value
  if (isOf(about.kind, value)) return value
  if (about.kind === 'text' && (typeof value === 'number' || typeof value === 'boolean')) return String(value)
  const isNull = about.absence === 'nullable' || (about.absence === 'mostly' && value === null)
  return isNull ? null : EMPTY[about.kind]
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
 * Normalizes a response to the shape of its query: invalid rows are dropped, and each row has the selected fields and
 * expanded relations. Missing or malformed values then look empty, and screens that rely on the contract do not break.
 */
export function heldToQuery(answer: unknown, options: object): unknown {
  if ('$count' in options) return Number.isFinite(answer) ? answer : 0
  if (!Array.isArray(answer)) return []
  const { $select: select, $expand: expand }: { $select?: unknown; $expand?: unknown } = options
  const expansions = expansionsOf(expand)
  const selected = select === undefined ? undefined : listOf(select).map(String)
  return answer.filter(isRow).map((row) => {
    const complete: Record<string, unknown> = { ...row }
    for (const name of selected ?? Object.keys(row)) complete[name] = normalized(name, row[name])
    for (const [name, inner] of expansions) {
      const rows = row[name]
      // Invisible rows give an empty list; a missing row gives a row without values.
      complete[name] = heldToQuery(rows === undefined && required.has(name) ? [{}] : rows, inner)
    }
    return complete
  })
}
