import { methods, sortedEntries } from './openapi-document.ts'
import type { Contract, Operation, Parameter, ResourceSchema, Schema } from './openapi-document.ts'
import { asJson, lines, reachable, strip } from './reply-schemas.ts'
import type { Json } from './reply-schemas.ts'

/** The allowed requests: query parameters by name, and a schema per content type of the body. */
interface RequestSchema {
  query: Record<string, Json>
  requiredQuery?: string[]
  content?: Record<string, Json>
  bodyRequired?: boolean
}

const WRITE = /^(\w+)\.write$/

/** The writable properties of a resource, relations under any of their names. The platform ignores others, so they are a mistake. */
function closed(schema: Schema, { properties }: ResourceSchema): Schema {
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    [name, ...(properties[name]?.['x-synonyms'] ?? [])].map((alias): [string, Schema] => [alias, one]),
  )
  return { ...schema, properties: Object.fromEntries(named), additionalProperties: false }
}

/**
 * The text of openapi/generated/requests.json: `requests`, each distinct request schema once; `operations`, the index of the
 * request by operation id; `$defs`, the schemas they refer to.
 */
export function requestSchemasFile(
  { paths, components }: Contract,
  resources: ReadonlyMap<string, ResourceSchema>,
): string {
  const schemas = Object.fromEntries(
    Object.entries(components.schemas).map(([name, schema]) => {
      const resource = resources.get(WRITE.exec(name)?.[1] ?? '')
      return [name, strip(asJson(resource ? closed(schema, resource) : schema))]
    }),
  )
  const requests: RequestSchema[] = []
  const indexes = new Map<string, number>()

  const resolved = (parameter: Parameter): Parameter => {
    if (parameter.$ref === undefined) return parameter
    const found = components.parameters?.[parameter.$ref.split('/').at(-1) ?? '']
    if (!found) throw new Error(`No parameter at ${parameter.$ref}`)
    return found
  }
  const indexOf = ({ parameters = [], requestBody }: Operation, shared: readonly Parameter[]) => {
    const query = [...shared, ...parameters].map(resolved).filter((one) => one.in === 'query')
    const required = query.filter((one) => one.required).map(({ name }) => name)
    const request: RequestSchema = {
      query: Object.fromEntries(query.map(({ name, schema }) => [name, strip(asJson(schema ?? {}))])),
      ...(required.length > 0 && { requiredQuery: required }),
    }
    if (requestBody) {
      const content = Object.entries(requestBody.content)
      request.content = Object.fromEntries(
        content.map(([type, { schema }]) => [type, strip(asJson(schema ?? {}))]),
      )
      if (requestBody.required) request.bodyRequired = true
    }
    const text = JSON.stringify(request)
    const index = indexes.get(text) ?? requests.push(request) - 1
    indexes.set(text, index)
    return index
  }

  const operations = Object.values(paths).flatMap((item) =>
    methods.flatMap((method): [string, number][] => {
      const operation = item[method]
      return operation ? [[operation.operationId, indexOf(operation, item.parameters ?? [])]] : []
    }),
  )
  const $defs = reachable(asJson(requests) as Json[], schemas)
  return [
    `{"operations":{\n${lines(operations)}\n},`,
    `"requests":[\n${requests.map((request) => JSON.stringify(request)).join(',\n')}\n],`,
    `"$defs":{\n${lines(sortedEntries($defs))}\n}}\n`,
  ].join('\n')
}
