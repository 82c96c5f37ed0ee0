import { dereference, validate } from '@cfworker/json-schema'
import type { Schema } from '@cfworker/json-schema'
import generated from '../../../openapi/generated/schemas.json' with { type: 'json' }
import { describeErrors } from './describe-errors.ts'
import { matchOperation } from './match.ts'
import type { MatchedOperation } from './match.ts'

export interface Validator {
  /** Violations of the contract in the response; empty if valid. Does not consume the bodies. */
  check(request: Request, response: Response): Promise<string[]>
}

interface Reply {
  content: Record<string, Schema>
  mayBeEmpty?: boolean
}

interface ReplySchemas {
  /** Index into `replies`, by operation and status. */
  operations: Record<string, Record<string, number>>
  replies: Reply[]
  $defs: Record<string, Schema>
}

// The type inferred from the JSON file would contain all its literals.
const schemas = generated as unknown as ReplySchemas
const { operations, replies } = schemas

/** Endless streams are not read. */
const STREAMS = ['application/x-ndjson', 'application/x-json-stream']

/** The control API is not part of the contract, and browsers handle preflight requests. */
export const isOutside = ({ method, url }: Request) =>
  method === 'OPTIONS' || new URL(url).pathname.startsWith('/__flotilla/')

const rowsOf = (resource: string): Schema => ({
  type: 'object',
  required: ['d'],
  additionalProperties: false,
  properties: { d: { type: 'array', items: { $ref: `#/$defs/${resource}` } } },
})

/** A validator for all responses in tests. */
export function createValidator(): Validator {
  const $defs: Record<string, Schema> = { ...schemas.$defs }
  for (const [index, { content }] of replies.entries()) {
    for (const [type, schema] of Object.entries(content)) $defs[`reply ${index} ${type}`] = schema
  }
  for (const resource of Object.keys(schemas.$defs)) $defs[`rows of ${resource}`] = rowsOf(resource)
  const lookup = dereference({ $defs })

  const problemsOfBody = (body: unknown, definition: string): string[] => {
    const schema = $defs[definition]
    if (!schema) throw new Error(`No schema '${definition}'`)
    const { valid, errors } = validate(body, schema, '2020-12', lookup, false)
    return valid ? [] : describeErrors(errors)
  }

  async function problemsOf({ id, rows }: MatchedOperation, response: Response): Promise<string[]> {
    const index = operations[id]?.[response.status]
    const reply = index === undefined ? undefined : replies[index]
    if (!reply) return [`status ${response.status} is not in the contract`]

    const types = Object.keys(reply.content)
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
    if (STREAMS.includes(type) && types.includes(type)) return []

    const text = await response.clone().text()
    if (text === '') {
      return types.length === 0 || reply.mayBeEmpty ? [] : ['has no body, but the contract wants one']
    }
    if (types.length === 0) return ['has a body, but the contract wants none']
    if (!types.includes(type)) return [`content type ${type || 'none'} is not ${types.join(' or ')}`]

    const definition = id.endsWith('.navigate') && response.ok ? `rows of ${rows}` : `reply ${index} ${type}`
    if (type !== 'application/json') return problemsOfBody(text, definition)
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch {
      return ['the body is not JSON']
    }
    return problemsOfBody(body, definition)
  }

  return {
    async check(request, response) {
      if (isOutside(request)) return []
      const { pathname } = new URL(request.url)
      const operation = matchOperation(request.method, pathname)
      if (!operation) return [`${request.method} ${pathname}: is not in the contract`]
      const problems = await problemsOf(operation, response)
      return problems.map((problem) => `${request.method} ${pathname} (${operation.id}): ${problem}`)
    },
  }
}
