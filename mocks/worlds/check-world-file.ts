import { dereference, validate } from '@cfworker/json-schema'
import type { Schema } from '@cfworker/json-schema'
import schema from '../../openapi/generated/world-file.json' with { type: 'json' }
import type { WorldFile } from '../../openapi/generated/world-file.d.ts'
import { describeErrors } from '../contract/describe-errors.ts'
import { HttpError } from '../odata/http-error.ts'

// The type that TypeScript reads out of the file is that of its every literal.
const worldSchema = schema as unknown as Schema
const lookup = dereference(worldSchema)

const isWorldFile = (value: unknown): value is WorldFile => wrongWith(value).length === 0

const wrongWith = (value: unknown) => validate(value, worldSchema, '2020-12', lookup, false).errors

/** Anybody may have sent it. Throws 400 with what is wrong with it. */
export function checkWorldFile(value: unknown): WorldFile {
  if (isWorldFile(value)) return value
  throw new HttpError(400, `This world file cannot be opened: ${describeErrors(wrongWith(value)).join('; ')}`)
}
