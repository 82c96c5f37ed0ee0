import type { DataVerb } from '../../openapi/generated/operations.ts'
import { json } from '../http/request-context.ts'
import type { DataHandler } from '../http/request-context.ts'
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
