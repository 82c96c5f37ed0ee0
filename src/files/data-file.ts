import type { Document } from 'yaml'
import type * as z from 'zod/mini'
import { closestName } from '@/lib/closest-name.ts'
import { filePartText, fileText } from '@/messages/common/files.ts'
import { boundedDocument, MAX_CHARACTERS } from './bounded-yaml.ts'
import { FileProblem, type FileError } from './file-problem.ts'

/** Errors for which the schema has no message: the process may have set another language for those of the library. */
const WITHOUT_MESSAGE = 'Invalid input'

/** Limits of a file. */
export interface DataFileLimits {
  mostCharacters?: number
  /** Longer files must be JSON, and their errors have no lines: parsing much YAML blocks the page. */
  mostYaml?: number
}

/**
 * Parses untrusted YAML or JSON. Aliases are rejected, because a few lines of them can expand to gigabytes, and keys are
 * plain data whatever their names. Throws FileProblem with the line and the reason.
 */
export function readDataFile<Value>(
  text: string,
  schema: z.ZodMiniType<Value>,
  { mostCharacters = MAX_CHARACTERS, mostYaml = mostCharacters }: DataFileLimits = {},
): Value {
  const isLong = text.length > mostYaml && text.length <= mostCharacters
  const { value, valueIn, nodeLine } = isLong ? readJson(text) : readYaml(text, mostCharacters)
  const read = schema.safeParse(value, { error: () => WITHOUT_MESSAGE })
  if (read.success) return read.data
  const [first, ...others] = read.error.issues
    .flatMap(errorsOf)
    .toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0))
  throw new FileProblem(first?.line ?? null, first?.reason ?? fileText.invalid, others)

  function errorsOf(issue: Issue): FileError[] {
    const { path } = issue
    const place = path.length === 0 ? filePartText.wholeFile : path.join('.')
    if (issue.code !== 'unrecognized_keys')
      return [{ line: lineOf(path), reason: withPlace(place, reasonOf(issue, valueIn(path))) }]
    const known = keysAt(schema, path)
    return issue.keys.map((key) => {
      const meant = closestName(key, known)
      const reason =
        meant === undefined
          ? filePartText.unknownKey(place, key)
          : filePartText.unknownKeyMeant(place, key, meant)
      return { line: lineOf([...path, key]), reason }
    })
  }

  /** The line of the error, or of the nearest enclosing element. */
  function lineOf(at: readonly PropertyKey[]): number | null {
    return nodeLine(at) ?? (at.length === 0 ? null : lineOf(at.slice(0, -1)))
  }
}

/** `devices must be …`, or `devices: There is no …` for a reason that is a sentence of its own. */
const withPlace = (place: string, reason: string): string =>
  /^[\p{Lu}“"]/u.test(reason) ? filePartText.sentence(place, reason) : filePartText.predicate(place, reason)

type Issue = z.core.$ZodIssue

/** The message of the schema, or a default for the kind of error. */
function reasonOf(issue: Issue, value: unknown): string {
  if (issue.code === 'invalid_type' && issue.message === WITHOUT_MESSAGE)
    return value === undefined ? filePartText.missing : filePartText.type(issue.expected)
  // Of several kinds: what the first asks for.
  if (issue.code === 'invalid_union' && issue.message === WITHOUT_MESSAGE) {
    const [[first] = []] = issue.errors
    return value === undefined || first === undefined ? filePartText.missing : reasonOf(first, value)
  }
  if (issue.code === 'invalid_value' && typeof value === 'string') {
    const meant = closestName(value, issue.values.map(String))
    return meant === undefined ? issue.message : filePartText.meant(issue.message, meant)
  }
  return issue.message
}

type AnySchema = z.core.$ZodType

/** The schemas that may describe what is inside a part of a file. */
function schemasInside(schema: AnySchema): AnySchema[] {
  const def = schema._zod.def as unknown as Record<string, unknown>
  if (def['type'] === 'optional' || def['type'] === 'nullable')
    return schemasInside(def['innerType'] as AnySchema)
  return def['type'] === 'union' ? (def['options'] as AnySchema[]).flatMap(schemasInside) : [schema]
}

/** The keys that the schema knows for the object at a path. */
function keysAt(schema: AnySchema, path: readonly PropertyKey[]): string[] {
  const inside = schemasInside(schema).map(({ _zod }) => _zod.def as unknown as Record<string, unknown>)
  const shapes = inside.flatMap((def) =>
    def['type'] === 'object' ? [def['shape'] as Record<string, AnySchema>] : [],
  )
  const [first, ...rest] = path
  if (first === undefined) return [...new Set(shapes.flatMap((shape) => Object.keys(shape)))]
  const next = inside.flatMap((def) => (def['type'] === 'array' ? [def['element'] as AnySchema] : []))
  const named = shapes.flatMap((shape) => shape[String(first)] ?? [])
  return [...next, ...named].flatMap((each) => keysAt(each, rest))
}

/** The content of a file, and where its parts are. */
interface Content {
  value: unknown
  valueIn: (path: readonly PropertyKey[]) => unknown
  nodeLine: (path: readonly PropertyKey[]) => number | null
}

function readYaml(text: string, mostCharacters: number): Content {
  const { document, lineOf } = boundedDocument(text, { mostCharacters })
  return {
    value: plain(document),
    valueIn: (path) => document.getIn(path),
    nodeLine: (path) => lineOf(document.getIn(path, true)),
  }
}

function readJson(text: string): Content {
  const value = parsedJson(text)
  const twice = repeatedKey(text)
  if (twice) throw new FileProblem(twice.line, fileText.twice(twice.key))
  const inside = (part: unknown, key: PropertyKey) =>
    typeof part === 'object' && part !== null ? (part as Record<PropertyKey, unknown>)[key] : undefined
  return { value, valueIn: (path) => path.reduce(inside, value), nodeLine: () => null }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new FileProblem(null, fileText.mustBeJson)
  }
}

/** Strings, of which those before a colon are keys, and the brackets around them. */
const JSON_PARTS = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g

/** The first key of valid JSON that its object already has: `JSON.parse` would silently take the last one. */
function repeatedKey(json: string): { key: string; line: number } | null {
  /** The keys of the objects around a place; empty for lists. */
  const around: Set<string>[] = []
  for (const { 0: part, 1: colon, index } of json.matchAll(JSON_PARTS)) {
    if (part === '{' || part === '[') around.push(new Set())
    else if (part === '}' || part === ']') around.pop()
    else if (colon !== undefined) {
      const key = JSON.parse(part.slice(0, -colon.length)) as string
      const known = around.at(-1)
      if (known?.has(key)) return { key, line: json.slice(0, index).split('\n').length }
      known?.add(key)
    }
  }
  return null
}

function plain(document: Document.Parsed): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 })
  } catch {
    throw new FileProblem(null, fileText.noAliases)
  }
}
