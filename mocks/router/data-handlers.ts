import type { DataVerb } from '../../openapi/generated/operations.ts'
import { isJsonObject, json } from '../http/request-context.ts'
import type { DataHandler, DataRequestContext, HandlerResult } from '../http/request-context.ts'
import { read } from '../odata/engine.ts'

const readRows: DataHandler = ({ source, parsed }) => json({ d: read(source, parsed) })

/** Write rules are loaded lazily, because the first pages only read. */
export const loadWrites = () => import('./write-handlers.ts')

type WriteHandlers = Awaited<ReturnType<typeof loadWrites>>

const write =
  (name: keyof WriteHandlers): DataHandler =>
  async (context) =>
    (await loadWrites())[name](context)

/** The handlers of the data API. Rules of single resources are in `resource-rules.ts`. */
export const dataHandlers: Readonly<Record<DataVerb, DataHandler>> = {
  list: readRows,
  get: readRows,
  count: readRows,
  navigate: readRows,
  create: write('createRow'),
  update: write('updateRows'),
  updateMany: write('updateRows'),
  replace: write('replaceRow'),
  delete: write('deleteRows'),
  deleteMany: write('deleteRows'),
  canAccess: write('canAccess'),
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
