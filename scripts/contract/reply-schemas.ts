import { methods, sortedEntries } from './openapi-document.ts'
import type { Contract, ResourceSchema, ResponseObject, Schema } from './openapi-document.ts'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** The allowed responses for one status: a schema per content type. */
interface ReplySchema {
  content: Record<string, Json>
  mayBeEmpty?: boolean
}

const CONTRACT_REF = '#/components/schemas/'

/** Removes what a validator does not check, and points references into `$defs`. */
export function strip(value: Json): Json {
  if (Array.isArray(value)) return value.map(strip)
  if (value === null || typeof value !== 'object') return value
  const kept = Object.entries(value).filter(
    ([key]) => !key.startsWith('x-') && !['description', 'example', 'examples', 'readOnly'].includes(key),
  )
  return Object.fromEntries(
    kept.map(([key, one]) => {
      if (key === '$ref' && typeof one === 'string') return [key, one.replace(CONTRACT_REF, '#/$defs/')]
      if (key !== 'properties' || one === null || typeof one !== 'object') return [key, strip(one)]
      // Property names are not keywords: a property may be called `description`.
      return [key, Object.fromEntries(Object.entries(one).map(([name, schema]) => [name, strip(schema)]))]
    }),
  )
}

export const asJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as Json

/** A row may contain each relation under any of its names, and optionally `__metadata`; never writeOnly properties. */
function rowSchema(schema: Schema): Schema {
  const properties = Object.entries(schema.properties ?? {})
    .filter(([, one]) => !one.writeOnly)
    .flatMap(([name, one]) =>
      [name, ...(one['x-synonyms'] ?? [])].map((alias): [string, Schema] => [alias, one]),
    )
  const metadata = { type: 'object', properties: { uri: { type: 'string' } } }
  return { ...schema, properties: { ...Object.fromEntries(properties), __metadata: metadata } }
}

/** The schemas that `from` refers to, directly or indirectly, without `from` itself. */
export function reachable(from: Json[], schemas: Record<string, Json>): Record<string, Json> {
  const found: Record<string, Json> = {}
  const visit = (value: Json) => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (value === null || typeof value !== 'object') return
    for (const [key, one] of Object.entries(value)) {
      if (key !== '$ref' || typeof one !== 'string') {
        visit(one)
        continue
      }
      const name = one.replace('#/$defs/', '')
      const target = schemas[name]
      if (target === undefined || name in found) continue
      found[name] = target
      visit(target)
    }
  }
  from.forEach(visit)
  return found
}

/** The content of a JSON object, one entry per line. */
export const lines = (entries: [string, unknown][]) =>
  entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',\n')

/**
 * The text of openapi/generated/schemas.json: `replies`, each distinct response schema once; `operations`, the index of the
 * reply by operation id and status; `$defs`, the schemas they refer to.
 */
export function replySchemasFile(
  { paths, components }: Contract,
  resources: ReadonlyMap<string, ResourceSchema>,
): string {
  const schemas = Object.fromEntries(
    Object.entries(components.schemas).map(([name, schema]) => [
      name,
      strip(asJson(resources.has(name) ? rowSchema(schema) : schema)),
    ]),
  )
  const replies: ReplySchema[] = []
  const indexes = new Map<string, number>()

  const indexOf = (response: ResponseObject) => {
    const resolved = response.$ref ? components.responses[response.$ref.split('/').at(-1) ?? ''] : response
    if (!resolved) throw new Error(`No response at ${response.$ref}`)
    const content = Object.entries(resolved.content ?? {}).map(([type, media]): [string, Json] => [
      type,
      strip(asJson(media.schema ?? {})),
    ])
    const reply: ReplySchema = { content: Object.fromEntries(content) }
    if (resolved['x-may-be-empty']) reply.mayBeEmpty = true
    const text = JSON.stringify(reply)
    const index = indexes.get(text) ?? replies.push(reply) - 1
    indexes.set(text, index)
    return index
  }

  const operations = Object.values(paths).flatMap((item) =>
    methods.flatMap((method) => {
      const operation = item[method]
      if (!operation) return []
      const statuses = Object.entries(operation.responses).map(([status, reply]) => [status, indexOf(reply)])
      return [[operation.operationId, Object.fromEntries(statuses)]]
    }),
  )
  const $defs = reachable(
    replies.map((reply) => asJson(reply.content)),
    schemas,
  )

  return [
    `{"operations":{\n${lines(operations as [string, unknown][])}\n},`,
    `"replies":[\n${replies.map((reply) => JSON.stringify(reply)).join(',\n')}\n],`,
    `"$defs":{\n${lines(sortedEntries($defs))}\n}}\n`,
  ].join('\n')
}
