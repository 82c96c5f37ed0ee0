import type { Schema } from '@cfworker/json-schema'
import { createValidator } from '../../mocks/base/contract/validator.ts'
import type { PlatformName } from '../../mocks/platforms/platform.ts'
import { model } from '../../openapi/generated/model.ts'
import type { ResourceName } from '../../openapi/generated/model.ts'
import { lackingOperations } from '../../openapi/generated/open-backend.ts'
import generated from '../../openapi/generated/schemas.json' with { type: 'json' }
import { compareFields } from './fields.ts'
import type { Exchange, Side } from './side.ts'

/** The response of one side to one operation, compared with the contract. */
export interface Answered {
  /** 0 without a response. */
  status: number
  unknown: string[]
  missing: string[]
  retyped: string[]
  /** Other violations: status, content type, format, values. */
  other: string[]
  seen: string[]
}

export interface Examined {
  answered: Answered
  /** Undefined unless the response is JSON. */
  body: unknown
}

interface Schemas {
  operations: Record<string, Record<string, number>>
  replies: { content: Record<string, Schema> }[]
  $defs: Record<string, Schema>
}

const { operations, replies, $defs } = generated as unknown as Schemas
const validator = createValidator()

/** An operation to request from a platform. */
export interface PlannedRequest {
  id: string
  path: string
  /** The resource whose rows the response contains. */
  resource?: ResourceName | undefined
  platform: PlatformName
}

const LACKING: ReadonlySet<string> = new Set(lackingOperations)

/** The response of the open-source backend to an operation that the contract marks as absent there. */
const isAbsent = ({ id, platform }: PlannedRequest, status: number): boolean =>
  platform === 'open' && status === 404 && LACKING.has(id)

/** A read without `$select` returns all fields and all to-one relations of the resource. */
function expectedIn(resource: ResourceName, platform: PlatformName): string[] {
  const { fields, toOne } = model[resource]
  const readable = $defs[resource]?.properties as Record<string, unknown> | undefined
  return [...Object.values(fields), ...Object.values(toOne)]
    .filter((member) => {
      const isHostedOnly = member.cloudOnly === true
      const isLeftOut = 'onRequest' in member && member.onRequest === true
      return readable && member.name in readable && !(platform === 'open' ? isHostedOnly : isLeftOut)
    })
    .map(({ name }) => name)
}

function missingIn(rows: unknown, resource: ResourceName, platform: PlatformName): string[] {
  if (!Array.isArray(rows)) return []
  const objects = rows.filter((row) => typeof row === 'object' && row !== null)
  return expectedIn(resource, platform)
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

/** Whether a message of the validator repeats what the other lists already contain. */
const isListedElsewhere = (problem: string) =>
  /is not in the contract$|required property|Instance type|does not match (any|all|exactly|the)|#.*subschema/.test(
    problem,
  )

async function examineAnswer(question: PlannedRequest, { request, response }: Exchange): Promise<Examined> {
  const { id, resource, platform } = question
  const { status } = response
  const problems = isAbsent(question, status) ? [] : await validator.check(request, response)
  const body = asJson(await response.text())
  const index = operations[id]?.[status]
  const schema = index === undefined ? undefined : replies[index]?.content['application/json']
  const fields =
    schema && body !== undefined
      ? compareFields(body, schema, $defs)
      : { unknown: [], missing: [], retyped: [], seen: [] }
  const rows = typeof body === 'object' && body !== null && 'd' in body ? body.d : undefined
  if (status === 200 && resource) fields.missing.push(...missingIn(rows, resource, platform))
  const isDrifting = fields.unknown.length + fields.missing.length + fields.retyped.length > 0
  const known = index !== undefined
  const other = problems
    .map((problem) => problem.replace(/^\S+ \S+ \([\w.-]+\): /, ''))
    .filter((problem) => !known || !isDrifting || !isListedElsewhere(problem))
  return { answered: { status, ...fields, other }, body }
}

/** Requests one operation from one side and compares the response with the contract. */
export async function examine(side: Side, question: PlannedRequest): Promise<Examined> {
  try {
    return await examineAnswer(question, await side.get(question.path))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const nothing = { unknown: [], missing: [], retyped: [], seen: [] }
    return { answered: { status: 0, ...nothing, other: [`did not answer: ${why}`] }, body: undefined }
  }
}
