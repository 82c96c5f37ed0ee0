import type { Schema } from '@cfworker/json-schema'
import { createValidator } from '../../mocks/contract/validator.ts'
import generated from '../../openapi/generated/schemas.json' with { type: 'json' }
import { model } from '../../openapi/generated/model.ts'
import type { ResourceName } from '../../openapi/generated/model.ts'
import { compareFields } from './fields.ts'
import type { Exchange, Side } from './side.ts'

/** How one side answered one operation. */
export interface Answered {
  /** 0 when nothing answered. */
  status: number
  unknown: string[]
  missing: string[]
  retyped: string[]
  /** What else is not as the contract says: status, content type, format, values. */
  other: string[]
  seen: string[]
}

export interface Examined {
  answered: Answered
  /** Undefined unless it is JSON. */
  body: unknown
}

interface Schemas {
  operations: Record<string, Record<string, number>>
  replies: { content: Record<string, Schema> }[]
  $defs: Record<string, Schema>
}

const { operations, replies, $defs } = generated as unknown as Schemas
const validator = createValidator()

/** A read without `$select` gives every field and every relation to one row. */
function expectedIn(resource: ResourceName): string[] {
  const { fields, toOne } = model[resource]
  const readable = $defs[resource]?.properties as Record<string, unknown> | undefined
  return [...Object.keys(fields), ...Object.keys(toOne)].filter((name) => readable && name in readable)
}

function missingIn(rows: unknown, resource: ResourceName): string[] {
  if (!Array.isArray(rows)) return []
  const objects = rows.filter((row) => typeof row === 'object' && row !== null)
  return expectedIn(resource)
    .filter((name) => objects.some((row: object) => !(name in row)))
    .map((name) => `d[].${name}`)
}

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether the validator says in its own words what is told apart already. */
const isToldApart = (problem: string) =>
  /is not in the contract$|required property|Instance type|does not match (any|all|exactly|the)|#.*subschema/.test(
    problem,
  )

async function examineAnswer(
  id: string,
  { request, response }: Exchange,
  resource?: ResourceName,
): Promise<Examined> {
  const problems = await validator.check(request, response)
  const { status } = response
  const body = asJson(await response.text())
  const index = operations[id]?.[status]
  const schema = index === undefined ? undefined : replies[index]?.content['application/json']
  const fields =
    schema && body !== undefined
      ? compareFields(body, schema, $defs)
      : { unknown: [], missing: [], retyped: [], seen: [] }
  const rows = typeof body === 'object' && body !== null && 'd' in body ? body.d : undefined
  if (status === 200 && resource) fields.missing.push(...missingIn(rows, resource))
  const isDrifting = fields.unknown.length + fields.missing.length + fields.retyped.length > 0
  const known = index !== undefined
  const other = problems
    .map((problem) => problem.replace(/^\S+ \S+ \([\w.-]+\): /, ''))
    .filter((problem) => !known || !isDrifting || !isToldApart(problem))
  return { answered: { status, ...fields, other }, body }
}

/** Asks one side for one operation and holds the answer against the contract. */
export async function examine(
  side: Side,
  id: string,
  path: string,
  resource?: ResourceName,
): Promise<Examined> {
  try {
    return await examineAnswer(id, await side.get(path), resource)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const nothing = { unknown: [], missing: [], retyped: [], seen: [] }
    return { answered: { status: 0, ...nothing, other: [`did not answer: ${why}`] }, body: undefined }
  }
}
