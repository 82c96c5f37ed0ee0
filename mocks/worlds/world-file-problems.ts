import type { OutputUnit } from '@cfworker/json-schema'
import { didYouMean } from '../base/closest-name.ts'

/** A part of the JSON schema of world files. */
interface Part {
  type?: string | string[]
  properties?: Record<string, Part>
  enum?: readonly unknown[]
  pattern?: string
  [keyword: string]: unknown
}

export interface WorldFileProblem {
  /** Where it is, as keys and indexes. */
  path: string[]
  /** A sentence that begins with the place. */
  text: string
}

/** Only tell that something inside is wrong. */
const WRAPPERS = new Set([
  'properties',
  'additionalProperties',
  'items',
  'anyOf',
  'oneOf',
  'allOf',
  '$ref',
  'propertyNames',
])
const MAX_NAMES = 10
const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}
/** What a pattern wants, by a piece of it. */
const FORMS: readonly (readonly [piece: string, words: string])[] = [
  ['(?:s|min|h|d)$', 'a time such as "3 d"'],
  ['^\\d+\\.\\d+\\.\\d+', 'a version such as "1.2.3"'],
  ['^(?:nothing|', 'a version such as "1.2.3", or "nothing"'],
  ['\\{n+\\}', 'names with a number such as "screen-{nn}"'],
  ['^https:', 'an address that begins with "https://"'],
  ['^#[0-9', 'a colour such as "#3366cc"'],
  ['^data:image', 'a picture as a data: URL'],
]

const unescaped = (segment: string) => decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')
const pathOf = (pointer: string) =>
  pointer
    .replace(/^#\/?/, '')
    .split('/')
    .filter((each) => each !== '')
    .map(unescaped)
const MAX_SHOWN = 60
const shown = (value: unknown) => {
  if (typeof value === 'string') return `"${value.slice(0, MAX_SHOWN)}"`
  const text = JSON.stringify(value)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}

/** A value inside another one, by its path. */
function inside(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (found, key) =>
      typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[key] : undefined,
    value,
  )
}

/** What is wrong with an untrusted world file, from the errors of its schema: one problem for each place, in words. */
export function worldFileProblems(
  value: unknown,
  errors: readonly OutputUnit[],
  schema: object,
): WorldFileProblem[] {
  // Another of several kinds fits better: what is wrong inside it says more.
  const isOtherKind = ({ keyword, instanceLocation }: OutputUnit) =>
    ['type', 'enum'].includes(keyword) &&
    errors.some(
      (one) =>
        one.instanceLocation.startsWith(`${instanceLocation}/`) ||
        (one.keyword === 'required' && one.instanceLocation === instanceLocation),
    )
  const causes = errors.filter((one) => !WRAPPERS.has(one.keyword) && !isOtherKind(one))
  const rank = ({ keyword, instanceLocation }: OutputUnit) => {
    if (keyword === 'enum') return typeof inside(value, pathOf(instanceLocation)) === 'string' ? 0 : 3
    return keyword === 'type' ? 2 : 1
  }
  const byPlace = new Map<string, OutputUnit[]>()
  for (const cause of causes) {
    const { instanceLocation, keyword, error } = cause
    const place = keyword === 'required' ? `${instanceLocation} ${error}` : instanceLocation
    byPlace.set(place, [...(byPlace.get(place) ?? []), cause])
  }
  return [...byPlace.values()].flatMap((group) => {
    const [first] = group.toSorted((one, other) => rank(one) - rank(other))
    return first === undefined ? [] : [problemOf(first, { group, errors, file: value, schema })]
  })
}

function problemOf(
  error: OutputUnit,
  {
    group,
    errors,
    file,
    schema,
  }: { group: readonly OutputUnit[]; errors: readonly OutputUnit[]; file: unknown; schema: object },
): WorldFileProblem {
  const path = pathOf(error.instanceLocation)
  const place = path.length === 0 ? 'The file' : path.join('.')
  const part = partOf(schema, error)
  const value = inside(file, path)
  const must = (words: string) => ({ path, text: `${place} must be ${words}, not ${shown(value)}.` })
  switch (error.keyword) {
    case 'false': {
      const key = path.at(-1) ?? ''
      const owner = path.slice(0, -1)
      const ownerError = errors.find(
        ({ keyword, instanceLocation }) =>
          keyword === 'additionalProperties' &&
          error.instanceLocation.slice(0, error.instanceLocation.lastIndexOf('/')) === instanceLocation,
      )
      const known = ownerError === undefined ? [] : Object.keys(partOf(schema, ownerError)?.properties ?? {})
      return {
        path,
        text: `${owner.length === 0 ? 'The file' : owner.join('.')} must not have "${key}"${didYouMean(key, known)}`,
      }
    }
    case 'required': {
      const [, name = ''] = /property "([^"]*)"/.exec(error.error) ?? []
      return { path, text: `${[...path, name].join('.')} is missing.` }
    }
    case 'type': {
      const kinds = group.flatMap((one) => partOf(schema, one)?.type ?? []).map((kind) => KINDS[kind] ?? kind)
      return value === null && path.length === 0
        ? { path, text: 'The file is empty.' }
        : must([...new Set(kinds)].join(' or '))
    }
    case 'enum':
    case 'const': {
      const names = group.flatMap((one) => partOf(schema, one)?.enum ?? []).map(String)
      const list = names.length > MAX_NAMES ? 'one of the known names' : names.join(' or ')
      const meant = typeof value === 'string' ? didYouMean(value, names) : '.'
      return { path, text: `${place} must be ${list}, not ${shown(value)}${meant}` }
    }
    case 'pattern': {
      const form = FORMS.find(([piece]) => part?.pattern?.includes(piece) === true)?.[1]
      return form === undefined ? { path, text: `${place} cannot be ${shown(value)}.` } : must(form)
    }
    default:
      return { path, text: `${place} ${limitOf(error.keyword, part, value)}` }
  }
}

/** What is wrong with a size. */
function limitOf(keyword: string, part: Part | undefined, value: unknown): string {
  const limit = String(part?.[keyword])
  switch (keyword) {
    case 'minLength':
    case 'minItems':
      return 'must not be empty.'
    case 'maxLength':
      return `must have at most ${limit} characters.`
    case 'maxItems':
      return `must have at most ${limit} entries.`
    case 'minimum':
      return `must be at least ${limit}, not ${shown(value)}.`
    case 'maximum':
      return `must be at most ${limit}, not ${shown(value)}.`
    default:
      return `cannot be ${shown(value)}.`
  }
}

/** The part of the schema in which a keyword failed. */
const partOf = (schema: object, { keywordLocation }: OutputUnit) =>
  inside(schema, pathOf(keywordLocation).slice(0, -1)) as Part | undefined
