import type { DataVerb } from '../../openapi/generated/operations.ts'
import { read } from '../odata/engine.ts'
import { isJsonObject, json } from '../http/request-context.ts'
import type { DataHandler, DataRequestContext, HandlerResult } from '../http/request-context.ts'

const readRows: DataHandler = ({ source, parsed }) => json({ d: read(source, parsed) })

/** Write rules are loaded lazily, because the first pages only read. */
export const loadWrites = () => import('./write-handlers.ts')

type WriteHandlers = Awaited<ReturnType<typeof loadWrites>>

const write =
  (name: keyof WriteHandlers): DataHandler =>
  async (context) =>
    (await loadWrites())[name](context)

/** The handlers of the data API by method; special rules are in the files of resources. */
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

/** A new row with the names of version 6. */
function createdRow(context: DataRequestContext, answer: HandlerResult): HandlerResult {
  if (context.url.searchParams.get('returnResource') === 'false') return json('Created', 201)
  if (answer.kind !== 'json' || !isJsonObject(answer.json)) return answer
  const path = `/${context.resource.name}(${String(answer.json['id'])})`
  const [row] = read(context.source, context.cloud.parse(path, path)) as unknown[]
  return { ...answer, json: row ?? answer.json }
}

/** Version 6 of the data API, with its own names and values (docs/platform/data-api.md). */
export async function apiV6Data(verb: DataVerb, context: DataRequestContext): Promise<HandlerResult> {
  const answer = await dataHandlers[verb](context)
  if (verb === 'create') return createdRow(context, answer)
  return CHANGES.has(verb) ? json('OK') : answer
}
