import type { DataVerb } from '../../openapi/generated/operations.ts'
import { read } from '../odata/engine.ts'
import { canAccess } from '../services/can-access.ts'
import { json } from '../http/request-context.ts'
import type { DataHandler } from '../http/request-context.ts'
import { createRow, deleteRows, replaceRow, updateRows } from './writes.ts'

const readRows: DataHandler = ({ source, parsed }) => json({ d: read(source, parsed) })

/** One handler for each verb of the data API; what is special about a resource is in its rules. */
export const dataHandlers: Readonly<Record<DataVerb, DataHandler>> = {
  list: readRows,
  get: readRows,
  count: readRows,
  navigate: readRows,
  create: createRow,
  update: updateRows,
  updateMany: updateRows,
  replace: replaceRow,
  delete: deleteRows,
  deleteMany: deleteRows,
  canAccess,
}
