/** JSON as a platform could send it. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

type Kind = 'relation' | 'date' | 'number' | 'boolean' | 'text' | 'list'

/** Removes the field instead of changing its value. */
const MISSING = Symbol('missing')

/** What a broken platform, proxy or import could send instead of a value of each kind. */
const VALUES: Readonly<Record<Kind, Readonly<Record<string, Json | typeof MISSING>>>> = {
  relation: {
    'an empty list': [],
    null: null,
    'a list of null': [null],
    missing: MISSING,
    'an object': {},
    'a text': 'row',
    'a row without values': [{}],
  },
  list: { null: null, 'an object': {}, 'a list of lists': [[], [[]]], 'a text': '<html>Bad gateway</html>' },
  date: {
    'no date': 'yesterday',
    'an empty text': '',
    null: null,
    missing: MISSING,
    nanoseconds: 1_763_647_240_000_000_000,
    'a date beyond the calendar': '+275760-09-13T00:00:00.001Z',
    'the last date': '+275760-09-13T00:00:00.000Z',
    'a month that does not exist': '2026-13-45T25:61:61.000Z',
    'an object': {},
  },
  number: {
    null: null,
    missing: MISSING,
    'a text': '12 of 3',
    'a numeric text': '12',
    'a huge number': 1e308,
    'a negative number': -1,
    'a fraction': 0.000_000_1,
    'an object': {},
    'a list': [1],
  },
  boolean: { null: null, missing: MISSING, 'a text': 'yes', 'a number': 2 },
  text: {
    null: null,
    missing: MISSING,
    'a number': 7,
    'an object': { not: ['a text'] },
    'a list': ['a', 'b'],
    'an empty text': '',
    'a broken character': '\ud800\u0000',
  },
}

/** Fields by which pages are found; they are not changed. */
export const UNCHANGED = new Set([
  'uuid',
  'slug',
  'handle',
  'actorType',
  'is_of__class',
  'status',
  'overall_status',
  'tier',
])
const MOMENT = /^\d{4}-\d\d-\d\d(T|$)/

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function kindOf(value: Json): Kind | undefined {
  if (Array.isArray(value)) return value.length === 1 && isObject(value[0]) ? 'relation' : 'list'
  if (isObject(value)) return '__id' in value ? 'relation' : undefined
  if (typeof value === 'string') return MOMENT.test(value) ? 'date' : 'text'
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : undefined
}

/** A change of all responses. */
export interface Corruption {
  name: string
  change: (value: Json) => Json
}

/** Replaces the values chosen by `choose` wherever they are in a response; the response itself stays a list of rows. */
function replacing(choose: (kind: Kind, key: string, nth: number) => Json | typeof MISSING | undefined) {
  let nth = 0
  const changed = (value: Json, key: string): Json | typeof MISSING => {
    const kind = kindOf(value)
    const isFound = key === '' || key === 'd' || key === 'id' || UNCHANGED.has(key)
    const other = kind === undefined || isFound ? undefined : choose(kind, key, (nth += 1))
    if (other !== undefined) return other
    if (Array.isArray(value))
      return value.map((one) => changed(one, key === '' || key === 'd' ? '' : key)).filter(isKept)
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, one]) => {
        const next = changed(one, name)
        return next === MISSING ? [] : [[name, next]]
      }),
    )
  }
  return (value: Json): Json => {
    const next = changed(value, '')
    return next === MISSING ? null : next
  }
}

const isKept = (value: Json | typeof MISSING): value is Json => value !== MISSING

const byKind: Corruption[] = Object.entries(VALUES).flatMap(([kind, values]) =>
  Object.entries(values).map(([name, value]) => ({
    name: `${kind}: ${name}`,
    change: replacing((found) => (found === kind ? value : undefined)),
  })),
)

/** Every value another corruption of its kind, so that valid and invalid rows stand beside each other. */
const mixed = (seed: number): Corruption => ({
  name: `mixed, ${seed}`,
  change: replacing((kind, _key, nth) => {
    const values = Object.values(VALUES[kind])
    const drawn = (nth * 7919 + seed * 104_729) % (2 * values.length)
    return values[drawn]
  }),
})

const rowsOf =
  (change: (rows: Json[]) => Json) =>
  (value: Json): Json =>
    isObject(value) && Array.isArray(value['d']) ? { ...value, d: change(value['d']) } : value

/** Rows with nothing but what identifies them, and invalid rows. */
const truncated = rowsOf((rows) => [
  ...rows.map((row) =>
    isObject(row)
      ? Object.fromEntries(Object.entries(row).filter(([name]) => ['id', 'uuid', 'slug'].includes(name)))
      : row,
  ),
  null,
  'row',
  7,
])

const wholeAnswers: Corruption[] = [
  { name: 'truncated rows', change: truncated },
  { name: 'no rows', change: rowsOf(() => []) },
  { name: 'the same row twice', change: rowsOf((rows) => [...rows, ...rows]) },
  { name: 'null instead of rows', change: rowsOf(() => null) },
  { name: 'names of built-in properties', change: rowsOf((rows) => rows.map((row) => builtIns(row))) },
]

function builtIns(row: Json): Json {
  if (!isObject(row)) return row
  return JSON.parse(
    JSON.stringify(row).replace(
      /^\{/,
      '{"__proto__":{"id":1},"constructor":"x","toString":"x","hasOwnProperty":1,',
    ),
  ) as Json
}

/** All corruptions. `npm run corruptions` visits every page with each of them. */
export const corruptions: readonly Corruption[] = [
  ...byKind,
  ...wholeAnswers,
  ...Array.from({ length: 6 }, (_, seed) => mixed(seed + 1)),
]

/** Those that `npm test` tries: each kind of value by a page's worst cases. */
export const sampled = new Set([
  'relation: a list of null',
  'date: nanoseconds',
  'names of built-in properties',
  'mixed, 1',
])
