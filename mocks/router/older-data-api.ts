import type { DataVerb } from '../../openapi/generated/operations.ts'
import type { Schema } from '../base/schema.ts'
import { isJsonObject, json } from '../http/request-context.ts'
import type { DataRequestContext, HandlerResult, RequestContext } from '../http/request-context.ts'
import { apiV6Schema, apiV6Source } from '../odata/api-v6.ts'
import { read } from '../odata/engine.ts'
import type { Source } from '../odata/source.ts'
import { dataHandlers } from './data-handlers.ts'

const schemas = new WeakMap<Schema, Schema>()

/** The data of a request as version 6 shows it. */
export function apiV6SourceOf({ source, access }: RequestContext, resource: unknown): Source {
  const schema = schemas.get(source.schema) ?? apiV6Schema(source.schema)
  schemas.set(source.schema, schema)
  return apiV6Source(source, schema, resource, access.heldApplications)
}

const CHANGES: ReadonlySet<DataVerb> = new Set(['update', 'updateMany', 'replace', 'delete', 'deleteMany'])

/** Replaces the new row in a response with its version 6 form. */
function createdRow(context: DataRequestContext, result: HandlerResult): HandlerResult {
  if (context.url.searchParams.get('returnResource') === 'false') return json('Created', 201)
  if (result.kind !== 'json' || !isJsonObject(result.json)) return result
  const path = `/${context.resource.name}(${String(result.json['id'])})`
  const [row] = read(context.source, context.cloud.parse(path, path)) as unknown[]
  return { ...result, json: row ?? result.json }
}

/** Version 6 of the data API, with its own names and values (docs/platform/data-api.md). */
export async function apiV6Data(verb: DataVerb, context: DataRequestContext): Promise<HandlerResult> {
  const result = await dataHandlers[verb](context)
  if (verb === 'create') return createdRow(context, result)
  return CHANGES.has(verb) ? json('OK') : result
}
