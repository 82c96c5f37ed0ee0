import { dereference, validate } from '@cfworker/json-schema'
import type { Schema } from '@cfworker/json-schema'
import type { WorldFile } from '../../openapi/generated/world-file.d.ts'
import schema from '../../openapi/generated/world-file.json' with { type: 'json' }
import { describeErrors } from '../base/contract/describe-errors.ts'
import { HttpError } from '../base/http-error.ts'

// TypeScript infers a literal type that does not match `Schema`.
const worldSchema = schema as unknown as Schema
const lookup = dereference(worldSchema)

const isWorldFile = (value: unknown): value is WorldFile => errorsOf(value).length === 0

const errorsOf = (value: unknown) => validate(value, worldSchema, '2020-12', lookup, false).errors

/** Validates an untrusted world file. Throws 400 with the errors. */
export function checkWorldFile(value: unknown): WorldFile {
  if (isWorldFile(value)) return value
  throw new HttpError(400, `This world file cannot be opened: ${describeErrors(errorsOf(value)).join('; ')}`)
}
