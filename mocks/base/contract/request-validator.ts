import { dereference, validate } from '@cfworker/json-schema'
import type { Schema } from '@cfworker/json-schema'
import generated from '../../../openapi/generated/requests.json' with { type: 'json' }
import { describeErrors } from './describe-errors.ts'
import { matchOperation } from './match.ts'
import { isOutside } from './validator.ts'

export interface RequestValidator {
  /** Violations of the contract in the request; empty if valid. Does not consume its body. */
  check(request: Request): Promise<string[]>
}

interface RequestSchema {
  query: Record<string, Schema>
  requiredQuery?: string[]
  /** By content type; absent if there is no body. */
  content?: Record<string, Schema>
  bodyRequired?: boolean
}

interface RequestSchemas {
  /** Index into `requests`, by operation. */
  operations: Record<string, number>
  requests: RequestSchema[]
  $defs: Record<string, Schema>
}

// The type inferred from the JSON file would contain all its literals.
const schemas = generated as unknown as RequestSchemas

/** A key can be sent in the query of any request (docs/platform/authentication.md). */
const ANYWHERE = new Set(['apikey'])

/** Possible values of a text in a query. */
function parsedValues(text: string): unknown[] {
  const values: unknown[] = [text]
  if (/^-?\d+(\.\d+)?$/.test(text)) values.push(Number(text))
  if (text === 'true' || text === 'false') values.push(text === 'true')
  return values
}

const JSON_TYPE = 'application/json'
/** The platform reads every JSON body also as a form (docs/platform/http.md). */
const FORM_TYPE = 'application/x-www-form-urlencoded'
/** The default content type (RFC 9110 §8.3); clients use it for pushes to the builder. */
const BYTES = 'application/octet-stream'

/** A validator for requests: operation, query and body. */
export function createRequestValidator(): RequestValidator {
  const $defs: Record<string, Schema> = { ...schemas.$defs }
  for (const [index, { query, content = {} }] of schemas.requests.entries()) {
    for (const [name, schema] of Object.entries(query)) $defs[`query ${index} ${name}`] = schema
    for (const [type, schema] of Object.entries(content)) $defs[`body ${index} ${type}`] = schema
  }
  const lookup = dereference({ $defs })

  function problemsWith(value: unknown, definition: string): string[] {
    const schema = $defs[definition]
    if (schema === undefined) throw new Error(`No schema '${definition}'`)
    const { valid, errors } = validate(value, schema, '2020-12', lookup, false)
    return valid ? [] : describeErrors(errors)
  }

  function problemsOfQuery(index: number, { query, requiredQuery = [] }: RequestSchema, url: URL): string[] {
    const missing = requiredQuery
      .filter((name) => !url.searchParams.has(name))
      .map((name) => `the query has no ${name}`)
    const wrong = [...url.searchParams].flatMap(([name, text]) => {
      // An alias for a value in the key: `device(@id)?@id=4`.
      if (ANYWHERE.has(name) || name.startsWith('@')) return []
      if (!(name in query)) return [`the query's ${name}: is not in the contract`]
      const found = parsedValues(text).map((value) => problemsWith(value, `query ${index} ${name}`))
      if (found.some((problems) => problems.length === 0)) return []
      return (found.at(-1) ?? []).map((problem) => `the query's ${name}: ${problem}`)
    })
    return [...missing, ...wrong]
  }

  async function problemsOfBody(
    index: number,
    { content, bodyRequired }: RequestSchema,
    request: Request,
  ): Promise<string[]> {
    const types = Object.keys(content ?? {})
    const [type = ''] = (request.headers.get('content-type') ?? BYTES).split(';')
    if (request.body === null) return bodyRequired ? ['has no body, but the contract wants one'] : []
    // Archives, files and forms are not validated, only text.
    if (type !== JSON_TYPE && types.includes(type)) return []
    if (type === FORM_TYPE && types.includes(JSON_TYPE)) return []
    const text = await request.clone().text()
    if (text === '') return bodyRequired ? ['has no body, but the contract wants one'] : []
    if (types.length === 0) return ['has a body, but the contract wants none']
    if (!types.includes(type)) return [`content type ${type} is not ${types.join(' or ')}`]
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch {
      return ['the body is not JSON']
    }
    return problemsWith(body, `body ${index} ${type}`)
  }

  return {
    async check(request) {
      if (isOutside(request)) return []
      const url = new URL(request.url)
      const operation = matchOperation(request.method, url.pathname)
      if (!operation) return [`${request.method} ${url.pathname}: is not in the contract`]
      const index = schemas.operations[operation.id]
      const schema = index === undefined ? undefined : schemas.requests[index]
      if (index === undefined || schema === undefined) throw new Error(`No request of '${operation.id}'`)
      const problems = [
        ...problemsOfQuery(index, schema, url),
        ...(await problemsOfBody(index, schema, request)),
      ]
      return problems.map(
        (problem) => `request of ${request.method} ${url.pathname} (${operation.id}): ${problem}`,
      )
    },
  }
}
