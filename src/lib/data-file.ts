import type { Document } from 'yaml'
import type * as z from 'zod/mini'
import { boundedDocument, YamlProblem, type LinedDocument } from './bounded-yaml.ts'
import { closestName } from './closest-name.ts'

/** One error in a file. */
interface FileError {
  /** From 1; null for the whole file. */
  line: number | null
  reason: string
}

/** Errors beyond these are only counted: the first ones usually explain them. */
const SHOWN_ERRORS = 20

function linesOf(errors: readonly FileError[]): string {
  const lines = errors
    .slice(0, SHOWN_ERRORS)
    .map(({ line, reason }) => (line === null ? reason : `Line ${line}: ${reason}`))
  const rest = errors.length - SHOWN_ERRORS
  return [...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n')
}

/** The errors in a user-written file, with a readable message of a line for each. */
export class DataFileProblem extends Error {
  override readonly name = 'DataFileProblem'
  /** Of the first error, from 1; null for the whole file. */
  readonly line: number | null

  constructor(line: number | null, reason: string, others: readonly FileError[] = []) {
    super(linesOf([{ line, reason }, ...others]))
    this.line = line
  }
}

/**
 * Parses untrusted YAML or JSON. Aliases are rejected, because a few lines of them can expand to gigabytes, and keys are
 * plain data whatever their names. Throws DataFileProblem with the line and the reason.
 */
export function readDataFile<Value>(
  text: string,
  schema: z.ZodMiniType<Value>,
  mostCharacters?: number,
): Value {
  const { document, lineOf: lineOfNode } = parsed(text, mostCharacters)
  const read = schema.safeParse(plain(document))
  if (read.success) return read.data
  const [first, ...others] = read.error.issues
    .flatMap(errorsOf)
    .toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0))
  throw new DataFileProblem(first?.line ?? null, first?.reason ?? 'The file is invalid', others)

  function errorsOf(issue: Issue): FileError[] {
    const { path } = issue
    const place = path.length === 0 ? 'The file' : path.join('.')
    if (issue.code !== 'unrecognized_keys')
      return [{ line: lineOf(path), reason: withPlace(place, reasonOf(issue, document.getIn(path))) }]
    const known = keysAt(schema, path)
    return issue.keys.map((key) => {
      const meant = closestName(key, known)
      const question = meant === undefined ? '' : `; did you mean "${meant}"?`
      return { line: lineOf([...path, key]), reason: `${place} must not have "${key}"${question}` }
    })
  }

  /** The line of the error, or of the nearest enclosing element. */
  function lineOf(at: readonly PropertyKey[]): number | null {
    return lineOfNode(document.getIn(at, true)) ?? (at.length === 0 ? null : lineOf(at.slice(0, -1)))
  }
}

/** `devices must be …`, or `devices: There is no …` for a reason that is a sentence of its own. */
const withPlace = (place: string, reason: string): string =>
  /^[\p{Lu}“"]/u.test(reason) ? `${place}: ${reason}` : `${place} ${reason}`

type Issue = z.core.$ZodIssue

/** The message of the schema, or a default for the kind of error. */
function reasonOf(issue: Issue, value: unknown): string {
  if (issue.code === 'invalid_type' && issue.message === 'Invalid input')
    return issue.input === undefined ? 'is missing' : `must be of type ${issue.expected}`
  if (issue.code === 'invalid_value' && typeof value === 'string') {
    const meant = closestName(value, issue.values.map(String))
    return meant === undefined ? issue.message : `${issue.message}; did you mean "${meant}"?`
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

/** Errors in the syntax are errors of the file. */
function parsed(text: string, mostCharacters?: number): LinedDocument {
  try {
    return boundedDocument(text, mostCharacters === undefined ? {} : { mostCharacters })
  } catch (error) {
    if (error instanceof YamlProblem) throw new DataFileProblem(error.line, error.message)
    throw error
  }
}

function plain(document: Document.Parsed): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 })
  } catch {
    throw new DataFileProblem(null, 'The file has aliases (*name); write out what they stand for')
  }
}
