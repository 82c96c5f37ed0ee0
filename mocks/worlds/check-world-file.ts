import { dereference, validate } from '@cfworker/json-schema'
import type { Schema } from '@cfworker/json-schema'
import type { WorldFile } from '../../openapi/generated/world-file.d.ts'
import schema from '../../openapi/generated/world-file.json' with { type: 'json' }
import { HttpError } from '../base/http-error.ts'
import { worldFileProblems } from './world-file-problems.ts'

// TypeScript infers a literal type that does not match `Schema`.
const worldSchema = schema as unknown as Schema
const lookup = dereference(worldSchema)
/** More would hide the first ones. */
const MAX_PROBLEMS = 12

const isWorldFile = (value: unknown): value is WorldFile => errorsOf(value).length === 0

const errorsOf = (value: unknown) => validate(value, worldSchema, '2020-12', lookup, false).errors

/** Validates an untrusted world file. Throws 400 with all problems, and their lines if they are known. */
export function checkWorldFile(
  value: unknown,
  lineOf: (path: readonly string[]) => number | undefined = () => undefined,
): WorldFile {
  if (isWorldFile(value)) return value
  const problems = worldFileProblems(value, errorsOf(value), schema)
    .map(({ path, text }) => ({ line: lineOf(path), text }))
    .toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0))
    .map(({ line, text }) => (line === undefined ? text : `Line ${line}: ${text}`))
  const more = problems.length - MAX_PROBLEMS
  const shown = [...problems.slice(0, MAX_PROBLEMS), ...(more > 0 ? [`and ${more} more.`] : [])]
  throw new HttpError(400, `This world file cannot be opened: ${shown.join(shown.length > 1 ? '\n  ' : '')}`)
}
